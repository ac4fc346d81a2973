import { SurehandError } from '../errors.js'
import { type Expression, evaluate, parseExpression, rootsOf, type Value } from './expression.js'

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
  const pattern = /(\$?\{\{)((?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?!\}\}).)*)\}\}/gs
  for (const match of text.matchAll(pattern)) {
    const [all, opening = '', inside = ''] = match
    found.push({
      from: match.index,
      to: match.index + all.length,
      expression: parseExpression(inside),
      offset: match.index + opening.length,
    })
  }
  return found
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
  if (typeof value === 'string') return filledIn(value, names, place)
  if (Array.isArray(value)) {
    return value.map((each: Value, index) => substitute(each, names, inside(place, String(index), true)))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    members(value).map(([key, each]) => [key, substitute(each, names, inside(place, key, false))]),
  )
}

function filledIn(text: string, names: (name: string) => Value, place: string): Value {
  const placeholders = placeholdersOf(text)
  const [first] = placeholders
  if (first === undefined) return text
  const meant = ({ expression, from, to }: Placeholder): Value => {
    const value = evaluate(expression, names)
    if (value !== undefined) return value
    const written = text.slice(from, to)
    throw new SurehandError(
      'INVALID_ARGUMENT',
      `${place === '' ? 'The text' : place}: ${written} has no value. Give it one, or say what to take instead: coalesce(…, 'other').`,
      { place, placeholder: written },
    )
  }
  if (placeholders.length === 1 && first.from === 0 && first.to === text.length) return meant(first)
  let filled = ''
  let end = 0
  for (const placeholder of placeholders) {
    filled += text.slice(end, placeholder.from) + written(meant(placeholder))
    end = placeholder.to
  }
  return filled + text.slice(end)
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
