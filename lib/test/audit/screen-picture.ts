import type { Rect } from '../../sdk/tree/node.js'

/** What the screen shows of a program. */
export interface Picture {
  width: number
  height: number
  /** 8 bits each, rows without padding. */
  rgba: Uint8Array
  /** What it shows, in screen units. */
  bounds: Rect
  /** Pixels for each screen unit. */
  scale: number
}

/** A rectangle of the screen in pixels of the picture; what lies outside is cut off. */
export function pixelsOf({ bounds, scale, width, height }: Picture, rect: Rect): Rect {
  const left = Math.max(0, Math.round((rect.x - bounds.x) * scale))
  const top = Math.max(0, Math.round((rect.y - bounds.y) * scale))
  const right = Math.min(width, Math.round((rect.x + rect.width - bounds.x) * scale))
  const bottom = Math.min(height, Math.round((rect.y + rect.height - bounds.y) * scale))
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
}
