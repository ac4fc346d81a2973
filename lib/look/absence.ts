import type { NativeSnapshot } from '../native/binding.js'
import type { Expression, Selector } from '../selector/ast.js'

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

/**
 * The cuts of a tree that could hide a match of `selector`. While there are any, no match proves nothing.
 * Rows that exist only when scrolled to hide cells and what is in them, but no window: otherwise nothing could ever
 * be said to be gone from a program that shows a sheet.
 */
export function cutsThatHide(snapshot: NativeSnapshot, selector: Selector): { node: number; reason: string }[] {
  const last = selector.steps[selector.steps.length - 1]
  const roles = last === undefined ? undefined : rolesOf(last.match)
  const atTheTop = roles?.every((role) => NEVER_IN_ROWS.has(role))
  return snapshot.cuts().filter((cut) => !(atTheTop && cut.reason === 'virtual'))
}

/** Whether time ran out while the tree was read. */
export function isHurried(snapshot: NativeSnapshot): boolean {
  return snapshot.cuts().some(({ reason }) => reason === 'deadline')
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
