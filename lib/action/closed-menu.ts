import type { Found } from '../look/look.js'

export const ENTRIES: ReadonlySet<string> = new Set(['menuitem', 'menuitemcheckbox', 'menuitemradio'])

/**
 * Why an entry of a menu that is not open cannot be acted on, and what can be done; `undefined` of everything else. Toolkits keep the
 * entries of closed menus in the tree, hidden.
 */
export function closedMenu(found: Found): string | undefined {
  const { snapshot, node } = found
  if (!ENTRIES.has(snapshot.role(node)) || !snapshot.hidden(node)) return undefined
  const path: string[] = []
  for (let at = node; at >= 0; at = snapshot.parent(at)) {
    const role = snapshot.role(at)
    if (role === 'menubar') return path.length > 1 ? advice(path) : undefined
    const name = snapshot.name(at)
    // A menu may have the name of the entry that opens it.
    if ((ENTRIES.has(role) || role === 'menu') && name !== undefined && name !== path[0]) path.unshift(name)
  }
  return undefined
}

function advice(path: readonly string[]): string {
  const names = path.map((name) => JSON.stringify(name))
  const menu = names[names.length - 2] as string
  return `it is in the menu ${menu}, which is closed; use app.menu(${names.join(', ')}).click(), or press ${menu} first`
}
