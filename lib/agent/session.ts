import type { Desktop } from '../sdk/desktop.js'
import { Remembered } from './ask/remembered.js'
import type { Around, Call } from './call.js'
import type { GroundingOptions } from './grounding/grounding-options.js'
import { Eyes } from './grounding/picture/eyes.js'
import type { Halt } from './halt.js'
import type { Memory } from './memory.js'
import { Pages } from './text/pages.js'
import { Seen } from './text/seen.js'
import type { Turns } from './turns.js'
import type { Stop } from './workflow/run/stop.js'
import type { Toolbox } from './workflow/run/toolbox.js'

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
  /** Whether a step that fails asks the person, unless its input says otherwise. */
  readonly askAboutSteps: boolean
  /** What elements were when actions found them. */
  readonly memory: Memory
  /** What persons answered and need not be asked again. */
  readonly remembered: Remembered
  /** The folder that files are kept to, where the tools for them are switched on. */
  readonly files?: Folder | undefined
  /** The folder that commands start in, where they are switched on. */
  readonly commands?: Folder | undefined
  /** The names of the tools that there are. */
  readonly tools: ReadonlySet<string>
  /** Turns with other programs on the same desktop. */
  readonly turns?: Turns | undefined
  /** The key that stops everything. */
  readonly halt?: Halt | undefined
  /** What every call of a tool goes through. */
  readonly around?: Around | undefined
  /** The sequences that run, of all callers. */
  readonly running: Set<Stop>
  /** The tools as the steps of a sequence, with answers that are remembered for it. */
  steps(call: Call, remembered?: Remembered): Toolbox
}

/** A folder that something is kept to. */
export interface Folder {
  root: string
}

type Own = Pick<
  Session,
  'timeout' | 'askAboutSteps' | 'files' | 'commands' | 'tools' | 'turns' | 'halt' | 'memory' | 'around'
> & {
  answers: string | undefined
  grounding: GroundingOptions | undefined
  steps: (session: Session, call: Call) => Toolbox
}

export function sessionOf(desktop: Desktop, { answers, grounding, steps, ...own }: Own): Session {
  const session: Session = {
    ...own,
    desktop,
    pages: new Pages(),
    seen: new Seen(),
    eyes: new Eyes(desktop, grounding ?? {}),
    remembered: new Remembered(answers),
    running: new Set(),
    steps: (call, remembered = session.remembered) => steps({ ...session, remembered }, call),
  }
  return session
}
