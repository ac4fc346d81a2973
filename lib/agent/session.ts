import type { Desktop } from '../desktop.js'
import type { Stop } from '../workflow/stop.js'
import type { Toolbox } from '../workflow/toolbox.js'
import type { Ask } from './ask/question.js'
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
  /** The sequences that run, whoever started them. */
  readonly running: Set<Stop>
  /** The tools as the steps of a sequence. */
  readonly steps: Steps
}

type Steps = (call: { signal: AbortSignal; onProgress: (progress: { progress: number }) => void; ask: Ask }) => Toolbox

export function sessionOf(desktop: Desktop, timeout: number, steps: (session: Session) => Steps): Session {
  const session: Session = {
    desktop,
    timeout,
    pages: new Pages(),
    seen: new Seen(),
    running: new Set(),
    steps: (call) => steps(session)(call),
  }
  return session
}
