import type { Rect } from '../../sdk/tree/node.js'
import type { Snapshot, SnapshotNode } from '../../sdk/tree/snapshot.js'
import type { Picture } from './screen-picture.js'

const FIELDS: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider'])
const PRESSED: ReadonlySet<string> = new Set(['button', 'link', 'checkbox', 'radio', 'switch'])
const CHOSEN: ReadonlySet<string> = new Set(['tab', 'menu', 'menuitem', 'menuitemcheckbox', 'menuitemradio'])

// GTK 4 lists actions of its menus on every label (`clipboard.copy`): these press nothing.
const PRESS = /^(click|press|activate|jump|toggle|check|uncheck|open|doDefault|DoDefault)$/i

/** The part of a snapshot that is judged: what shows. What is hidden may be named or laid out only when it is shown. */
export class AuditedTree {
  /** In document order. */
  readonly shown: readonly SnapshotNode[]
  /** How many elements are hidden, and so not judged. */
  readonly hidden: number

  constructor(
    readonly snapshot: Snapshot,
    /** Where the audit begins; the root of the snapshot for all of it. */
    readonly top: SnapshotNode = snapshot.root,
    /** Screen pixels to a pixel of the toolkit. */
    readonly scale = 1,
    /** What the screen showed of it. */
    readonly picture?: Picture,
  ) {
    const all = [top, ...top.descendants()]
    const blank = new Set(snapshot.root.children.filter(isBlank))
    this.shown = all.filter((node) => isShown(node) && !(blank.size > 0 && blank.has(topOf(node))))
    this.hidden = all.length - this.shown.length
  }

  /** What a person operates: pressed, filled in or chosen. Menus' entries and tabs, too. */
  get controls(): SnapshotNode[] {
    return this.shown.filter((node) => isControl(node))
  }
}

const topOf = (node: SnapshotNode): SnapshotNode => {
  let at = node
  while (at.parent !== undefined && at.parent.index > 0) at = at.parent
  return at
}

/** Chromium calls the closed lists of its address bar windows that show: nothing in them has a name. */
function isBlank(window: SnapshotNode): boolean {
  return (
    nameOf(window) === '' && ![...window.descendants()].some((node) => nameOf(node) !== '' || CHOSEN.has(node.role))
  )
}

/**
 * GTK 3 calls the tabs of a notebook visible that shows none: they have no place where their parent has one. What is in a closed expander
 * has the size of what was never laid out.
 */
function isShown(node: SnapshotNode): boolean {
  if (node.state('visible') !== true) return false
  if (isDot(node) && node.parent !== undefined && isDot(node.parent)) return false
  return node.bounds !== undefined || node.parent?.bounds === undefined
}

const isDot = ({ bounds }: SnapshotNode): boolean => bounds !== undefined && bounds.width <= 1 && bounds.height <= 1

export const isField = ({ role }: SnapshotNode): boolean => FIELDS.has(role)
export const isPressed = ({ role }: SnapshotNode): boolean => PRESSED.has(role)

/** Whether it is operated itself. GTK 4 and Qt wrap a button in another one that neither takes focus nor acts. */
export function isControl(node: SnapshotNode): boolean {
  if (isField(node)) return !isPartOfControl(node)
  if (CHOSEN.has(node.role)) return true
  return isPressed(node) && !isPartOfControl(node) && !isWrapper(node)
}

export const acts = (node: SnapshotNode): boolean => node.actions.some((action) => PRESS.test(action))

function isWrapper(node: SnapshotNode): boolean {
  if (node.state('focusable') === true || acts(node)) return false
  return [...node.descendants()].some((below) => isPressed(below) || isField(below))
}

const WITH_PARTS: ReadonlySet<string> = new Set([
  ...['combobox', 'spinbutton', 'scrollbar', 'textbox', 'searchbox', 'titlebar', 'columnheader'],
])

/** A part that the toolkit made: the entry of a combo box, the arrows of a spin button, what clears a text field. */
export function isPartOfControl(node: SnapshotNode): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (WITH_PARTS.has(at.role)) return true
    if (at.role === 'document' || at.role === 'window') return false
  }
  return false
}

/** The text that names it; blank is none. */
export const nameOf = (node: SnapshotNode): string => (node.name ?? '').trim()

/** What explains it where it has no name: a tooltip, a placeholder; of a combo box that of its entry. */
export function hintOf(node: SnapshotNode): string {
  const own = (node.description || node.placeholder || '').trim()
  // GTK 3 describes a scale by its value.
  if (own !== '' && (own === node.value?.trim() || Number(own) === Number(node.value))) return ''
  if (own !== '' || node.role !== 'combobox') return own
  const entry = node.children.find(({ role }) => role === 'textbox')
  return entry === undefined ? '' : nameOf(entry) || hintOf(entry)
}

/** A text or a name below it, which assistive technology reads where the element has none. */
export function namedWithin(node: SnapshotNode): boolean {
  for (const below of node.descendants()) if (below.state('visible') === true && nameOf(below) !== '') return true
  return false
}

/** Whether something of it was not read, so that nothing is missing for certain. */
export function isCut(node: SnapshotNode): boolean {
  if (node.cut !== undefined) return true
  for (const below of node.descendants()) if (below.cut !== undefined) return true
  return false
}

/** The nearest ancestor with one of these roles. */
export function above(node: SnapshotNode, ...roles: readonly string[]): SnapshotNode | undefined {
  let at = node.parent
  while (at !== undefined && !roles.includes(at.role)) at = at.parent
  return at
}

export const windowOf = (node: SnapshotNode): SnapshotNode | undefined => above(node, 'window', 'dialog', 'alertdialog')

/** Whether it stands in a web page: a page has conventions of its own. */
export const inPage = (node: SnapshotNode): boolean => above(node, 'document') !== undefined

/** GTK 4 (seen with 4.8) reports the room inside the padding, not the element's own. */
export const isGtk4 = (node: SnapshotNode): boolean => node.attributes['atspi:toolkit'] === 'GTK'

export const right = ({ x, width }: Rect): number => x + width
export const bottom = ({ y, height }: Rect): number => y + height

export function overlap(one: Rect, other: Rect): boolean {
  return one.x < right(other) && other.x < right(one) && one.y < bottom(other) && other.y < bottom(one)
}
