import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import {
  type Expression,
  evaluate,
  isTrue,
  parseExpression,
  rootsOf,
  type Value,
} from '../../../lib/agent/workflow/file/expression.js'

vi.setConfig({ testTimeout: 60_000 })

const NAMES: Record<string, Value> = {
  a: true,
  b: false,
  c: true,
  count: 5,
  text: 'Hello world',
  five: '5',
  empty: '',
  list: ['x', 2],
  deep: { list: [{ name: 'Anna' }], 'a key': 1 },
  nothing: null,
}
const names = (name: string): Value => (Object.hasOwn(NAMES, name) ? NAMES[name] : undefined)
const result = (source: string) => evaluate(parseExpression(source), names)

describe('precedence', () => {
  test.each([
    // Terminator reads these as (a || b) && c and !(a && b).
    ['a || b && b', true],
    ['b && a || c', true],
    ['!a && b', false],
    ['!b && a', true],
    ['!(a && b)', true],
    ['(a || b) && b', false],
    ['!b == a', true],
    ['count > 3 == a', true],
    ['count == 5 && !b', true],
    ['a && b || a && c', true],
    ['!!a', true],
    ['((a))', true],
  ])('%s is %s', (source, expected) => {
    expect(result(source)).toBe(expected)
  })
})

describe('values', () => {
  test.each<[string, Value]>([
    ["text == 'Hello world'", true],
    ['text == "Hello world"', true],
    ['text == `Hello world`', true],
    ['text == ‘Hello world’', true],
    ['text == “Hello world”', true],
    ["'a && b' == 'a && b'", true],
    ["'it\\'s' == \"it's\"", true],
    ["text contains 'wor'", true],
    ["contains(text, 'wor')", true],
    ["startsWith(text, 'Hell')", true],
    ["text endsWith 'x'", false],
    ["list contains 'x'", true],
    ["list contains '2'", true],
    ['deep.list[0].name', 'Anna'],
    ["deep['a key']", 1],
    ['deep.list[count]', undefined],
    ['missing.a.b', undefined],
    ['five == 5', true],
    ['five > 4', true],
    ["'10' > '9'", true],
    ["'b' > 'a'", true],
    ["a == 'true'", true],
    ['-3 < 2', true],
    ['1.5 >= 1.5', true],
    ['always()', true],
    ["coalesce(missing, nothing, empty, 'x')", 'x'],
    ['coalesce(missing)', null],
    ['nothing == null', true],
    ['missing == null', true],
    ["missing == 'x'", false],
    ["missing != 'x'", true],
    // Never more, never less: who waits for it to become small is not told that it is.
    ['missing < 5', false],
    ['missing > 5', false],
    ["text == 'Hello world' && count >= 5", true],
    ['text.constructor', undefined],
    ['deep.__proto__', undefined],
    ['list.length', undefined],
  ])('%s is %j', (source, expected) => {
    expect(result(source)).toEqual(expected)
  })
})

test.each([undefined, null, false, 0, '', 'false', '0', [], {}])('%j is not true', (value) => {
  expect(isTrue(value)).toBe(false)
})
test.each([true, 1, -1, 'no', ' ', [0], { a: undefined }])('%j is true', (value) => {
  expect(isTrue(value)).toBe(true)
})

describe('what cannot be read is an error with its place, never false', () => {
  test.each([
    ['', 0],
    ['a &&', 4],
    ['a & b', 2],
    ['(a', 2],
    ['a b', 2],
    ['a == ', 5],
    ["'open", 0],
    ['a.', 2],
    ['a[0', 3],
    ['f(a)', 0],
    ['always(a)', 0],
    ['contains(a)', 0],
    ['a == = b', 5],
    ['a ? b', 2],
    [')', 0],
    ['('.repeat(5_000), 200],
    ['!'.repeat(5_000), 200],
  ])('%j at %i', (source, offset) => {
    expect(() => parseExpression(source)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', details: expect.objectContaining({ offset }) }),
    )
  })
})

test('the names of an expression are told with their places', () => {
  expect(rootsOf(parseExpression("a && deep.list[count].name == 'x' || !b"))).toEqual([
    { name: 'a', offset: 0 },
    { name: 'deep', offset: 5 },
    { name: 'count', offset: 15 },
    { name: 'b', offset: 38 },
  ])
})

// Properties: against JavaScript's own precedence, on expressions that it reads alike.

const atom = fc.constantFrom('a', 'b', 'c')
const source: fc.Arbitrary<string> = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 5 },
    atom,
    tie('expression').map((inner) => `!${/^\(/.test(inner) || /^\w+$/.test(inner) ? inner : `(${inner})`}`),
    tie('expression').map((inner) => `(${inner})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('&&', '||', ' && ', ' || '), tie('expression'))
      .map((parts) => parts.join('')),
  ),
})).expression

test('and, or, not and parentheses mean what they mean in JavaScript', () => {
  fc.assert(
    fc.property(source, fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()), (text, [a, b, c]) => {
      const expected = new Function('a', 'b', 'c', `return ${text}`)(a, b, c) as boolean
      const given: Record<string, Value> = { a, b, c }
      expect(evaluate(parseExpression(text), (name) => given[name])).toBe(expected)
    }),
    { numRuns: 2_000 },
  )
})

test('a text in quotes is that text, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
      // Quotes and blanks of word processors are read as those of typewriters.
      fc.pre(!/[\u2018-\u201f\u00a0\u2007\u202f]/.test(text))
      const quoted = `'${text.replace(/[\\']/g, '\\$&')}'`
      expect(evaluate(parseExpression(quoted), () => undefined)).toBe(text)
    }),
    { numRuns: 1_000 },
  )
})

test('anything is read or refused, and nothing else happens', () => {
  const pieces = fc.constantFrom(
    'a',
    '1',
    "'x'",
    '(',
    ')',
    '[',
    ']',
    '&&',
    '||',
    '!',
    '==',
    '<',
    '.',
    ',',
    '-',
    ' ',
    'contains',
    '"',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      let expression: Expression
      try {
        expression = parseExpression(parts.join(''))
      } catch (error) {
        expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' })
        return
      }
      evaluate(expression, names)
    }),
    { numRuns: 3_000 },
  )
})

test('comparing is one order: exactly one of less, same and more, for numbers and for texts', () => {
  const value = fc.oneof(fc.integer(), fc.integer().map(String))
  fc.assert(
    fc.property(value, value, (x, y) => {
      const given: Record<string, Value> = { x, y }
      const is = (text: string) => evaluate(parseExpression(text), (name) => given[name])
      expect([is('x < y'), is('x == y || x <= y && x >= y'), is('x > y')].filter(Boolean)).toHaveLength(1)
      expect(is('x <= y')).toBe(!is('x > y'))
    }),
  )
})
