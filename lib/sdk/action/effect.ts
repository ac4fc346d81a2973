import { type Ended, endOf, inWords } from '../call/ended.js'
import { Limits } from '../call/limits.js'
import { extended, isSurehandError, SurehandError } from '../errors.js'
import type { NativeSnapshot } from '../native/binding.js'
import type { Awaited, Outcome } from '../receipt.js'
import { type Diff, diffNative } from '../tree/diff.js'
import type { Awakening } from '../wait/wait.js'
import { type Act, type Attempt, round } from './attempt.js'
import { onlyClosesItsMenu, pathIfOnlyClosed } from './menus.js'
import type { Plan } from './plan.js'
import { lasts, readBack } from './steps/read-back.js'
import { changesSince, lookAgain, rests, settle } from './steps/settle.js'
import { unmet, type Verified, verify } from './steps/verify.js'

// ms at most by which looking at what an action did may go past its deadline: what was done should not be reported as an error. So long
// for what was asked to be verified, and for a tree that took half of it before; for no more than a diff, an application that has hung
// since does not keep its caller for all of it.
export const PAST_DEADLINE = 1_000

// ms that a program without a tree is given to end, and between two looks at it meanwhile.
const LONGEST_END = 4_000
const BETWEEN_LOOKS = 100
const LEAST_PAST_DEADLINE = 400
const TIMES_AS_LONG = 2

// ms; a tree that takes less than that to be read may be read in vain, and one that takes more than this is worth it: in GTK 3 (10 ms for
// 290 elements) a click took 34 to 43 ms with it and 53 or more without, in GTK 4 (40 ms) 62 to 76 and 83.
const SHORT_LOOK = 100
const WORTH_IT = 4

/** What came of an attempt after something was sent. */
export interface Observed {
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
  /** Whether what is different was announced by nothing: it may have been so before. */
  unannounced: boolean
  /** How the application ended, when it did. */
  ended: Ended | undefined
}

/** Observes what an action did after it was sent: its verify condition, the settled tree, and whether a text that was set stays. */
export function observe(plan: Plan, attempt: Attempt, act: Act): Promise<Observed> {
  return new Observer(plan, attempt, act).observe()
}

class Observer {
  private readonly seen = nothingObserved()
  private readonly began = performance.now()
  /** Bounds all but the looks. */
  private readonly limits: Limits
  /** ms by which looks may go past the deadline of the action. */
  private readonly pastDeadline: number
  private limitsPastDeadline: Limits | undefined

  constructor(
    private readonly plan: Plan,
    private readonly attempt: Attempt,
    private readonly act: Act,
  ) {
    const forDiff = Math.min(PAST_DEADLINE, Math.max(LEAST_PAST_DEADLINE, TIMES_AS_LONG * this.before.duration))
    this.pastDeadline = plan.conditions === undefined ? forDiff : PAST_DEADLINE
    this.limits = plan.limits.expired ? this.forLooks() : plan.limits
  }

  async observe(): Promise<Observed> {
    const { seen, plan, attempt } = this
    await this.verify()
    if (seen.ended !== undefined || (plan.options.diff === false && seen.failure === undefined)) return seen
    try {
      await attempt.during('settle', () => this.settleAndLookUntilGone())
    } catch (error) {
      // The action was sent; `unknown` says that its effect could not be seen.
      if (!isSurehandError(error) || isSurehandError(error, 'ABORTED')) throw error
      seen.ended = endOf(error)
      if (seen.ended !== undefined) return seen
    }
    if (seen.failure !== undefined) attempt.endedIn('verify')
    else if (plan.conditions === undefined) await this.seeWhetherItLasts()
    seen.arrived = plan.scope.events.toldOf(this.act.found.element.identity, attempt.serial)
    return seen
  }

  private get before(): NativeSnapshot {
    return this.act.found.snapshot
  }

  private async verify(): Promise<void> {
    const { seen, plan, attempt, act, limits } = this
    const { scope, reads, conditions } = plan
    if (conditions === undefined) return
    // Of what is near the element alone, it was asked beforehand.
    seen.heldBefore = act.found.near ? attempt.heldBefore : (await unmet(this.before, conditions, limits)).length === 0
    // What held before says nothing of when the action has had its effect.
    if (seen.heldBefore) await this.settled()
    // What a retry must not send again, it waits for once more.
    const rounds = plan.idempotent || conditions.bounded ? 1 : 1 + attempt.retriesLeft
    const within = limits.within(rounds * conditions.timeout).toTheEnd()
    const isDear = act.found.near || act.found.kept || this.before.duration > SHORT_LOOK
    const since = isDear && !seen.heldBefore ? attempt.serial : undefined
    try {
      const verified = await attempt.during('verify', () => verify(scope, conditions, reads, within, since))
      seen.verified = verified
      seen.after = verified.snapshot
      seen.awaited = { what: 'verify', ...verified.awakening, duration: round(performance.now() - this.began) }
    } catch (error) {
      if (!isSurehandError(error) || isSurehandError(error, 'ABORTED')) throw error
      seen.ended = endOf(error)
      // What was to be gone is gone with the application, which may have crashed: that is told, and called no success.
      if (seen.ended === undefined || conditions.exists.length > 0) seen.failure = unverified(error, plan, attempt)
    }
  }

  /** A program that ends has no tree for a while before it is gone (Kate: a second or two). */
  private async settleAndLookUntilGone(): Promise<void> {
    for (const began = performance.now(); ; ) {
      try {
        return await this.settleAndLook()
      } catch (error) {
        const isOver = performance.now() - began > LONGEST_END || this.limits.remaining < BETWEEN_LOOKS
        if (!isSurehandError(error, 'STALE') || isOver || !(await this.hasNoTree())) throw error
        await this.limits.sleep(BETWEEN_LOOKS)
      }
    }
  }

  private async hasNoTree(): Promise<boolean> {
    const { native, target } = this.plan.scope
    try {
      const app = { appKey: target.appKey }
      await this.limits.call((bounds) => native.snapshot(app, { maxDepth: 0 }, bounds))
      return false
    } catch (error) {
      // Between the look and this one it has ended.
      if (endOf(error) !== undefined) throw error
      return isSurehandError(error, 'STALE')
    }
  }

  private async settleAndLook(): Promise<void> {
    const { seen, plan, act, limits } = this
    const { scope, conditions } = plan
    if (conditions === undefined && act.dispatch.route !== 'none') {
      const { duration } = this.before
      const ahead = duration > WORTH_IT && duration < SHORT_LOOK ? () => this.lookAhead() : undefined
      const awakening = await this.settled(ahead)
      seen.awaited = { what: 'settle', ...awakening, duration: round(performance.now() - this.began) }
    }
    const isEarly = conditions === undefined && seen.after !== undefined
    await this.look(seen.after)
    await this.doubtNothing()
    // That nothing changed is said of an application that rests; what shows while it does is looked for again.
    const isQuiet = seesNothing(seen) || (seen.failure !== undefined && closesAMenu(act, seen))
    if (act.dispatch.confirmed || !isQuiet || (seen.rests && !isEarly)) return
    seen.rests ||= await rests(scope, limits)
    await this.lookAtAll()
  }

  /** That nothing changed is not said of a tree that is kept by what was announced. What nothing announced may be older than the action. */
  private async doubtNothing(): Promise<void> {
    const { seen } = this
    if (seen.after?.mirrored !== true || seen.diff?.empty !== true) return
    await this.lookAtAll()
    seen.unannounced = !seen.diff.empty
  }

  private async lookAtAll(): Promise<void> {
    const { scope, reads } = this.plan
    await this.look(await lookAgain(scope, this.act.found, reads, this.forLooks(), true))
  }

  private async seeWhetherItLasts(): Promise<void> {
    const { seen, attempt } = this
    const { goal, found } = this.act
    if (goal === undefined || seen.after === undefined || lasts(found, goal, seen.after)) return
    if (goal.ofText) {
      seen.takenBack = true
      return
    }
    try {
      await readBack(attempt, found, goal)
      await this.look(undefined)
    } catch (error) {
      if (!isSurehandError(error) || isSurehandError(error, 'ABORTED')) throw error
      seen.failure = extended(error, ' It was so for a moment: the application took it back.', { takenBack: true })
    }
  }

  private async settled(ahead?: () => Promise<NativeSnapshot>): Promise<Awakening> {
    const { attempt, seen, limits, act } = this
    const expectsEvents = !act.dispatch.confirmed
    const { awakening, rests, tree } = await settle(this.plan.scope, attempt.serial, limits, expectsEvents, ahead)
    seen.rests = rests
    seen.after = tree
    return awakening
  }

  private lookAhead(): Promise<NativeSnapshot> {
    const { scope, reads } = this.plan
    return lookAgain(scope, this.act.found, reads, this.forLooks())
  }

  private async look(tree: NativeSnapshot | undefined): Promise<void> {
    const { scope, reads } = this.plan
    const { after, diff } = await changesSince(scope, this.act.found, tree, reads, this.forLooks())
    this.seen.after = after
    this.seen.diff = diff
  }

  /** A look that begins near the deadline, or after it, may go past it. All of them together end at the same time. */
  private forLooks(): Limits {
    const { limits } = this.plan
    if (this.limitsPastDeadline === undefined && limits.remaining < this.pastDeadline)
      this.limitsPastDeadline = limits.grace(limits.remaining + this.pastDeadline)
    return this.limitsPastDeadline ?? limits
  }
}

/**
 * A failure to verify is VERIFY_FAILED; an application that could not be looked at leaves the outcome of what was sent open. Where nothing had to
 * be sent, it is the failure of the look.
 */
function unverified(error: SurehandError, plan: Plan, { acted }: Attempt): SurehandError {
  if (error.code === 'VERIFY_FAILED' || !acted) return error
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
function nothingHappened(seen: Observed): boolean {
  return seen.rests && !seen.arrived && seesNothing(seen)
}

/**
 * Whether what was sent can be taken for lost: nothing happened in the time in which its effect was to come. Without the caller's word for how
 * long that is, it may come yet: an application that waits for a server rests, and looks as one that never got the press.
 */
export function wasLost({ conditions }: Plan, seen: Observed): boolean {
  return conditions?.bounded === true && nothingHappened(seen)
}

/**
 * The menus that the pressed entry was in, when the same can be said but that they closed: toolkits do that themselves, whatever the
 * application makes of the press. To press it again they have to be open.
 */
export async function closedMenus(
  { conditions, scope }: Plan,
  act: Act,
  seen: Observed,
): Promise<string[] | undefined> {
  const { after } = seen
  const { found } = act
  if (conditions?.bounded !== true || !seen.rests || seen.arrived || after?.complete !== true) return undefined
  if (found.near || !closesAMenu(act, seen)) return undefined
  const all = await new Limits(scope.binding, {}, PAST_DEADLINE).call((native) =>
    diffNative(scope.binding, found.snapshot, after, { include: 'all' }, native),
  )
  return pathIfOnlyClosed(found, all)
}

function closesAMenu({ found }: Act, { diff }: Observed): boolean {
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

function seesNothing({ diff, after }: Observed): boolean {
  return diff !== undefined && after !== undefined && diff.empty && isWhole(diff, after)
}

/** Whether the diff has all that is different: it left out no noise, and nothing could be hidden from it. */
function isWhole(diff: Diff, after: NativeSnapshot): boolean {
  return after.complete && diff.uncertain === 0 && !leftOutNoise(diff)
}

export function leftOutNoise(diff: Diff): boolean {
  return Object.values(diff.suppressed).some((count) => count > 0)
}

export function effectOf({ idempotent, verb }: Plan, act: Act, seen: Observed): Outcome {
  const { dispatch } = act
  const { verified, heldBefore, diff, after, rests, ended } = seen
  // What was so before proves nothing; what the element itself shows does.
  if (dispatch.confirmed || (verified !== undefined && heldBefore === false)) return 'verified'
  if (ended !== undefined) return 'changed'
  if (diff === undefined || after === undefined || act.vain || seen.unannounced) return 'unknown'
  if (!diff.empty) return closesAMenu(act, seen) || isAside(act, diff) ? 'unknown' : 'changed'
  // What the wheel does is noise after everything else: elements that are at another place, or out of view.
  if (verb === 'scroll' && diff.suppressed.geometry > 0) return 'changed'
  // What has not returned is not over, nor what the application is still at work on. And the effect of a press may come by
  // the clock: who reads that nothing happened presses again.
  return idempotent && isWhole(diff, after) && rests && dispatch.pending !== true ? 'unchanged' : 'unknown'
}

export function nothingObserved(): Observed {
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
    unannounced: false,
    ended: undefined,
  }
}
