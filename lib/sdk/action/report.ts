import { extended, type SurehandError } from '../errors.js'
import { type AppIdentity, ownerOf } from '../look/scope.js'
import { actedOn, type Attempt as Entry, Receipt } from '../receipt.js'
import { type Act, type Attempt, round } from './attempt.js'
import { effectOf, leftOutNoise, type Observed } from './effect.js'
import type { Plan } from './plan.js'

/** What was done so far for one action. */
export class Attempts {
  readonly entries: Entry[] = []
  /** Whether what the action is about was sent, by any of them. */
  sent = false
  /** Of the element that was found last, once one was. */
  owner: AppIdentity | undefined
  /** Whether its tree is kept, or was too much to be read: it is looked after once the action is over. */
  keeps = false
  private last: Attempt | undefined

  /** Writes down how an attempt ended; anew, when what it did was looked at. */
  ended(attempt: Attempt, error?: unknown): void {
    const { scope, found, query } = attempt
    if (attempt === this.last) this.entries.pop()
    this.entries.push(attempt.written(query.text, error))
    this.last = attempt
    this.sent ||= attempt.acted
    if (found === undefined) return
    this.owner = ownerOf(scope.app, found.snapshot, found.node)
    this.keeps ||= found.near === true || found.kept === true
  }
}

export function receipt(plan: Plan, attempt: Attempt, act: Act, observed: Observed, attempts: Attempts): Receipt {
  const { found } = act
  const dispatch = { ...act.dispatch, confirmed: act.dispatch.confirmed && !observed.takenBack }
  attempt.endedIn('done')
  attempts.ended(attempt)
  return new Receipt({
    verb: plan.verb,
    effect: effectOf(plan, { ...act, dispatch }, observed),
    dispatch,
    element: actedOn(plan.scope.app, found.snapshot, found.node),
    selector: attempt.query.text,
    choices: attempt.resolution.choices,
    attempts: attempts.entries,
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

/** The same error with how far the action got, after what. */
export function annotated(plan: Plan, { entries, sent }: Attempts, error: SurehandError): SurehandError {
  const { verb, selector, scope, limits } = plan
  const step = entries.at(-1)?.step
  const duration = round(limits.elapsed)
  const prepared = [...new Set(entries.flatMap((entry) => entry.prepared ?? []))]
  const nothing =
    prepared.length > 0 ? `it was not sent, but what prepares for it: ${prepared.join(', ')}` : 'nothing was sent'
  const end = error.details.waitEnd === 'timeout' ? ' (waited to the end, for it could still have changed)' : ''
  const lines = [
    `${verb} ended in step ${step ?? 'resolve'} after ${Math.round(duration)} ms${end}; ${sent ? 'it had been sent' : nothing}.`,
  ]
  if (entries.length > 1) {
    for (const { selector, step, looks, error: code } of entries.slice(-ATTEMPTS_IN_MESSAGE))
      lines.push(`${selector}: ${code ?? 'no error'} in step ${step}, ${looks} ${looks === 1 ? 'look' : 'looks'}`)
  }
  const attempts = entries.map((entry) => ({ ...entry }))
  const details = { verb, selector, place: scope.place, step, attempts, duration }
  const more = lines.map((line) => `\n  ${line}`).join('')
  return extended(error, more, prepared.length > 0 ? { ...details, prepared } : details, sent ? 'unknown' : error.sent)
}
