import { expect, test } from 'vitest'
import { queryOf } from '../../lib/sdk/tree/query.js'

// What a selector looks at is worked out in one place, src-native/core/query/needs.cc.

const compiled = (selector: string) => queryOf('test', selector).compiled

test.each([
  ['role:button', { text: false, namesFromText: false, attributes: false, bounds: false, actions: false }],
  ['role:button|name:Save', { text: false, namesFromText: true, attributes: false }],
  ['text:Save', { text: true, attributes: true }],
  ['value:5', { text: true, attributes: false }],
  ['#save', { text: false, attributes: true }],
  ['role:row >> has:(value:5)', { text: true, attributes: false }],
  ['near:(attr:x)', { text: false, attributes: true }],
  ['!(description:a)', { text: false, attributes: true }],
])('what has to be read for %s: %j', (selector, reads) => {
  expect(compiled(selector).reads).toMatchObject(reads)
})

test.each([
  ['role:button|name:Save', true],
  ['#save', true],
  ['role:row >> has:(checked:true)|nth:2', true],
  ['(role:row || ref:e1)|!(app:gedit)', true],
  ['value:5', false],
  ['role:row >> has:(value:5)', false],
  ['!(description:a)', false],
  ['attr:x', false],
  ['near:(role:button)', false],
  ['rightof:(role:button)', false],
])('whether fingerprints tell when something else matches %s: %s', (selector, told) => {
  expect(compiled(selector).told).toBe(told)
})

test.each([
  ['role:button|name:Save', true],
  ['role:dialog >> role:button|!(name:Save)', true],
  ['(role:dialog >> role:button)|enabled:true', true],
  ['text:Save || attr:x', true],
  ['role:button|nth:0', false],
  ['role:dialog|last >> role:button', false],
  ['!(role:dialog|first >> role:button)', false],
  ['role:row|has:(name:Total)', false],
  ['name:Save >> ..', false],
  ['role:button|(name:Save|rightof:(name:Open) || name:Save)', false],
  ['ref:e1', false],
])('whether an element and what it is in decide alone: %s: %s', (selector, local) => {
  expect(compiled(selector).local).toBe(local)
})

test.each([
  ['role:button|name:Save', false],
  ['name:"Save*"', false],
  ['name:Save*', true],
  ['role:row >> has:(text:/total/)', true],
  ['!(attr:mode=d?rk)', true],
])('whether one text may take long to match with %s: %s', (selector, hasPattern) => {
  expect(compiled(selector).hasPattern).toBe(hasPattern)
})
