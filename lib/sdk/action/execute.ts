import { onAbort } from '../call/abort.js'
import { endOf } from '../call/ended.js'
import { isSurehandError, type SurehandError } from '../errors.js'
import { keepTree } from '../look/kept.js'
import { isWindowClosed } from '../look/look.js'
import type { Receipt } from '../receipt.js'
import type { Query } from '../tree/query.js'
import { PASSING } from '../wait/wait-until.js'
import { type Act, Attempt } from './attempt.js'
import { closedMenus, nothingObserved, type Observed, observe, wasLost } from './effect.js'
import { tell } from './hooks.js'
import { FALLBACK_TIME, type Plan, RETRY_PAUSE, type Tier } from './plan.js'
import { recorderOf } from './recording.js'
import { askForRecovery, inOpenMenu, insteadOf, isNotThere } from './recovery.js'
import { Attempts, annotated, receipt, whyNotRepeated, withDiff } from './report.js'
import { leftOpen } from './steps/dispatch.js'
import { noteSettled } from './unsettled.js'

// The fallbacks' part of a short time; where looks take long, more is left to them.
const LARGEST_PART = 0.25
const LARGEST_PART_OF_SLOW = 0.5

type Body = (attempt: Attempt) => Promise<Act>

/**
 * One action, from finding its element to knowing what it did: resolve, preflight, dispatch (at most once), settle or
 * verify, diff; and again, as far as that is safe and asked for.
 */
export async function execute(asked: Plan, body: Body): Promise<Receipt> {
  const { scope, verb, selector, options, limits } = asked
  const attempts = new Attempts()
  const recording = recorderOf(scope.native)?.began({ kind: 'action', verb, selector, app: scope.app, scope })
  const plan = { ...asked, recording }
  const ended = async (outcome: { receipt: Receipt } | { error: unknown }) => {
    await recording?.ended(outcome)
    await tell(options.hooks ?? [], { verb, app: attempts.owner ?? scope.app, selector, ...outcome })
  }
  // Each native call listens to the signal; with a listener of ours, that costs next to nothing.
  const leave = limits.signal === undefined ? undefined : onAbort(limits.signal, () => {})
  scope.events.cost.endIdle()
  try {
    const done = await attempted(plan, body, attempts)
    await ended({ receipt: done })
    if (attempts.keeps) keepTree(scope)
    return done
  } catch (thrown) {
    const error = isSurehandError(thrown) ? annotated(plan, attempts, thrown) : thrown
    await ended({ error })
    throw error
  } finally {
    leave?.()
  }
}

async function attempted(asked: Plan, body: Body, attempts: Attempts): Promise<Receipt> {
  const { limits, options, scope } = asked
  if (looksBack(asked)) await scope.events.begin(limits)
  let plan = asked
  let before: Failure | undefined
  // What nothing matched at first is what the error is about, whatever was tried instead.
  let notThere: SurehandError | undefined
  let recoveries = 0
  for (let retries = options.retries ?? 0; ; retries--) {
    const tried = await tryTiers(plan, inOpenMenu(before?.closed, body), attempts, retries)
    // It had no time to send anything: what the attempt before saw says more.
    if (before !== undefined && !tried.attempt.acted && isSurehandError(tried.error, 'TIMEOUT')) throw before.error
    const outcome = await concluded(plan, tried, attempts, retries)
    if ('receipt' in outcome) return outcome.receipt
    const { error, again } = outcome
    if (!again || limits.signal?.aborted) throw error
    if (retries <= 0 || limits.expired) {
      const recovery = await askForRecovery(plan, error, attempts, tried.attempt, recoveries++)
      if (recovery === undefined) throw (isNotThere(error) && notThere) || error
      limits.renew()
      if (recovery !== 'retry') {
        if (isNotThere(error)) notThere ??= error
        plan = insteadOf(plan, recovery.target)
      }
    } else await pause(plan, error)
    before = outcome
  }
}

/** Why an attempt failed, and whether the next may follow; `closed`: the menus that have to be opened for it first. */
interface Failure {
  error: SurehandError
  again: boolean
  closed?: string[] | undefined
}

type Outcome = { receipt: Receipt } | Failure

/** What came of an attempt. */
async function concluded(plan: Plan, tried: Tried, attempts: Attempts, retries: number): Promise<Outcome> {
  const { attempt, act } = tried
  if (act === undefined) {
    if (attempt.acted) return lostAnswer(plan, attempt, tried.error as SurehandError, attempts)
    return { error: tried.error as SurehandError, again: isPassing(tried.error) }
  }
  const observed = looksBack(plan) ? await lookBack(plan, attempt, act, attempts) : nothingObserved()
  const { failure, ended } = observed
  if (failure === undefined) return { receipt: receipt(plan, attempt, act, observed, attempts) }
  attempts.ended(attempt, failure)
  const { pending } = act.dispatch
  const closed = await closedMenus(plan, act, observed)
  const safe = pending !== true && (plan.idempotent || wasLost(plan, observed) || closed !== undefined)
  const again = isSurehandError(failure, 'VERIFY_FAILED') && safe && ended === undefined
  const error = withDiff(failure, observed, retries > 0 && !again ? whyNotRepeated(observed, pending) : '')
  return { error, again, closed }
}

/** It was sent, and what came of it is not known, or not what was meant. Looking is the only thing that is always safe. */
async function lostAnswer(plan: Plan, attempt: Attempt, error: SurehandError, attempts: Attempts): Promise<Outcome> {
  const { lost } = attempt
  const { conditions, idempotent, limits } = plan
  // It had it, and ended before it answered: that is what a press did. What was to be filled or checked is not.
  const ended = isSurehandError(error, 'OUTCOME_UNKNOWN') ? endOf(error.cause) : undefined
  if (ended !== undefined && lost !== undefined && conditions === undefined && !idempotent) {
    return { receipt: receipt(plan, attempt, lost, { ...nothingObserved(), ended }, attempts) }
  }
  let inVain = false
  if (conditions !== undefined && lost !== undefined && !limits.signal?.aborted) {
    const observed = await lookBack(plan, attempt, lost, attempts)
    if (observed.verified !== undefined && observed.heldBefore === false) {
      return { receipt: receipt(plan, attempt, lost, observed, attempts) }
    }
    // UI Automation has one error for an element that was gone before the press and for one that went by it: what there is to see decides.
    inVain = isSurehandError(error) && error.details.answered === true && wasLost(plan, observed)
  }
  return { error, again: (idempotent || inVain) && !isSurehandError(error, 'ABORTED') }
}

/** Whether what it did is looked at afterwards. */
function looksBack({ conditions, options }: Plan): boolean {
  return conditions !== undefined || options.diff !== false
}

/** An attempt that went through, or that came to nothing. */
type Tried = { attempt: Attempt; act: Act; error?: undefined } | { attempt: Attempt; act?: undefined; error: unknown }

/** The selector with its alternatives, then, as long as nothing is there, one fallback after the other. */
async function tryTiers(plan: Plan, body: Body, attempts: Attempts, retriesLeft: number): Promise<Tried> {
  let first: Tried | undefined
  let unhurried: Tier | undefined
  const tiers = [...plan.tiers]
  for (let index = 0; index < tiers.length; index++) {
    const tier = tiers[index] as Tier
    const after = tier === unhurried ? 0 : tiers.length - 1 - index
    const patience = plan.limits.within(timeOf(plan, after))
    const attempt = new Attempt(plan, tier.targets, plan.limits, patience, retriesLeft)
    try {
      const act = await body(attempt)
      attempts.ended(attempt)
      return { attempt, act }
    } catch (thrown) {
      const error = timedOutAfter(attempt, thrown)
      attempts.ended(attempt, error)
      // It went away between being found and being sent to, and nothing was sent: it may have been made anew.
      if (comesAnew(error, attempt) && !plan.limits.expired) {
        tiers.splice(index + 1, 0, tier)
        continue
      }
      const failed = { attempt, error }
      // Its part of the time was too short for a look, and what comes next is only for what is not there: it gets all the time that is left.
      const isLast = index === tiers.length - 1
      if (!isLast && !attempt.acted && sawNothing(error) && !plan.limits.expired) {
        if (tier === unhurried) return failed
        unhurried = tier
        index--
        continue
      }
      // What comes next is for what is not there. Of several that may be meant, it would act on one that was not asked for.
      const passing = !attempt.acted && isPassing(error) && !isSurehandError(error, 'AMBIGUOUS')
      // What the caller asked for first is what the error is about, unless something was sent.
      if (!passing || plan.limits.expired) return passing ? (first ?? failed) : failed
      first ??= failed
    }
  }
  return first as Tried
}

/** Whether no tree was read as far as it goes: time ran out, or the application did not answer. */
function sawNothing(error: unknown): boolean {
  if (isSurehandError(error, 'INCOMPLETE_TREE')) return error.details.hurried === true
  return isSurehandError(error, 'TIMEOUT') || isSurehandError(error, 'APP_UNRESPONSIVE')
}

/** ms in which a tier has to come to something. Each that comes `after` it has time for two looks at least. */
function timeOf({ scope, limits, patience = Number.POSITIVE_INFINITY }: Plan, after: number): number {
  const { remaining } = limits
  if (after === 0) return Math.min(remaining, patience)
  const twoLooks = 2 * scope.events.cost.took
  const isSlow = twoLooks > FALLBACK_TIME
  const kept = Math.min(
    after * Math.max(FALLBACK_TIME, twoLooks),
    remaining * (isSlow ? LARGEST_PART_OF_SLOW : LARGEST_PART),
  )
  return Math.min(remaining - kept, patience)
}

async function lookBack(plan: Plan, attempt: Attempt, act: Act, attempts: Attempts): Promise<Observed> {
  try {
    const observed = await observe(plan, attempt, act)
    if (observed.diff !== undefined) noteSettled(plan.scope.native, plan.scope.target.appKey)
    return observed
  } catch (thrown) {
    const error = timedOutAfter(attempt, thrown)
    attempts.ended(attempt, error)
    throw error
  }
}

/** A deadline that comes after something was sent leaves the outcome open, whatever it interrupted. */
function timedOutAfter(attempt: Attempt, error: unknown): unknown {
  return attempt.acted && isSurehandError(error, 'TIMEOUT') ? leftOpen(attempt, error) : error
}

/** Whether an attempt that sent nothing lost an element that may be found again. */
function comesAnew(error: unknown, { acted, query }: Attempt): boolean {
  return isSurehandError(error, 'STALE') && !acted && !isRef(query) && !isWindowClosed(error)
}

/** A ref is one element: when that is gone, there is nothing to find anew. */
function isRef(query: Query): boolean {
  const [step, ...more] = query.selector.steps
  return more.length === 0 && step?.match.kind === 'ref'
}

function isPassing(error: unknown): boolean {
  return isSurehandError(error) && PASSING.has(error.code)
}

/** Between two attempts. A deadline that comes meanwhile leaves what the last one saw. */
async function pause({ scope: { events }, limits }: Plan, seen: SurehandError): Promise<void> {
  try {
    await events.begin(limits)
    if (events.live) await events.sleep(events.serial, RETRY_PAUSE, limits)
    else await limits.sleep(RETRY_PAUSE)
  } catch (error) {
    throw isSurehandError(error, 'TIMEOUT') ? seen : error
  }
}
