import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Search } from '../../lib/agent/files/search.js'
import { checkInput } from '../../lib/agent/validate.js'
import { check } from '../../lib/agent/workflow/file/check-file.js'
import { parseOutput } from '../../lib/agent/workflow/run/output-parser.js'
import { LinearPattern } from '../../lib/sdk/call/linear-pattern.js'
import { compareTrees } from '../../lib/test/testkit/tree-text.js'

/** JavaScript's own engine needs years for these, and does nothing else meanwhile. */
const SLOW = '^(a+)+$'
const LETTERS = `${'a'.repeat(40)}!`

test('a regular expression of a workflow is linear in the text', () => {
  const plan = {
    variables: { who: { type: 'string', regex: SLOW } },
    inputs: { who: LETTERS },
    steps: [{ tool_name: 'delay' }],
  }
  expect(check(plan)).toEqual([{ place: 'inputs.who', message: `Expected a text like /${SLOW}/.` }])
})

test('a pattern of a JSON schema is linear in the text', () => {
  const schema = { type: 'object', properties: { who: { type: 'string', pattern: SLOW } } } as const
  expect(() => checkInput('greet', schema, { who: LETTERS })).toThrow(/who must match pattern/)
  expect(() => checkInput('greet', schema, { who: 'aaa' })).not.toThrow()
})

test('a regular expression in a kept tree is linear in the text', () => {
  expect(compareTrees([`text /${SLOW}/`], [`text "${LETTERS}"`]).same).toBe(false)
  expect(compareTrees([`text /${SLOW}/`], ['text "aaa"']).same).toBe(true)
})

test('a regular expression that looks through files is linear in the text', async () => {
  expect(await new Search(SLOW, false, () => 1_000).matching([LETTERS, 'aaa', 'AAA'])).toEqual([1])
  expect(await new Search(SLOW, true, () => 1_000).matching([LETTERS, 'aaa', 'AAA'])).toEqual([1, 2])
})

test('an output parser with such an expression is ended, and the process answers meanwhile', async () => {
  let turns = 0
  const ticking = setInterval(() => turns++, 10)
  const code = `return /${SLOW}/.test(sequenceResult)`
  await expect(parseOutput(code, { tree: null, sequenceResult: LETTERS }, 300)).rejects.toMatchObject({
    code: 'TIMEOUT',
  })
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(1)
})

test('what is no regular expression, or takes too many steps, is an error', () => {
  expect(() => new LinearPattern('(', 'u')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  expect(() => new LinearPattern('(a*)*\\1b$', '').test('a'.repeat(2_000))).toThrow(
    expect.objectContaining({ code: 'TIMEOUT' }),
  )
})

test('lib makes no RegExp of a text that comes from outside', () => {
  const root = join(import.meta.dirname, '..', '..')
  // Of words of this library, of a caller's own RegExp, and some that are compiled and never run.
  const known = new Set([
    'lib/cli/heal/written-locator.ts',
    'lib/sdk/action/verbs/parts.ts',
    'lib/agent/mcp/line-limit.ts',
    'lib/agent/policy/presses.ts',
    'lib/agent/policy/shell.ts',
    'lib/agent/policy/windows.ts',
    'lib/sdk/selector/parser.ts',
    'lib/sdk/selector/translate.ts',
    'lib/test/audit/rules/name-text.ts',
    'lib/test/testkit/judgement.ts',
    'lib/agent/workflow/file/selector-template.ts',
  ])
  const files = readdirSync(join(root, 'lib'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `lib/${name}`)
  const making = files.filter((file) => /\bRegExp\(/.test(readFileSync(join(root, file), 'utf8')))
  expect(making.filter((file) => !known.has(file))).toEqual([])
})
