import type { NativeSnapshot } from '../native/binding.js'
import type { Expression, Selector } from '../selector/ast.js'
import type { Query } from '../tree/query.js'

/** The matches of a query, by whether they are hidden. What is only scrolled out is there. */
export interface Sorted {
  there: number[]
  hidden: number[]
}

/** A selector that speaks of `visible` decides for itself: then everything that matches is there. */
export function sorted(snapshot: NativeSnapshot, query: Query, nodes: readonly number[]): Sorted {
  if (speaksOfVisible(query.selector)) return { there: [...nodes], hidden: [] }
  const there: number[] = []
  const hidden: number[] = []
  for (const node of nodes) (snapshot.hidden(node) ? hidden : there).push(node)
  return { there, hidden }
}

/** The matches that count where one is meant: toolkits keep a hidden twin of what shows, so what is hidden counts when nothing else matches. */
export function counting({ there, hidden }: Sorted): number[] {
  return there.length > 0 ? there : hidden
}

function speaksOfVisible({ steps }: Selector): boolean {
  const last = steps[steps.length - 1]
  return last !== undefined && asksVisible(last.match)
}

/** Of the element itself: what it holds, or is beside, is something else. */
function asksVisible(expression: Expression): boolean {
  switch (expression.kind) {
    case 'state':
      return expression.state === 'visible'
    case 'not':
      return asksVisible(expression.term)
    case 'and':
    case 'or':
      return expression.terms.some(asksVisible)
    case 'group':
      return speaksOfVisible(expression.selector)
    default:
      return false
  }
}
