import {
  DEFAULT_DISTANCE,
  type Expression,
  type Nth,
  type Selector,
  type SelectorStep,
  type TextPattern,
} from './ast.js'
import { type Bare, scanBare } from './bare.js'
import { foreignAttribute } from './dialect.js'
import { misread } from './misread.js'
import { quote } from './quote.js'

/** The canonical text of a selector. It parses to the same selector, and formats to itself. */
export function format(selector: Selector): string {
  return selector.steps.map(formatStep).join(' >> ')
}

function formatStep({ match, nth }: SelectorStep, step: number): string {
  if (!nth) return formatExpression(match)
  const index = formatNth(nth)
  if (match.kind === 'any' && step === 0) return index
  return `${match.kind === 'or' ? `(${formatExpression(match)})` : formatExpression(match)}|${index}`
}

function formatNth({ index, excluded }: Nth): string {
  return (excluded ? '!' : '') + (index === 0 ? 'first' : index === -1 ? 'last' : `nth:${index}`)
}

/** One `and` or `or` as text needs brackets under `!`; an `or` also inside an `and`. */
function formatOperand(term: Expression, tight: boolean): string {
  const brackets = term.kind === 'or' || (tight && term.kind === 'and')
  return brackets ? `(${formatExpression(term)})` : formatExpression(term)
}

function formatExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'and':
      return expression.terms.map((term) => formatOperand(term, false)).join('|')
    case 'or':
      return expression.terms.map(formatExpression).join(' || ')
    case 'not':
      return `!${formatOperand(expression.term, true)}`
    case 'group':
      return `(${format(expression.selector)})`
    case 'any':
      return '*'
    case 'parent':
      return '..'
    case 'role':
      return `role:${expression.role}`
    case 'text':
      return `${expression.key}:${formatPattern(expression.value)}`
    case 'attribute': {
      const bare = /^[\w:.-]+$/.test(expression.name) && !foreignAttribute(expression.name)
      const name = bare ? expression.name : quote(expression.name)
      return expression.value ? `attr:${name}=${formatPattern(expression.value)}` : `attr:${name}`
    }
    case 'state':
      return `${expression.state}:${expression.value}`
    case 'pid':
      return `pid:${expression.pid}`
    case 'ref':
      return `ref:${expression.ref}`
    case 'has':
      return `has:(${format(expression.selector)})`
    case 'beside':
      return `${expression.relation}:(${format(expression.anchor)})`
    case 'near': {
      const reach = expression.distance === DEFAULT_DISTANCE ? '' : `@${expression.distance}`
      return `near:(${format(expression.anchor)})${reach}`
    }
  }
}

function formatPattern(value: TextPattern): string {
  switch (value.kind) {
    case 'literal':
      return isBare(value.text) ? value.text : quote(value.text)
    case 'wildcard':
      return readsBack(value.pattern, (bare) => bare.pattern) ? value.pattern : escapePattern(value.pattern)
    case 'regexp':
      return `/${escapeSlashes(value.source)}/${value.flags}`
  }
}

function isBare(text: string): boolean {
  return readsBack(text, (bare) => (bare.wildcard ? undefined : bare.text))
}

/** Whether `text`, written bare, is read whole and as what it is. */
function readsBack(text: string, reading: (bare: Bare) => string | undefined): boolean {
  if (text === '' || /^["'/]/.test(text)) return false
  const bare = scanBare(text, 0)
  if (!bare.ok || bare.start !== 0 || bare.end !== text.length || reading(bare) !== text) return false
  return misread(text, bare) === undefined
}

const CURLY = /[“”„«»‘’‚‹›]/

/** Escapes all that could end, bend or lose a part of the pattern; its wildcards stay. */
function escapePattern(pattern: string): string {
  return pattern
    .replace(/\\(.?)|([^*?])/gsu, (_, escaped: string | undefined, plain: string | undefined) => {
      const character = escaped === '' ? '\\' : (escaped ?? plain!)
      const harmless = character === ' ' || (/[\w\u{80}-\u{10ffff}]/u.test(character) && !CURLY.test(character))
      return harmless && (character === ' ' || !/\s/.test(character)) ? character : `\\${character}`
    })
    .replace(/^ | $/g, '\\ ')
}

/** Escapes each `/` that would end the literal; one in a class does not. */
function escapeSlashes(source: string): string {
  let inClass = false
  return source.replace(/\\.|[[\]/]/gsu, (token) => {
    if (token === '[') inClass = true
    else if (token === ']') inClass = false
    else if (token === '/' && !inClass) return '\\/'
    return token
  })
}
