import { SurehandError } from '../../../sdk/errors.js'
import { type Expression, evaluate, parseExpression, rootsOf, type Value } from './expression.js'
import { fillSelector, isSelectorArgument, type SelectorValue } from './selector-template.js'

/** Where a `{{…}}` or `${{…}}` begins, and the end of the text in it. */
interface Placeholder {
  from: number
  to: number
  expression: Expression
  /** Of the expression, in the text. */
  offset: number
}

/** The placeholders of a text. INVALID_ARGUMENT for one that cannot be read. Braces in quotes belong to the text in them. */
function placeholdersOf(text: string): Placeholder[] {
  const found: Placeholder[] = []
  for (let at = text.indexOf('{{'); at >= 0; ) {
    const offset = at + 2
    const end = endOf(text, offset)
    if (end < 0) break
    const from = text[at - 1] === '$' ? at - 1 : at
    found.push({ from, to: end + 2, expression: parseExpression(text.slice(offset, end)), offset })
    at = text.indexOf('{{', end + 2)
  }
  return found
}

const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\}\}/gs

/** Where the `}}` is that closes a placeholder; -1 where none does. A quote without its partner is a character like others. */
function endOf(text: string, from: number): number {
  QUOTED.lastIndex = from
  for (let match = QUOTED.exec(text); match !== null; match = QUOTED.exec(text)) {
    if (match[0] === '}}') return match.index
  }
  return -1
}

/** The names that the texts in a value need, with the place of each: `arguments.selector`, `steps[2].if`. */
export function namesIn(value: Value, place = ''): { name: string; place: string; offset: number }[] {
  if (typeof value === 'string') {
    return placeholdersOf(value).flatMap(({ expression, offset }) =>
      rootsOf(expression).map((root) => ({ name: root.name, place, offset: offset + root.offset })),
    )
  }
  return members(value).flatMap(([key, each]) => namesIn(each, inside(place, key, Array.isArray(value))))
}

/**
 * The same value with its placeholders filled in. A text that is nothing but one placeholder becomes the value itself, with its type; in
 * others it is written out. INVALID_ARGUMENT, with the place, for what has no value: nothing is left as it stands.
 */
export function substitute(value: Value, names: (name: string) => Value, place = ''): Value {
  return substituted(value, names, place, filledIn)
}

/**
 * The arguments of a step, as {@link substitute}. In a selector each value stands for itself, whatever characters it has; what the plan
 * has in its `selectors` is a part of the selector.
 */
export function substituteArguments(
  given: Readonly<Record<string, Value>>,
  names: (name: string) => Value,
  selectors: Value,
  place: string,
): Record<string, Value> {
  const inSelector: FillIn = (text, _, at) => selectorFilledIn(text, names, selectors, at)
  return Object.fromEntries(
    Object.entries(given).map(([key, each]) => [
      key,
      substituted(each, names, inside(place, key, false), isSelectorArgument(key) ? inSelector : filledIn),
    ]),
  )
}

type FillIn = (text: string, names: (name: string) => Value, place: string) => Value

function substituted(value: Value, names: (name: string) => Value, place: string, fillIn: FillIn): Value {
  if (typeof value === 'string') return fillIn(value, names, place)
  if (Array.isArray(value)) {
    return value.map((each: Value, index) => substituted(each, names, inside(place, String(index), true), fillIn))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    members(value).map(([key, each]) => [key, substituted(each, names, inside(place, key, false), fillIn)]),
  )
}

function selectorFilledIn(text: string, names: (name: string) => Value, selectors: Value, place: string): Value {
  const placeholders = placeholdersOf(text)
  const [first] = placeholders
  if (first === undefined || isWhole(first, text)) return filledIn(text, names, place)
  const isPart = ({ expression }: Placeholder) =>
    expression.kind === 'path' && expression.root === 'selectors' && names('selectors') === selectors
  let template = ''
  let end = 0
  const values: SelectorValue[] = []
  for (const placeholder of placeholders) {
    template += text.slice(end, placeholder.from)
    end = placeholder.to
    const value = written(meant(placeholder, text, names, place))
    const from = template.length
    template += isPart(placeholder) ? value : text.slice(placeholder.from, placeholder.to)
    if (!isPart(placeholder)) values.push({ from, to: template.length, text: value })
  }
  return fillSelector(template + text.slice(end), values, place)
}

function filledIn(text: string, names: (name: string) => Value, place: string): Value {
  const placeholders = placeholdersOf(text)
  const [first] = placeholders
  if (first === undefined) return text
  if (isWhole(first, text)) return meant(first, text, names, place)
  let filled = ''
  let end = 0
  for (const placeholder of placeholders) {
    filled += text.slice(end, placeholder.from) + written(meant(placeholder, text, names, place))
    end = placeholder.to
  }
  return filled + text.slice(end)
}

function isWhole({ from, to }: Placeholder, text: string): boolean {
  return from === 0 && to === text.length
}

function meant(
  { expression, from, to }: Placeholder,
  text: string,
  names: (name: string) => Value,
  place: string,
): Value {
  const value = evaluate(expression, names)
  if (value !== undefined) return value
  const placeholder = text.slice(from, to)
  throw new SurehandError(
    'INVALID_ARGUMENT',
    `${place === '' ? 'The text' : place}: ${placeholder} has no value. Give it one, or say what to take instead: coalesce(…, 'other').`,
    { place, placeholder },
  )
}

function written(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function members(value: Value): [string, Value][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function inside(place: string, key: string, isIndex: boolean): string {
  if (isIndex) return `${place}[${key}]`
  return place === '' ? key : `${place}.${key}`
}
