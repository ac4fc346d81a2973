import type { Found } from '../../look/look.js'
import type { Diff } from '../../tree/diff.js'
import type { SnapshotNode } from '../../tree/snapshot.js'
import { ENTRIES, inMenus } from './menu-path.js'

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

/**
 * The path of a pressed entry in its menus, when these closed and nothing else at all is different: nothing in another menu, no focus
 * that went elsewhere. `diff` is one that left out nothing.
 */
export function pathIfOnlyClosed({ snapshot, node }: Found, diff: Diff): string[] | undefined {
  if (!ENTRIES.has(snapshot.role(node))) return undefined
  const menus = inMenus(snapshot, node)
  if (menus === undefined || diff.added.length > 0 || diff.moved.length > 0 || diff.uncertain > 0) return undefined
  const end = snapshot.subtreeEnd(menus.opener)
  const isOwn = ({ index }: SnapshotNode) => index >= menus.opener && index < end
  const closed =
    !diff.empty &&
    diff.removed.every(({ node: gone }) => isOwn(gone)) &&
    diff.modified.every(
      ({ before, changes }) => isOwn(before) && changes.every(({ attribute }) => CLOSING.has(attribute)),
    )
  return closed ? menus.path : undefined
}

function isOfMenu(node: SnapshotNode): boolean {
  for (let at: SnapshotNode | undefined = node; at !== undefined; at = at.parent) if (MENUS.has(at.role)) return true
  return false
}
