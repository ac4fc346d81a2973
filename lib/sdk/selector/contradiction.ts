import type { Expression, TextKey } from './ast.js'

/** Two operands of one `and` that no element meets together, as indices; `what` they both say. */
export interface Contradiction {
  readonly first: number
  readonly second: number
  readonly what: string
}

/** What a term says of an element, and that it says nothing else of it. */
interface Claim {
  readonly what: string
  readonly value: string
}

/**
 * Finds two operands that exclude one another: two roles, two whole names. Who writes them means either of them
 * (`||`), or one below the other (`>>`).
 */
export function findContradiction(operands: readonly (Expression | undefined)[]): Contradiction | undefined {
  const claims = new Map<string, { value: string; operand: number }>()
  for (const [operand, expression] of operands.entries()) {
    for (const term of expression?.kind === 'and' ? expression.terms : [expression]) {
      const claim = term && claimOf(term)
      if (!claim) continue
      const before = claims.get(claim.what)
      if (before && before.value !== claim.value) return { first: before.operand, second: operand, what: claim.what }
      claims.set(claim.what, { value: claim.value, operand })
    }
  }
  return undefined
}

/** Whether an operand says one thing, and this one. */
export function isAbout(expression: Expression | undefined, what: string): boolean {
  return expression !== undefined && claimOf(expression)?.what === what
}

function claimOf(term: Expression): Claim | undefined {
  switch (term.kind) {
    case 'role':
      return { what: 'role', value: term.role }
    case 'state':
      return { what: term.state, value: String(term.value) }
    case 'pid':
      return { what: 'pid', value: String(term.pid) }
    case 'ref':
      return { what: 'ref', value: term.ref }
    case 'text':
      return term.value.kind === 'literal' ? textClaim(term.key, term.value.text) : undefined
    case 'attribute':
      return term.value?.kind === 'literal' ? { what: `attr:${term.name}`, value: term.value.text } : undefined
    default:
      return undefined
  }
}

function textClaim(key: TextKey, text: string): Claim | undefined {
  switch (key) {
    // Any of several texts, or a part of one.
    case 'text':
    case 'app':
      return undefined
    case 'id':
    case 'class':
      return { what: key, value: text }
    case 'process':
      return { what: key, value: coarse(text).replace(/exe$/, '') }
    default:
      return { what: key, value: coarse(text) }
  }
}

/** Coarser than how texts are compared, so that no two that could be equal count as different. */
function coarse(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replace(/[\s_&.…]+/g, '')
}
