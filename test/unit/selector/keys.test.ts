import { describe, expect, test } from 'vitest'
import type { Expression } from '../../../lib/sdk/selector/ast.js'
import { isSelector, parse } from '../../../lib/sdk/selector/parse.js'
import { keys } from '../../../lib/sdk/selector/selector-keys.js'

const termOf = (selector: string): Expression => parse(selector).steps[0]!.match

test('Keys are case-insensitive', () => {
  for (const selector of [
    'ROLE:Button',
    'Name:x',
    'RightOf:(*)',
    'ATTR:k=v',
    'Enabled:true',
    'HAS:(*)',
    'nTH:1',
    'FIRST',
  ]) {
    expect(parse(selector)).toEqual(parse(selector.replace(/^\w+/, (key) => key.toLowerCase())))
  }
})

describe('role', () => {
  test("each platform's own names are accepted (`Edit`, `AXTextField`, `push button`) and mean the normalised role", () => {
    expect(termOf('role:Edit')).toEqual({ kind: 'role', role: 'textbox' })
    expect(termOf('role:AXTextField')).toEqual({ kind: 'role', role: 'textbox' })
    expect(termOf('role:push button')).toEqual({ kind: 'role', role: 'button' })
    expect(termOf('role:"Push Button"')).toEqual({ kind: 'role', role: 'button' })
  })

  test.each(['button', 'textbox', 'checkbox', 'menuitem', 'tab', 'link', 'document', 'window', 'generic'])(
    '%s',
    (name) => {
      expect(termOf(`role:${name.toUpperCase()}`)).toEqual({ kind: 'role', role: name })
    },
  )

  test('`text` (static text; `label` and `static` mean it too)', () => {
    for (const name of ['text', 'label', 'static'])
      expect(termOf(`role:${name}`)).toEqual({ kind: 'role', role: 'text' })
  })
})

test.each([
  ['name', 'name'],
  ['text', 'text'],
  ['value', 'value'],
  ['description', 'description'],
  ['desc', 'description'],
  ['placeholder', 'placeholder'],
  ['shortcut', 'shortcut'],
  ['id', 'id'],
  ['automationid', 'id'],
  ['nativeid', 'id'],
  ['class', 'class'],
  ['classname', 'class'],
  ['process', 'process'],
  ['app', 'app'],
  ['window', 'window'],
  ['localizedrole', 'localizedrole'],
])('%s compares the text %s, bare, quoted or as a regular expression', (key, canonical) => {
  expect(termOf(`${key}:x`)).toEqual({ kind: 'text', key: canonical, value: { kind: 'literal', text: 'x' } })
  expect(termOf(`${key}:"x*"`)).toEqual({ kind: 'text', key: canonical, value: { kind: 'literal', text: 'x*' } })
  expect(termOf(`${key}:x*`)).toEqual({ kind: 'text', key: canonical, value: { kind: 'wildcard', pattern: 'x*' } })
  expect(termOf(`${key}:/x/i`)).toEqual({
    kind: 'text',
    key: canonical,
    value: { kind: 'regexp', source: 'x', flags: 'i' },
  })
})

test('pid is a number', () => {
  expect(termOf('pid:1234')).toEqual({ kind: 'pid', pid: 1234 })
  for (const wrong of ['pid:x', 'pid:-1', 'pid:1.5', 'pid:99999999999']) expect(isSelector(wrong)).toBe(false)
})

test('`attr:key=value` (`attr:key`): any other platform attribute (present, if no value)', () => {
  expect(termOf('attr:xml-roles=main')).toEqual({
    kind: 'attribute',
    name: 'xml-roles',
    value: { kind: 'literal', text: 'main' },
  })
  expect(termOf('attr:Tag')).toEqual({ kind: 'attribute', name: 'Tag' })
  expect(termOf('attr:tag=a=b')).toMatchObject({ name: 'tag', value: { text: 'a=b' } })
  expect(termOf('attr:tag="a|b"')).toMatchObject({ value: { kind: 'literal', text: 'a|b' } })
  expect(termOf('attr:tag=/^a/')).toMatchObject({ value: { kind: 'regexp' } })
  expect(termOf('attr:"my key" = v*')).toMatchObject({ name: 'my key', value: { kind: 'wildcard', pattern: 'v*' } })
  expect(termOf('attr:a\\=b=c')).toMatchObject({ name: 'a=b', value: { text: 'c' } })
})

describe('state, `true` or `false` (`checked` and `pressed` also `mixed`)', () => {
  const states = [
    'enabled',
    'visible',
    'focused',
    'focusable',
    'selected',
    'expanded',
    'checked',
    'pressed',
    'editable',
    'readonly',
    'required',
    'modal',
    'busy',
    'protected',
  ]
  test.each(states)('%s', (state) => {
    expect(termOf(`${state}:true`)).toEqual({ kind: 'state', state, value: true })
    expect(termOf(`${state}:false`)).toEqual({ kind: 'state', state, value: false })
    expect(isSelector(`${state}:mixed`)).toBe(state === 'checked' || state === 'pressed')
    expect(isSelector(`${state}:maybe`)).toBe(false)
  })
})

test('a ref handed out by a snapshot (`e12`)', () => {
  expect(termOf('ref:e12')).toEqual({ kind: 'ref', ref: 'e12' })
  for (const wrong of ['ref:12', 'ref:e', 'ref:e0', 'ref:e1*', 'ref:x1']) expect(isSelector(wrong)).toBe(false)
})

test('index within this step’s matches, 0-based, negative from the end', () => {
  expect(parse('nth:-3').steps[0]!.nth).toEqual({ index: -3, excluded: false })
  expect(parse('nth:12').steps[0]!.nth).toEqual({ index: 12, excluded: false })
})

test('`has:(…)` takes any selector', () => {
  expect(termOf('has:(role:row >> (name:x || ..)|!first)')).toMatchObject({
    kind: 'has',
    selector: { steps: [{}, {}] },
  })
})

test.each(['rightof', 'leftof', 'above', 'below'])('%s:(…) takes an anchor', (relation) => {
  expect(termOf(`${relation}:(name:Total)`)).toEqual({ kind: 'beside', relation, anchor: parse('name:Total') })
})

test('within 50 px of an anchor, edge to edge; `near:(…)@120` sets the distance', () => {
  expect(termOf('near:(name:Total)')).toEqual({ kind: 'near', anchor: parse('name:Total'), distance: 50 })
  expect(termOf('near:(name:Total)@120')).toEqual({ kind: 'near', anchor: parse('name:Total'), distance: 120 })
})

test('every key may stand in every position, under `!`, in `has:` and in a chain', () => {
  const values: Record<string, string> = {
    role: 'tab',
    attribute: 'k=v',
    state: 'true',
    pid: '7',
    ref: 'e1',
    nth: '1',
    has: '(*)',
    beside: '(*)',
    near: '(*)@9',
  }
  for (const [key, { takes }] of keys) {
    const term = `${key}:${values[takes] ?? 'x'}`
    for (const selector of [
      term,
      `!${term}`,
      `${term}|role:tab`,
      `role:tab|${term}`,
      `role:tab || ${term}`,
      `has:(${term})`,
      `!has:(role:tab|!${term})`,
      `near:(${term})`,
      `${term} >> role:tab`,
      // As a step of its own an `nth` would say something else than it seems to.
      `role:tab >> ${takes === 'nth' ? `*|${term}` : term}`,
      `(role:tab >> (${takes === 'nth' ? `*|${term}` : term}))|name:x`,
    ]) {
      expect(isSelector(selector), selector).toBe(true)
    }
  }
})
