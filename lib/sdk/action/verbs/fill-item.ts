import { isSurehandError } from '../../errors.js'
import { chordSteps } from '../../keys.js'
import { type Found, foundAt, reread } from '../../look/look.js'
import type { NativeDispatch, NativeElement, NativeNode, NativeSnapshot } from '../../native/binding.js'
import { stateOf } from '../../tree/states.js'
import { patiently } from '../../wait/patiently.js'
import { announced, NotYet, until } from '../../wait/wait.js'
import type { Act, Attempt } from '../attempt.js'
import type { Goal } from '../goal.js'
import { entriesIn, isEditable } from '../parts/entry.js'
import { clickSteps } from '../pointer.js'
import { centre, contains, type Point } from '../rect.js'
import { dispatchInput, dispatchNative } from '../steps/dispatch.js'
import { notActionable } from '../steps/not-actionable.js'
import { readBack } from '../steps/read-back.js'
import { readyForInput } from '../steps/ready.js'
import { sendKeys } from './keyboard.js'

// ms; how long a view may take to show the editor of an item.
const PATIENCE = 1_000
// ms; how long a click may take to get there.
const ARRIVES = 1_000

const NO_EDITOR =
  'neither a click nor F2 opened an editor in it. Open one as the program does (dblclick()), then type into the element ' +
  'that has the focus'

const ONLY_CHOICES =
  'its editor is a combo box that takes no text. Open it (dblclick()), choose with the arrow keys, and press Enter'

/**
 * Replaces the text of a cell or an item that is edited in place: the keyboard goes to it, its editor is opened, which takes the text,
 * and Enter gives it to the item. What opens the editor does nothing in what cannot be edited, where a double click or Enter might open
 * or start something.
 */
export async function fillItem(attempt: Attempt, text: string): Promise<Act> {
  const { found, point } = await readyForInput(attempt, { enabled: true, editable: false })
  const { events } = attempt.scope
  const serial = events.serial
  await openEditor(attempt, found, point, serial)
  const editor = await attempt.during('preflight', () => editorOf(attempt, found, serial))
  const completes = editor.snapshot.role(editor.node) === 'combobox'
  // Not by the editor's own interface: where the toolkit is told that a field was left, it closes (Qt).
  const dispatch = await typeOver(attempt, found, text, completes)
  const goal: Goal = {
    expected: `the text that was given (${text.length} characters)`,
    met: (node) => (node.value ?? node.name ?? '') === text,
    seen: otherText,
  }
  await readBack(attempt, found, goal)
  return attempt.done(found, { ...dispatch, confirmed: true }, goal)
}

function otherText({ value, name }: NativeNode): string {
  return `another text (${(value ?? name ?? '').length} characters)`
}

/**
 * GTK 3 opens an editor at a click on what has the cursor, and with Enter, which activates the row of a cell that cannot be edited. Its
 * cells have an action that puts the cursor there and, whatever its name says, opens nothing.
 */
async function openEditor(attempt: Attempt, found: Found, point: Point, serial: number): Promise<void> {
  const cursor = await dispatchNative(attempt, found, [{ kind: 'named', name: 'edit' }], 'prepares')
  await attempt.during('preflight', () => dispatchInput(attempt, found, clickSteps(point), 'prepares'))
  if (cursor !== undefined) return
  await clickArrived(attempt, found, serial)
  await sendKeys(attempt, found, chordSteps({ modifiers: [], key: 'F2' }))
}

/**
 * A window manager may hold a click back until it has brought the window to the front, and lets keys pass it meanwhile: on a busy machine F2
 * went to what had the focus before (Qt with openbox, 3 of 32). Where nothing tells of the focus, F2 is sent all the same.
 */
async function clickArrived(attempt: Attempt, item: Found, serial: number): Promise<void> {
  const { scope, limits } = attempt
  const waits = new NotYet(() => notActionable(item, 'focused', 'a click did not give it the keyboard focus'))
  try {
    await patiently(limits, ARRIVES, (patience) =>
      until(patience, announced(scope), async () => {
        if (scope.events.focusSince(serial).length > 0) return true
        const { states } = await reread(scope, item.element, patience)
        return stateOf(states, 'focused') === true || waits
      }),
    )
  } catch (error) {
    if (!isSurehandError(error, 'NOT_ACTIONABLE')) throw error
  }
}

/**
 * One call: nothing else comes between the text and the Enter that gives it to the item. What an editor that `completes` adds to the text
 * is selected, and deleted again.
 */
function typeOver(attempt: Attempt, found: Found, text: string, completes: boolean): Promise<NativeDispatch> {
  const modifier = process.platform === 'darwin' ? 'Meta' : 'Control'
  const all = chordSteps({ modifiers: [modifier], key: 'a' })
  const remove = chordSteps({ modifiers: [], key: 'Delete' })
  const rest = text === '' ? remove : [{ kind: 'text' as const, text }, ...(completes ? remove : [])]
  const enter = chordSteps({ modifiers: [], key: 'Enter' })
  return sendKeys(attempt, found, [...all, ...rest, ...enter])
}

/** The editor that came to lie over the item, and has the keyboard. Qt and GTK 3 list it nowhere: it is known by what it announces. */
async function editorOf(attempt: Attempt, item: Found, serial: number): Promise<Found> {
  const { scope, limits } = attempt
  try {
    return await patiently(limits, PATIENCE, (patience) =>
      until(patience, announced(scope), async () => {
        const { appKey } = item.element
        for (const identity of scope.events.focusSince(serial)) {
          const editor = await asEditor(attempt, { appKey, identity }, item)
          if (editor !== undefined) return editor
        }
        const tree = await limits.call((native) => scope.native.snapshot({ appKey }, WANTED, native))
        return editorIn(tree, item) ?? new NotYet(() => notActionable(item, 'editable', NO_EDITOR))
      }),
    )
  } catch (error) {
    if (isSurehandError(error, 'TIMEOUT')) throw notActionable(item, 'editable', NO_EDITOR)
    throw error
  }
}

const WANTED = { bounds: true, text: true, actions: false, attributes: false }

async function asEditor(attempt: Attempt, element: NativeElement, item: Found): Promise<Found | undefined> {
  const { scope, limits } = attempt
  if (element.identity === item.element.identity) return undefined
  try {
    const alone = await limits.call((native) => scope.native.snapshot(element, { ...WANTED, maxDepth: 0 }, native))
    const node = alone.node(0)
    if (!hasKeyboardOver(node, item)) return undefined
    const editor = foundAt(alone, 0)
    // The combo box has the keyboard of the entry in it.
    if (node.role !== 'combobox') return isEditable(node) ? editor : undefined
    if ((await entriesIn(attempt, editor)).length === 0) throw notActionable(item, 'editable', ONLY_CHOICES)
    return editor
  } catch (error) {
    if (isSurehandError(error, 'STALE')) return undefined
    throw error
  }
}

function editorIn(tree: NativeSnapshot, item: Found): Found | undefined {
  for (let at = 0; at < tree.size; at++) {
    if (stateOf(tree.node(at).states, 'focused') === true && isEditor(tree.node(at), item)) return foundAt(tree, at)
  }
  return undefined
}

function isEditor(node: NativeNode, item: Found): boolean {
  return isEditable(node) && hasKeyboardOver(node, item)
}

function hasKeyboardOver(node: NativeNode, { snapshot, node: at }: Found): boolean {
  const { bounds } = snapshot.node(at)
  const focused = stateOf(node.states, 'focused') === true
  if (!focused || bounds === undefined || node.bounds === undefined) return false
  return contains(bounds, centre(node.bounds))
}
