import { onAbort } from '../call/abort.js'
import { endOf } from '../call/ended.js'
import { isSurehandError, type SurehandError } from '../errors.js'
import { isWindowClosed, keepTree } from '../look/look.js'
import { ownerOf } from '../look/scope.js'
import type { Receipt } from '../receipt.js'
import type { Query } from '../tree/query.js'
import { PASSING } from '../wait/wait-until.js'
import { closedMenus, nothingObserved, type Observed, observe, wasLost } from './effect.js'
import { type Act, Execution } from './execution.js'
import { tell } from './hooks.js'
import { openAgain } from './menu/open-again.js'
import { FALLBACK_TIME, type Plan, RETRY_PAUSE, type Tier } from './plan.js'
import { recorderOf } from './recording.js'
import { askForRecovery, isNotThere, parsedReplacement } from './recovery.js'
import { annotated, type Progress, receipt, rewrite, whyNotRepeated, withDiff } from './report.js'
import { leftOpen } from './steps/dispatch.js'
import { noteSettled } from './unsettled.js'

// The fallbacks' part of a short time; where looks take long, more is left to them.
const LARGEST_PART = 0.25
const LARGEST_PART_OF_SLOW = 0.5

/**
 * One action, from finding its element to knowing what it did: resolve, preflight, dispatch (at most once), settle or
 * verify, diff; and again, as far as that is safe and asked for.
 */
export async function execute(plan: Plan, body: (execution: Execution) => Promise<Act>): Promise<Receipt> {
  const progress: Progress = { attempts: [], sent: false, asked: 0, keeps: false }
  const { scope, verb, selector } = plan
  plan.recording = recorderOf(scope.native)?.began({ kind: 'action', verb, selector, app: scope.app, scope })
  // Each native call listens to the signal; with a listener of ours, that costs next to nothing.
  const { signal } = plan.limits
  const leave = signal === undefined ? undefined : onAbort(signal, () => {})
  try {
    const done = await attempted(plan, body, progress)
    await ended(plan, progress, { receipt: done })
    if (progress.keeps) keepTree(scope)
    return done
  } catch (error) {
    const failure = annotated(plan, progress, error)
    await ended(plan, progress, { error: failure })
    throw failure
  } finally {
    leave?.()
  }
}

async function ended(
  { scope, options, verb, selector, recording }: Plan,
  { owner }: Progress,
  outcome: { receipt: Receipt } | { error: unknown },
): Promise<void> {
  await recording?.ended(outcome)
  await tell(options.hooks ?? [], { verb, app: owner ?? scope.app, selector, ...outcome })
}

async function attempted(
  plan: Plan,
  body: (execution: Execution) => Promise<Act>,
  progress: Progress,
): Promise<Receipt> {
  const { limits, options } = plan
  const looksBack = plan.conditions !== undefined || options.diff !== false
  if (looksBack) await plan.scope.events.begin(limits)

  let before: SurehandError | undefined
  let closed: string[] | undefined
  for (let retries = options.retries ?? 0; ; retries--) {
    const { execution, act, error } = await tryTiers(plan, inOpenMenu(closed, body), progress, retries)
    closed = undefined
    if (execution.acted) progress.sent = true
    const { scope, found } = execution
    if (found !== undefined) progress.owner = ownerOf(scope.app, found.snapshot, found.node)
    progress.keeps ||= found?.near === true || found?.kept === true
    // It had no time to send anything: what the attempt before saw says more.
    if (before !== undefined && !execution.acted && isSurehandError(error, 'TIMEOUT')) throw before
    let failure = error as SurehandError
    let again = !execution.acted && isPassing(error)
    if (act !== undefined) {
      const observed = looksBack ? await lookBack(plan, execution, act, progress) : nothingObserved()
      if (observed.failure === undefined) return receipt(plan, execution, act, observed, progress)
      rewrite(progress, execution, observed.failure)
      const { pending } = act.dispatch
      closed = await closedMenus(plan, act, observed)
      const safe = pending !== true && (plan.idempotent || wasLost(plan, observed) || closed !== undefined)
      again = isSurehandError(observed.failure, 'VERIFY_FAILED') && safe && observed.ended === undefined
      failure = withDiff(observed.failure, observed, retries > 0 && !again ? whyNotRepeated(observed, pending) : '')
    } else if (execution.acted) {
      // Sent, and what came of it is not known, or not what was meant. Looking is the only thing that is always safe.
      const { lost } = execution
      // It had it, and ended before it answered: that is what a press did. What was to be filled or checked is not.
      const ended = isSurehandError(error, 'OUTCOME_UNKNOWN') ? endOf(error.cause) : undefined
      if (ended !== undefined && lost !== undefined && plan.conditions === undefined && !plan.idempotent) {
        return receipt(plan, execution, lost, { ...nothingObserved(), ended }, progress)
      }
      let inVain = false
      if (plan.conditions !== undefined && lost !== undefined && !limits.signal?.aborted) {
        const observed = await lookBack(plan, execution, lost, progress)
        if (observed.verified !== undefined && observed.heldBefore === false) {
          return receipt(plan, execution, lost, observed, progress)
        }
        // UI Automation has one error for an element that was gone before the press and for one that went by it: what there is to see decides.
        inVain = isSurehandError(error) && error.details.answered === true && wasLost(plan, observed)
      }
      again = (plan.idempotent || inVain) && !isSurehandError(error, 'ABORTED')
    }
    if (!again || limits.signal?.aborted) throw failure
    if (retries <= 0 || limits.expired) {
      const recovery = await askForRecovery(plan, failure, progress, execution)
      if (recovery === undefined) throw isNotThere(failure) ? (progress.first ?? failure) : failure
      limits.renew()
      if (recovery !== 'retry') {
        if (isNotThere(failure)) progress.first ??= failure
        progress.instead = recovery.target
      }
    } else await pause(plan, failure)
    before = failure
  }
}

/** An attempt that came to nothing. */
interface Failed {
  execution: Execution
  act?: undefined
  error: unknown
}

/** The selector with its alternatives, then, as long as nothing is there, one fallback after the other. */
async function tryTiers(
  plan: Plan,
  body: (execution: Execution) => Promise<Act>,
  progress: Progress,
  retriesLeft: number,
): Promise<{ execution: Execution; act: Act; error?: undefined } | Failed> {
  const { attempts } = progress
  let first: Failed | undefined
  let unhurried: Tier | undefined
  const tiers =
    progress.instead === undefined ? [...plan.tiers] : [{ targets: [parsedReplacement(plan, progress.instead)] }]
  for (let index = 0; index < tiers.length; index++) {
    const tier = tiers[index] as Tier
    const after = tier === unhurried ? 0 : tiers.length - 1 - index
    const patience = plan.limits.within(timeOf(plan, after))
    const execution = new Execution(plan, tier.targets, plan.limits, patience, retriesLeft)
    try {
      const act = await body(execution)
      attempts.push(execution.written())
      return { execution, act }
    } catch (thrown) {
      const error = timedOutAfter(execution, thrown)
      attempts.push(execution.written(error))
      // It went away between being found and being sent to, and nothing was sent: it may have been made anew.
      if (comesAnew(error, execution) && !plan.limits.expired) {
        tiers.splice(index + 1, 0, tier)
        continue
      }
      const failed = { execution, error }
      // Its part of the time was too short for a look, and what comes next is only for what is not there: it gets all the time that is left.
      const isLast = index === tiers.length - 1
      if (!isLast && !execution.acted && sawNothing(error) && !plan.limits.expired) {
        if (tier === unhurried) return failed
        unhurried = tier
        index--
        continue
      }
      // What comes next is for what is not there. Of several that may be meant, it would act on one that was not asked for.
      const passing = !execution.acted && isPassing(error) && !isSurehandError(error, 'AMBIGUOUS')
      if (!passing || plan.limits.expired) {
        // What the caller asked for first is what the error is about, unless something was sent.
        if (!passing || first === undefined) return failed
        return first
      }
      first ??= failed
    }
  }
  return first as Failed
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

async function lookBack(plan: Plan, execution: Execution, act: Act, progress: Progress): Promise<Observed> {
  try {
    const observed = await observe(plan, execution, act)
    if (observed.diff !== undefined) noteSettled(plan.scope.native, plan.scope.target.appKey)
    return observed
  } catch (thrown) {
    const error = timedOutAfter(execution, thrown)
    rewrite(progress, execution, error)
    throw error
  }
}

/** A deadline that comes after something was sent leaves the outcome open, whatever it interrupted. */
function timedOutAfter(execution: Execution, error: unknown): unknown {
  return execution.acted && isSurehandError(error, 'TIMEOUT') ? leftOpen(execution, error) : error
}

/** What an attempt does, with the menus opened first that the one before closed: once, whatever it tries. */
function inOpenMenu(path: readonly string[] | undefined, body: (execution: Execution) => Promise<Act>): typeof body {
  let closed = path
  return async (execution) => {
    const menus = closed
    closed = undefined
    if (menus !== undefined) await openAgain(execution, menus)
    return body(execution)
  }
}

/** Whether an attempt that sent nothing lost an element that may be found again. */
function comesAnew(error: unknown, { acted, query }: Execution): boolean {
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
