/** What was recorded, as data. */

/** An element, by the selector that the inspector ranks first: as text, and as a call on `app`. */
export interface Located {
  selector: string
  code: string
}

/** A place in an element, in percent of its size. */
export interface Spot {
  x: `${number}%`
  y: `${number}%`
}

/** A text, or the name of the environment variable that has it: the text of a protected field is not kept. */
export type Typed = { text: string } | { secret: string }

/** What an element is seen to be. */
export type Claim = { is: ClaimedState } | { has: 'value' | 'text'; text: string }

export const CLAIMED_STATES = [
  'visible',
  'hidden',
  'checked',
  'unchecked',
  'selected',
  'expanded',
  'collapsed',
  'disabled',
] as const
export type ClaimedState = (typeof CLAIMED_STATES)[number]

interface OnElement {
  target: Located
}

export interface Pressing extends OnElement {
  verb: 'click' | 'dblclick' | 'rightClick'
  modifiers?: readonly string[]
  position?: Spot
}

export interface Typing extends OnElement {
  verb: 'fill' | 'pressSequentially'
  typed: Typed
}

export interface Dragging extends OnElement {
  verb: 'dragTo'
  to: Located
  position?: Spot
  targetPosition?: Spot
}

/** One line of a recording that does something. */
export type Act =
  | Pressing
  | Typing
  | Dragging
  | (OnElement & { verb: 'check' | 'uncheck' | 'hover' | 'focus' | 'scrollIntoView' })
  | (OnElement & { verb: 'selectOption'; option: string })
  | (OnElement & { verb: 'scroll'; x: number; y: number })
  /** Without a target: in the active window. */
  | { verb: 'press'; key: string; target?: Located }
  /** In the active window, to what has the focus there. */
  | { verb: 'type'; text: string }
  | { verb: 'menu'; path: readonly string[] }

export type Step = Act | (OnElement & { verb: 'expect'; claim: Claim })

/** How the program of a recording is reached. */
export interface Setup {
  /** `wayland`: headless as well; `world`: the file of a simulated desktop. */
  desktop: { kind: 'real' | 'headless' | 'wayland' } | { kind: 'simulated'; world: string }
  start: { command: string; args: readonly string[] } | { app: string }
  /** What the program is called once it runs. */
  process: string
}

export const TARGETS = ['script', 'vitest', 'jest', 'workflow'] as const
/** What a recording is written as. */
export type Target = (typeof TARGETS)[number]
