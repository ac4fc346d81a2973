import type { Limits } from '../../call/limits.js'
import { isSurehandError, SurehandError } from '../../errors.js'
import { describe } from '../../look/candidates.js'
import { type Found, reread } from '../../look/look.js'
import type { NativeDispatch, NativeNode, NativeSnapshot } from '../../native/binding.js'
import { patiently } from '../../wait/patiently.js'
import { announced, NotYet, until } from '../../wait/wait.js'
import type { Attempt } from '../attempt.js'
import type { Goal } from '../goal.js'
import { lost } from './dispatch.js'

/** Waits until the element shows the goal, and gives it as it is then. VERIFY_FAILED says what it shows instead. */
export function readBack(
  attempt: Attempt,
  found: Found,
  goal: Goal,
  limits: Limits = attempt.readBackLimits,
): Promise<NativeNode> {
  let { element } = found
  return attempt.during('verify', () =>
    until(limits, announced(attempt.scope), async () => {
      const node = await reread(attempt.scope, element, limits, {
        text: true,
        attributes: goal.attributes === true,
      }).catch(unlessGone)
      if (node !== undefined)
        return goal.met(node) ? node : new NotYet(() => verifyFailed(found, goal, node), false, true)
      // Made anew meanwhile, it is still what the action was about.
      const again = await attempt.resolution.inTree().catch(unlessGone)
      if (again !== undefined && !(again instanceof NotYet) && isLike(again, found)) element = again.element
      return new NotYet(goneAfterwards)
    }).catch((error: unknown) => lost(attempt, error)),
  )
}

// What the selector means now may be a neighbour that took its place.
function isLike(one: Found, other: Found): boolean {
  return (
    one.snapshot.role(one.node) === other.snapshot.role(other.node) &&
    one.snapshot.name(one.node) === other.snapshot.name(other.node)
  )
}

/** As nothing, what went away or is one of several by now. */
export function unlessGone(error: unknown): undefined {
  if (!isSurehandError(error, 'STALE') && !isSurehandError(error, 'AMBIGUOUS')) throw error
}

/**
 * Whether what was read back is so in the tree afterwards as well, which is looked at when the application is quiet: one that refuses
 * shows what was asked for, and takes it back in its next turn (Qt's lists, any handler that defers). What does not show there says nothing.
 */
export function lasts({ element }: Found, goal: Goal, after: NativeSnapshot): boolean {
  const index = goal.attributes ? -1 : after.findIdentity(element.identity)
  if (index < 0 || after.hidden(index)) return true
  const node = after.node(index)
  return goal.met(node) || (goal.ofText === true && node.value === undefined)
}

/** As {@link readBack}, for a part of the time that remains in which the application answers; false instead of VERIFY_FAILED. */
export function reads(attempt: Attempt, found: Found, goal: Goal, ms: number): Promise<boolean> {
  return patiently(attempt.limits, ms, (patience) => readsWithin(attempt, found, goal, patience))
}

async function readsWithin(attempt: Attempt, found: Found, goal: Goal, limits: Limits): Promise<boolean> {
  try {
    await readBack(attempt, found, goal, limits)
    return true
  } catch (error) {
    if (isSurehandError(error, 'VERIFY_FAILED')) return false
    throw error
  }
}

// ms; Qt shows a button as pressed for 100 before it acts.
const SIGN = 150

/**
 * Whether the element comes to show the effect of what was sent. That it does not is no failure: an application may make
 * something else of it, or take the element away.
 */
export async function showsIt(attempt: Attempt, found: Found, goal: Goal, sent: NativeDispatch): Promise<boolean> {
  // What has not returned has not taken effect.
  if (sent.pending === true) return false
  try {
    return await readsWithin(attempt, found, goal, attempt.limits.within(SIGN))
  } catch (error) {
    if (isSurehandError(error, 'OUTCOME_UNKNOWN') && error.details.reason !== 'ABORTED') return false
    throw error
  }
}

function verifyFailed(found: Found, goal: Goal, node: NativeNode): SurehandError {
  return new SurehandError(
    'VERIFY_FAILED',
    `${describe(found.snapshot, found.node)} was expected to be ${goal.expected} afterwards and is ${goal.seen(node)}.`,
    { expected: goal.expected, seen: goal.seen(node), ref: found.snapshot.ref(found.node) },
  )
}

function goneAfterwards(): SurehandError {
  return new SurehandError(
    'OUTCOME_UNKNOWN',
    'The element went away after it was acted on, before its state could be read back, and was not found again.',
    { reason: 'STALE' },
  )
}
