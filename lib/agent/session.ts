import type { Desktop } from '../desktop.js'
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
  /** The folder that files are kept to, where the tools for them are switched on. */
  readonly files?: Folder | undefined
  /** The folder that commands start in, where they are switched on. */
  readonly commands?: Folder | undefined
  /** The names of the tools that there are. */
  readonly tools: ReadonlySet<string>
}

/** A folder that something is kept to. */
export interface Folder {
  root: string
}

export function sessionOf(desktop: Desktop, own: Pick<Session, 'timeout' | 'files' | 'commands' | 'tools'>): Session {
  return { ...own, desktop, pages: new Pages(), seen: new Seen() }
}
