import { expect, test } from 'vitest'
import type { ActionScope } from '../../lib/sdk/action/action-scope.js'
import { Locator } from '../../lib/sdk/locator.js'
import { parse } from '../../lib/sdk/selector/index.js'

const scopeOf = (appKey: string) =>
  ({ target: { appKey }, place: appKey, defaults: {}, defaultTimeout: 100 }) as unknown as ActionScope
const scope = scopeOf('gedit')
const locator = (selector: string) => new Locator(scope, selector)

test('a locator keeps its selector as it was written', () => {
  expect(locator(' role:Button | name:Save ').selector).toBe('role:Button | name:Save')
  expect(new Locator(scope, parse('role:Button|name:Save')).selector).toBe('role:button|name:Save')
  expect(String(locator('role:button'))).toBe('role:button in gedit')
})

test('a selector that is none is refused at once', () => {
  expect(() => locator('rool:button')).toThrow(expect.objectContaining({ code: 'INVALID_SELECTOR' }))
  expect(() => new Locator(scope, 5 as unknown as string)).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
  )
})

test('an index below a locator is refused with the locator that was meant', () => {
  expect(() => locator('role:listitem').locator('nth:1')).toThrow(
    expect.objectContaining({
      code: 'INVALID_SELECTOR',
      details: expect.objectContaining({ suggestion: 'role:listitem|nth:1' }),
    }),
  )
})

test.each([
  ['locator()', locator('role:list').locator('role:listitem'), 'role:list >> role:listitem'],
  ['locator() of an or', locator('role:list || role:tree').locator('name:A'), 'role:list || role:tree >> name:A'],
  ['locator() of a locator', locator('role:list').locator(locator('name:A')), 'role:list >> name:A'],
  ['first()', locator('role:button').first(), 'role:button|first'],
  ['last()', locator('role:button').last(), 'role:button|last'],
  ['nth()', locator('role:button').nth(-2), 'role:button|nth:-2'],
  ['first() of an or', locator('role:button || role:link').first(), '(role:button || role:link)|first'],
  ['first() of a chain', locator('role:list >> role:listitem').first(), '(role:list >> role:listitem)|first'],
  ['nth() of first()', locator('role:button').first().nth(0), '(role:button|first)|first'],
  ['and()', locator('role:button').and('name:Save'), 'role:button|name:Save'],
  ['and() of an or', locator('role:button || role:link').and('name:A'), '(role:button || role:link)|name:A'],
  ['or()', locator('role:button|name:A').or(locator('role:link')), 'role:button|name:A || role:link'],
  ['filter has', locator('role:row').filter({ has: locator('role:button') }), 'role:row|has:(role:button)'],
  ['filter hasNot', locator('role:row').filter({ hasNot: 'role:button' }), 'role:row|!has:(role:button)'],
  [
    'filter state',
    locator('role:row').filter({ enabled: true, checked: 'mixed' }),
    'role:row|enabled:true|checked:mixed',
  ],
  ['filter nothing', locator('role:row').filter({}), 'role:row'],
])('%s', (_, made, expected) => {
  expect(made.selector).toBe(parse(made.selector) && expected)
})

test('filter hasText looks in the element and below it, for text or a regular expression', () => {
  const literal = locator('role:row').filter({ hasText: 'a "b" *' }).selector
  expect(parse(literal)).toEqual(parse('role:row|(text:"a \\"b\\" *" || has:(text:"a \\"b\\" *"))'))
  const pattern = locator('role:row').filter({ hasNotText: /^a\/b/gi }).selector
  expect(parse(pattern)).toEqual(parse('role:row|!(text:/^a\\/b/i || has:(text:/^a\\/b/i))'))
})

test('the locator that others are made from stays what it is', () => {
  const rows = locator('role:row')
  rows.first()
  rows.filter({ hasText: 'x' })
  expect(rows.selector).toBe('role:row')
})

test('a locator of another place is refused', () => {
  const other = new Locator(scopeOf('calc'), 'role:button')
  expect(() => locator('role:row').locator(other)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  expect(() => locator('role:row').filter({ has: other })).toThrow(/calc/)
})

test.each([
  ['nth', () => locator('role:row').nth(1.5)],
  ['filter', () => locator('role:row').filter({ hasTxt: 'a' } as object)],
  ['filter state', () => locator('role:row').filter({ enabled: 'yes' as unknown as boolean })],
  ['filter empty text', () => locator('role:row').filter({ hasText: '' })],
])('%s refuses what it does not know', (_, work) => {
  expect(work).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
})

test.each([
  ['click', () => locator('role:row').click({ timeout: -1 })],
  ['click', () => locator('role:row').click({ rout: 'input' } as object)],
  ['fill', () => locator('role:row').fill(5 as unknown as string)],
  ['type', () => locator('role:row').pressSequentially('a', { route: 'input' } as object)],
  ['press', () => locator('role:row').press('Entr')],
  ['setValue', () => locator('role:row').setValue(Number.NaN)],
  ['dragTo', () => locator('role:row').dragTo('role:cell' as unknown as Locator)],
  ['scroll', () => locator('role:row').scroll({ z: 1 } as object)],
  ['waitFor', () => locator('role:row').waitFor({ state: 'gone' as 'hidden' })],
  ['screenshot', () => locator('role:row').screenshot({ path: '' })],
])('%s rejects what it does not know, before it looks', async (_, work) => {
  await expect(work()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
})
