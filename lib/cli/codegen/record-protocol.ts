import type { Outcome } from '../../sdk/receipt.js'
import type { Questions, Tried, Verb } from '../inspect/protocol.js'
import type { Target } from './step.js'

/** What the page in recording mode and its server say to each other, besides what the inspector's page asks. */

/** In screen units. */
export interface Place {
  x: number
  y: number
}

/** What the person does. */
export type Gesture =
  | { kind: 'click' | 'dblclick' | 'rightClick'; at: Place; modifiers?: readonly string[] }
  /** In notches of the wheel. */
  | { kind: 'scroll'; at: Place; x: number; y: number }
  | { kind: 'drag'; at: Place; to: Place }
  | { kind: 'type'; text: string }
  | { kind: 'press'; key: string }
  /** A verb that is tried on the element that is picked in the tree. */
  | { kind: 'picked'; verb: Verb; ref: string; argument?: string }

/** The recording as it is now. */
export interface Recorded {
  target: Target
  /** The text of the whole. */
  code: string
  /** `asserted`: nothing was done. */
  lines: { code: string; effect: Outcome | 'asserted' }[]
  /** What came of what was asked for, or of what was seen last. */
  tried?: Tried
  /** Whether what the person does in the program itself is recorded, too. */
  watches: boolean
  /** The name that its file gets. */
  file: string
}

export interface RecordQuestions {
  do: { ask: Gesture; answer: Recorded }
  /** An element that is expected to be as it is now. */
  assert: { ask: { at: Place } | { ref: string }; answer: Recorded }
  /** Whether what the person does in the program itself is recorded. */
  watch: { ask: { on: boolean }; answer: Recorded }
  undo: { ask: object; answer: Recorded }
  recorded: { ask: { target?: Target }; answer: Recorded }
  /** `file`: where it was written to; none: the page keeps it. */
  save: { ask: { text: string }; answer: { file?: string; error?: string } }
}

/** All questions of the page in recording mode. */
export type AllQuestions = Questions & RecordQuestions
