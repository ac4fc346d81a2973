import type { Limits } from '../call/limits.js'
import { isSurehandError } from '../errors.js'
import type { NativeElement, NativeSnapshot } from '../native/binding.js'
import type { Expression } from '../selector/ast.js'
import type { Query } from '../tree/query.js'
import { cutsThatHide } from './absence.js'
import type { Scope } from './scope.js'

/**
 * Has the item that a selector names made in the containers that have their items only when they are scrolled to. Whether there is
 * one: then the next tree holds it.
 */
export async function realize(
  scope: Scope,
  query: Query,
  snapshot: NativeSnapshot,
  limits: Limits,
  within?: NativeElement,
): Promise<boolean> {
  const name = nameOf(query)
  if (name === undefined) return false
  let made = false
  for (const { node, reason } of cutsThatHide(snapshot, query.selector, within)) {
    const container = reason === 'virtual' ? snapshot.element(node) : undefined
    if (container === undefined) continue
    const item = await limits.call((native) => scope.native.realize(container, name, native)).catch(unlessNone)
    made ||= item !== undefined
  }
  return made
}

/** The name that every match has, where the selector says it in full. */
function nameOf({ selector }: Query): string | undefined {
  const last = selector.steps[selector.steps.length - 1]
  return last === undefined ? undefined : exactName(last.match)
}

function exactName(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'text':
      return expression.key === 'name' && expression.value.kind === 'literal' ? expression.value.text : undefined
    case 'and':
      return expression.terms.map(exactName).find((name) => name !== undefined)
    default:
      return undefined
  }
}

function unlessNone(error: unknown): undefined {
  if (!isSurehandError(error, 'NOT_FOUND') && !isSurehandError(error, 'UNSUPPORTED')) throw error
}
