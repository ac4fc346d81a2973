import type { NativeBinding, NativeDesktop, NativeTarget } from './native/binding.js'

/** Where a locator looks: an application, or one window of it. */
export interface Scope {
  readonly binding: NativeBinding
  readonly native: NativeDesktop
  readonly target: NativeTarget
  /** For messages: `gedit`, `window "Preferences" of gedit`. */
  readonly place: string
  /** ms; what a call without `timeout` gets. */
  readonly defaultTimeout: number
}
