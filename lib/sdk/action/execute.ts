import { onAbort } from '../call/abort.js'
import { type Ended, endOf, inWords } from '../call/ended.js'
import { Limits } from '../call/limits.js'
import { type ErrorCode, isSurehandError, SurehandError } from '../errors.js'
import { isWindowClosed } from '../look/look.js'
import type { AppIdentity } from '../look/scope.js'
import { ownerOf } from '../look/scope.js'
import type { NativeSnapshot } from '../native/binding.js'
import { type Awaited, actedOn, type Attempt as Entry, type Outcome, Receipt } from '../receipt.js'
import { type Diff, diffNative } from '../tree/diff.js'
import { type Query, together } from '../tree/query.js'
import { PASSING } from '../wait/wait-until.js'
import { type Act, type Action, Execution, round } from './execution.js'
import { tell } from './hooks.js'
import { onlyClosesItsMenu, pathIfOnlyClosed } from './menu/menu-closes.js'
import { openAgain } from './menu/open-again.js'
import type { Recovery, Target } from './options.js'
import { recorderOf } from './recorder.js'
import { leftOpen } from './steps/dispatch.js'
import { lasts, readBack } from './steps/read-back.js'
import type { ParsedTarget } from './steps/resolve.js'
import { changesSince, lookAgain, rests, settle } from './steps/settle.js'
import { unmet, type Verified, verify } from './steps/verify.js'
import { noteSettled } from './unsettled.js'

/** An action with its selectors ready: what the executor goes by. */
export interface Plan extends Action {
  /** The one that was asked for. */
  selector: string
  /** The selector and its alternatives, raced; then one fallback after the other. */
  tiers: readonly Tier[]
  /** What a selector that is given on the way means. */
  parseTarget: (target: Target) => ParsedTarget
  /** ms that finding the element may take in one attempt. Default: what remains. */
  patience?: number | undefined
  /** Whether doing it twice is doing it once. */
  idempotent: boolean
}

export interface Tier {
  targets: readonly ParsedTarget[]
}

/**
 * ms that are kept for each fallback. What was asked for first may yet come, so it is waited for as long as can be; a fallback is mostly there
 * already or not at all.
 */
export const FALLBACK_TIME = 1_000

// The fallbacks' part of a short time.
const LARGEST_PART = 0.25

// ms between two attempts; an event of the application shortens it.
const PAUSE = 250

// ms at most by which looking at what an action did may go past its deadline: what was done should not be reported as an error. So long
// for what was asked to be verified, and for a tree that took half of it before; for no more than a diff, an application that has hung
// since does not keep its caller for all of it.
const AFTERMATH = 1_000
const LEAST_AFTERMATH = 400
const TIMES_AS_LONG = 2

// ms; a tree that takes less than that to be read may be read in vain, and one that takes more than this is worth it: in GTK 3 (10 ms for
// 290 elements) a click took 34 to 43 ms with it and 53 or more without, in GTK 4 (40 ms) 62 to 76 and 83.
const SHORT_LOOK = 100
const WORTH_IT = 4

/** What came of an attempt after something was sent. */
interface Aftermath {
  verified: Verified | undefined
  failure: SurehandError | undefined
  awaited: Awaited | undefined
  heldBefore: boolean | undefined
  diff: Diff | undefined
  after: NativeSnapshot | undefined
  /** Whether the application had come to rest when it was looked at. */
  rests: boolean
  /** Whether the element announced something: what was sent to it has arrived. */
  arrived: boolean
  /** Whether a text that was read back is another one in the end. */
  takenBack: boolean
  /** How the application ended, when it did. */
  ended: Ended | undefined
}

/**
 * One action, from finding its element to knowing what it did: resolve, preflight, dispatch (at most once), settle or
 * verify, diff; and again, as far as that is safe and asked for.
 */
export async function execute(plan: Plan, body: (execution: Execution) => Promise<Act>): Promise<Receipt> {
  const course: Course = { attempts: [], sent: false, asked: 0 }
  const { scope, verb, selector } = plan
  plan.recording = recorderOf(scope.native)?.began({ kind: 'action', verb, selector, app: scope.app, scope })
  // Each native call listens to the signal; with a listener of ours, that costs next to nothing.
  const { signal } = plan.limits
  const leave = signal === undefined ? undefined : onAbort(signal, () => {})
  try {
    const done = await attempted(plan, body, course)
    await ended(plan, course, { receipt: done })
    return done
  } catch (error) {
    const failure = annotated(plan, course, error)
    await ended(plan, course, { error: failure })
    throw failure
  } finally {
    leave?.()
  }
}

async function ended(
  { scope, options, verb, selector, recording }: Plan,
  { owner }: Course,
  outcome: { receipt: Receipt } | { error: unknown },
): Promise<void> {
  await recording?.ended(outcome)
  await tell(options.hooks ?? [], { verb, app: owner ?? scope.app, selector, ...outcome })
}

async function attempted(plan: Plan, body: (execution: Execution) => Promise<Act>, course: Course): Promise<Receipt> {
  const { limits, options } = plan
  const looksBack = plan.conditions !== undefined || options.diff !== false
  if (looksBack) await plan.scope.events.begin(limits)

  let before: SurehandError | undefined
  let closed: string[] | undefined
  for (let retries = options.retries ?? 0; ; retries--) {
    const { execution, act, error } = await tryTiers(plan, inOpenMenu(closed, body), course, retries)
    closed = undefined
    if (execution.acted) course.sent = true
    const { scope, found } = execution
    if (found !== undefined) course.owner = ownerOf(scope.app, found.snapshot, found.node)
    // There was no time for as much as a look: what the attempt before saw says more.
    else if (before !== undefined && isSurehandError(error, 'TIMEOUT')) throw before
    let failure = error as SurehandError
    let again = !execution.acted && isPassing(error)
    if (act !== undefined) {
      const aftermath = looksBack ? await lookBack(plan, execution, act, course) : nothingSeen()
      if (aftermath.failure === undefined) return receipt(plan, execution, act, aftermath, course)
      rewrite(course, execution, aftermath.failure)
      const { pending } = act.dispatch
      closed = await closedMenus(plan, act, aftermath)
      const safe = pending !== true && (plan.idempotent || wasLost(plan, aftermath) || closed !== undefined)
      again = isSurehandError(aftermath.failure, 'VERIFY_FAILED') && safe && aftermath.ended === undefined
      failure = withDiff(aftermath.failure, aftermath, retries > 0 && !again ? notAgain(aftermath, pending) : '')
    } else if (execution.acted) {
      // Sent, and what came of it is not known, or not what was meant. Looking is the only thing that is always safe.
      const { lost } = execution
      // It had it, and ended before it answered: that is what a press did. What was to be filled or checked is not.
      const ended = isSurehandError(error, 'OUTCOME_UNKNOWN') ? endOf(error.cause) : undefined
      if (ended !== undefined && lost !== undefined && plan.conditions === undefined && !plan.idempotent) {
        return receipt(plan, execution, lost, { ...nothingSeen(), ended }, course)
      }
      let inVain = false
      if (plan.conditions !== undefined && lost !== undefined && !limits.signal?.aborted) {
        const aftermath = await lookBack(plan, execution, lost, course)
        if (aftermath.verified !== undefined && aftermath.heldBefore === false) {
          return receipt(plan, execution, lost, aftermath, course)
        }
        // UI Automation has one error for an element that was gone before the press and for one that went by it: what there is to see decides.
        inVain = isSurehandError(error) && error.details.answered === true && wasLost(plan, aftermath)
      }
      again = (plan.idempotent || inVain) && !isSurehandError(error, 'ABORTED')
    }
    if (!again || limits.signal?.aborted) throw failure
    if (retries <= 0 || limits.expired) {
      const recovery = await recoveryFrom(plan, failure, course, execution)
      if (recovery === undefined) throw isNotThere(failure) ? (course.first ?? failure) : failure
      limits.renew()
      if (recovery !== 'retry') {
        if (isNotThere(failure)) course.first ??= failure
        course.instead = recovery.target
      }
    } else await pause(plan)
    before = failure
  }
}

/** What has been done so far in the course of one action. */
interface Course {
  attempts: Entry[]
  /** Whether what the action is about was sent, by any of them. */
  sent: boolean
  /** Of the element that was found last, once one was. */
  owner?: AppIdentity
  /** How often `onFailure` was called. */
  asked: number
  /** What it gave instead of the selector. */
  instead?: Target
  /** That nothing matched the selector of the action, where another one is tried instead. */
  first?: SurehandError
}

// Failures that no recovery can change, or that a person decided.
const FINAL: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['ABORTED', 'REFUSED', 'APP_EXITED', 'INVALID_ARGUMENT'])

async function recoveryFrom(plan: Plan, error: unknown, course: Course, { resolution }: Execution): Promise<Recovery> {
  const { onFailure } = plan.options
  if (onFailure === undefined || !isSurehandError(error) || FINAL.has(error.code)) return undefined
  const { verb, selector } = plan
  const failure = {
    verb,
    selector,
    error: told(plan, course, error),
    sent: course.sent,
    asked: course.asked++,
    ...(isNotThere(error) ? resolution.nearMisses : {}),
  }
  return plan.limits.outside(async () => onFailure(failure))
}

function isNotThere(error: unknown): boolean {
  return isSurehandError(error, 'NOT_FOUND') || isSurehandError(error, 'INCOMPLETE_TREE')
}

/** What a selector means that was given on the way; from here on, trees hold what it looks at as well. */
function admitted(plan: Plan, target: Target): ParsedTarget {
  const parsed = plan.parseTarget(target)
  plan.reads = together([plan.reads, parsed.query.reads])
  return parsed
}

/** A copy of the error as it is now, for `onFailure`, which may yet change the outcome. */
function told(plan: Plan, course: Course, { code, message, details, cause }: SurehandError): SurehandError {
  const copy = new SurehandError(code, message, { ...details }, { cause })
  return annotated(plan, course, copy) as SurehandError
}

function notAgain({ diff, rests, arrived }: Aftermath, pending: boolean | undefined): string {
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

/** An attempt that came to nothing. */
interface Fruitless {
  execution: Execution
  act?: undefined
  error: unknown
}

/** The selector with its alternatives, then, as long as nothing is there, one fallback after the other. */
async function tryTiers(
  plan: Plan,
  body: (execution: Execution) => Promise<Act>,
  course: Course,
  retriesLeft: number,
): Promise<{ execution: Execution; act: Act; error?: undefined } | Fruitless> {
  const { attempts } = course
  let first: Fruitless | undefined
  const tiers = course.instead === undefined ? [...plan.tiers] : [{ targets: [admitted(plan, course.instead)] }]
  for (let index = 0; index < tiers.length; index++) {
    const tier = tiers[index] as Tier
    const patience = plan.limits.within(timeOf(plan, tiers.length - 1 - index))
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
      const fruitless = { execution, error }
      // What comes next is for what is not there. Of several that may be meant, it would act on one that was not asked for.
      const passing = !execution.acted && isPassing(error) && !isSurehandError(error, 'AMBIGUOUS')
      if (!passing || plan.limits.expired) {
        // What the caller asked for first is what the error is about, unless something was sent.
        if (!passing || first === undefined) return fruitless
        return first
      }
      first ??= fruitless
    }
  }
  return first as Fruitless
}

/** ms in which a tier has to come to something. */
function timeOf({ limits, patience = Number.POSITIVE_INFINITY }: Plan, after: number): number {
  const { remaining } = limits
  if (after === 0) return Math.min(remaining, patience)
  return Math.min(remaining - Math.min(after * FALLBACK_TIME, remaining * LARGEST_PART), patience)
}

async function lookBack(plan: Plan, execution: Execution, act: Act, course: Course): Promise<Aftermath> {
  try {
    const aftermath = await aftermathOf(plan, execution, act)
    if (aftermath.diff !== undefined) noteSettled(plan.scope.native, plan.scope.target.appKey)
    return aftermath
  } catch (thrown) {
    const error = timedOutAfter(execution, thrown)
    rewrite(course, execution, error)
    throw error
  }
}

/** A deadline that comes after something was sent leaves the outcome open, whatever it interrupted. */
function timedOutAfter(execution: Execution, error: unknown): unknown {
  return execution.acted && isSurehandError(error, 'TIMEOUT') ? leftOpen(execution, error) : error
}

/** How an attempt ended that had gone through before it was looked at what it did. */
function rewrite({ attempts }: Course, execution: Execution, error?: unknown): void {
  attempts[attempts.length - 1] = execution.written(error)
}

async function aftermathOf(plan: Plan, execution: Execution, act: Act): Promise<Aftermath> {
  const { scope, reads, conditions, options } = plan
  const before = act.found.snapshot
  const seen = nothingSeen()
  const began = performance.now()
  const forDiff = Math.min(AFTERMATH, Math.max(LEAST_AFTERMATH, TIMES_AS_LONG * before.duration))
  const late = conditions === undefined ? forDiff : AFTERMATH
  let extra: Limits | undefined
  const toLook = () => {
    if (extra === undefined && plan.limits.remaining < late) extra = plan.limits.grace(late)
    return extra ?? plan.limits
  }
  const limits = plan.limits.expired ? toLook() : plan.limits
  if (conditions !== undefined) {
    // Of what is near the element alone, it was asked beforehand.
    seen.heldBefore = act.found.near ? execution.heldBefore : (await unmet(before, conditions, limits)).length === 0
    // What held before says nothing of when the action has had its effect.
    if (seen.heldBefore) await settled()
    // What a retry must not send again, it waits for once more.
    const rounds = plan.idempotent || conditions.bounded ? 1 : 1 + execution.retriesLeft
    const within = limits.within(rounds * conditions.timeout).toTheEnd()
    try {
      const verified = await execution.during('verify', () => verify(scope, conditions, reads, within))
      seen.verified = verified
      seen.after = verified.snapshot
      seen.awaited = { what: 'verify', ...verified.awakening, duration: round(performance.now() - began) }
    } catch (error) {
      if (!isSurehandError(error) || isSurehandError(error, 'ABORTED')) throw error
      seen.ended = endOf(error)
      // What was to be gone is gone with the application, which may have crashed: that is told, and called no success.
      if (seen.ended === undefined || conditions.exists.length > 0) seen.failure = unverified(error, plan)
    }
  }
  if (seen.ended !== undefined || (options.diff === false && seen.failure === undefined)) return seen
  const failedIn = execution.entry.step
  try {
    await execution.during('settle', async () => {
      if (conditions === undefined && act.dispatch.route !== 'none') {
        const awakening = await settled(
          before.duration > WORTH_IT && before.duration < SHORT_LOOK ? lookAhead : undefined,
        )
        seen.awaited = { what: 'settle', ...awakening, duration: round(performance.now() - began) }
      }
      const isEarly = conditions === undefined && seen.after !== undefined
      await look(seen.after)
      // That nothing changed is said of an application that rests; what shows while it does is looked for again.
      const isQuiet = seesNothing(seen) || (seen.failure !== undefined && closesAMenu(act, seen))
      if (act.dispatch.confirmed || !isQuiet || (seen.rests && !isEarly)) return
      seen.rests ||= await rests(scope, limits)
      await look(undefined)
    })
  } catch (error) {
    // The action was sent; `unknown` says that its effect could not be seen.
    if (!isSurehandError(error) || isSurehandError(error, 'ABORTED')) throw error
    seen.ended = endOf(error)
    if (seen.ended !== undefined) return seen
  }
  if (seen.failure !== undefined) execution.entry.step = failedIn
  else if (conditions === undefined) await seeWhetherItLasts()
  seen.arrived = scope.events.toldOf(act.found.element.identity, execution.serial)
  return seen

  async function seeWhetherItLasts() {
    const { goal, found } = act
    if (goal === undefined || seen.after === undefined || lasts(found, goal, seen.after)) return
    if (goal.ofText) {
      seen.takenBack = true
      return
    }
    try {
      await readBack(execution, found, goal)
      await look(undefined)
    } catch (error) {
      if (!isSurehandError(error) || isSurehandError(error, 'ABORTED')) throw error
      seen.failure = retold(error, ' It was so for a moment: the application took it back.', { takenBack: true })
    }
  }

  async function settled(ahead?: () => Promise<NativeSnapshot>) {
    const { awakening, rests, tree } = await settle(scope, execution.serial, limits, !act.dispatch.confirmed, ahead)
    seen.rests = rests
    seen.after = tree
    return awakening
  }

  function lookAhead() {
    return lookAgain(scope, act.found, reads, toLook())
  }

  async function look(tree: NativeSnapshot | undefined) {
    const { after, diff } = await changesSince(scope, act.found, tree, reads, toLook())
    seen.after = after
    seen.diff = diff
  }
}

/** A failure to verify is VERIFY_FAILED; an application that could not be looked at leaves the outcome open. */
function unverified(error: SurehandError, plan: Plan): SurehandError {
  if (error.code === 'VERIFY_FAILED') return error
  const ended = endOf(error)
  if (ended !== undefined) {
    const wanted = plan.conditions?.exists.map(({ query }) => query.text).join(', ')
    return new SurehandError(
      'VERIFY_FAILED',
      `${plan.verb} was sent to ${plan.scope.place}, and ${inWords(ended)}: nothing matches ${wanted} in it any more.`,
      error.details,
      { cause: error, sent: 'unknown' },
    )
  }
  return new SurehandError(
    'OUTCOME_UNKNOWN',
    `${plan.verb} was sent to ${plan.scope.place}, and whether it had the effect that was asked for could not be seen ` +
      `(${error.code}: ${error.message}).`,
    { ...error.details, reason: error.code },
    { cause: error, sent: 'unknown' },
  )
}

/**
 * The application answers and rests, shows the whole tree, and nothing in it is different, and nothing says that what was sent has
 * arrived: a button that shows as pressed, a focus that moved, an event from the element.
 */
function nothingHappened(seen: Aftermath): boolean {
  return seen.rests && !seen.arrived && seesNothing(seen)
}

/**
 * Whether what was sent can be taken for lost: nothing happened in the time in which its effect was to come. Without the caller's word for how
 * long that is, it may come yet: an application that waits for a server rests, and looks as one that never got the press.
 */
function wasLost({ conditions }: Plan, seen: Aftermath): boolean {
  return conditions?.bounded === true && nothingHappened(seen)
}

/**
 * The menus that the pressed entry was in, when the same can be said but that they closed: toolkits do that themselves, whatever the
 * application makes of the press. To press it again they have to be open.
 */
async function closedMenus({ conditions, scope }: Plan, act: Act, seen: Aftermath): Promise<string[] | undefined> {
  const { after } = seen
  const { found } = act
  if (conditions?.bounded !== true || !seen.rests || seen.arrived || after?.complete !== true) return undefined
  if (found.near || !closesAMenu(act, seen)) return undefined
  const all = await new Limits(scope.binding, {}, AFTERMATH).call((native) =>
    diffNative(scope.binding, found.snapshot, after, { include: 'all' }, native),
  )
  return pathIfOnlyClosed(found, all)
}

function closesAMenu({ found }: Act, { diff }: Aftermath): boolean {
  return diff !== undefined && onlyClosesItsMenu(found.snapshot.role(found.node), diff)
}

/**
 * Whether all that is different are states that say nothing of the effect, and windows without a name: what is dragged has one below the
 * pointer, which goes some time after the drop.
 */
function isAside({ aside }: Act, { added, removed, moved, modified }: Diff): boolean {
  if (aside === undefined || removed.length + moved.length > 0) return false
  if (!added.every(({ role, name }) => role === 'window' && !name)) return false
  return modified.every(({ changes }) => changes.every(({ attribute }) => aside.has(attribute)))
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

function seesNothing({ diff, after }: Aftermath): boolean {
  return diff !== undefined && after !== undefined && diff.empty && isWhole(diff, after)
}

/** Whether the diff has all that is different: it left out no noise, and nothing could be hidden from it. */
function isWhole(diff: Diff, after: NativeSnapshot): boolean {
  return after.complete && diff.uncertain === 0 && !leftOutNoise(diff)
}

function leftOutNoise(diff: Diff): boolean {
  return Object.values(diff.suppressed).some((count) => count > 0)
}

function receipt(plan: Plan, execution: Execution, act: Act, aftermath: Aftermath, course: Course): Receipt {
  const { found } = act
  const dispatch = { ...act.dispatch, confirmed: act.dispatch.confirmed && !aftermath.takenBack }
  execution.entry.step = 'done'
  rewrite(course, execution)
  return new Receipt({
    verb: plan.verb,
    effect: effectOf(plan, { ...act, dispatch }, aftermath),
    dispatch,
    element: actedOn(plan.scope.app, found.snapshot, found.node),
    selector: execution.query.text,
    choices: execution.resolution.choices,
    attempts: course.attempts,
    awaited: aftermath.awaited,
    heldBefore: aftermath.heldBefore,
    diff: aftermath.diff,
    after: aftermath.after,
    ended: endedOf(aftermath),
    note: act.note,
    duration: round(plan.limits.elapsed),
  })
}

function effectOf({ idempotent, verb }: Plan, act: Act, seen: Aftermath): Outcome {
  const { dispatch } = act
  const { verified, heldBefore, diff, after, rests, ended } = seen
  // What was so before proves nothing; what the element itself shows does.
  if (dispatch.confirmed || (verified !== undefined && heldBefore === false)) return 'verified'
  if (ended !== undefined) return 'changed'
  if (diff === undefined || after === undefined || act.vain) return 'unknown'
  if (!diff.empty) return closesAMenu(act, seen) || isAside(act, diff) ? 'unknown' : 'changed'
  // What the wheel does is noise after everything else: elements that are at another place, or out of view.
  if (verb === 'scroll' && diff.suppressed.geometry > 0) return 'changed'
  // What has not returned is not over, nor what the application is still at work on. And the effect of a press may come by
  // the clock: who reads that nothing happened presses again.
  return idempotent && isWhole(diff, after) && rests && dispatch.pending !== true ? 'unchanged' : 'unknown'
}

function endedOf({ ended }: Aftermath) {
  return ended && { code: ended.code, signal: ended.signal }
}

function nothingSeen(): Aftermath {
  return {
    verified: undefined,
    failure: undefined,
    awaited: undefined,
    heldBefore: undefined,
    diff: undefined,
    after: undefined,
    rests: false,
    arrived: false,
    takenBack: false,
    ended: undefined,
  }
}

function withDiff(error: SurehandError, { diff }: Aftermath, said: string): SurehandError {
  if (diff === undefined) return said === '' ? error : retold(error, said)
  return retold(error, ` What changed: ${diff.summary}.${said}`, { diff: diff.toJSON() })
}

function retold(error: SurehandError, more: string, details: Record<string, unknown> = {}): SurehandError {
  const { code, message, cause, sent } = error
  return new SurehandError(code, message + more, { ...error.details, ...details }, { cause, sent })
}

// More would bury what the error is about; `details.attempts` has them all.
const ATTEMPTS_IN_MESSAGE = 5

/** An error that leaves an action says how far it got, after what. */
function annotated(plan: Plan, { attempts, sent }: Course, error: unknown): unknown {
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

async function pause({ scope: { events }, limits }: Plan): Promise<void> {
  await events.begin(limits)
  if (events.live) await events.sleep(events.serial, PAUSE, limits)
  else await limits.sleep(PAUSE)
}
