import type { Value } from '../file/expression.js'
import type { Failure } from './toolbox.js'

/** How a step or a run ended, in Terminator's words. */
export type Status = 'executed_without_error' | 'executed_with_error' | 'cancelled' | 'skipped'

/** How a step ended the last time that it came to it. */
export interface StepOutcome {
  /** Among all steps, those of groups and of `troubleshooting` among them, from 1. */
  readonly number: number
  /** `steps[3].steps[0]`. */
  readonly place: string
  readonly id?: string | undefined
  readonly name: string
  readonly status: Status
  /** How often it was tried. */
  readonly attempts: number
  /** ms. */
  readonly duration: number
  readonly result?: Value
  readonly error?: Failure | undefined
  /** Seen to have been done by a run that was ended before it could say so: nothing was sent. */
  readonly seen?: true
}

/** How a run ended. */
export interface RunOutcome {
  /** `executed_without_error` also where a step failed at first and succeeded when it was tried again. */
  readonly status: Exclude<Status, 'skipped'>
  readonly steps: readonly StepOutcome[]
  /** What ended it before its end. */
  readonly error?: (Failure & { place?: string | undefined; step?: string | undefined }) | undefined
  readonly env: Readonly<Record<string, Value>>
  readonly output?: Value
  /** ms. */
  readonly duration: number
  /** Where it can be taken up again; without it, it cannot be. */
  readonly folder?: string | undefined
}
