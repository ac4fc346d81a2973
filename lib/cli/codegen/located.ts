import { SurehandError } from '../../sdk/errors.js'
import { proposalsFor } from '../../sdk/locator/proposals.js'
import type { Snapshot, SnapshotNode } from '../../sdk/tree/snapshot.js'
import type { Place } from './record-protocol.js'
import type { Located, Spot } from './step.js'

/** The locator that the inspector ranks first, with hidden twins put aside as an action does. */
export function located(node: SnapshotNode): Located {
  const [best] = proposalsFor(node, { hiddenCount: false })
  if (best === undefined) {
    throw new SurehandError('NOT_FOUND', `No selector matches ${node.path} alone, so nothing was done.`, {})
  }
  return { selector: best.selector, code: best.code }
}

const CONTROLS = new Set([
  ...['button', 'link', 'checkbox', 'switch', 'radio', 'combobox', 'tab', 'option'],
  ...['menuitem', 'menuitemcheckbox', 'menuitemradio'],
])
const PARTS = new Set(['text', 'img', 'generic', 'group'])
// A label lies this deep in its button or tab at most.
const DEEPEST = 4

/** The control that a person means who points at a part of it: its label, its icon. */
export function controlOf(at: SnapshotNode): SnapshotNode {
  const node = ownerOf(at)
  let [above, depth]: [SnapshotNode | undefined, number] = [node, 0]
  for (; above !== undefined && depth <= DEEPEST; above = above.parent, depth++) {
    if (CONTROLS.has(above.role)) return above.role === 'button' ? (comboOf(above) ?? above) : above
    // GTK 4 has the text of a field, and its label, as elements in it. Its icons act by themselves.
    if (above.role === 'textbox' && node.role !== 'img') return above
    if (!PARTS.has(above.role)) return node
  }
  return node
}

/** Whether two presses of it are two, however fast they follow each other. */
export function separately({ role }: SnapshotNode): boolean {
  return CONTROLS.has(role) || role === 'spinbutton'
}

/** The combo box whose button it is: GTK 4 has that as an element, without a name. */
function comboOf({ name, parent }: SnapshotNode): SnapshotNode | undefined {
  if (name) return undefined
  const above = parent?.role === 'group' ? parent.parent : parent
  return above?.role === 'combobox' ? above : undefined
}

/**
 * Qt has the part of a text that shows as an element in it, which says that it has the focus, too. Firefox has the list of a closed combo
 * box at the place of the box.
 */
function ownerOf(node: SnapshotNode): SnapshotNode {
  const above = node.parent
  const isPart =
    (above?.role === 'textbox' && node.role === 'scrollarea') || (above?.role === 'combobox' && node.role === 'menu')
  return isPart ? (above as SnapshotNode) : node
}

/** The nearest that has one of these roles, the element itself first. */
export function nearest(node: SnapshotNode, roles: ReadonlySet<string>): SnapshotNode | undefined {
  let found: SnapshotNode | undefined = node
  while (found !== undefined && !roles.has(found.role)) found = found.parent
  return found
}

/** The element that has the keyboard: of several, the deepest in the active window. */
export function focusedIn(snapshot: Snapshot): SnapshotNode | undefined {
  const all = snapshot.findAll('focused:true')
  const active = all.filter((node) => isInActive(node))
  const deepest = (active.length > 0 ? active : all).at(-1)
  return deepest && ownerOf(deepest)
}

export function isInActive(node: SnapshotNode): boolean {
  let above: SnapshotNode | undefined = node
  while (above !== undefined && above.state('active') !== true) above = above.parent
  return above !== undefined
}

/** Where a point lies in an element. */
export function spotIn({ bounds }: SnapshotNode, { x, y }: Place): Spot | undefined {
  if (bounds === undefined || bounds.width === 0 || bounds.height === 0) return undefined
  return { x: percent((x - bounds.x) / bounds.width), y: percent((y - bounds.y) / bounds.height) }
}

function percent(part: number): `${number}%` {
  return `${Math.round(1000 * Math.min(1, Math.max(0, part))) / 10}%`
}
