import type { Diff } from '../tree/diff.js'
import type { SnapshotNode } from '../tree/snapshot.js'
import { ENTRIES } from './closed-menu.js'

const MENUS: ReadonlySet<string> = new Set([...ENTRIES, 'menu', 'menubar'])

// What a menu's closing does to the menu and its entries, and to what has the keyboard again.
const CLOSING: ReadonlySet<string> = new Set(['visible', 'offscreen', 'selected', 'expanded', 'focused', 'active'])
const KEYBOARD: ReadonlySet<string> = new Set(['focused', 'active'])

/**
 * Whether all that is different after an entry of a menu was pressed is that its menu closed. That is the toolkit's doing, whatever the
 * application makes of the press.
 */
export function onlyClosesItsMenu(role: string, diff: Diff): boolean {
  if (!ENTRIES.has(role) || diff.added.length > 0 || diff.moved.length > 0) return false
  return (
    diff.removed.every(({ node }) => isOfMenu(node)) &&
    diff.modified.every(({ node, changes }) => {
      const own = isOfMenu(node) ? CLOSING : KEYBOARD
      return changes.every(({ attribute }) => own.has(attribute))
    })
  )
}

function isOfMenu(node: SnapshotNode): boolean {
  for (let at: SnapshotNode | undefined = node; at !== undefined; at = at.parent) if (MENUS.has(at.role)) return true
  return false
}
