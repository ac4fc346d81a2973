import { isSurehandError } from '../../errors.js'
import { type Found, reread } from '../../look/look.js'
import { otherThan } from '../../look/sameness.js'
import { announced, NotYet, pauseAfter, until } from '../../wait/wait.js'
import type { Execution } from '../execution.js'
import { type Point, sameRect } from '../rect.js'
import { isLarge } from '../scroll/into-view.js'
import { untilApart } from './last-press.js'
import { type Check, notActionable } from './not-actionable.js'
import { type Efforts, Failing, type Preconditions, preflight, preflightInput, type Ready } from './preflight.js'
import { holdNow } from './verify.js'

/** Waits until exactly one element matches and it may be acted on by a native route. */
export function ready(execution: Execution, needs: Preconditions): Promise<Ready> {
  return waitFor(execution, (found) => preflight(execution, found, needs))
}

/** Waits until it may be acted on by pointer input, too, and says where. `just`: as it was found just now; a large tree is not read again. */
export function readyForInput(
  execution: Execution,
  needs: Preconditions,
  just?: Found,
): Promise<{ found: Found; point: Point }> {
  const near = just !== undefined && isLarge(just) ? just : undefined
  const efforts: Efforts = { scrolled: false, raised: false, near }
  return waitFor(
    execution,
    async (found) => {
      const outcome = await preflight(execution, found, needs)
      if (outcome instanceof Failing) return outcome
      const point = await preflightInput(execution, found, efforts, needs.place)
      if (point instanceof Failing) return point
      efforts.apartIn = needs.apart === false ? 0 : untilApart(execution.scope.native, point)
      if (efforts.apartIn === 0) return { found, point }
      return new Failing(found, 'stable', 'it was pressed a moment ago: another press would make a double click of it')
    },
    efforts,
  )
}

/** What `efforts` know of where the element is takes the place of one look for it. */
function waitFor<T>(
  execution: Execution,
  check: (found: Found) => Promise<T | Failing>,
  efforts?: Efforts,
): Promise<T> {
  const { resolution, patience } = execution
  const wakeups = announced(execution.scope, { told: resolution.told })
  let failing: Failing | undefined
  let due = 0
  return until(patience, wakeups, async (count) => {
    execution.entry.looks++
    const began = performance.now()
    if (failing !== undefined && count > 2 && began < due && (await unchanged(execution, failing))) {
      wakeups.atLatest(due - performance.now())
      return failing
    }
    execution.lookedAt = execution.scope.events.serial
    const near = efforts?.near
    if (efforts !== undefined) efforts.near = undefined
    const found = near ?? (await execution.during('resolve', () => resolution.inTree(wakeups.crowded)))
    if (found instanceof NotYet) return found
    const outcome = await execution.during('preflight', () => check(found))
    failing = outcome instanceof Failing ? outcome : undefined
    if (failing !== undefined && !OWN.has(failing.check)) wakeups.unseen()
    if (efforts?.near !== undefined) wakeups.atLatest(0)
    if (efforts?.apartIn) wakeups.atLatest(efforts.apartIn)
    due = performance.now() + pauseAfter(performance.now() - began)
    if (outcome instanceof Failing) return outcome
    // Saying yes took time: what was seen may not be what there is now.
    if ((await execution.agree(found)) === 'just asked') {
      wakeups.atLatest(0)
      return new NotYet(() => notActionable(found, 'stable', 'it changed while its confirmation was asked for'))
    }
    execution.found = found
    const { conditions, reads } = execution.action
    if (found.near && conditions !== undefined)
      execution.heldBefore = await holdNow(execution.scope, conditions, reads, patience.within(patience.remaining / 2))
    return outcome
  }).catch((error: unknown) => {
    // The deadline may hit while it is looked at once more: the attempt ended where the look before did.
    if (isSurehandError(error, 'NOT_ACTIONABLE')) execution.entry.step = 'preflight'
    if (isSurehandError(error, 'NOT_FOUND') || isSurehandError(error, 'INCOMPLETE_TREE'))
      execution.entry.step = 'resolve'
    throw error
  })
}

// Checks of nothing but the element's states, of which fingerprints tell when they are others. While they are as they were, the whole tree
// mostly says the same, so of an application that goes on changing it is not read at each event; but it is read: what the element is in may
// hide it no longer (elements of Chromium and Firefox say that they show in what does not), or another may match that is ready.
const OWN: ReadonlySet<Check> = new Set<Check>(['visible', 'enabled', 'editable'])

async function unchanged(execution: Execution, { check, found }: Failing): Promise<boolean> {
  if (!OWN.has(check)) return false
  const before = found.snapshot.node(found.node)
  try {
    const now = await reread(execution.scope, found.element, execution.limits)
    const same = sameRect(before.bounds, now.bounds) && otherThan(before, now) === undefined
    return same && before.states.join() === now.states.join()
  } catch (error) {
    if (isSurehandError(error, 'STALE')) return false
    throw error
  }
}
