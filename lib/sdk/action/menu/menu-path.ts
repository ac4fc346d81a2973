import type { NativeSnapshot } from '../../native/binding.js'
import { quote } from '../../selector/quote.js'

export const ENTRIES: ReadonlySet<string> = new Set(['menuitem', 'menuitemcheckbox', 'menuitemradio'])

/** What may open another, by its role. */
export const ENTRY = '(role:menuitem || role:menu)'
const OPENERS = '(role:button || role:combobox)'

/** How an entry of a menu is found, given the one that shows it. */
export interface Whereabouts {
  /** The names from the bar's entry, or from the button that shows the menu, to its own. */
  path: string[]
  selector: string
  /** Where toolkits put what a menu shows that do not put it below the menu: in a window of its own. */
  elsewhere: string | undefined
}

export function first(name: string): Whereabouts {
  return {
    path: [name],
    selector: `role:menubar >> ${ENTRY}|name:${quote(name)}|!(${ENTRY} >> *)`,
    elsewhere: `${OPENERS}|name:${quote(name)}|visible:true`,
  }
}

export function below(menu: Whereabouts, name: string): Whereabouts {
  const entry = `${ENTRY}|name:${quote(name)}|visible:true`
  // Between a menu's opener and its entries there may be the menu itself, with no name (Qt) or the opener's.
  const deeper = `${menu.selector} >> ${ENTRY}|name:*|!name:${quote(menu.path.at(-1) ?? '')} >> *`
  return {
    path: [...menu.path, name],
    selector: `${menu.selector} >> ${entry}|!(${deeper})`,
    // What is in a menu bar is there whatever is open.
    elsewhere: `${entry}|!(role:menubar >> *)`,
  }
}

/** An entry of a menu that a bar shows. */
export interface InMenus {
  /** The names from the bar's entry to its own; a menu may have that of the entry that opens it. */
  path: string[]
  /** The entry of the bar. */
  opener: number
}

/** `undefined` of what is in no menu of a bar. */
export function inMenus(snapshot: NativeSnapshot, node: number): InMenus | undefined {
  const path: string[] = []
  for (let at = node, opener = -1; at >= 0; at = snapshot.parent(at)) {
    const role = snapshot.role(at)
    if (role === 'menubar') return path.length > 1 ? { path, opener } : undefined
    opener = at
    const name = snapshot.name(at)
    if ((ENTRIES.has(role) || role === 'menu') && name !== undefined && name !== path[0]) path.unshift(name)
  }
  return undefined
}
