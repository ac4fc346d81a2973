import type { NativeNode } from '../../native/binding.js'
import type { Point } from '../rect.js'

// The check mark of an item and the mark that expands it are drawn by the view that the item is in. Qt publishes neither as an
// element and has no action for them.

export const ITEM_ROLES: ReadonlySet<string> = new Set(['listitem', 'option', 'row', 'treeitem', 'cell', 'gridcell'])

export function isItem({ role }: NativeNode): boolean {
  return ITEM_ROLES.has(role)
}

const EDITED: ReadonlySet<string> = new Set(['listitem', 'treeitem', 'cell', 'gridcell'])

/** Whether it may open an editor of its own. */
export function isEditedInPlace({ role }: NativeNode): boolean {
  return EDITED.has(role)
}

// px; a check mark is about 13 wide and 3 from the left edge, in every style of Qt.
const CHECK_MARK = 10

/** The point of an item's check mark; `undefined` of what is no item. */
export function checkMarkOf(node: NativeNode): Point | undefined {
  const { bounds } = node
  if (!isItem(node) || bounds === undefined) return undefined
  const middle = Math.floor(bounds.height / 2)
  return { x: bounds.x + Math.min(CHECK_MARK, middle), y: bounds.y + middle }
}

// px; the mark takes the indentation of a level, 20 wide, and the item begins where it ends.
const BEFORE_ITEM = 5

/** The point of the mark that expands an item; `undefined` of what is no item. */
export function expanderOf(node: NativeNode): Point | undefined {
  const { bounds } = node
  if (!isItem(node) || bounds === undefined) return undefined
  return { x: bounds.x - BEFORE_ITEM, y: bounds.y + Math.floor(bounds.height / 2) }
}
