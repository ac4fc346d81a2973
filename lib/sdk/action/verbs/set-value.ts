import { isSurehandError } from '../../errors.js'
import type { Act, Attempt } from '../attempt.js'
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
export async function setNumber(attempt: Attempt, number: number): Promise<Act> {
  const { route = 'auto' } = attempt.action.options
  const native = [{ kind: 'setValue', number } as const, { kind: 'setText', text: String(number) } as const]
  const reading = { text: true, actions: true, attributes: true }
  const found = await ready(attempt, { enabled: true, editable: false, reads: reading })
  if (!takesDigits(found.now, number) || route === 'native') {
    try {
      return await perform(attempt, { native, goal: showsNumber(number) })
    } catch (error) {
      // The spin boxes of Qt Quick have no value that can be set, and take what is typed.
      const typed = route !== 'native' && isSurehandError(error, 'UNSUPPORTED') && isEditable(found.now)
      if (!typed || attempt.acted) throw error
      return fill(attempt, String(number))
    }
  }
  const goal = partShows(number)
  if (number !== 0 && goal.met(found.now)) return attempt.done(found, NOTHING_TO_DO)
  if (route !== 'input') {
    const dispatch = await dispatchNative(attempt, found, native)
    const only = dispatch?.pending === true
    if (only) await readBack(attempt, found, goal)
    if (dispatch !== undefined && (only || (await reads(attempt, found, goal, PATIENCE)))) {
      return attempt.done(found, { ...dispatch, confirmed: true }, goal)
    }
  }
  await attempt.during('preflight', () => giveKeyboard(attempt, found))
  const typed = await sendKeys(attempt, found, [{ kind: 'text', text: String(number).padStart(2, '0') }])
  await readBack(attempt, found, goal)
  return attempt.done(found, { ...typed, confirmed: true }, goal)
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
