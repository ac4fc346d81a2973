import type { Limits } from '../../call/limits.js'
import { isSurehandError, SurehandError } from '../../errors.js'
import { describe } from '../../look/candidates.js'
import { type Found, reread } from '../../look/look.js'
import type { NativeDispatch, NativeElement, NativeInputStep, NativeNode } from '../../native/binding.js'
import { whyWindowsAreUnknown } from '../../tree/no-position.js'
import { queryOf } from '../../tree/query.js'
import { stateOf } from '../../tree/states.js'
import { patiently } from '../../wait/patiently.js'
import { announced, NotYet, until } from '../../wait/wait.js'
import type { Act, Attempt } from '../attempt.js'
import { caretOf, putCaretBack } from '../keys/caret.js'
import { held } from '../keys/held.js'
import { isLong } from '../keys/typing.js'
import { openMenu } from '../menus.js'
import { clickSteps } from '../pointer.js'
import {
  dispatchInput,
  dispatchKeys,
  dispatchNative,
  dispatchWindow,
  NOTHING_TO_DO,
  type Part,
} from '../steps/dispatch.js'
import { notActionable } from '../steps/not-actionable.js'
import { unlessGone } from '../steps/read-back.js'
import { ready, readyForInput } from '../steps/ready.js'

const UNFOCUSED =
  'it did not get the keyboard focus, so nothing was typed: it would have gone elsewhere. Click it first, or type into ' +
  'the element that takes the focus'

/** Gives an element the keyboard and sends it keys. */
export async function pressKeys(attempt: Attempt, steps: NativeInputStep[]): Promise<Act> {
  const found = await ready(attempt, { enabled: true, editable: false })
  await attempt.during('preflight', () => giveKeyboard(attempt, found))
  return attempt.done(found, await sendKeys(attempt, found, held(attempt, steps)))
}

/**
 * Sends keys to the element that has the focus. When its window loses the foreground, the rest is not sent: `OUTCOME_UNKNOWN`
 * with how much was sent.
 */
export async function sendKeys(
  attempt: Attempt,
  found: Found,
  steps: NativeInputStep[],
  part: Part = 'acts',
): Promise<NativeDispatch> {
  const node = found.snapshot.windowOf(found.node)
  const window = node < 0 ? undefined : found.snapshot.element(node)
  const taken = await takenBy(attempt, found, steps)
  if (window === undefined) return dispatchKeys(attempt, found, steps, { taken, part })
  try {
    return await dispatchKeys(attempt, found, steps, { target: { window }, taken, part })
  } catch (error) {
    // Where the window system does not tell which window is the application's, its own word about the focus has to do.
    unlessUnsupported(error)
    return dispatchKeys(attempt, found, steps, { taken, part })
  }
}

// ms; a text that does not grow for so long was not taken as it is, or shows elsewhere. Qt waits 100 ms for the registry before it
// takes a key itself.
const STILL = 200
const BETWEEN = 10

/** Waits until an element shows as many characters more as were typed, or no more come. */
async function takenBy(
  { scope, limits }: Attempt,
  { element }: Found,
  steps: readonly NativeInputStep[],
): Promise<(characters: number) => Promise<void>> {
  if (!isLong(steps)) return async () => {}
  const length = async () => {
    const node = await reread(scope, element, limits, { text: true }).catch(unlessGone)
    return node?.value?.length
  }
  // A text that is typed over another begins with the keys that select that.
  const before = steps[0]?.kind === 'text' ? ((await length()) ?? 0) : 0
  return async (characters) => {
    let seen = -1
    for (let since = performance.now(); performance.now() - since < STILL && !limits.expired; ) {
      const now = await length()
      if (now === undefined || now >= before + characters) return
      if (now !== seen) since = performance.now()
      seen = now
      await limits.sleep(BETWEEN)
    }
  }
}

/** Gives an element the keyboard, and sees to it that it has it. */
export async function focus(attempt: Attempt): Promise<Act> {
  const found = await ready(attempt, { enabled: true, editable: false })
  return attempt.done(found, await giveKeyboard(attempt, found, 'acts'))
}

// ms in which one that seems to be at rest may be about to move the focus: it was only just asked, and rests for as long as its page takes to
// answer. In Chromium, after a second of rest, the part of a date had it 50 to 100 ms later.
const MOVING = 500

// ms; how long a toolkit that was asked to move the focus may take, before a field is clicked instead.
const PATIENCE = 250

/**
 * Makes sure that what is typed goes to this element: its window is active and it has the focus. Keys that would
 * land elsewhere are not sent: NOT_ACTIONABLE.
 */
export async function giveKeyboard(attempt: Attempt, found: Found, part: Part = 'prepares'): Promise<NativeDispatch> {
  const { scope, limits } = attempt
  const window = found.snapshot.windowOf(found.node)
  if (window >= 0 && !stateOf(found.snapshot.node(window).states, 'active')) {
    const element = found.snapshot.element(window)
    if (element !== undefined) {
      await raise(attempt, found, element)
    }
  }
  if (window === found.node) return NOTHING_TO_DO
  // One that was seen may be on its way out.
  if (openMenu(found) !== undefined) await ready(attempt, { enabled: true, editable: false, keyboard: true })
  if (isFocused(await reread(scope, found.element, limits))) return NOTHING_TO_DO

  const native = await dispatchNative(attempt, found, [{ kind: 'focus' }], part)
  const patience = isField(found) ? Math.min(PATIENCE, limits.remaining / 2) : limits.remaining
  if (native !== undefined && (await gotFocus(attempt, found, patience))) {
    return { ...native, confirmed: true }
  }
  // GTK 4 has no way to be asked; a click moves the focus everywhere, and in a field it does nothing else.
  if (!isField(found)) throw native === undefined ? noWay(found) : notActionable(found, 'focused', UNFOCUSED)
  try {
    const caret = await caretOf(attempt, found)
    const { point } = await readyForInput(attempt, { enabled: true, editable: false })
    const input = await dispatchInput(attempt, found, clickSteps(point), part)
    const seen = await gotFocusOrNothingHas(attempt, found)
    if (seen !== 'no') {
      await putCaretBack(attempt, found, caret)
      return { ...input, confirmed: seen === 'yes' }
    }
  } catch (error) {
    // What cannot be clicked (GNOME tells no places) may only be slow to take the focus.
    unlessUnsupported(error)
    if (native === undefined || !(await gotFocus(attempt, found, limits.remaining))) throw error
    return { ...native, confirmed: true }
  }
  throw notActionable(found, 'focused', UNFOCUSED)
}

// ms in which a window that has just opened may get the keyboard by itself.
const OPENS = 2_000

/** Activates a window. Where no program can do that, keys are sent only once the window says that it has the keyboard. */
async function raise(attempt: Attempt, found: Found, window: NativeElement): Promise<void> {
  const { scope, limits } = attempt
  try {
    await dispatchWindow(attempt, found, 'activate', 'prepares', window)
  } catch (error) {
    unlessUnsupported(error)
    const why = await whyWindowsAreUnknown(scope.native, limits)
    if (why === undefined) return
    const without = `is in a window that does not have the keyboard, and no program can give it to that: ${why}`
    const refused = () => new SurehandError('UNSUPPORTED', `${describe(found.snapshot, found.node)} ${without}.`)
    await patiently(limits, OPENS, (within) =>
      until(within, announced(scope), async () => {
        const { states } = await reread(scope, window, within)
        return stateOf(states, 'active') || new NotYet(refused, false, false)
      }),
    )
  }
}

async function gotFocus(attempt: Attempt, found: Found, ms: number): Promise<boolean> {
  const { limits } = attempt
  const soon = Math.min(ms, MOVING)
  if (await hasFocus(attempt, found, limits.toTheEnd(), soon)) return true
  return ms > soon && hasFocus(attempt, found, limits, ms - soon)
}

/**
 * Of a field that was clicked. A row of libadwaita that is a field (AdwEntryRow) publishes nothing of the text in it that gets the focus: then
 * nothing in the window says that it has it. Keys come after the click, and go where that went.
 */
async function gotFocusOrNothingHas(attempt: Attempt, found: Found): Promise<'yes' | 'untold' | 'no'> {
  const { limits } = attempt
  if (await gotFocus(attempt, found, Math.min(limits.remaining / 2, MOVING))) return 'yes'
  if (await isUntold(attempt, found)) return 'untold'
  return (await gotFocus(attempt, found, limits.remaining)) ? 'yes' : 'no'
}

/** Whether a window has the keyboard and says of nothing in it that it has the focus. */
async function isUntold({ scope, limits }: Attempt, { snapshot, node }: Found): Promise<boolean> {
  const at = snapshot.windowOf(node)
  const window = at < 0 ? undefined : snapshot.element(at)
  if (window === undefined || !stateOf((await reread(scope, window, limits)).states, 'active')) return false
  const { compiled } = queryOf('the focus', 'focused:true')
  const found = await limits.call((native) => scope.native.find(window, compiled, { limit: 1 }, native))
  return found.nodes.length === 0
}

async function hasFocus(attempt: Attempt, found: Found, within: Limits, ms: number): Promise<boolean> {
  try {
    await patiently(within, ms, (limits) =>
      until(limits, announced(attempt.scope), async () => {
        const node = await reread(attempt.scope, found.element, limits)
        const endsAtRest = within === attempt.limits
        return isFocused(node) || new NotYet(() => notActionable(found, 'focused', UNFOCUSED), false, endsAtRest)
      }),
    )
    return true
  } catch (error) {
    if (isSurehandError(error, 'NOT_ACTIONABLE')) return false
    throw error
  }
}

function isField({ snapshot, node }: Found): boolean {
  return stateOf(snapshot.node(node).states, 'editable') === true
}

function noWay({ snapshot, node }: Found): SurehandError {
  return new SurehandError('UNSUPPORTED', `${describe(snapshot, node)} cannot be given the keyboard focus.`, {
    ref: snapshot.ref(node),
    role: snapshot.role(node),
  })
}

function isFocused(node: NativeNode): boolean {
  return stateOf(node.states, 'focused') === true
}

function unlessUnsupported(error: unknown): void {
  if (!isSurehandError(error, 'UNSUPPORTED')) throw error
}
