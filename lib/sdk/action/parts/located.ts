import type { Found } from '../../look/look.js'
import { announced, NotYet, until } from '../../wait/wait.js'
import type { Execution } from '../execution.js'
import { notActionable } from '../steps/not-actionable.js'

/**
 * Waits until exactly one element matches, whatever state it is in, and its caller agrees to it: what windows and applications are asked
 * to do needs no more.
 */
export function located(execution: Execution): Promise<Found> {
  const { resolution, patience, scope } = execution
  const wakeups = announced(scope, { told: resolution.told })
  return until(patience, wakeups, async () => {
    execution.entry.looks++
    const found = await execution.during('resolve', () => resolution.inTree(wakeups.crowded))
    if (found instanceof NotYet) return found
    if ((await execution.agree(found)) === 'just asked') {
      wakeups.atLatest(0)
      return new NotYet(() => notActionable(found, 'stable', 'it changed while its confirmation was asked for'))
    }
    execution.found = found
    return found
  })
}
