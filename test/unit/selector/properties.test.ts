import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSurehandError } from '../../../lib/sdk/errors.js'
import { scanBare } from '../../../lib/sdk/selector/bare.js'
import { format } from '../../../lib/sdk/selector/format.js'
import { isSelector, parse, type SelectorProblem } from '../../../lib/sdk/selector/parse.js'
import { quote } from '../../../lib/sdk/selector/quote.js'
import { selector, soup } from './arbitrary.js'

function problemOf(text: string): SelectorProblem | undefined {
  try {
    parse(text)
    return undefined
  } catch (error) {
    if (!isSurehandError(error, 'INVALID_SELECTOR')) throw error
    return error.details as unknown as SelectorProblem
  }
}

test('a selector that was formatted parses to the same selector', () => {
  fc.assert(
    fc.property(selector, (ast) => {
      expect(parse(format(ast))).toEqual(ast)
    }),
    { numRuns: 2000 },
  )
}, 30_000)

test('format(parse(s)) is a fixed point: it parses to the same selector and formats to itself', () => {
  fc.assert(
    fc.property(soup, (text) => {
      if (!isSelector(text)) return
      const ast = parse(text)
      const canonical = format(ast)
      expect(parse(canonical)).toEqual(ast)
      expect(format(parse(canonical))).toBe(canonical)
    }),
    { numRuns: 1500 },
  )
}, 30_000)

test('any text either parses or is refused with INVALID_SELECTOR, at an offset where it says what it found', () => {
  fc.assert(
    fc.property(fc.oneof(soup, fc.string(), fc.string({ unit: 'binary' })), (text) => {
      const problem = problemOf(text)
      if (!problem) return
      expect(problem.selector).toBe(text)
      expect(problem.expected).not.toBe('')
      expect(text.slice(problem.offset, problem.offset + problem.found.length)).toBe(problem.found)
      if (problem.suggestion !== undefined) expect(isSelector(problem.suggestion)).toBe(true)
    }),
    { numRuns: 1500 },
  )
}, 30_000)

test('every prefix of a selector parses or is refused', () => {
  fc.assert(
    fc.property(selector, fc.nat(), (ast, cut) => {
      const text = format(ast)
      problemOf(text.slice(0, cut % text.length))
    }),
    { numRuns: 2000 },
  )
}, 30_000)

test('a quoted text means exactly itself, whatever it holds', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.trim() !== ''),
      (text) => {
        expect(parse(`role:button|name:${quote(text)}|first`).steps[0]!.match).toEqual({
          kind: 'and',
          terms: [
            { kind: 'role', role: 'button' },
            { kind: 'text', key: 'name', value: { kind: 'literal', text } },
          ],
        })
      },
    ),
  )
})

test('a bare value with every character escaped means exactly itself', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
      (text) => {
        const bare = scanBare([...text].map((c) => `\\${c}`).join(''), 0)
        expect(bare).toMatchObject({ ok: true, text, wildcard: false })
      },
    ),
  )
})
