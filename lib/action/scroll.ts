import type { Receipt } from '../receipt.js'
import type { Attempt } from './attempt.js'
import { dispatchInput } from './dispatch.js'
import { wheelSteps } from './pointer.js'
import { readyForInput } from './ready.js'
import type { Point } from './viewport.js'

/** Turns the wheel over an element. */
export function scroll(attempt: Attempt, notches: Point): Promise<Receipt> {
  return attempt.run(async () => {
    const { found, point } = await readyForInput(attempt, { enabled: false, editable: false })
    return attempt.receipt(found, await dispatchInput(attempt, wheelSteps(point, notches)))
  })
}
