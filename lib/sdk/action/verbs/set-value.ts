import { isSurehandError } from '../../errors.js'
import type { Act, Execution } from '../execution.js'
import type { Goal } from '../goal.js'
import { isEditable } from '../parts/entry.js'
import { isInParts, saysNumber } from '../parts/shown-text.js'
import { perform } from '../perform.js'
import { dispatchNative, NOTHING_TO_DO } from '../steps/dispatch.js'
import { readBack, reads } from '../steps/read-back.js'
import { ready } from '../steps/ready.js'
import { fill } from './fill.js'
import { giveKeyboard, sendKeys } from './keyboard.js'
import { partShows, takesDigits } from './parts.js'

// ms; how long a toolkit that took a value may need to show it, before the number is typed.
const PATIENCE = 500

/** Sets a number: by the toolkit's own interface, and where that lies, with the keyboard. */
export async function setNumber(execution: Execution, number: number): Promise<Act> {
  const { route = 'auto' } = execution.action.options
  const native = [{ kind: 'setValue', number } as const, { kind: 'setText', text: String(number) } as const]
  const reading = { text: true, actions: true, attributes: true }
  const found = await ready(execution, { enabled: true, editable: false, reads: reading })
  if (!takesDigits(found.now, number) || route === 'native') {
    try {
      return await perform(execution, { native, goal: showsNumber(number) })
    } catch (error) {
      // The spin boxes of Qt Quick have no value that can be set, and take what is typed.
      const typed = route !== 'native' && isSurehandError(error, 'UNSUPPORTED') && isEditable(found.now)
      if (!typed || execution.acted) throw error
      return fill(execution, String(number))
    }
  }
  const goal = partShows(number)
  if (number !== 0 && goal.met(found.now)) return execution.done(found, NOTHING_TO_DO)
  if (route !== 'input') {
    const dispatch = await dispatchNative(execution, found, native)
    const only = dispatch?.pending === true
    if (only) await readBack(execution, found, goal)
    if (dispatch !== undefined && (only || (await reads(execution, found, goal, PATIENCE)))) {
      return execution.done(found, { ...dispatch, confirmed: true }, goal)
    }
  }
  await execution.during('preflight', () => giveKeyboard(execution, found))
  const typed = await sendKeys(execution, found, [{ kind: 'text', text: String(number).padStart(2, '0') }])
  await readBack(execution, found, goal)
  return execution.done(found, { ...typed, confirmed: true }, goal)
}

function showsNumber(number: number): Goal {
  return {
    expected: String(number),
    met: (node) => saysNumber(node.value, number) && !isInParts(node),
    seen: (node) =>
      node.value ?? (node.name ? `without a value, and shows ${JSON.stringify(node.name)}` : 'without a value'),
    ofText: true,
  }
}
