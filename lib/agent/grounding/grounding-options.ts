import type { ModelOptions } from './model.js'
import type { OmniparserOptions } from './picture/omniparser.js'

/** What finds things on the screen besides the tree. Each needs what it names, and none is asked unless a call asks for it. */
export interface GroundingOptions {
  /** Where a browser listens for the DevTools protocol: `http://127.0.0.1:9222`. */
  cdp?: string
  omniparser?: OmniparserOptions
  /** A model that looks at pictures, also for `computer_use_loop`. */
  vision?: ModelOptions
}
