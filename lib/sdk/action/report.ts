import { extended, isSurehandError, SurehandError } from '../errors.js'
import type { AppIdentity } from '../look/scope.js'
import { actedOn, type Attempt as Entry, Receipt } from '../receipt.js'
import { effectOf, leftOutNoise, type Observed } from './effect.js'
import { type Act, type Execution, round } from './execution.js'
import type { Target } from './options.js'
import type { Plan } from './plan.js'

/** What was done so far for one action. */
export interface Progress {
  attempts: Entry[]
  /** Whether what the action is about was sent, by any of them. */
  sent: boolean
  /** Of the element that was found last, once one was. */
  owner?: AppIdentity
  /** How often `onFailure` was called. */
  asked: number
  /** Whether its tree is kept, or was too much to be read: it is looked after once the action is over. */
  keeps: boolean
  /** What it gave instead of the selector. */
  instead?: Target
  /** That nothing matched the selector of the action, where another one is tried instead. */
  first?: SurehandError
}

/** Writes down anew how the last attempt ended, which had gone through before its effect was observed. */
export function rewrite({ attempts }: Progress, execution: Execution, error?: unknown): void {
  attempts[attempts.length - 1] = execution.written(error)
}

export function receipt(plan: Plan, execution: Execution, act: Act, observed: Observed, progress: Progress): Receipt {
  const { found } = act
  const dispatch = { ...act.dispatch, confirmed: act.dispatch.confirmed && !observed.takenBack }
  execution.entry.step = 'done'
  rewrite(progress, execution)
  return new Receipt({
    verb: plan.verb,
    effect: effectOf(plan, { ...act, dispatch }, observed),
    dispatch,
    element: actedOn(plan.scope.app, found.snapshot, found.node),
    selector: execution.query.text,
    choices: execution.resolution.choices,
    attempts: progress.attempts,
    awaited: observed.awaited,
    heldBefore: observed.heldBefore,
    diff: observed.diff,
    after: observed.after,
    ended: endedOf(observed),
    note: act.note,
    duration: round(plan.limits.elapsed),
  })
}

function endedOf({ ended }: Observed) {
  return ended && { code: ended.code, signal: ended.signal }
}

/** A copy of the error as it is now, for `onFailure`, which may yet change the outcome. */
export function copyOf(
  plan: Plan,
  progress: Progress,
  { code, message, details, cause }: SurehandError,
): SurehandError {
  const copy = new SurehandError(code, message, { ...details }, { cause })
  return annotated(plan, progress, copy) as SurehandError
}

export function whyNotRepeated({ diff, rests, arrived }: Observed, pending: boolean | undefined): string {
  if (pending === true) return ' It was not tried again: it had been sent and had not returned, so it may still happen.'
  const changed = diff !== undefined && (!diff.empty || leftOutNoise(diff))
  const why = changed
    ? 'something changed'
    : arrived
      ? 'the element announced something, so it has arrived'
      : diff === undefined
        ? 'whether anything changed could not be seen'
        : rests
          ? 'nothing says that it was lost, or (as `verify.timeout` does) how long its effect may take'
          : 'the application is still at work'
  return ` It was not tried again: ${why}, so the action may have happened, and doing it twice may not be doing it once.`
}

export function withDiff(error: SurehandError, { diff }: Observed, said: string): SurehandError {
  if (diff === undefined) return said === '' ? error : extended(error, said)
  return extended(error, ` What changed: ${diff.summary}.${said}`, { diff: diff.toJSON() })
}

// More would bury what the error is about; `details.attempts` has them all.
const ATTEMPTS_IN_MESSAGE = 5

/** An error that leaves an action says how far it got, after what. */
export function annotated(plan: Plan, { attempts, sent }: Progress, error: unknown): unknown {
  if (!isSurehandError(error)) return error
  const last = attempts[attempts.length - 1]
  const duration = round(plan.limits.elapsed)
  const { verb, scope } = plan
  const details = { verb, selector: plan.selector, place: scope.place, step: last?.step, attempts, duration }
  Object.assign(error.details, { ...details, attempts: attempts.map((entry) => ({ ...entry })) })
  Object.assign(error, { sent: sent ? 'unknown' : error.sent })
  const end = error.details.waitEnd === 'timeout' ? ' (waited to the end, for it could still have changed)' : ''
  const ended = `${verb} ended in step ${last?.step ?? 'resolve'} after ${Math.round(duration)} ms${end}`
  const prepared = [...new Set(attempts.flatMap((entry) => entry.prepared ?? []))]
  if (prepared.length > 0) error.details.prepared = prepared
  const nothing =
    prepared.length > 0 ? `it was not sent, but what prepares for it: ${prepared.join(', ')}` : 'nothing was sent'
  error.message += `\n  ${ended}; ${sent ? 'it had been sent' : nothing}.`
  const shown = attempts.length > 1 ? attempts.slice(-ATTEMPTS_IN_MESSAGE) : []
  for (const { selector, step, looks, error: code } of shown) {
    error.message += `\n  ${selector}: ${code ?? 'no error'} in step ${step}, ${looks} ${looks === 1 ? 'look' : 'looks'}`
  }
  return error
}
