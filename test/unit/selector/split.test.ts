import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSurehandError } from '../../../lib/sdk/errors.js'
import { format, isSelector, parse, type SelectorProblem, splitSelectors } from '../../../lib/sdk/selector/index.js'
import { selector, soup } from './arbitrary.js'

function problemOf(list: string): SelectorProblem {
  try {
    splitSelectors(list)
  } catch (error) {
    if (!isSurehandError(error, 'INVALID_SELECTOR')) throw error
    return error.details as unknown as SelectorProblem
  }
  throw new Error(`${list} was not refused`)
}

describe('a list is taken apart at its commas', () => {
  test.each([
    ['role:button|name:Save', ['role:button|name:Save']],
    ['role:button , #a,name:x', ['role:button', '#a', 'name:x']],
    ['name:"A, B", name:\'C, D\'', ['name:"A, B"', "name:'C, D'"]],
    ['name:/a{1,2}/i, name:/[,/]/', ['name:/a{1,2}/i', 'name:/[,/]/']],
    ['(role:row, role:cell)|name:x, role:tab', ['(role:row, role:cell)|name:x', 'role:tab']],
    ['has:(name:A, name:B), near:(#a, #b)@12', ['has:(name:A, name:B)', 'near:(#a, #b)@12']],
    ['name:f(a, b), name:c', ['name:f(a, b)', 'name:c']],
    ['name:a\\, b, name:c', ['name:a\\, b', 'name:c']],
    ["name:it's, name:b", ["name:it's", 'name:b']],
    ['attr:"a,b"="c,d", attr:x', ['attr:"a,b"="c,d"', 'attr:x']],
    ['role:row || role:cell, role:tab', ['role:row || role:cell', 'role:tab']],
    ['nth:1, first', ['nth:1', 'first']],
    ['name:Doe, first', ['name:Doe', 'first']],
    ['name:a\\ , name:b\\\\ ', ['name:a\\ ', 'name:b\\\\']],
    ['', []],
    [' \n', []],
  ])('%s', (list, parts) => {
    expect(splitSelectors(list)).toEqual(parts)
  })

  test('binds loosest there: each part has its own steps', () => {
    expect(splitSelectors('role:row >> role:cell, role:tab >> #x')).toEqual(['role:row >> role:cell', 'role:tab >> #x'])
    expect(parse('role:row, role:tab >> #x').steps).toHaveLength(2)
  })
})

describe('what is no list is refused, at its offset', () => {
  test.each([
    ['role:tab, name:"Save', 15, '"Save', 'role:tab, name:"Save"'],
    ['role:tab, (role:row', 19, '', 'role:tab, (role:row)'],
    ['role:tab, name:f(a', 16, '(', 'role:tab, name:f\\(a'],
    ['role:tab), #a', 8, ')', 'role:tab, #a'],
    ['role:tab,, #a', 9, ',', undefined],
    ['role:tab,', 9, '', undefined],
    [', role:tab', 0, ',', undefined],
    ['role:tab, Buton', 10, 'Buton', 'role:tab, role:button'],
    ['#a, role:row >> nth:1', 16, 'nth:1', '#a, role:row|nth:1'],
    ['#a, name:A, B', 12, 'B', '#a, name:"A, B"'],
  ])('%s', (list, offset, found, suggestion) => {
    const problem = problemOf(list)
    expect(problem).toMatchObject({ selector: list, offset, found })
    expect(problem.suggestion).toBe(suggestion)
  })
})

test('selectors that were joined come apart again', () => {
  fc.assert(
    fc.property(fc.array(selector, { maxLength: 5 }), fc.constantFrom(',', ', ', ' ,\n'), (asts, comma) => {
      const texts = asts.map(format)
      expect(splitSelectors(texts.join(comma))).toEqual(texts)
    }),
    { numRuns: 1000 },
  )
}, 30_000)

test('any text either comes apart into selectors or is refused with INVALID_SELECTOR', () => {
  fc.assert(
    fc.property(fc.oneof(soup, fc.string()), (text) => {
      let parts: string[]
      try {
        parts = splitSelectors(text)
      } catch (error) {
        if (!isSurehandError(error, 'INVALID_SELECTOR')) throw error
        const { offset, found, suggestion } = error.details as unknown as SelectorProblem
        expect(text.slice(offset, offset + found.length)).toBe(found)
        if (suggestion !== undefined) expect(() => splitSelectors(suggestion)).not.toThrow()
        return
      }
      for (const part of parts) expect(isSelector(part), part).toBe(true)
    }),
    { numRuns: 1500 },
  )
}, 30_000)
