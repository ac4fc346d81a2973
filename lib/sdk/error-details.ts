import type { CutReason, ErrorCode } from './vocabulary.js'

/** One element of several that match. */
export interface Candidate {
  ref: string
  role: string
  name: string | undefined
  /** `window "Editor" > toolbar > button "Save"`. */
  path: string
  /** Matches this element and nothing else. */
  selector: string
  /** Set when it is hidden. What is only scrolled out is not. */
  hidden?: true
  /** What tells it from the others that match: `has the focus, row 3 "Alice", in group "Billing", at 120,340` (its middle). */
  differs?: string
}

/** An element that a selector nearly matches. */
export interface NearMiss extends Candidate {
  /** The terms of the selector that it fails. */
  fails: readonly string[]
}

/** A place where a tree is cut, and why. */
export interface CutAt {
  path: string
  reason: CutReason
}

interface RunningApp {
  name: string
  id: string
  executable: string
  pid: number
}

interface OpenWindow {
  title: string
  role: string
}

interface Missing {
  nearMisses?: readonly NearMiss[]
  /** How many elements were compared. */
  searched?: number
  /** ms */
  waited?: number
}

/** What the `details` of an error have, by its code. A member is absent where a call cannot tell it. */
export interface DetailsByCode {
  INVALID_SELECTOR: { selector: string; offset: number; expected: string; found: string; suggestion?: string }
  INVALID_ARGUMENT: { call?: string; argument?: string; given?: string; expected?: string }
  NOT_FOUND: Missing & { windows?: readonly OpenWindow[]; path?: readonly string[] }
  /** Elements, applications or windows; of elements the first few of `count`. */
  AMBIGUOUS: { candidates?: readonly (Candidate | RunningApp | OpenWindow)[]; count?: number; pid?: number }
  STALE: { ref?: string }
  /** `check`: the step of the preflight that failed. */
  NOT_ACTIONABLE: { check?: string; seen?: string; ref?: string; role?: string; name?: string }
  /** `last`: the value that was read last. ms */
  TIMEOUT: { timeout?: number; waited?: number; last?: unknown }
  /** `missing`: what did not come, in words. ms */
  VERIFY_FAILED: { missing?: readonly string[]; waited?: number; nearMisses?: readonly NearMiss[] }
  /** How much of a text was sent, in UTF-16 units. */
  OUTCOME_UNKNOWN: { sentCharacters?: number; sentSteps?: number }
  INCOMPLETE_TREE: Missing & { cuts?: readonly CutAt[]; atLeast?: number }
  APP_NOT_FOUND: { query?: string; candidates?: readonly RunningApp[] }
  APP_UNRESPONSIVE: object
  APP_EXITED: { pid?: number }
  PERMISSION_DENIED: object
  NO_DESKTOP: object
  UNSUPPORTED: object
  REFUSED: { reason?: string }
  ABORTED: { reason?: string }
  NATIVE_LOAD_FAILED: object
}

/** What errors of actions have besides. */
interface OfActions {
  selector?: string
  verb?: string
}

/** The same facts as the message, for programs: plain data, whose members depend on the code. */
export type ErrorDetails<Code extends ErrorCode = ErrorCode> = Record<string, unknown> & OfActions & DetailsByCode[Code]
