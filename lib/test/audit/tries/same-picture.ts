import type { Rect } from '../../../sdk/tree/node.js'
import { right } from '../audited-tree.js'
import { type Picture, pixelsOf } from '../screen-picture.js'

// Of 255 for each channel. Less is the rounding of an animation that has ended.
const VISIBLE = 10

/** The smallest rectangle of an area, in px of the pictures, that holds all that differs; `undefined` where both look the same. */
export function differenceIn(one: Picture, other: Picture, area: Rect, except?: Rect): Rect | undefined {
  const { x, y, width, height } = pixelsOf(one, area)
  const masked = except === undefined ? undefined : pixelsOf(one, except)
  let [left, top, most, lowest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1]
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) {
      if (masked !== undefined && isIn(masked, column, row)) continue
      const at = (row * one.width + column) * 4
      if (isSame(one.rgba, other.rgba, at)) continue
      left = Math.min(left, column)
      top = Math.min(top, row)
      most = Math.max(most, column)
      lowest = Math.max(lowest, row)
    }
  }
  return most < 0 ? undefined : { x: left, y: top, width: most - left + 1, height: lowest - top + 1 }
}

const isIn = (rect: Rect, x: number, y: number): boolean =>
  x >= rect.x && x < right(rect) && y >= rect.y && y < rect.y + rect.height

function isSame(one: Uint8Array, other: Uint8Array, at: number): boolean {
  for (let channel = at; channel < at + 3; channel++) {
    if (Math.abs((one[channel] ?? 0) - (other[channel] ?? 0)) > VISIBLE) return false
  }
  return true
}

/** Whether both show the same part of the screen. */
export const isSameFrame = (one: Picture, other: Picture): boolean =>
  one.width === other.width &&
  one.height === other.height &&
  one.bounds.x === other.bounds.x &&
  one.bounds.y === other.bounds.y

export const grown = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})
