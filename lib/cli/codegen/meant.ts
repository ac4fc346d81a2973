import { SurehandError } from '../../sdk/errors.js'
import type { Snapshot, SnapshotNode } from '../../sdk/tree/snapshot.js'
import { controlOf, focusedIn, located, nearest, spotIn } from './located.js'
import type { Gesture, Place } from './record-protocol.js'
import type { Act, Located, Pressing, Step, Typed } from './step.js'

/** A step, and the text for a protected field, which is not kept in it. */
export interface Meant {
  step: Act
  text?: string
}

/** A gesture at a point of the picture. */
export type Pointing = Extract<Gesture, { at: Place }>

/** What a person means who does this at an element. `to`: where a drag ends. */
export function pointed(gesture: Pointing, at: SnapshotNode, to: SnapshotNode | undefined): Act {
  const node = controlOf(at)
  switch (gesture.kind) {
    case 'scroll':
      return { verb: 'scroll', target: located(nearest(node, SCROLLS) ?? node), x: gesture.x, y: gesture.y }
    case 'drag':
      return dragged(gesture, node, to === undefined ? node : controlOf(to))
    case 'click': {
      const plain = gesture.modifiers === undefined ? clicked(node) : undefined
      return plain ?? pressed(gesture, node)
    }
    default:
      return pressed(gesture, node)
  }
}

const SCROLLS = new Set([
  ...['scrollarea', 'list', 'listbox', 'tree', 'treegrid', 'table', 'grid', 'document', 'textbox', 'terminal'],
])
// Where in them it is matters: what a program draws itself has no elements, nor have the arrows of a spin button.
const AREAS = new Set([
  ...['canvas', 'img', 'generic', 'group', 'window', 'dialog', 'document', 'scrollarea', 'calendar', 'spinbutton'],
])

function pressed(gesture: Extract<Pointing, { kind: Pressing['verb'] }>, node: SnapshotNode): Pressing {
  const { kind: verb, at, modifiers } = gesture
  const position = AREAS.has(node.role) ? spotIn(node, at) : undefined
  return {
    verb,
    target: located(node),
    ...(modifiers === undefined ? {} : { modifiers }),
    ...(position === undefined ? {} : { position }),
  }
}

function dragged({ at, to }: Extract<Pointing, { kind: 'drag' }>, from: SnapshotNode, onto: SnapshotNode): Act {
  const target = located(from)
  // Within one element the places are all there is to it.
  const isWithin = from === onto
  const position = isWithin || AREAS.has(from.role) ? spotIn(from, at) : undefined
  const targetPosition = isWithin || AREAS.has(onto.role) ? spotIn(onto, to) : undefined
  return {
    verb: 'dragTo',
    target,
    to: isWithin ? target : located(onto),
    ...(position === undefined ? {} : { position }),
    ...(targetPosition === undefined ? {} : { targetPosition }),
  }
}

export const MENU_ENTRIES = new Set(['menu', 'menuitem', 'menuitemcheckbox', 'menuitemradio'])
const ITEMS = new Set(['option', 'listitem', 'menuitem'])
const CHOICES = new Set(['combobox', 'listbox'])

/** What a click comes to, where there is a verb for that; `undefined`: it is a click. */
function clicked(node: SnapshotNode): Act | undefined {
  const { role } = node
  const path = MENU_ENTRIES.has(role) ? menuPath(node) : undefined
  if (path !== undefined) return { verb: 'menu', path }
  if (role === 'radio') return { verb: 'check', target: located(node) }
  if (role === 'checkbox' || role === 'switch') {
    return { verb: node.state('checked') === true ? 'uncheck' : 'check', target: located(node) }
  }
  const list = ITEMS.has(role) ? nearest(node, CHOICES) : undefined
  if (list !== undefined && node.name) return { verb: 'selectOption', target: located(boxOf(list)), option: node.name }
  return undefined
}

/** Firefox has the open list of a select apart from the select, which has the same entries. */
function boxOf(list: SnapshotNode): SnapshotNode {
  if (list.name) return list
  const entries = entriesOf(list)
  const [box, ...others] = list.snapshot
    .findAll('role:combobox')
    .filter((one) => one !== list && entriesOf(one) === entries)
  return box !== undefined && others.length === 0 ? box : list
}

function entriesOf(list: SnapshotNode): string {
  return JSON.stringify([...list.descendants()].filter(({ role }) => ITEMS.has(role)).map(({ name }) => name))
}

/** The names from the menu bar down, as `app.menu()` takes them; `undefined` for an entry of another menu. */
function menuPath(node: SnapshotNode): string[] | undefined {
  const path: string[] = []
  let above: SnapshotNode | undefined = node
  for (; above !== undefined && above.role !== 'menubar'; above = above.parent) {
    const { role } = above
    // Some pad the names of their entries.
    const name = above.name?.trim()
    // Qt has a menu of the same name below its entry.
    if (MENU_ENTRIES.has(role) && name && name !== path[0]) path.unshift(name)
  }
  const isPath = above !== undefined && path.length > 0 && path.every((name) => !name.includes(' > '))
  return isPath && node.name ? path : undefined
}

/** What a person means who types. */
export function typed(text: string, snapshot: Snapshot, steps: readonly Step[]): Meant {
  const field = focusedIn(snapshot) ?? clickedField(snapshot, steps.at(-1))
  if (field === undefined) {
    const message =
      'Nothing was typed: the program does not say which element has the keyboard focus, so the text may be a secret. Click the field first.'
    throw new SurehandError('NOT_ACTIONABLE', message, { check: 'focused' })
  }
  return typedInto(field, text, steps)
}

/** GTK 4 does not say of a field in a row of a list that it has the focus: it is the one that was clicked last. */
function clickedField(snapshot: Snapshot, last: Step | undefined): SnapshotNode | undefined {
  if (last?.verb !== 'click' && last?.verb !== 'focus') return undefined
  const [field, ...others] = snapshot.findAll(last.target.selector)
  return field !== undefined && others.length === 0 && isField(field) ? field : undefined
}

function typedInto(field: SnapshotNode, text: string, steps: readonly Step[]): Meant {
  if (!isField(field)) return { step: { verb: 'type', text } }
  const target = located(field)
  if (isSecret(field, target, steps)) return secretly(target, text, steps)
  const before = filledWith(field, target, steps)
  if (before !== undefined) return { step: { verb: 'fill', target, typed: { text: before + text } } }
  const verb = field.value ? 'pressSequentially' : 'fill'
  return { step: { verb, target, typed: { text } } }
}

/** What a person means who presses a key. */
export function keyed(key: string, snapshot: Snapshot, steps: readonly Step[]): Meant {
  const field = focusedIn(snapshot)
  const isShortcut = /^(?:Control|Alt|Meta)\+/.test(key)
  if (field === undefined || isShortcut || !isField(field)) return { step: { verb: 'press', key } }
  const target = located(field)
  const before = key === 'Backspace' ? filledWith(field, target, steps) : undefined
  // Filling leaves the caret where the toolkit likes.
  if (before) return { step: { verb: 'fill', target, typed: { text: [...before].slice(0, -1).join('') } } }
  return { step: { verb: 'press', key, target } }
}

/** A verb that is tried on an element. */
export function picked(
  { verb, argument = '' }: Extract<Gesture, { kind: 'picked' }>,
  node: SnapshotNode,
  steps: readonly Step[],
): Meant {
  const target = located(node)
  const isText = verb === 'fill' || (verb === 'press' && [...argument].length === 1)
  if (isText && isSecret(node, target, steps)) return secretly(target, argument, steps)
  if (verb === 'fill') return { step: { verb, target, typed: { text: argument } } }
  if (verb === 'press') return { step: { verb, target, key: argument } }
  if (verb === 'selectOption') return { step: { verb, target, option: argument } }
  return { step: { verb, target } }
}

/** A field whose text a person changed in the program itself. `text`: what it shows; `undefined`: it is protected. */
export function entered(field: SnapshotNode, text: string | undefined, steps: readonly Step[]): Act {
  const target = located(field)
  if (text === undefined || isSecret(field, target, steps)) return secretly(target, '', steps).step
  return { verb: 'fill', target, typed: { text } }
}

export function isProtected(node: SnapshotNode): boolean {
  return node.state('protected') === true
}

export function isField(node: SnapshotNode): boolean {
  if (isProtected(node)) return true
  return node.state('editable') === true && node.state('readonly') !== true
}

/** A field that has shown its text for a while stays a secret. */
function isSecret(field: SnapshotNode, target: Located, steps: readonly Step[]): boolean {
  return isProtected(field) || secretOf(target, steps) !== undefined
}

function secretOf({ selector }: Located, steps: readonly Step[]): string | undefined {
  for (const step of steps) {
    if (step.verb === 'fill' && 'secret' in step.typed && step.target.selector === selector) return step.typed.secret
  }
  return undefined
}

function secretly(target: Located, text: string, steps: readonly Step[]): Meant {
  const names = new Set(
    steps.flatMap((step) => (step.verb === 'fill' && 'secret' in step.typed ? step.typed.secret : [])),
  )
  const fresh = names.size === 0 ? 'PASSWORD' : `PASSWORD_${names.size + 1}`
  const typed: Typed = { secret: secretOf(target, steps) ?? fresh }
  return { step: { verb: 'fill', target, typed }, text }
}

/** What the last step filled it with, while it shows that still. */
function filledWith(field: SnapshotNode, { selector }: Located, steps: readonly Step[]): string | undefined {
  const last = steps.at(-1)
  if (last?.verb !== 'fill' || last.target.selector !== selector || !('text' in last.typed)) return undefined
  return field.value === last.typed.text ? last.typed.text : undefined
}
