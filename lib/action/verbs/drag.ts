import type { Act, Attempt } from '../attempt.js'
import { dispatchInput } from '../dispatch.js'
import { held } from '../held.js'
import { type Drag, dragSteps } from '../pointer.js'
import { readyForInput } from '../ready.js'

/** Drags one element onto another. Both are found and checked before the button goes down. */
export async function dragTo(attempt: Attempt, target: Attempt, drag: Drag): Promise<Act> {
  const to = await readyForInput(target, { enabled: true, editable: false })
  const from = await readyForInput(attempt, { enabled: true, editable: false })
  const steps = held(attempt, dragSteps(from.point, to.point, drag))
  return attempt.done(from.found, await dispatchInput(attempt, from.found, steps))
}
