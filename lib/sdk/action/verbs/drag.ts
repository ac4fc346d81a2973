import type { Act, Attempt } from '../attempt.js'
import { held } from '../keys/held.js'
import { type Drag, dragSteps } from '../pointer.js'
import { dispatchInput } from '../steps/dispatch.js'
import { readyForInput } from '../steps/ready.js'

const HIGHLIGHT: ReadonlySet<string> = new Set(['selected', 'focused', 'active', 'pressed'])

/** Drags one element onto another. Both are found and checked before the button goes down. */
export async function dragTo(attempt: Attempt, target: Attempt, drag: Drag): Promise<Act> {
  const to = await readyForInput(target, { enabled: true, editable: false, apart: false })
  const from = await readyForInput(attempt, { enabled: true, editable: false })
  const steps = held(attempt, dragSteps(from.point, to.point, drag))
  const act = attempt.done(from.found, await dispatchInput(attempt, from.found, steps))
  // The press alone selects what is dragged and gives it the focus.
  return { ...act, aside: HIGHLIGHT }
}
