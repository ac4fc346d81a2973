import { expect, test } from 'vitest'
import { Snapshot } from '../../lib/sdk/index.js'
import { escaped, quoted } from '../../lib/sdk/tree/quoted.js'

/** What an application calls itself or its elements never writes a line of ours, nor turns one around. */

const HIDDEN = [
  '\u0000',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u009b',
  '\u061c',
  '\u200b',
  '\u200e',
  '\u200f',
  '\u2028',
  '\u2029',
]
const TURNING = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069', '\ufeff']

test.each([...HIDDEN, ...TURNING])('%j is written as an escape, which JSON reads back', (character) => {
  const text = `Save${character}as`
  expect(quoted(text)).toMatch(/^"Save\\[u\\n][0-9a-f]{4}as"$/)
  expect(JSON.parse(quoted(text))).toBe(text)
  expect(escaped(text)).not.toContain(character)
})

test('other texts are as JSON writes them', () => {
  for (const text of ['Save', 'Speichern…', 'a "b" \\ c', '保存', 'حفظ', '😀'])
    expect(quoted(text)).toBe(JSON.stringify(text))
})

test('a node, its path and an outline show no hidden character', async () => {
  const name = 'Pay\u202egnp.exe\u2028button "Cancel"'
  const snapshot = await Snapshot.from({ role: 'window', name, children: [{ role: 'button', name }] })
  const shown = [String(snapshot.at(1)), snapshot.at(1).path, snapshot.toString({ hidden: true })]
  for (const text of shown) expect(text).not.toMatch(/[\u202e\u2028]/)
  // As matching reads it: a selector with the text of the outline finds the button.
  expect(snapshot.toString({ hidden: true })).toContain('button "Paygnp.exe button \\"Cancel\\""')
})
