import { isSurehandError } from '../../errors.js'
import { chordSteps, textSteps } from '../../keys.js'
import { type Found, reread } from '../../look/look.js'
import type { NativeDispatch, NativeNode } from '../../native/binding.js'
import { stateOf } from '../../tree/states.js'
import type { Attempt } from '../attempt.js'
import { arrivalOf } from '../goal.js'
import { type Piece, piecesOf } from '../keys/pieces.js'
import { cutShort } from '../keys/typing.js'
import { dispatchNative, NOTHING_TO_DO } from '../steps/dispatch.js'
import { reads } from '../steps/read-back.js'
import { rests } from '../steps/settle.js'
import { sendKeys } from './keyboard.js'

/**
 * How long the keys may take to arrive, in ms, and for each character. Keys wait in the application's queue; what is done next
 * must not overtake them: a menu that opens in between would take the rest.
 */
const PATIENCE = 500
const PATIENCE_PER_CHARACTER = 5

/** ms in which a text that was typed shows. */
export function patienceFor(text: string): number {
  return PATIENCE + PATIENCE_PER_CHARACTER * text.length
}

/**
 * The pieces of a text of which the keyboard layout lacks characters (KWin, GNOME), for a field that shows its text: otherwise what is inserted
 * might overtake keys. None where all of it is for the keys.
 */
export async function piecesFor({ scope, limits, action }: Attempt, text: string, field: NativeNode): Promise<Piece[]> {
  const isField = stateOf(field.states, 'editable') === true && arrivalOf(text, field) !== undefined
  if (!isField || (action.options.modifiers ?? []).length > 0) return []
  try {
    const lacking = await limits.call((native) => scope.native.charactersWithoutKey(text, native))
    return lacking === '' ? [] : piecesOf(text, lacking)
  } catch (error) {
    // Sending the keys says why they cannot be sent.
    if (!isSurehandError(error, 'UNSUPPORTED')) throw error
    return []
  }
}

/** Types what there are keys for, and inserts the rest, as Playwright does. Each piece has to show before the next is sent. */
export async function typePieces(
  attempt: Attempt,
  found: Found,
  pieces: Piece[],
  before: NativeNode,
): Promise<NativeDispatch> {
  const sent: NativeDispatch[] = []
  let field = before
  let characters = 0
  for (const { text, byKeys } of pieces) {
    try {
      const keys = () => sendKeys(attempt, found, textSteps(text, attempt.action.options.delay))
      if (!byKeys && sent.length === 0) {
        sent.push(...(await deleteSelected(attempt, found)))
        if (sent.length > 0) field = await reread(attempt.scope, found.element, attempt.limits, { text: true })
      }
      const inserted = byKeys ? undefined : await dispatchNative(attempt, found, [{ kind: 'insertText', text }])
      sent.push(inserted ?? (await keys()))
      characters += text.length
      const arrival = arrivalOf(text, field)
      const shows = arrival !== undefined && (await reads(attempt, found, arrival, patienceFor(text)))
      if (!shows) await attempt.during('verify', () => rests(attempt.scope, attempt.limits))
      field = await reread(attempt.scope, found.element, attempt.limits, { text: true })
    } catch (error) {
      const all = pieces.reduce((sum, { text }) => sum + text.length, 0)
      throw sent.length === 0 ? error : cutShort(error, characters, all)
    }
  }
  const detail = [...new Set(sent.map((each) => each.detail))].join(', ')
  return { ...(sent.find(({ route }) => route === 'input') ?? sent[0] ?? NOTHING_TO_DO), detail }
}

/** Typing replaces what is selected, as GTK does with all of a field that gets the focus; inserting does not. */
async function deleteSelected(attempt: Attempt, found: Found): Promise<NativeDispatch[]> {
  const { scope, limits } = attempt
  const selected = await limits
    .call((native) => scope.native.selectedRange(found.element, native))
    .catch((error: unknown) => {
      if (!isSurehandError(error, 'UNSUPPORTED')) throw error
    })
  if (selected === undefined || selected.start === selected.end) return []
  const dispatch = await sendKeys(attempt, found, chordSteps({ modifiers: [], key: 'Delete' }))
  await attempt.during('verify', () => rests(scope, limits))
  return [dispatch]
}
