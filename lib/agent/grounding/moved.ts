import type { Rect } from '../../sdk/tree/node.js'

/** Where something in a window is, after the window went from one place to another. */
export function moved({ x, y, width, height }: Rect, from: Rect, to: Rect): Rect {
  return { x: x + to.x - from.x, y: y + to.y - from.y, width, height }
}
