import type { Pixels } from '../../sdk/picture/png.js'
import { type Colour, fill } from './image.js'

// Three pixels wide and five high, each row as three bits.
const GLYPHS = [
  [7, 5, 5, 5, 7],
  [2, 6, 2, 2, 7],
  [7, 1, 7, 4, 7],
  [7, 1, 7, 1, 7],
  [5, 5, 7, 1, 1],
  [7, 4, 7, 1, 7],
  [7, 4, 7, 5, 7],
  [7, 1, 2, 2, 2],
  [7, 5, 7, 5, 7],
  [7, 5, 7, 1, 7],
] as const
const [WIDE, HIGH, GAP] = [3, 5, 1]

// Twice as large as drawn above: a vision model reads these, and a person, too.
const SIZE = 2
const PADDING = 2

/** How much room a number needs, with a margin around it. */
export function sizeOfNumber(number: number): { width: number; height: number } {
  const count = String(number).length
  return { width: (count * (WIDE + GAP) - GAP) * SIZE + 2 * PADDING, height: HIGH * SIZE + 2 * PADDING }
}

/** Writes a number on a ground of its own. */
export function drawNumber(image: Pixels, x: number, y: number, number: number, ink: Colour, ground: Colour): void {
  fill(image, { x, y, ...sizeOfNumber(number) }, ground)
  for (const [place, digit] of [...String(number)].entries()) {
    for (const [row, bits] of (GLYPHS[Number(digit)] ?? []).entries()) {
      for (let column = 0; column < WIDE; column++) {
        if (((bits >> (WIDE - 1 - column)) & 1) === 0) continue
        const left = x + PADDING + (place * (WIDE + GAP) + column) * SIZE
        fill(image, { x: left, y: y + PADDING + row * SIZE, width: SIZE, height: SIZE }, ink)
      }
    }
  }
}
