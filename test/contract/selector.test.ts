import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SurehandError } from '../../lib/sdk/errors.js'
import type { NativeSnapshot } from '../../lib/sdk/native/binding.js'
import { loadNative } from '../../lib/sdk/native/load.js'
import { explain, explainText } from '../../lib/sdk/selector/explain.js'
import { format } from '../../lib/sdk/selector/format.js'
import { parse } from '../../lib/sdk/selector/parse.js'
import { PATIENCE, SOON } from '../patience.js'
import { selector as anySelector } from '../unit/selector/arbitrary.js'

// The language as it is written, against trees as they are matched.

const native = loadNative()
const compile = (selector: string) => native.compileQuery(parse(selector))

function treeOf(tree: unknown): Promise<NativeSnapshot> {
  return native.parseSnapshot(JSON.stringify(tree), { timeout: PATIENCE })
}

function find(tree: NativeSnapshot, selector: string, limit?: number): number[] {
  return tree.match(compile(selector), limit === undefined ? {} : { limit })
}

function names(tree: NativeSnapshot, selector: string): (string | undefined)[] {
  return find(tree, selector).map((node) => tree.name(node))
}

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

const mail = await treeOf({
  role: 'window',
  name: 'Mail – Inbox',
  process: 'mail',
  pid: 7,
  apps: ['mail', 'org.example.Mail'],
  children: [
    {
      role: 'toolbar',
      children: [
        { role: 'button', name: 'Reply', id: 'reply', states: ['enabled'], bounds: box(0, 0, 50, 20) },
        { role: 'button', name: 'Reply All', states: ['enabled'], bounds: box(60, 0, 50, 20) },
        { role: 'button', name: '_Save…', states: ['enabled', 'checked=false'], bounds: box(0, 30, 50, 20) },
      ],
    },
    {
      role: 'group',
      name: 'Search',
      children: [
        { role: 'text', name: 'Name:', bounds: box(0, 100, 40, 20) },
        { role: 'textbox', name: 'Name:', value: 'a|b >> "c"', bounds: box(50, 100, 200, 20) },
        { role: 'button', name: 'Save', description: 'Keeps the search', attributes: { tag: 'x=1' } },
      ],
    },
  ],
})

describe('the keys', () => {
  test.each([
    ['role:Button|name:Reply', ['Reply']],
    ['role:push button|name:reply*', ['Reply', 'Reply All']],
    ['name:/^re(ply)?$/i', ['Reply']],
    ['text:reply', ['Reply', 'Reply All']],
    ['text:search|role:button', ['Save']],
    ['name:Save', ['_Save…', 'Save']],
    ['name:&Save...', ['_Save…', 'Save']],
    ['value:"a|b >> \\"c\\""', ['Name:']],
    ['value:a\\|b \\>> *', ['Name:']],
    ['#reply', ['Reply']],
    ['attr:tag="x=1"', ['Save']],
    ['attr:tag|role:button', ['Save']],
    ['checked:false', ['_Save…']],
    ['role:button|enabled:false', ['Save']],
    ['process:Mail.exe|#reply', ['Reply']],
    ['process:MAIL|pid:7|app:org.example.*|window:mail*|name:Reply', ['Reply']],
    ['ref:e4', ['Reply All']],
    ['role:group >> role:button', ['Save']],
    ['name:Reply >> .. >> name:save', ['_Save…']],
    ['role:textbox|rightof:(role:text|name:"Name:")', ['Name:']],
    ['role:button|below:(#reply)', ['_Save…']],
    ['role:button|near:(#reply)', ['Reply All', '_Save…']],
    ['role:button|near:(#reply)|last', ['_Save…']],
    ['has:(role:textbox)|role:group', ['Search']],
    ['role:button|!name:Reply*', ['_Save…', 'Save']],
    ['role:button|!first', ['Reply All', '_Save…', 'Save']],
    ['role:tab || role:textbox, #reply', ['Reply', 'Name:']],
  ])('%s finds %j', (selector, expected) => {
    expect(names(mail, selector)).toEqual(expected)
  })
})

describe('a suggestion finds what was meant', () => {
  test.each([
    ['role:button >> nth:1', ['Reply All']],
    ['role:toolbar >> role:button >> last', ['_Save…']],
    ['role:textbox|role:text', ['Name:', 'Name:']],
    ['name:~repl', ['Reply', 'Reply All']],
    ['contains:repl', ['Reply', 'Reply All']],
    ['name:.*All', ['Reply All']],
    ['name:(Reply|Search)', ['Reply', 'Search']],
    ['attr:AutomationId=reply', ['Reply']],
    ['role:button|attr:IsEnabled=false', ['Save']],
    ['//Button[@Name="Save"]', ['_Save…', 'Save']],
    ['/Group/Button[1]', ['Save']],
    ['role:button|nth-1', ['Save']],
    ['role:button[name="Reply All"]', ['Reply All']],
    ['role:group > role:button', ['Save']],
    ["getByRole('button', { name: 'all' })", ['Reply All']],
    ['button "Reply" [ref=e3]', ['Reply']],
    ['process:/^mail\\.exe$/i|name:Reply', ['Reply']],
  ])('%s: %j', (selector, expected) => {
    let suggestion: unknown
    try {
      parse(selector)
    } catch (error) {
      suggestion = (error as SurehandError).details.suggestion
    }
    expect(suggestion).toBeTypeOf('string')
    expect(names(mail, String(suggestion))).toEqual(expected)
  })
})

describe('the rules that hold everywhere', () => {
  test('`and` does not depend on the order of its terms', () => {
    const terms = ['role:button', 'name:*Save*', '!has:(*)', 'window:*', 'enabled:true', 'near:(#reply)']
    const expected = find(mail, terms.join('|'))
    expect(expected).toHaveLength(1)
    expect(find(mail, terms.reverse().join('|'))).toEqual(expected)
  })

  test('`!x` is "every element in scope that is not x"', () => {
    expect(find(mail, '!role:button')).toHaveLength(mail.size - find(mail, 'role:button').length)
    const group = find(mail, 'role:group')[0]!
    expect(mail.match(compile('!role:button'), { scope: group, includeScope: false })).toHaveLength(2)
  })

  test('Results are in document order (pre-order of the tree), without duplicates', () => {
    const found = find(mail, 'name:Save || role:button || #reply || (role:group >> role:button)')
    expect(found).toEqual([...new Set(found)].sort((a, b) => a - b))
  })

  test('with a geometry key, by distance and then in document order', () => {
    expect(names(mail, 'role:button|near:(name:Reply All)@60')).toEqual(['Reply', '_Save…'])
    expect(names(mail, 'role:button|near:(name:_Save…)')).toEqual(['Reply', 'Reply All'])
  })

  test('Finding one element and finding all of them never disagree', () => {
    for (const selector of ['role:button', 'role:button|near:(#reply)', 'role:button|last', '!first', 'name:Nothing']) {
      const all = find(mail, selector)
      for (let limit = 0; limit <= all.length + 1; limit++)
        expect(find(mail, selector, limit)).toEqual(all.slice(0, limit))
    }
  })

  test('no regular expression can hang the caller', async () => {
    const tree = await treeOf({ role: 'button', name: 'a'.repeat(5000) })
    const start = performance.now()
    expect(find(tree, 'name:/^(a+)+$/')).toEqual([0])
    expect(find(tree, 'name:/^(a+)+b$/')).toEqual([])
    expect(find(tree, 'name:/^(a|aa)+$b/')).toEqual([])
    expect(performance.now() - start).toBeLessThan(SOON)
  })
})

test('every selector that parses compiles, and what it finds is what its canonical form finds', () => {
  fc.assert(
    fc.property(anySelector, (ast) => {
      const found = mail.match(native.compileQuery(ast), {})
      expect(find(mail, format(ast))).toEqual(found)
      expect(mail.explain(native.compileQuery(ast), {}).matches).toBe(found.length)
    }),
    { numRuns: 1000 },
  )
}, 60_000)

test('what is no selector is refused natively as well', () => {
  for (const ast of [undefined, 1, {}, { steps: [] }, { steps: [{ match: { kind: 'role', role: 'buton' } }] }]) {
    expect(() => native.compileQuery(ast)).toThrowError(expect.objectContaining({ code: 'INVALID_SELECTOR' }))
  }
})

const awkward = fc.constantFrom(
  'Save?',
  '~a',
  '.*',
  'C:\\temp',
  '“x”',
  'Save',
  'a|b',
  '"x"',
  "'",
  'x\\',
  '(',
  ' a ',
  '',
  '…',
  '*',
  'Name: x',
  'role:tab',
  'é',
  '\n',
  '#1',
)
const node = fc.letrec((tie) => ({
  node: fc.record(
    {
      role: fc.constantFrom('button', 'group', 'text', 'listitem'),
      name: awkward,
      id: fc.oneof(awkward, fc.string()),
      description: awkward,
      children: fc.oneof({ depthSize: 'small' }, fc.constant([]), fc.array(tie('node'), { maxLength: 4 })),
    },
    { requiredKeys: ['role'] },
  ),
})).node

test('a unique selector parses, and finds its element and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(node, async (root) => {
      const tree = await treeOf(root)
      for (let i = 0; i < Math.min(tree.size, 40); i++) {
        const selector = tree.uniqueSelector(i)
        expect(find(tree, selector), selector).toEqual([i])
      }
    }),
    { numRuns: 200 },
  )
}, 60_000)

test('an explanation says where the elements were lost and what came nearest', () => {
  const selector = parse('role:Button|name:Relpy|enabled:true')
  const explanation = explain(selector, mail.explain(native.compileQuery(selector), { maxNearMisses: 1 }))
  expect(explainText(explanation, (index) => `${mail.role(index)} "${mail.name(index)}" ${mail.ref(index)}`)).toBe(
    [
      'role:button|name:Relpy|enabled:true: no match',
      '  role:button   4 of 9',
      '  name:Relpy    0 of 4',
      '  enabled:true  0 of 0 (3 of 9 by itself)',
      '  nearest: button "Reply" e3 fails name:Relpy',
    ].join('\n'),
  )
})

test('a regular expression that runs out of steps is refused, not taken for "no match"', async () => {
  const tree = await treeOf({ role: 'button', name: 'ab'.repeat(3000) })
  expect(() => find(tree, 'name:/(a|b|ab)*(.*)\\2\\1x/')).toThrowError(
    expect.objectContaining({ code: 'INVALID_SELECTOR', message: expect.stringContaining('too many steps') }),
  )
})
