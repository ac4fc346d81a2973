import { describe, expect, test } from 'vitest'
import { inFormOf, isInParts, showsText } from '../../lib/sdk/action/parts/shown-text.js'
import type { NativeNode } from '../../lib/sdk/native/binding.js'

const node = (role: string, value: string) => ({ role, value, states: [] }) as unknown as NativeNode

describe('what a field shows of a text that was given to it', () => {
  test.each([
    ['textbox', '192.168.001.001', '192168001001', true],
    ['textbox', '(555) 123-4567', '5551234567', true],
    ['textbox', 'C--', 'C++', false],
    ['textbox', '12.50', '1250', false],
    ['textbox', 'ab', 'abc', false],
    ['textbox', 'abc', 'ab', false],
    ['spinbutton', '33.00', '33', true],
    ['spinbutton', '17:45:00', '17:45', true],
    ['spinbutton', '17:45:30', '17:45', false],
    ['spinbutton', '17:00:00', '17', false],
    ['spinbutton', '24.12.2025', '24.12', false],
  ])('a %s with %j, given %j: %s', (role, value, text, expected) => {
    expect(showsText(node(role, value), text)).toBe(expected)
  })

  test('a time is given the seconds that its field shows', () => {
    expect(inFormOf(node('spinbutton', '08:00:00'), '17:45')).toBe('17:45:00')
    expect(inFormOf(node('spinbutton', '08:00'), '17:45')).toBe('17:45')
    expect(inFormOf(node('textbox', '08:00:00'), '17:45')).toBe('17:45')
  })

  test('a date or a time has parts, a number has none', () => {
    for (const value of ['01.01.2024', '1 Jan 2024', '2024-01-01', '1/1/24', '08:00'])
      expect(isInParts(node('spinbutton', value))).toBe(true)
    for (const value of ['7', '-3.25', '1,000', '1,000.5', '7 px', '3,25 €'])
      expect(isInParts(node('spinbutton', value))).toBe(false)
  })
})
