import type { Diff } from '../diff.js'
import { type ErrorCode, isSurehandError, SurehandError } from '../errors.js'
import type { NativeSnapshot } from '../native/binding.js'
import { type Awaited, type Attempt as Entry, type Outcome, Receipt } from '../receipt.js'
import { type Act, type Action, Attempt, round } from './attempt.js'
import { mergedNeeds } from './needs.js'
import type { Contender } from './resolve.js'
import { changesSince, settle } from './settle.js'
import { type Conditions, needsOfConditions, unmet, type Verified, verify } from './verify.js'

/** An action with its selectors ready: what the executor goes by. */
export interface Plan extends Action {
  /** The selector and its alternatives, raced; then one fallback after the other. */
  rungs: readonly Rung[]
  conditions?: Conditions | undefined
  /** ms that finding the element may take in one attempt. Default: what remains. */
  patience?: number | undefined
  /** Whether doing it twice is doing it once. */
  idempotent: boolean
}

export interface Rung {
  contenders: readonly Contender[]
  /** Of the time that remains when its turn comes. */
  share: number
}

// Failures before anything was sent that another selector, or another try, may not meet.
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'NOT_FOUND',
  'AMBIGUOUS',
  'STALE',
  'NOT_ACTIONABLE',
  'INCOMPLETE_TREE',
  'APP_UNRESPONSIVE',
  'TIMEOUT',
])

// ms between two attempts; an event of the application shortens it.
const PAUSE = 250

// ms for looking at what an action did when its own time is up: what was done should not be reported as an error.
const AFTERMATH = 1_000

/** What came of an attempt after something was sent. */
interface Aftermath {
  verified: Verified | undefined
  failure: SurehandError | undefined
  awaited: Awaited | undefined
  heldBefore: boolean | undefined
  diff: Diff | undefined
  after: NativeSnapshot | undefined
}

/**
 * One action, from finding its element to knowing what it did: resolve, preflight, dispatch (at most once), settle or
 * verify, diff; and again, as far as that is safe and asked for.
 */
export async function execute(plan: Plan, body: (attempt: Attempt) => Promise<Act>): Promise<Receipt> {
  const { scope, limits, options } = plan
  const attempts: Entry[] = []
  const looksBack = plan.conditions !== undefined || options.diff !== false
  if (looksBack) await scope.events.begin(limits)

  for (let retries = options.retries ?? 0; ; retries--) {
    const { attempt, act, error } = await climb(plan, body, attempts)
    if (act === undefined) {
      const failure = error as SurehandError
      if (!attempt.acted) {
        if (retries <= 0 || !isPassing(failure)) throw annotated(plan, attempt, failure, attempts)
        await pause(plan)
        continue
      }
      // Sent, and what came of it is not known, or not what was meant. Looking is the only thing that is always safe.
      const { lost } = attempt
      if (plan.conditions !== undefined && lost !== undefined && !limits.signal?.aborted) {
        const aftermath = await lookBack(plan, attempt, lost)
        if (aftermath.verified !== undefined && aftermath.heldBefore !== true) {
          return receipt(plan, attempt, lost, aftermath, attempts)
        }
      }
      if (retries <= 0 || !plan.idempotent || limits.signal?.aborted || isSurehandError(failure, 'ABORTED')) {
        throw annotated(plan, attempt, failure, attempts)
      }
      await pause(plan)
      continue
    }

    const aftermath = looksBack ? await lookBack(plan, attempt, act) : nothingSeen()
    const { failure } = aftermath
    if (failure === undefined) return receipt(plan, attempt, act, aftermath, attempts)
    attempts[attempts.length - 1] = attempt.written(failure)
    const happenedNot = plan.idempotent || nothingHappened(aftermath)
    if (retries <= 0 || !happenedNot || !isSurehandError(failure, 'VERIFY_FAILED')) {
      const said = retries > 0 && !happenedNot ? NOT_AGAIN : ''
      throw annotated(plan, attempt, withDiff(failure, aftermath, said), attempts)
    }
    await pause(plan)
  }
}

const NOT_AGAIN =
  ' It was not tried again: something changed, so the action may have happened, and doing it twice may not be doing it once.'

/** The selector with its alternatives, then the fallbacks, each in its share of the time. */
async function climb(plan: Plan, body: (attempt: Attempt) => Promise<Act>, attempts: Entry[]) {
  let first: { attempt: Attempt; error: unknown } | undefined
  for (const [index, rung] of plan.rungs.entries()) {
    const last = index === plan.rungs.length - 1
    const time = Math.min(plan.limits.remaining, plan.patience ?? Number.POSITIVE_INFINITY)
    const patience = plan.limits.within(last ? time : time * rung.share)
    const attempt = new Attempt(plan, rung.contenders, plan.limits, patience)
    try {
      const act = await body(attempt)
      attempts.push(attempt.written())
      return { attempt, act }
    } catch (error) {
      attempts.push(attempt.written(error))
      if (attempt.acted || !isPassing(error) || plan.limits.expired) {
        // What the caller asked for first is what the error is about, unless something was sent.
        if (attempt.acted || first === undefined || !isPassing(error)) return { attempt, error }
        return first
      }
      first ??= { attempt, error }
    }
  }
  return first as { attempt: Attempt; act?: undefined; error: unknown }
}

async function lookBack(plan: Plan, attempt: Attempt, act: Act): Promise<Aftermath> {
  const { scope, conditions, options } = plan
  const before = act.found.snapshot
  const reads = mergedNeeds([plan.reads, conditions === undefined ? {} : needsOfConditions(conditions)])
  const seen = nothingSeen()
  const began = performance.now()
  const limits = plan.limits.expired ? plan.limits.alone(AFTERMATH) : plan.limits
  try {
    if (conditions !== undefined) {
      seen.heldBefore = (await unmet(before, conditions, limits)).length === 0
      const within = limits.within(conditions.timeout)
      try {
        const verified = await attempt.during('verify', () => verify(scope, conditions, reads, within))
        seen.verified = verified
        seen.after = verified.snapshot
        seen.awaited = { what: 'verify', ...verified.awakening, duration: round(performance.now() - began) }
        attempt.entry.step = 'done'
      } catch (error) {
        if (!isSurehandError(error)) throw error
        seen.failure = unverified(error, plan)
      }
    } else if (act.dispatch.route !== 'none') {
      const woken = await settle(scope, attempt.serial, limits, !act.dispatch.confirmed)
      seen.awaited = { what: 'settle', ...woken, duration: round(performance.now() - began) }
    }
  } catch (error) {
    if (isSurehandError(error, 'ABORTED')) throw aborted(error, plan)
    if (!isSurehandError(error)) throw error
  }
  if (options.diff === false && seen.failure === undefined) return seen
  try {
    const grace = limits.alone(AFTERMATH)
    const { after, diff } = await changesSince(scope, before, seen.after, reads, grace)
    seen.after = after
    seen.diff = diff
  } catch (error) {
    // What was done was done; that nobody could see what it changed is what `unknown` says.
    if (!isSurehandError(error)) throw error
  }
  return seen
}

/** A failure to verify is VERIFY_FAILED; an application that could not be looked at leaves the outcome open. */
function unverified(error: SurehandError, plan: Plan): SurehandError {
  if (error.code === 'VERIFY_FAILED') return error
  if (error.code === 'ABORTED') return aborted(error, plan)
  return new SurehandError(
    'OUTCOME_UNKNOWN',
    `${plan.verb} was sent to ${plan.scope.place}, and whether it had the effect that was asked for could not be seen ` +
      `(${error.code}: ${error.message}).`,
    { ...error.details, reason: error.code },
    { cause: error },
  )
}

function aborted(error: SurehandError, plan: Plan): SurehandError {
  return new SurehandError(
    'ABORTED',
    `${error.message} ${plan.verb} had been sent to ${plan.scope.place} by then.`,
    { ...error.details, sent: true },
    { cause: error.cause },
  )
}

const FLEETING: ReadonlySet<string> = new Set(['focused', 'active', 'pressed'])

/** The application answers, shows the whole tree, and nothing in it is different but where the focus is. */
function nothingHappened({ diff, after }: Aftermath): boolean {
  if (diff === undefined || after === undefined || !after.complete || diff.uncertain > 0) return false
  if (diff.added.length + diff.removed.length + diff.moved.length > 0) return false
  return diff.modified.every((entry) => entry.changes.every((change) => FLEETING.has(change.attribute)))
}

function receipt(plan: Plan, attempt: Attempt, act: Act, aftermath: Aftermath, attempts: Entry[]): Receipt {
  const { found, dispatch } = act
  attempts[attempts.length - 1] = attempt.written()
  return new Receipt({
    verb: plan.verb,
    effect: effectOf(act, aftermath),
    dispatch,
    before: found.snapshot,
    node: found.node,
    selector: attempt.query.text,
    choices: attempt.resolution.standings,
    attempts,
    awaited: aftermath.awaited,
    heldBefore: aftermath.heldBefore,
    diff: aftermath.diff,
    after: aftermath.after,
    duration: round(plan.limits.elapsed),
  })
}

function effectOf({ dispatch }: Act, { verified, heldBefore, diff, after }: Aftermath): Outcome {
  // What was so before proves nothing, unless there was nothing to do.
  if (verified !== undefined && (heldBefore !== true || dispatch.route === 'none')) return 'verified'
  if (verified === undefined && dispatch.confirmed) return 'verified'
  if (diff === undefined || after === undefined) return 'unknown'
  if (!diff.empty) return 'changed'
  return after.complete && diff.uncertain === 0 ? 'unchanged' : 'unknown'
}

function nothingSeen(): Aftermath {
  return {
    verified: undefined,
    failure: undefined,
    awaited: undefined,
    heldBefore: undefined,
    diff: undefined,
    after: undefined,
  }
}

function withDiff(error: SurehandError, { diff }: Aftermath, said: string): SurehandError {
  if (diff === undefined) return said === '' ? error : retold(error, said)
  return retold(error, ` What changed: ${diff.summary}.${said}`, { diff: diff.toJSON() })
}

function retold(error: SurehandError, more: string, details: Record<string, unknown> = {}): SurehandError {
  return new SurehandError(error.code, error.message + more, { ...error.details, ...details }, { cause: error.cause })
}

/** An error that leaves an action says how far it got, after what. */
function annotated(plan: Plan, attempt: Attempt, error: unknown, attempts: readonly Entry[]): unknown {
  if (isSurehandError(error)) {
    Object.assign(error.details, {
      verb: plan.verb,
      selector: attempt.query.text,
      place: plan.scope.place,
      attempts: attempts.map((entry) => ({ ...entry })),
      duration: round(plan.limits.elapsed),
    })
  }
  return error
}

function isPassing(error: unknown): boolean {
  return isSurehandError(error) && PASSING.has(error.code)
}

async function pause({ scope: { events }, limits }: Plan): Promise<void> {
  if (events.live) await events.sleep(events.serial, PAUSE, limits)
  else await limits.sleep(PAUSE)
}
