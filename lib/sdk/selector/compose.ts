import { SurehandError } from '../errors.js'
import type { Expression, Selector, SelectorStep, TextPattern } from './ast.js'
import { findContradiction } from './contradiction.js'
import { format } from './format.js'
import { parse } from './parse.js'
import { MAX_DEPTH, MAX_TERMS } from './parser.js'

/** The elements that `inner` matches below those that `outer` matches. */
export function below(outer: Selector, inner: Selector): Selector {
  return checked({ steps: [...outer.steps, ...inner.steps] })
}

/** The elements that `selector` matches and that fit all `terms`. */
export function narrowed(selector: Selector, terms: readonly Expression[]): Selector {
  return checked(ofExpression(all([expressionOf(selector), ...terms])))
}

/** The elements that at least one of the selectors matches, in document order. */
export function either(...selectors: readonly Selector[]): Selector {
  return checked(ofExpression(any(selectors.map(expressionOf))))
}

/** The match of a selector at an index, 0-based; negative from the end. */
export function nthOf(selector: Selector, index: number): Selector {
  return checked({ steps: [{ match: expressionOf(selector), nth: { index, excluded: false } }] })
}

/** A selector as a term of another one. */
export function expressionOf(selector: Selector): Expression {
  const [step, ...more] = selector.steps as readonly [SelectorStep, ...SelectorStep[]]
  return more.length === 0 && step.nth === undefined ? step.match : { kind: 'group', selector }
}

export function ofExpression(match: Expression): Selector {
  return { steps: [{ match }] }
}

export function all(terms: readonly Expression[]): Expression {
  return joined('and', terms)
}

export function any(terms: readonly Expression[]): Expression {
  return joined('or', terms)
}

export function not(term: Expression): Expression {
  return { kind: 'not', term }
}

/** A string as it is, or a regular expression. Throws INVALID_SELECTOR for an expression that the language does not have. */
export function patternOf(text: string | RegExp): TextPattern {
  if (typeof text === 'string') return { kind: 'literal', text }
  // `g`, `y` and `d` do not change whether a text matches.
  const flags = text.flags.replace(/[gyd]/g, '')
  const match = parse(`name:/${text.source}/${flags}`).steps[0]?.match
  if (match?.kind === 'text') return match.value
  throw new SurehandError(
    'INVALID_SELECTOR',
    `${String(text)} is not a regular expression of the selector language.`,
    {},
  )
}

/** A term of the same kind inside another one dissolves, as brackets do in a text. */
function joined(kind: 'and' | 'or', terms: readonly Expression[]): Expression {
  const flat = terms.flatMap((term) => (term.kind === kind ? term.terms : [term]))
  return flat.length === 1 ? (flat[0] as Expression) : { kind, terms: flat }
}

/** Has the parser refuse what it would not have read: terms that exclude each other, too many terms, too deep a nesting. */
function checked(selector: Selector): Selector {
  const size = { terms: 0 }
  const sound = isSound(selector, 0, size)
  return sound && size.terms <= MAX_TERMS ? selector : parse(format(selector))
}

function isSound({ steps }: Selector, depth: number, size: { terms: number }): boolean {
  return depth <= MAX_DEPTH && steps.every(({ match }) => isSoundTerm(match, depth, size))
}

function isSoundTerm(term: Expression, depth: number, size: { terms: number }): boolean {
  size.terms += 1
  switch (term.kind) {
    case 'and':
      if (findContradiction(term.terms) !== undefined) return false
      return term.terms.every((each) => isSoundTerm(each, depth, size))
    case 'or':
      return term.terms.every((each) => isSoundTerm(each, depth + 1, size))
    case 'not':
      return depth < MAX_DEPTH && isSoundTerm(term.term, depth + 1, size)
    case 'group':
    case 'has':
      return isSound(term.selector, depth + 1, size)
    case 'beside':
    case 'near':
      return isSound(term.anchor, depth + 1, size)
    default:
      return true
  }
}
