import type { NativeSnapshotOptions } from '../native/binding.js'
import type { Expression, Selector } from '../selector/ast.js'

/** What a snapshot must hold for a selector to be matched on it; what it need not hold costs calls. */
export function needsOf(selector: Selector): NativeSnapshotOptions {
  const needs = { bounds: true, text: false, actions: false, attributes: false }
  for (const step of selector.steps) visit(step.match, needs)
  return needs
}

/** What all of them need together. */
export function mergedNeeds(all: readonly NativeSnapshotOptions[]): NativeSnapshotOptions {
  const any = (key: 'bounds' | 'text' | 'actions' | 'attributes') => all.some((needs) => needs[key] === true)
  return { bounds: any('bounds'), text: any('text'), actions: any('actions'), attributes: any('attributes') }
}

function visit(expression: Expression, needs: { text: boolean; attributes: boolean }): void {
  switch (expression.kind) {
    case 'and':
    case 'or':
      for (const term of expression.terms) visit(term, needs)
      return
    case 'not':
      visit(expression.term, needs)
      return
    case 'group':
    case 'has':
      for (const step of expression.selector.steps) visit(step.match, needs)
      return
    case 'beside':
    case 'near':
      for (const step of expression.anchor.steps) visit(step.match, needs)
      return
    case 'attribute':
      needs.attributes = true
      return
    case 'text':
      if (expression.key === 'text' || expression.key === 'value') needs.text = true
      if (['text', 'description', 'placeholder', 'id', 'class', 'localizedrole'].includes(expression.key)) {
        needs.attributes = true
      }
  }
}
