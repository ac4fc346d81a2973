import { dispatchInput } from '../dispatch.js'
import type { Act, Execution } from '../execution.js'
import { wheelSteps } from '../pointer.js'
import { readyForInput } from '../ready.js'
import type { Point } from '../rect.js'

/** Turns the wheel over an element. */
export async function scroll(execution: Execution, notches: Point): Promise<Act> {
  const { found, point } = await readyForInput(execution, { enabled: false, editable: false })
  return execution.done(found, await dispatchInput(execution, found, wheelSteps(point, notches)))
}
