import type { App } from '../app.js'
import type { Rect } from '../tree/node.js'
import type { SnapshotNode } from '../tree/snapshot.js'
import type { Window } from '../window.js'

/** One screen of a desktop. Left of or above the primary one's origin, coordinates are negative. */
export interface Display {
  /** Names it for as long as it is connected. */
  id: string
  bounds: Rect
  /** What bars and docks leave of it. */
  workArea: Rect
  /** How much larger than usual it is meant to show things. */
  scale: number
  primary: boolean
}

/** What the system, or who uses it, has to allow. */
export interface Permission {
  /** `accessibility`, `input` or `screen`. */
  name: string
  /** `stale`: granted to what this program was before it changed. `prompt`: a person is asked with the first use. */
  state: 'granted' | 'denied' | 'stale' | 'notNeeded' | 'prompt'
  /** What to do where it is denied or stale, and how a person is asked; otherwise empty. */
  remedy: string
  /** By what it is done, where the system has several ways: `org.gnome.Mutter.ScreenCast`. */
  route?: string
}

/** Something that a desktop may be able to do. */
export interface Capability {
  name: string
  available: boolean
  /** Why it is not; otherwise empty. */
  reason: string
}

/** How true the tree was that is kept of an application, each time that it was compared with one that was read as a whole. */
export interface KeptTreeStats {
  /** What the application calls itself; empty when it has ended. */
  app: string
  pid: number
  /** How often it was compared. */
  checks: number
  /** How often it was found wrong. */
  wrong: number
  /** Whether it is still kept: after two wrong ones in a row, each action reads the whole tree. */
  trusted: boolean
  /** How many elements were not as they are, by what of them: `name`, `role`, `states`, `value`, `parent`, `missing`, `gone`. */
  differences: Readonly<Record<string, number>>
}

/** What a desktop counts. */
export interface DesktopStats {
  /** Of each application whose tree is kept between actions. */
  keptTrees: readonly KeptTreeStats[]
}

/** What has the keyboard. */
export interface Foreground {
  app: App
  window?: Window
  /** The element in it, where one has the focus. */
  focused?: SnapshotNode
}
