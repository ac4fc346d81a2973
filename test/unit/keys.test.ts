import { expect, test } from 'vitest'
import { chordSteps, parseChord } from '../../lib/sdk/keys.js'

const parse = (chord: string) => parseChord('locator.press(key)', chord)

test.each([
  ['a', [], 'a'],
  ['A', [], 'A'],
  ['Enter', [], 'Enter'],
  ['return', [], 'Enter'],
  ['Control+s', ['Control'], 's'],
  ['ctrl+shift+ArrowDown', ['Control', 'Shift'], 'ArrowDown'],
  ['Alt+F4', ['Alt'], 'F4'],
  ['Space', [], ' '],
  ['+', [], '+'],
  ['Control++', ['Control'], '+'],
  ['Control+Plus', ['Control'], '+'],
  ['é', [], 'é'],
  ['😀', [], '😀'],
  ['Shift', [], 'Shift'],
  ['MediaPlayPause', [], 'MediaPlayPause'],
  ['XF86AudioRaiseVolume', [], 'AudioVolumeUp'],
])('%s', (chord, modifiers, key) => {
  expect(parse(chord)).toEqual({ modifiers, key })
})

test.each(['Entr', 'Control+', '+a', 'a+b', 'Control+Save', 'hello', 'F25'])('%s is refused', (chord) => {
  expect(() => parse(chord)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
})

test('modifiers go down first and come up last, in reverse', () => {
  expect(chordSteps(parse('Control+Shift+s'))).toEqual([
    { kind: 'keyDown', key: 'Control' },
    { kind: 'keyDown', key: 'Shift' },
    { kind: 'keyDown', key: 's' },
    { kind: 'keyUp', key: 's' },
    { kind: 'keyUp', key: 'Shift' },
    { kind: 'keyUp', key: 'Control' },
  ])
})
