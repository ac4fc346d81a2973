import { SurehandError } from '../../errors.js'
import { chordSteps } from '../../keys.js'
import { describe } from '../../look/candidates.js'
import { type Found, reread } from '../../look/look.js'
import type { NativeDispatch, NativeInputStep, NativeNode } from '../../native/binding.js'
import { stateOf } from '../../tree/states.js'
import type { Act, Attempt } from '../attempt.js'
import type { Goal } from '../goal.js'
import { entryOf, isEditable } from '../parts/entry.js'
import { isEditedInPlace } from '../parts/item-parts.js'
import { inFormOf, isInParts, showsText } from '../parts/shown-text.js'
import { dispatchNative, dispatchOnly } from '../steps/dispatch.js'
import { noNativeRoute } from '../steps/not-actionable.js'
import { readBack, reads, unlessGone } from '../steps/read-back.js'
import { ready } from '../steps/ready.js'
import { settle } from '../steps/settle.js'
import { fillItem } from './fill-item.js'
import { giveKeyboard, sendKeys } from './keyboard.js'
import { fillParts, hasParts } from './parts.js'

// How long a toolkit that took the text may need to show it, before it is taken for one that says yes and does
// nothing, and the text is typed.
const PATIENCE = 500

/**
 * Replaces the text of an element: by the toolkit's own editing interface, and where there is none, or where it
 * lies, with the keyboard. Setting a text twice is setting it once, so the second route repeats nothing.
 */
export async function fill(attempt: Attempt, text: string): Promise<Act> {
  const { route = 'auto' } = attempt.action.options
  const within = await ready(attempt, { enabled: true, editable: (field) => !hasParts(field), orWithin: true })
  if (hasParts(within)) return fillParts(attempt, within, text)
  const own = within.now
  if (!isEditable(own) && isEditedInPlace(own) && !attempt.forces('editable')) {
    if (route === 'native') throw noNativeRoute(within, 'fill')
    return fillItem(attempt, text)
  }
  const isCombo = own.role === 'combobox' && !isEditable(own) && !attempt.forces('editable')
  const found = isCombo ? await entryOf(attempt, within) : within
  const isProtected = stateOf(found.snapshot.node(found.node).states, 'protected') === true
  const exact = shows(text)
  const goal = shownAsTaken(exact, text)

  if (isInSheet(found)) {
    if (route === 'input') throw keysGoToTheSheet(found)
    const dispatch = await dispatchOnly(attempt, found, { kind: 'setText', text })
    // A cell shows what its formula comes to: whether it took the formula is the backend's to see.
    if (!(text.startsWith('=') && dispatch.confirmed)) await readBack(attempt, found, exact)
    return attempt.done(found, { ...dispatch, confirmed: true }, exact)
  }
  if (route !== 'input') {
    // In which form it takes a text, what it shows tells.
    const before = own.role === 'spinbutton' ? await shownBy(attempt, found, exact) : own
    const inForm = inFormOf(before, text)
    const dispatch = await dispatchNative(attempt, found, [{ kind: 'setText', text: inForm }])
    // How long it is now is all that can be told of a text that is hidden, and the backend's to see.
    if (dispatch !== undefined && isProtected) return attempt.done(found, dispatch)
    if (dispatch !== undefined) {
      // While it has not returned, keys might go to whatever it waits for.
      const only = route === 'native' || dispatch.pending === true || isInParts(before)
      if (only) return taken(attempt, found, dispatch, exact, await readBack(attempt, found, goal))
      if (await reads(attempt, found, goal, PATIENCE)) {
        return taken(attempt, found, dispatch, exact, await shownBy(attempt, found, exact).catch(unlessGone))
      }
    }
    if (route === 'native') throw noNativeRoute(found, 'fill')
  }

  await attempt.during('preflight', () => giveKeyboard(attempt, found))
  const before = await shownBy(attempt, found, exact)
  const isNumberField = found.snapshot.role(found.node) === 'spinbutton'
  const dispatch = await sendKeys(attempt, found, isNumberField ? [...typeOver(text), ...TAB] : typeOver(text))
  if (isNumberField) await untilLeft(attempt, found)
  if (isProtected) return attempt.done(found, dispatch)
  // That it shows what it showed before is no sign that the keys have arrived.
  if (goal.met(before)) {
    await attempt.during('verify', () => settle(attempt.scope, attempt.serial, attempt.limits, true))
  }
  return taken(attempt, found, dispatch, exact, await readBack(attempt, found, goal))
}

function shownBy({ scope, limits }: Attempt, { element }: Found, goal: Goal): Promise<NativeNode> {
  return reread(scope, element, limits, { text: true, attributes: goal.attributes === true })
}

/**
 * A sheet has more cells than can be listed, and takes the keys itself: selecting all selects every cell there, and Delete empties
 * what is selected.
 */
function isInSheet({ snapshot, node }: Found): boolean {
  const parent = snapshot.parent(node)
  return (
    snapshot.role(node) === 'cell' && snapshot.cuts().some((cut) => cut.node === parent && cut.reason === 'virtual')
  )
}

function keysGoToTheSheet({ snapshot, node }: Found): SurehandError {
  return new SurehandError(
    'UNSUPPORTED',
    `${describe(snapshot, node)} cannot be filled by input: its sheet takes the keys, and may give them to other cells. ` +
      "Leave out route: 'input'.",
    { ref: snapshot.ref(node) },
  )
}

function typeOver(text: string): NativeInputStep[] {
  const selectAll = chordSteps({ modifiers: [process.platform === 'darwin' ? 'Meta' : 'Control'], key: 'a' })
  return text === ''
    ? [...selectAll, ...chordSteps({ modifiers: [], key: 'Delete' })]
    : [...selectAll, { kind: 'text', text }]
}

// A spin button takes what was typed for its number when it is left. Enter might press a default button.
const TAB = chordSteps({ modifiers: [], key: 'Tab' })

/** Before that, it shows the text that was typed, whatever it is going to make of it. */
async function untilLeft(attempt: Attempt, found: Found): Promise<void> {
  const left: Goal = {
    expected: 'left',
    met: (node) => stateOf(node.states, 'focused') !== true,
    seen: () => 'focused',
  }
  await reads(attempt, found, left, PATIENCE)
}

/** What was typed stays out of messages: they end up in logs. */
function shows(text: string): Goal {
  return {
    expected: `the text that was given (${text.length} characters)`,
    met: (node: NativeNode) => showsText(node, text) || computes(node, text),
    attributes: text.startsWith('='),
    seen: seenIn,
    ofText: true,
  }
}

/** What a number, date or time field shows tells in which form it takes another. */
function seenIn({ role, value = '' }: NativeNode): string {
  return role === 'spinbutton' ? `${JSON.stringify(value)}` : `another text (${value.length} characters)`
}

/** A cell shows what its formula comes to. */
function computes({ attributes }: NativeNode, text: string): boolean {
  return text.startsWith('=') && attributes?.formula === text
}

/**
 * A field with a mask writes what it takes in its own way: `123-456-789` for `123456789`. All that was given has to be there in its order,
 * and nothing else that is a letter, a digit or a sign before a number.
 */
function shownAsTaken(exact: Goal, text: string): Goal {
  return { ...exact, met: (node) => exact.met(node) || isReformatted(node.value ?? '', text) }
}

const MASK = /^[ ()/.:_+\u00a0-]$/u

function isReformatted(value: string, text: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(text) || /^\s*-/u.test(value)) return false
  const given = Array.from(text.toLowerCase())
  let at = 0
  for (const character of value.toLowerCase()) {
    if (character === given[at]) at++
    else if (!MASK.test(character)) return false
  }
  return at === given.length
}

/** Verified when the element shows the text as it was given (`now`; nothing: it is gone); what it shows otherwise stands in the receipt. */
function taken(
  attempt: Attempt,
  found: Found,
  dispatch: NativeDispatch,
  exact: Goal,
  now: NativeNode | undefined,
): Act {
  if (now === undefined || now.value === undefined || exact.met(now)) {
    return attempt.done(found, { ...dispatch, confirmed: true }, exact)
  }
  const detail = `${dispatch.detail}; the field shows ${JSON.stringify(now.value)}`
  return attempt.done(found, { ...dispatch, detail, confirmed: false })
}
