import type { Act, Attempt } from '../attempt.js'
import { dispatchInput } from '../dispatch.js'
import { wheelSteps } from '../pointer.js'
import { readyForInput } from '../ready.js'
import type { Point } from '../rect.js'

/** Turns the wheel over an element. */
export async function scroll(attempt: Attempt, notches: Point): Promise<Act> {
  const { found, point } = await readyForInput(attempt, { enabled: false, editable: false })
  return attempt.done(found, await dispatchInput(attempt, found, wheelSteps(point, notches)))
}
