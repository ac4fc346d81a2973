import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Value } from '../../../lib/agent/workflow/file/expression.js'
import { namesIn, substitute } from '../../../lib/agent/workflow/file/template.js'

const NAMES: Record<string, Value> = {
  count: 5,
  yes: true,
  name: 'Anna',
  list: [1, 2],
  deep: { a: [{ b: 'x' }] },
  none: null,
}
const names = (name: string): Value => (Object.hasOwn(NAMES, name) ? NAMES[name] : undefined)

describe('a text that is one placeholder keeps the type', () => {
  test.each<[string, Value]>([
    ['{{count}}', 5],
    ['{{ yes }}', true],
    ['$'.concat('{{list}}'), [1, 2]],
    ['{{deep.a[0]}}', { b: 'x' }],
    ['{{none}}', null],
    ['{{count > 3}}', true],
    ["{{coalesce(missing, 'x')}}", 'x'],
  ])('%s', (text, expected) => {
    expect(substitute(text, names)).toEqual(expected)
  })
})

test('in other texts it is written out', () => {
  expect(substitute('Dear {{name}}, {{count}} of {{list}}', names)).toBe('Dear Anna, 5 of [1,2]')
  expect(substitute(' {{count}}', names)).toBe(' 5')
  expect(substitute("{{ name == '}}' }}", names)).toBe(false)
  expect(substitute('no {placeholder} {{', names)).toBe('no {placeholder} {{')
})

test('all texts of a value are filled in, and nothing else', () => {
  const step = { tool_name: 'fill', arguments: { selector: 'name:{{name}}', retries: 2, list: ['{{count}}', null] } }
  expect(substitute(step, names)).toEqual({
    tool_name: 'fill',
    arguments: { selector: 'name:Anna', retries: 2, list: [5, null] },
  })
})

test('what has no value is an error with its place, and is never left as it stands', () => {
  const step = { arguments: { fields: ['a', 'x {{deep.a[7].b}}'] } }
  expect(() => substitute(step, names, 'steps[2]')).toThrow(
    expect.objectContaining({
      code: 'INVALID_ARGUMENT',
      details: { place: 'steps[2].arguments.fields[1]', placeholder: '{{deep.a[7].b}}' },
    }),
  )
})

test('what is filled in is not filled in again', () => {
  const given: Record<string, Value> = { evil: '{{secret}}', secret: 'swordfish' }
  expect(substitute('{{evil}} {{evil}}', (name) => given[name])).toBe('{{secret}} {{secret}}')
})

test('the names that are needed are told with their places', () => {
  const plan = { steps: [{ if: 'x' }, { arguments: { a: 'to {{ who }} and {{count + }}'.replace(' + ', '') } }] }
  expect(namesIn(plan)).toEqual([
    { name: 'who', place: 'steps[1].arguments.a', offset: 6 },
    { name: 'count', place: 'steps[1].arguments.a', offset: 19 },
  ])
})

test('a value without placeholders stays what it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!JSON.stringify(value).includes('{{'))
      expect(JSON.stringify(substitute(value as Value, names))).toBe(JSON.stringify(value))
    }),
  )
})

test('whatever a name means is what stands there, with its type', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(substitute('{{x}}', () => value as Value)).toEqual(value)
    }),
  )
})
