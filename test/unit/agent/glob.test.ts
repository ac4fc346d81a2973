import { expect, test } from 'vitest'
import { glob } from '../../../lib/agent/files/glob.js'

test.each([
  ['*.ts', ['a.ts', 'src/a.ts', 'src/deep/.ts'], ['a.tsx', 'a.ts/b', 'ts']],
  ['src/*.ts', ['src/a.ts'], ['a.ts', 'src/deep/a.ts', 'other/src/a.ts']],
  ['./src/**', ['src/a', 'src/b/c'], ['a']],
  ['**/*.ts', ['a.ts', 'x/y/a.ts'], ['a.js']],
  ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b', 'a/b/b'], ['a/c', 'b']],
  ['?.[a-c!]d', ['x.ad', 'é.!d'], ['x.dd', 'xy.ad']],
  ['[!a]*', ['b', 'bcd'], ['a', 'abc']],
  ['*.{yml,yaml}', ['a.yml', 'x/a.yaml'], ['a.yl']],
  ['{a,b}/{c,d}{1,}', ['a/c1', 'b/d'], ['a/b', 'c/a1']],
  ['a+(b).txt', ['a+(b).txt'], ['aab.txt']],
  ['**', ['a', 'b/c'], []],
])('%s', (pattern, yes, no) => {
  expect([...yes, ...no].filter(glob(pattern))).toEqual(yes)
})

test('many stars take no longer than few', () => {
  const began = performance.now()
  expect(glob(`${'*a'.repeat(40)}b`)(`${'a'.repeat(250)}`)).toBe(false)
  expect(glob(`${'**/a/'.repeat(40)}b`)(`${'a/'.repeat(500)}`)).toBe(false)
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(() => glob('{a,b}'.repeat(10))).toThrow(/64 choices/)
})
