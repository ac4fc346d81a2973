import type { Defaults } from '../action/options.js'
import type { NativeBinding, NativeDesktop } from '../native/binding.js'

/** What an application needs of the desktop that it is on. */
export interface Surroundings {
  binding: NativeBinding
  native: NativeDesktop
  defaultTimeout: number
  /** What actions get when the call does not say otherwise. */
  defaults: Defaults
  /** Where this desktop is found, for programs that are to show themselves on it. */
  environment: Readonly<Record<string, string>>
}
