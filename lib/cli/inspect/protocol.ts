import type { Obstacle } from '../../sdk/action/steps/obstacles.js'
import type { Proposal } from '../../sdk/locator/proposals.js'
import type { DiffJSON } from '../../sdk/tree/diff.js'

/** What the page and its server say to each other. */

/** The header that a request for an action has the token in. */
export const TOKEN_HEADER = 'x-surehand-token'
/** The header of a picture that says which part of the screen it shows: a `Rect` as JSON. */
export const BOUNDS_HEADER = 'x-surehand-bounds'

/** The state of the application. The server sends it when one of its members changes. */
export interface State {
  /** The application, as a person knows it. */
  app: string
  toolkit: string
  pid: number
  /** Counts the trees; 0: there is none yet. */
  tree: number
  /** How many elements the tree has, and the reasons why it is cut. */
  size: number
  cuts: readonly string[]
  /** Counts the pictures; 0: there is none. */
  picture: number
  /** Counts what was recorded without the page's doing. */
  recorded?: number | undefined
  /** Why there is no new picture. */
  noPicture?: string | undefined
  /** Why there is no new tree. */
  problem?: string | undefined
  /** The application is gone. */
  ended?: string | undefined
}

/** About the element that was picked. */
export interface Picked {
  proposals: (Proposal & { mcp: string })[]
  obstacles: Obstacle[]
}

/** What a selector matches now. */
export interface Matched {
  count: number
  /** Of the first of them. */
  refs: string[]
  /** When nothing matches: what each term leaves, and the nearest misses. */
  explanation?: string
  /** When it is no selector: why, and where. */
  problem?: { message: string; offset?: number; suggestion?: string }
}

export const VERBS = [
  'click',
  'dblclick',
  'fill',
  'press',
  'check',
  'uncheck',
  'selectOption',
  'focus',
  'hover',
  'scrollIntoView',
] as const
export type Verb = (typeof VERBS)[number]

/** What a verb takes besides the element. */
export const ARGUMENTS: Partial<Record<Verb, string>> = { fill: 'Text', press: 'Key', selectOption: 'Option' }

export interface Tried {
  /** The receipt as text. */
  receipt?: string
  changes?: DiffJSON
  error?: { code: string; message: string }
}

/** The questions that the page asks, by name. */
export interface Questions {
  pick: { ask: { ref: string }; answer: Picked }
  match: { ask: { selector: string }; answer: Matched }
  try: { ask: { ref: string; verb: Verb; argument?: string }; answer: Tried }
}
