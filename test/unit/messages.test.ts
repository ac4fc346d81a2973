import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Of the sources, by `npm run generate`; the gate fails where the file is stale.
const lines = readFileSync(new URL('messages.txt', import.meta.url), 'utf8').split('\n')
const messages = lines.filter((line) => line.startsWith('  '))

test('the golden file has the messages of the SDK, of its tools and of each backend', () => {
  for (const part of ['lib/sdk', 'lib/agent', 'src-native/core', 'src-native/platform/linux']) {
    expect(lines.some((line) => line.startsWith(part))).toBe(true)
  }
  expect(messages.length).toBeGreaterThan(300)
})

// STYLE.md: a message has names and values, and nothing abstract for a subject.
test('no message speaks in riddles', () => {
  const riddles =
    /\b(nobody|whoever|somebody|that which|is to be so|is not so|was not so|what is none|by the clock|cannot be told(?! apart))\b/i
  expect(messages.filter((line) => riddles.test(line))).toEqual([])
})
