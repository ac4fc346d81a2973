import { isSurehandError } from '../../errors.js'
import { type Found, reread } from '../../look/look.js'
import { otherThan } from '../../look/sameness.js'
import { announced, NotYet, pauseAfter, until } from '../../wait/wait.js'
import type { Attempt } from '../attempt.js'
import { type Point, sameRect } from '../rect.js'
import { isLarge } from '../scroll/into-view.js'
import { untilApart } from './last-press.js'
import { type Check, notActionable } from './not-actionable.js'
import { type Efforts, Failing, type Preconditions, preflight, preflightInput, type Ready } from './preflight.js'
import { holdNow } from './verify.js'

/**
 * Waits until exactly one element matches, whatever state it is in, and its caller agrees to it: what windows and applications are asked
 * to do needs no more.
 */
export function located(attempt: Attempt): Promise<Found> {
  return waitFor(attempt, async (found) => found)
}

/** Waits until exactly one element matches and it may be acted on by a native route. */
export function ready(attempt: Attempt, needs: Preconditions): Promise<Ready> {
  return waitFor(attempt, (found) => preflight(attempt, found, needs))
}

/**
 * Waits until it may be acted on by pointer input, too, and says where. `just`: as it was found just now. The tree is not read again unless
 * the application announced something since.
 */
export function readyForInput(
  attempt: Attempt,
  needs: Preconditions,
  just?: Found,
): Promise<{ found: Found; point: Point }> {
  const near = just !== undefined && (isLarge(just) || !attempt.isOutdated) ? just : undefined
  const efforts: Efforts = { scrolled: false, raised: false, near }
  return waitFor(
    attempt,
    async (found) => {
      const outcome = await preflight(attempt, found, { ...needs, pointer: true })
      if (outcome instanceof Failing) return outcome
      const point = await preflightInput(attempt, outcome, efforts, needs.place)
      if (point instanceof Failing) return point
      efforts.apartIn = needs.apart === false ? 0 : untilApart(attempt.scope.native, point)
      if (efforts.apartIn === 0) return { found, point }
      return new Failing(found, 'stable', 'it was pressed a moment ago: another press would make a double click of it')
    },
    efforts,
  )
}

/** What `efforts` know of where the element is takes the place of one look for it. */
function waitFor<T>(attempt: Attempt, check: (found: Found) => Promise<T | Failing>, efforts?: Efforts): Promise<T> {
  const { resolution, patience } = attempt
  const wakeups = announced(attempt.scope, { told: resolution.told })
  let failing: Failing | undefined
  let due = 0
  return until(patience, wakeups, async (count) => {
    attempt.looksAgain()
    const began = performance.now()
    if (failing !== undefined && count > 2 && began < due && (await unchanged(attempt, failing))) {
      wakeups.atLatest(due - performance.now())
      return failing
    }
    const near = efforts?.near
    if (efforts !== undefined) efforts.near = undefined
    const found = await attempt.look(wakeups.crowded, near)
    if (found instanceof NotYet) return found
    const outcome = await attempt.during('preflight', () => check(found))
    failing = outcome instanceof Failing ? outcome : undefined
    if (failing !== undefined && !OWN.has(failing.check)) wakeups.unseen()
    if (efforts?.near !== undefined) wakeups.atLatest(0)
    if (efforts?.apartIn) wakeups.atLatest(efforts.apartIn)
    due = performance.now() + pauseAfter(performance.now() - began)
    if (outcome instanceof Failing) return outcome
    // Saying yes took time: what was seen may not be what there is now.
    if ((await attempt.agree(found)) === 'just asked') {
      wakeups.atLatest(0)
      return new NotYet(() => notActionable(found, 'stable', 'it changed while its confirmation was asked for'))
    }
    const { conditions, reads } = attempt.action
    const asks = found.near === true && conditions !== undefined
    const inTime = patience.within(patience.remaining / 2)
    attempt.chose(found, asks ? await holdNow(attempt.scope, conditions, reads, inTime) : undefined)
    return outcome
  }).catch((error: unknown) => {
    // The deadline may hit while it is looked at once more: the attempt ended where the look before did.
    if (isSurehandError(error, 'NOT_ACTIONABLE')) attempt.endedIn('preflight')
    if (isSurehandError(error, 'NOT_FOUND') || isSurehandError(error, 'INCOMPLETE_TREE')) attempt.endedIn('resolve')
    throw error
  })
}

// Checks of nothing but the element's states, of which fingerprints tell when they are others. While they are as they were, the whole tree
// mostly says the same, so of an application that goes on changing it is not read at each event; but it is read: what the element is in may
// hide it no longer (elements of Chromium and Firefox say that they show in what does not), or another may match that is ready.
const OWN: ReadonlySet<Check> = new Set<Check>(['visible', 'enabled', 'editable'])

async function unchanged(attempt: Attempt, { check, found }: Failing): Promise<boolean> {
  if (!OWN.has(check)) return false
  const before = found.snapshot.node(found.node)
  try {
    const now = await reread(attempt.scope, found.element, attempt.limits)
    const same = sameRect(before.bounds, now.bounds) && otherThan(before, now) === undefined
    return same && before.states.join() === now.states.join()
  } catch (error) {
    if (isSurehandError(error, 'STALE')) return false
    throw error
  }
}
