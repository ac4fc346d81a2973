import type { DiffJSON } from '../tree/diff.js'
import type { Rect } from '../tree/node.js'
import type { Run } from './runs.js'

/**
 * A trace file: JSON, one entry a line, the whole of it compressed with gzip (`zcat FILE | head -1`). The first line is the
 * {@link Header}, the last the {@link End}; what lies between is in the order in which it was written down, what an entry refers to before
 * it. Times (`at`, `began`, `ended`) are ms from the beginning of the trace. Places on the screen are in screen units.
 *
 * Readers leave out entries whose `type` they do not know, and refuse another {@link VERSION}. Members are added without a new version;
 * what changes its meaning, or goes, gets one.
 *
 * Nothing in it is what was typed or put on the clipboard; what was typed into a protected field, or wherever the focus was, stands
 * nowhere else either ({@link MASK} stands there instead), and protected fields are blank in the pictures.
 */
export const VERSION = 1

/** What stands for a protected text. */
export const MASK = '●●●●●'

export interface Header {
  type: 'trace'
  version: typeof VERSION
  title: string
  /** ms since the epoch. */
  began: number
  /** `linux`, `windows`, `macos`, `simulated`. */
  backend: string
  /** `linux x64, Node 20.17.0`. */
  system: string
}

/** An application that something was done to. */
export interface AppEntry {
  type: 'app'
  app: number
  name: string
  pid: number
}

/** A tree, as JSON text (`Snapshot.toJSONText({ refs: true })`) cut before each node: parts of the tree `from`, and parts of its own. */
export interface TreeEntry {
  type: 'tree'
  tree: number
  app: number
  from?: number
  runs: readonly Run[]
}

/** What the screen showed. */
export interface PictureEntry {
  type: 'picture'
  picture: number
  /** Another picture, of the same bounds, over which this one is laid at `x`, `y` (pixels). */
  on?: number
  x: number
  y: number
  /** Of the whole picture, in pixels. */
  width: number
  height: number
  bounds: Rect
  /** A PNG file in Base64; empty where nothing is different. */
  png: string
}

/** An action, or something that was waited for. */
export interface StepEntry {
  type: 'step'
  step: number
  kind: 'action' | 'expect'
  /** `click`, `toBeVisible`. */
  verb: string
  selector: string
  app?: number
  began: number
  ended: number
  /** Who asked for it. */
  place?: Place
  element?: { role: string; name?: string; ref: string; bounds?: Rect }
  sent: readonly Sent[]
  receipt?: ReceiptOfStep
  /** Why it failed. */
  error?: { code?: string; message: string }
  /** What a matcher saw last. */
  seen?: string
  /** Trees. */
  before?: number
  after?: number
  /** Why there is no tree of when it failed. */
  noTree?: string
  /** When it was sent, or when it failed. */
  picture?: number
}

export interface Place {
  file: string
  line: number
  column: number
}

/** What was sent, without its text. */
export interface Sent {
  at: number
  part: 'acts' | 'prepares'
  /** `action press`, `text (8 characters)`. */
  what: string
}

/** As `Receipt` has it. */
export interface ReceiptOfStep {
  effect: string
  route: string
  detail: string
  confirmed: boolean
  pending: boolean
  /** Three lines for a person. */
  text: string
  choices: readonly unknown[]
  attempts: readonly unknown[]
  awaited?: unknown
  heldBefore?: boolean
  changes?: DiffJSON
}

/** What an application announced. */
export interface EventsEntry {
  type: 'events'
  app?: number
  at: number
  events: readonly { kind: string; detail: string; name?: string }[]
  /** How many more there were. */
  dropped: number
}

/** What a program wrote since the entry before. */
export interface OutputEntry {
  type: 'output'
  process: number
  stream: 'stdout' | 'stderr'
  at: number
  text: string
}

/** A video of the same time. It is no part of the trace: it lies beside it. */
export interface VideoEntry {
  type: 'video'
  /** The file's name, in the folder of the trace. */
  file: string
  /** When its first picture was taken: less than 0 when that was before the trace began. */
  at: number
}

/** A file that steps are in. */
export interface SourceEntry {
  type: 'source'
  file: string
  text: string
}

export interface End {
  type: 'end'
  at: number
  status?: 'passed' | 'failed'
  /** Of the test. */
  error?: string
  /** What the screen showed last. */
  picture?: number
  /** How many entries were left out to keep the file small: those of the beginning. */
  leftOut: number
}

export type Entry =
  | Header
  | AppEntry
  | TreeEntry
  | PictureEntry
  | StepEntry
  | EventsEntry
  | OutputEntry
  | VideoEntry
  | SourceEntry
  | End
