import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publicApi } from './support/public-api.js'

// docs/api.md is written by hand. It names what the package exports, all of it and nothing else.

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'api.md'), 'utf8')
const api = publicApi()

// In code: `name`, `name(…)`, `Class.name(…)`.
const words = new Set(
  [...page.matchAll(/`([^`\n]+)`|```ts\n([\s\S]*?)```/g)].flatMap(([, inline, block]) =>
    [...(inline ?? block ?? '').matchAll(/[A-Za-z_][\w]*/g)].map(([word]) => word),
  ),
)

test.each(Object.entries(api))('the page names every class, function, method and property of %s', (_, named) => {
  const missing = [...named].flatMap(([name, members]) =>
    [name, ...members].filter((word) => !words.has(word) && !page.includes(`### ${word}\n`)),
  )
  expect(missing).toEqual([])
})

test('every method that the tables name exists', () => {
  const known = new Set(Object.values(api).flatMap((named) => [...named.values()].flat()))
  const calls = [...page.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell]) =>
    [...(cell as string).matchAll(/`(?:\w+\.)?([a-z]\w*)\(/g)].map(([, name]) => name as string),
  )
  expect(calls.length).toBeGreaterThan(80)
  expect(calls.filter((name) => !known.has(name))).toEqual([])
})

test('it is a page: at most 700 lines, none longer than 160 characters', () => {
  const lines = page.split('\n')
  expect(lines.length).toBeLessThanOrEqual(700)
  expect(lines.filter((line) => line.length > 160)).toEqual([])
})
