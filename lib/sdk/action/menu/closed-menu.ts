import type { Found } from '../../look/look.js'
import { quoted } from '../../tree/quoted.js'
import { ENTRIES, inMenus } from './menu-path.js'

/**
 * Why an entry of a menu that is not open cannot be acted on, and what can be done; `undefined` of everything else. Toolkits keep the
 * entries of closed menus in the tree, hidden.
 */
export function closedMenu(found: Found): string | undefined {
  const { snapshot, node } = found
  if (!ENTRIES.has(snapshot.role(node)) || !snapshot.hidden(node)) return undefined
  const path = inMenus(snapshot, node)?.path
  return path === undefined ? undefined : advice(path)
}

function advice(path: readonly string[]): string {
  const names = path.map((name) => quoted(name))
  const menu = names[names.length - 2] as string
  return `it is in the menu ${menu}, which is closed; use app.menu(${names.join(', ')}).click(), or press ${menu} first`
}
