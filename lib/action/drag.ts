import type { Receipt } from '../receipt.js'
import type { Attempt } from './attempt.js'
import { dispatchInput } from './dispatch.js'
import { dragSteps } from './pointer.js'
import { readyForInput } from './ready.js'

/** Drags one element onto another. Both are found and checked before the button goes down. */
export function dragTo(attempt: Attempt, target: Attempt): Promise<Receipt> {
  return attempt.run(async () => {
    const to = await target.run(() => readyForInput(target, { enabled: true, editable: false }))
    const from = await readyForInput(attempt, { enabled: true, editable: false })
    return attempt.receipt(from.found, await dispatchInput(attempt, dragSteps(from.point, to.point)))
  })
}
