import type { NativeElement, NativeSnapshot } from '../native/binding.js'
import type { Expression, Selector } from '../selector/ast.js'
import { Query } from '../tree/query.js'

// What stands at the top of an application and never in a row that is only there when scrolled to.
const NEVER_IN_ROWS: ReadonlySet<string> = new Set([
  'application',
  'window',
  'dialog',
  'alertdialog',
  'menubar',
  'toolbar',
  'titlebar',
  'tooltip',
  'status',
])

type Cut = ReturnType<NativeSnapshot['cuts']>[number]

/**
 * The cuts of a tree that could hide a match of `selector`, looked for in `within`, or anywhere. While there are any, no match proves
 * nothing. Rows that exist only when scrolled to hide cells and what is in them, but no window: otherwise nothing could ever
 * be said to be gone from a program that shows a sheet, or from a dialog in front of it. What a sheet hides is cells alone, and a
 * closed menu nothing but what is in menus.
 */
export function cutsThatHide(snapshot: NativeSnapshot, selector: Selector, within?: NativeElement): Cut[] {
  const isCell = mayBeCell(selector)
  const isEntry = mayBeInClosedMenu(selector)
  const cuts = snapshot
    .cuts()
    .filter(inOrAround(snapshot, within))
    .filter(({ reason }) => isEntry || reason !== 'closed')
    .filter((cut) => isCell || cut.reason !== 'virtual' || !isSheet(snapshot, cut.node))
  if (cuts.every(({ reason }) => reason !== 'virtual')) return cuts
  const inner = selector.steps.findIndex(({ match }) => !isAtTheTop(match))
  if (inner < 0) return cuts.filter(({ reason }) => reason !== 'virtual')
  if (inner === 0) return cuts
  // What the first steps mean is all there: only what was cut in it can hold a match.
  const steps = selector.steps.slice(0, inner)
  const places = snapshot.match(new Query({ steps }).compiled, {})
  const isIn = ({ node }: Cut) => places.some((place) => place <= node && node < snapshot.subtreeEnd(place))
  return cuts.filter((cut) => cut.reason !== 'virtual' || isIn(cut))
}

/** Whether a cut is in an element, or in what that is in: one in another window hides nothing of this one. */
function inOrAround(snapshot: NativeSnapshot, element: NativeElement | undefined): (cut: Cut) => boolean {
  const place = element === undefined ? -1 : snapshot.findIdentity(element.identity)
  if (place < 0) return () => true
  const holds = (outer: number, inner: number) => outer <= inner && inner < snapshot.subtreeEnd(outer)
  return ({ node }) => holds(place, node) || holds(node, place)
}

/** Whether a container has cells and nothing in them, as a sheet does: of a list's rows those that are not made may hold anything. */
function isSheet(snapshot: NativeSnapshot, node: number): boolean {
  const end = snapshot.subtreeEnd(node)
  if (snapshot.role(node) !== 'table' || end === node + 1) return false
  for (let cell = node + 1; cell < end; cell++) {
    if (snapshot.role(cell) !== 'cell' || snapshot.parent(cell) !== node) return false
  }
  return true
}

function mayBeCell({ steps }: Selector): boolean {
  const last = steps[steps.length - 1]
  return last === undefined || rolesOf(last.match)?.includes('cell') !== false
}

/** What shows is in no menu that is closed. */
function mayBeInClosedMenu({ steps }: Selector): boolean {
  const last = steps[steps.length - 1]
  if (last === undefined) return true
  return !hasToShow(last.match) && rolesOf(last.match)?.some((role) => role.startsWith('menu')) !== false
}

function hasToShow(expression: Expression): boolean {
  if (expression.kind === 'and') return expression.terms.some(hasToShow)
  return expression.kind === 'state' && expression.state === 'visible' && expression.value === true
}

function isAtTheTop(match: Expression): boolean {
  return rolesOf(match)?.every((role) => NEVER_IN_ROWS.has(role)) === true
}

/** Whether time ran out while the tree was read, so that it says less than one that was read before. */
export function isHurried(snapshot: NativeSnapshot): boolean {
  return snapshot.cuts().some(({ reason }) => reason === 'deadline' || reason === 'unresponsive')
}

/** Whether a selector is about entries of menus only, which are in no tree, in some toolkits, before their menu is open. */
export function isMenuEntry({ steps }: Selector): boolean {
  const last = steps[steps.length - 1]
  return last !== undefined && rolesOf(last.match)?.every((role) => role.startsWith('menuitem')) === true
}

/** Every match has one of these roles; `undefined` when any role will do. */
function rolesOf(expression: Expression): string[] | undefined {
  switch (expression.kind) {
    case 'role':
      return [expression.role]
    case 'and':
      return expression.terms.map(rolesOf).find((roles) => roles !== undefined)
    case 'or': {
      const each = expression.terms.map(rolesOf)
      return each.every((roles) => roles !== undefined) ? (each.flat() as string[]) : undefined
    }
    default:
      return undefined
  }
}
