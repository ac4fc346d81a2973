import type { NativePace } from '../../lib/sdk/native/binding.js'

/** Of an application that announces all that changes. */
export const PACE: NativePace = {
  forgetful: false,
  forgetsRemoval: false,
  cheapFingerprint: true,
  searches: false,
  mirrors: false,
  firstEvent: 100,
  quiet: 20,
}
