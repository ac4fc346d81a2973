import type { Found } from '../../look/look.js'
import type { NativeSnapshot } from '../../native/binding.js'
import { quoted } from '../../tree/quoted.js'
import { stateOf } from '../../tree/states.js'
import { ENTRIES } from './menu-path.js'

/**
 * The open menu that gets the keys that are meant for an element, in words: toolkits give a popup menu the keyboard, whatever they
 * say has the focus, and a letter presses an entry. A menu that the element is in, or that belongs to it, is meant.
 */
export function openMenu({ snapshot, node }: Found): string | undefined {
  for (let entry = 0; entry < snapshot.size; entry++) {
    if (!ENTRIES.has(snapshot.role(entry))) continue
    const menu = popupOf(snapshot, entry)
    if (menu < 0 || isIn(snapshot, node, menu) || isIn(snapshot, menu, node)) continue
    if (stateOf(snapshot.node(entry).states, 'visible') !== true || snapshot.hidden(entry)) continue
    return `the menu${named(snapshot, menu)} is open`
  }
  return undefined
}

/** The menu that an entry pops up in; -1 of entries of a bar, which are always there, and of a page, which has its own ideas. */
function popupOf(snapshot: NativeSnapshot, entry: number): number {
  let menu = -1
  for (let at = snapshot.parent(entry); at >= 0; at = snapshot.parent(at)) {
    const role = snapshot.role(at)
    if (role === 'document') return -1
    if (menu < 0 && role === 'menubar') return -1
    if (menu < 0 && (role === 'menu' || ENTRIES.has(role))) menu = at
  }
  return menu
}

/** Qt's menus have no name of their own: that of what opens them is theirs. */
function named(snapshot: NativeSnapshot, menu: number): string {
  const opener = snapshot.parent(menu)
  const unnamed = opener < 0 || snapshot.role(opener) === 'application'
  const name = snapshot.name(menu) ?? (unnamed ? undefined : snapshot.name(opener))
  return name === undefined ? '' : ` ${quoted(name)}`
}

function isIn(snapshot: NativeSnapshot, node: number, other: number): boolean {
  return node >= other && node < snapshot.subtreeEnd(other)
}
