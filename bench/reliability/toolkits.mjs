/**
 * The desktops on which the order desk stands, and what the author of a script sees of a toolkit in its outline: whether
 * there are ids, what a tab is called, whether an entry can be pressed while its menu is closed.
 *
 * @typedef {object} Toolkit
 * @property {string} title
 * @property {string} [app] beside this file; none: it is played by a world
 * @property {boolean} ids whether an element has the id that the application gave it
 * @property {(target: string) => string | undefined} [idOf] what that is, where it is not what the application calls the element
 * @property {(name: string) => string} tab the selector of a tab
 * @property {string} [row] the role of an item of the list, where it is no listitem
 * @property {string} menu the selector of the menu
 * @property {boolean} pressesClosedMenus whether the entry of a closed menu takes the native press
 */

const named = (name) => `role:tab|name:"${name}"`
const MENU = 'role:menu|name:Order'
const MENU_ITEM = 'role:menuitem|name:Order'

/** @type {Record<'gtk' | 'gtk4' | 'qt6' | 'simulated', Toolkit>} */
export const TOOLKITS = {
  gtk: { title: 'GTK 3', app: 'app_gtk3.py', ids: true, tab: named, menu: MENU, pressesClosedMenus: true },
  gtk4: {
    title: 'GTK 4',
    app: 'app_gtk4.py',
    ids: false,
    tab: (name) => `role:tab|has:(name:"${name}")`,
    menu: MENU_ITEM,
    pressesClosedMenus: false,
  },
  qt6: { title: 'Qt 6', app: 'app_qt6.py', ids: false, tab: named, menu: MENU_ITEM, pressesClosedMenus: true },
  simulated: { title: 'the simulated desktop', ids: true, tab: named, menu: MENU, pressesClosedMenus: true },
}

const roleOf = (toolkit, { kind, role }) => (kind === 'row' && toolkit.row !== undefined ? toolkit.row : role)

/** What a step is about, as the script was written. @param {Toolkit} toolkit */
export function selectorOf(toolkit, step) {
  return step.kind === 'tab' ? toolkit.tab(step.name) : `role:${roleOf(toolkit, step)}|name:"${step.name}"`
}

/** The same by the application's id, where it shows. A tab has none in any toolkit. @param {Toolkit} toolkit */
export function alternativesOf(toolkit, step) {
  const id = toolkit.idOf === undefined ? step.target : toolkit.idOf(step.target)
  return toolkit.ids && step.kind !== 'tab' && id !== undefined ? [`role:${roleOf(toolkit, step)}|id:${id}`] : []
}
