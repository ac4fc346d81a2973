import type { Pixels } from '../../sdk/picture/png.js'
import type { Rect } from '../../sdk/tree/node.js'

/** Pixels, and where on the screen they are. */
export interface Image extends Pixels {
  /** What it shows, in screen units. */
  bounds: Rect
  /** Pixels for each screen unit. */
  scale: number
}

/** A rectangle of the screen in pixels of the image, whole ones, never less than all of it; what lies outside is cut off. */
export function pixelsOf({ bounds, scale, width, height }: Image, rect: Rect): Rect {
  // Half a pixel that is only nearly one is none: 10 units at a scale of 1.1 are 11 pixels, and 11.000000000000002 in arithmetic.
  const left = Math.max(0, Math.floor((rect.x - bounds.x) * scale + 1e-6))
  const top = Math.max(0, Math.floor((rect.y - bounds.y) * scale + 1e-6))
  const right = Math.min(width, Math.ceil((rect.x + rect.width - bounds.x) * scale - 1e-6))
  const bottom = Math.min(height, Math.ceil((rect.y + rect.height - bounds.y) * scale - 1e-6))
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
}

/** The rectangle of the screen that one of the image's pixels shows. */
export function onScreen({ bounds, scale }: Image, { x, y, width, height }: Rect): Rect {
  return { x: bounds.x + x / scale, y: bounds.y + y / scale, width: width / scale, height: height / scale }
}

/** A part of it, by a rectangle of the screen. */
export function cropped(image: Image, rect: Rect): Image {
  const { x, y, width, height } = pixelsOf(image, rect)
  const rgba = Buffer.alloc(width * height * 4)
  for (let row = 0; row < height; row++) {
    const from = ((y + row) * image.width + x) * 4
    rgba.set(image.rgba.subarray(from, from + width * 4), row * width * 4)
  }
  return { width, height, rgba, scale: image.scale, bounds: onScreen(image, { x, y, width, height }) }
}

export type Colour = readonly [red: number, green: number, blue: number]

/** Fills a rectangle of pixels; what lies outside is left out. */
export function fill(image: Pixels, { x, y, width, height }: Rect, [red, green, blue]: Colour): void {
  const right = Math.min(image.width, x + width)
  for (let row = Math.max(0, y); row < Math.min(image.height, y + height); row++) {
    for (let column = Math.max(0, x); column < right; column++) {
      const at = (row * image.width + column) * 4
      image.rgba[at] = red
      image.rgba[at + 1] = green
      image.rgba[at + 2] = blue
      image.rgba[at + 3] = 255
    }
  }
}

/** A frame along the inside of a rectangle. */
export function frame(image: Pixels, { x, y, width, height }: Rect, thickness: number, colour: Colour): void {
  fill(image, { x, y, width, height: thickness }, colour)
  fill(image, { x, y: y + height - thickness, width, height: thickness }, colour)
  fill(image, { x, y, width: thickness, height }, colour)
  fill(image, { x: x + width - thickness, y, width: thickness, height }, colour)
}

const HIGHLIGHT: Colour = [255, 0, 80]
const HIGHLIGHT_THICKNESS = 3

/** A frame just around a rectangle of the screen. */
export function outline(image: Image, rect: Rect): void {
  const { x, y, width, height } = pixelsOf(image, rect)
  const by = HIGHLIGHT_THICKNESS
  frame(image, { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }, by, HIGHLIGHT)
}
