import type { Found } from '../look/look.js'
import { announced, NotYet, until } from '../wait/wait.js'
import type { Attempt } from './attempt.js'
import { notActionable } from './not-actionable.js'

/**
 * Waits until exactly one element matches, whatever state it is in, and its caller agrees to it: what windows and applications are asked
 * to do needs no more.
 */
export function located(attempt: Attempt): Promise<Found> {
  const { resolution, patience, scope } = attempt
  const wakeups = announced(scope, { told: resolution.told })
  return until(patience, wakeups, async () => {
    attempt.entry.looks++
    const found = await attempt.during('resolve', () => resolution.inTree(wakeups.crowded))
    if (found instanceof NotYet) return found
    if ((await attempt.agree(found)) === 'just asked') {
      wakeups.atLatest(0)
      return new NotYet(() => notActionable(found, 'stable', 'it changed while its confirmation was asked for'))
    }
    attempt.found = found
    return found
  })
}
