import type { Desktop } from '../desktop.js'
import { Eyes } from './grounding/eyes.js'
import type { GroundingOptions } from './grounding/options.js'
import { Pages } from './pages.js'
import { Seen } from './seen.js'

/** What the tools of one registry share. */
export interface Session {
  /** With the hooks of the registry: all that tools send is asked for there. */
  readonly desktop: Desktop
  /** ms; what calls get that name no `timeout_ms`. */
  readonly timeout: number
  /** The rest of what was too long to be said at once. */
  readonly pages: Pages
  /** What was told of the elements that have refs. */
  readonly seen: Seen
  /** What sees more than the tree. */
  readonly eyes: Eyes
}

export function sessionOf(desktop: Desktop, timeout: number, grounding: GroundingOptions = {}): Session {
  return { desktop, timeout, pages: new Pages(), seen: new Seen(), eyes: new Eyes(desktop, grounding) }
}
