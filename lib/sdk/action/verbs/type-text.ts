import { textSteps } from '../../keys.js'
import { reread } from '../../look/look.js'
import type { Act, Attempt } from '../attempt.js'
import { arrivalOf } from '../goal.js'
import { held } from '../keys/held.js'
import { dispatchNative } from '../steps/dispatch.js'
import { noNativeRoute } from '../steps/not-actionable.js'
import { reads, showsIt, unlessGone } from '../steps/read-back.js'
import { ready } from '../steps/ready.js'
import { rests } from '../steps/settle.js'
import { giveKeyboard, sendKeys } from './keyboard.js'
import { patienceFor, piecesFor, typePieces } from './type-pieces.js'

/**
 * Types at the caret of an element, and waits until its text shows what was typed. An application may make something
 * else of it, so what does not show is no error: the receipt is then not `confirmed`, and where nothing of it shows, whatever else
 * changed is not taken for its effect.
 */
export async function typeText(attempt: Attempt, text: string): Promise<Act> {
  const found = await ready(attempt, { enabled: true, editable: false })
  await attempt.during('preflight', () => giveKeyboard(attempt, found))
  const before = await reread(attempt.scope, found.element, attempt.limits, { text: true })
  const pieces = await piecesFor(attempt, text, before)
  const dispatch =
    pieces.length > 0
      ? await typePieces(attempt, found, pieces, before)
      : await sendKeys(attempt, found, held(attempt, textSteps(text, attempt.action.options.delay)))
  const arrival = arrivalOf(text, before)
  if (arrival === undefined) {
    // A canvas shows the text elsewhere, a key at a time: gnumeric's formula line read `=S` when `=SUM(A1:A2)` was typed.
    if (text !== '') await attempt.during('verify', () => rests(attempt.scope, attempt.limits))
    return attempt.done(found, dispatch)
  }
  const confirmed = await reads(attempt, found, arrival, patienceFor(text))
  const act = attempt.done(found, { ...dispatch, confirmed })
  if (confirmed) return act
  const now = await reread(attempt.scope, found.element, attempt.limits, { text: true }).catch(unlessGone)
  return now?.value === before.value ? { ...act, vain: true } : act
}

/** Puts text where the caret is: by the toolkit's own editing interface, and where there is none, with the keyboard. */
export async function insertText(attempt: Attempt, text: string): Promise<Act> {
  const { route = 'auto' } = attempt.action.options
  const found = await ready(attempt, { enabled: true, editable: true, reads: { text: true } })
  if (route !== 'input') {
    const dispatch = await dispatchNative(attempt, found, [{ kind: 'insertText', text }])
    if (dispatch !== undefined) {
      const arrival = arrivalOf(text, found.now)
      const confirmed = arrival === undefined ? dispatch.confirmed : await showsIt(attempt, found, arrival, dispatch)
      return attempt.done(found, { ...dispatch, confirmed })
    }
  }
  if (route !== 'native') return typeText(attempt, text)
  throw noNativeRoute(found, 'insertText')
}
