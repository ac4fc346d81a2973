import type { NativeSnapshotOptions } from '../native/binding.js'
import type { Expression, Selector, Term, TextKey } from '../selector/ast.js'

const TEXTS: ReadonlySet<TextKey> = new Set<TextKey>(['text', 'value'])
const ATTRIBUTES: ReadonlySet<TextKey> = new Set<TextKey>([
  'text',
  'description',
  'placeholder',
  'id',
  'class',
  'localizedrole',
])
const RELATED: ReadonlySet<Term['kind']> = new Set<Term['kind']>(['has', 'parent', 'beside', 'near', 'ref'])
// What an element has from its beginning to its end, and its name.
const TOLD: ReadonlySet<TextKey> = new Set<TextKey>([
  'name',
  'id',
  'class',
  'localizedrole',
  'process',
  'app',
  'window',
])

/** What a snapshot must hold for a selector to be matched on it and for what matches to be acted on. */
export function needsOf(selector: Selector): NativeSnapshotOptions {
  return { ...needsToMatch(selector), bounds: true }
}

/** What a snapshot must hold for a selector to be matched on it; what it need not hold costs calls. */
export function needsToMatch(selector: Selector): NativeSnapshotOptions {
  const needs = { bounds: false, text: false, actions: false, attributes: false }
  for (const term of termsOf(selector)) {
    if (term.kind === 'beside' || term.kind === 'near') needs.bounds = true
    if (term.kind === 'attribute') needs.attributes = true
    if (term.kind !== 'text') continue
    if (TEXTS.has(term.key)) needs.text = true
    if (ATTRIBUTES.has(term.key)) needs.attributes = true
  }
  return needs
}

/** Whether a fingerprint tells when something else matches: it is of structure, roles, names and states. */
export function isTold(selector: Selector): boolean {
  for (const term of termsOf(selector)) {
    if (term.kind === 'attribute' || term.kind === 'beside' || term.kind === 'near') return false
    if (term.kind === 'text' && !TOLD.has(term.key)) return false
  }
  return true
}

/** Whether nothing but an element and what it is in decides whether it matches. */
export function isOfItsOwn(selector: Selector): boolean {
  return selector.steps.every(({ match, nth }) => nth === undefined && decidesAlone(match))
}

function decidesAlone(expression: Expression): boolean {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.terms.every(decidesAlone)
    case 'not':
      return decidesAlone(expression.term)
    case 'group':
      return isOfItsOwn(expression.selector)
    default:
      return !RELATED.has(expression.kind)
  }
}

/** What all of them need together. */
export function mergedNeeds(all: readonly NativeSnapshotOptions[]): NativeSnapshotOptions {
  const any = (key: 'bounds' | 'text' | 'actions' | 'attributes') => all.some((needs) => needs[key] === true)
  return { bounds: any('bounds'), text: any('text'), actions: any('actions'), attributes: any('attributes') }
}

function* termsOf(selector: Selector): Generator<Term> {
  for (const { match } of selector.steps) yield* termsIn(match)
}

function* termsIn(expression: Expression): Generator<Term> {
  switch (expression.kind) {
    case 'and':
    case 'or':
      for (const term of expression.terms) yield* termsIn(term)
      return
    case 'not':
      yield* termsIn(expression.term)
      return
    case 'group':
      yield* termsOf(expression.selector)
      return
    case 'has':
      yield expression
      yield* termsOf(expression.selector)
      return
    case 'beside':
    case 'near':
      yield expression
      yield* termsOf(expression.anchor)
      return
    default:
      yield expression
  }
}
