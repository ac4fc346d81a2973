import type { Found } from '../look/look.js'
import type { NativeSnapshot } from '../native/binding.js'
import { quote } from '../selector/quote.js'
import type { Diff } from '../tree/diff.js'
import { queryOf } from '../tree/query.js'
import { quoted } from '../tree/quoted.js'
import type { SnapshotNode } from '../tree/snapshot.js'
import { stateOf } from '../tree/states.js'
import { contains, type Point } from './rect.js'

// Menus as trees show them: where an entry is, which menu is in the way of an action, and whether a press only closed one.

const ENTRIES: ReadonlySet<string> = new Set(['menuitem', 'menuitemcheckbox', 'menuitemradio'])

/** What may open another, by its role. */
export const ENTRY = '(role:menuitem || role:menu)'
const OPENERS = '(role:button || role:combobox)'

/**
 * What a button of GTK 3 opens is no menu to its tree: a popover, as a modal group of buttons. It goes on showing while it fades out,
 * when its button is not pressed any more.
 */
function inPopover(opener: string): string {
  const window = `(role:window || role:dialog)|has:(role:button|name:${quote(opener)}|pressed:true)`
  return `${window} >> role:group|modal:true >> (role:button || role:checkbox || role:radio)`
}

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
  const own = `name:${quote(name)}|visible:true`
  const entry = `${ENTRY}|${own}`
  // Between a menu's opener and its entries there may be the menu itself, with no name (Qt) or the opener's.
  const deeper = `${menu.selector} >> ${ENTRY}|name:*|!name:${quote(menu.path.at(-1) ?? '')} >> *`
  return {
    path: [...menu.path, name],
    selector: `${menu.selector} >> ${entry}|!(${deeper})`,
    // What is in a menu bar is there whatever is open.
    elsewhere: `${entry}|!(role:menubar >> *) || (${inPopover(menu.path[0] as string)}|${own})`,
  }
}

/** An entry of a menu that a bar shows. */
interface InMenus {
  /** The names from the bar's entry to its own; a menu may have that of the entry that opens it. */
  path: string[]
  /** The entry of the bar. */
  opener: number
}

/** `undefined` of what is in no menu of a bar. */
function inMenus(snapshot: NativeSnapshot, node: number): InMenus | undefined {
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

/**
 * Why an entry of a menu that is not open cannot be acted on, and what can be done; `undefined` of everything else. Toolkits keep the
 * entries of closed menus in the tree, hidden.
 */
export function closedMenu({ snapshot, node }: Found): string | undefined {
  if (!ENTRIES.has(snapshot.role(node)) || !snapshot.hidden(node)) return undefined
  const names = inMenus(snapshot, node)?.path.map((name) => quoted(name))
  if (names === undefined) return undefined
  const menu = names[names.length - 2] as string
  return `it is in the menu ${menu}, which is closed; use app.menu(${names.join(', ')}).click(), or press ${menu} first`
}

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
    return `the menu${named(snapshot, menu)} is open and takes every key; close it first (Escape)`
  }
  return undefined
}

/** The menu that an entry pops up in; -1 of entries of a bar, which are always there, and of a page, which has its own ideas. */
function popupOf(snapshot: NativeSnapshot, entry: number): number {
  let menu = -1
  for (let at = snapshot.parent(entry); at >= 0; at = snapshot.parent(at)) {
    const role = snapshot.role(at)
    if (role === 'document' || (menu < 0 && role === 'menubar')) return -1
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

/**
 * The open menu, popover or tooltip that gets what happens at a point of an element, in the same application. The window system may know
 * its window and not whose it is; the tree does. What lies in a page is the page's to stack.
 */
export function popupOver({ snapshot, node }: Found, point: Point): number | undefined {
  const popups = queryOf('preflight', 'role:menu, role:dialog, role:tooltip')
  return snapshot.match(popups.compiled, {}).findLast((popup) => {
    const { bounds } = snapshot.node(popup)
    if (bounds === undefined || !contains(bounds, point) || snapshot.hidden(popup)) return false
    if (isIn(snapshot, node, popup) || isIn(snapshot, popup, node)) return false
    // GTK's entry of a menu bar is a menu, where the bar lies: it covers nothing, in its window or in another.
    if (snapshot.role(snapshot.parent(popup)) === 'menubar') return false
    return snapshot.windowOf(popup) !== popup && !isInPage(snapshot, popup)
  })
}

function isInPage(snapshot: NativeSnapshot, node: number): boolean {
  for (let at = snapshot.parent(node); at >= 0; at = snapshot.parent(at)) {
    if (snapshot.role(at) === 'document') return true
  }
  return false
}

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
  const menus = ENTRIES.has(snapshot.role(node)) ? inMenus(snapshot, node) : undefined
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
