import { chordSteps } from '../../keys.js'
import type { Found } from '../../look/look.js'
import type { NativeDispatch, NativeInputStep, NativeNode } from '../../native/binding.js'
import { stateOf } from '../../tree/states.js'
import type { Act, Attempt } from '../attempt.js'
import { dispatchNative } from '../dispatch.js'
import { type Goal, readBack, reads } from '../read-back.js'
import { ready } from '../ready.js'
import { giveKeyboard, sendKeys } from './keyboard.js'

// How long a toolkit that took the text may need to show it, before it is taken for one that says yes and does
// nothing, and the text is typed.
const PATIENCE = 500

/**
 * Replaces the text of an element: by the toolkit's own editing interface, and where there is none, or where it
 * lies, with the keyboard. Setting a text twice is setting it once, so the second route repeats nothing.
 */
export async function fill(attempt: Attempt, text: string): Promise<Act> {
  const { route = 'auto' } = attempt.action.options
  const found = await ready(attempt, { enabled: true, editable: true, input: route !== 'native' })
  const isProtected = stateOf(found.snapshot.node(found.node).states, 'protected') === true
  const goal = shows(text)

  if (route !== 'input') {
    const dispatch = await dispatchNative(attempt, found, [{ kind: 'setText', text }])
    if (dispatch !== undefined && (dispatch.confirmed || isProtected)) return attempt.done(found, dispatch)
    if (dispatch !== undefined) {
      // While it has not returned, keys might go to whatever it waits for.
      const only = route === 'native' || dispatch.pending === true
      const lasting = only ? attempt.limits.remaining : PATIENCE
      if (await reads(attempt, found, goal, lasting)) return confirmed(attempt, found, dispatch)
      if (only) await readBack(attempt, found, goal)
    }
    if (route === 'native') await readBack(attempt, found, goal)
  }

  await attempt.during('preflight', () => giveKeyboard(attempt, found))
  const dispatch = await sendKeys(attempt, found, typeOver(text))
  if (isProtected) return attempt.done(found, dispatch)
  await readBack(attempt, found, goal)
  return confirmed(attempt, found, dispatch)
}

function typeOver(text: string): NativeInputStep[] {
  const selectAll = chordSteps({ modifiers: [process.platform === 'darwin' ? 'Meta' : 'Control'], key: 'a' })
  return text === ''
    ? [...selectAll, ...chordSteps({ modifiers: [], key: 'Delete' })]
    : [...selectAll, { kind: 'text', text }]
}

/** What was typed stays out of messages: they end up in logs. */
function shows(text: string): Goal {
  const lines = (value: string) => value.replace(/\r\n?/g, '\n')
  return {
    expected: `the text that was given (${text.length} characters)`,
    met: (node: NativeNode) => lines(node.value ?? '') === lines(text),
    seen: (node: NativeNode) => `another text (${node.value?.length ?? 0} characters)`,
  }
}

function confirmed(attempt: Attempt, found: Found, dispatch: NativeDispatch): Act {
  return attempt.done(found, { ...dispatch, confirmed: true })
}
