import { writeFile } from 'node:fs/promises'
import type { Limits } from '../call/limits.js'
import { forEachInTurns } from '../call/turns.js'
import type { NativeCapture, NativeDesktop, NativeImage, NativeRect } from '../native/binding.js'
import type { Rect } from '../tree/node.js'
import { encodePng } from './png.js'

/** A picture, and where on the screen it was taken. */
export interface Picture {
  /** A PNG file. */
  png: Buffer
  /** What it shows, in screen units. */
  bounds: Rect
  /** Pixels of the picture per screen unit. */
  scale: number
}

/** A picture of what is said, or of the whole screen; written to `path`, too, when there is one. */
export async function pictureOf(
  desktop: NativeDesktop,
  what: NativeCapture,
  limits: Limits,
  path: string | undefined,
  outlined: readonly Rect[] = [],
): Promise<Picture> {
  const image = await limits.call((native) => desktop.screenshot(what, native))
  await forEachInTurns(outlined, (rect) => outline(image, rect))
  const png = await encodePng(image)
  if (path !== undefined) await writeFile(path, png)
  return { png, bounds: image.bounds, scale: image.scale }
}

/** A part of the screen (or all of it) as a PNG file. */
export async function screenshotOf(
  desktop: NativeDesktop,
  area: NativeRect | undefined,
  limits: Limits,
  path: string | undefined,
  outlined: readonly Rect[] = [],
): Promise<Buffer> {
  return (await pictureOf(desktop, area === undefined ? {} : { area }, limits, path, outlined)).png
}

const COLOUR = [255, 0, 80, 255]
const THICKNESS = 3

/** Draws a frame just around a rectangle of the screen. */
function outline(image: NativeImage, rect: Rect): void {
  const { scale, bounds } = image
  const left = Math.round((rect.x - bounds.x) * scale) - THICKNESS
  const top = Math.round((rect.y - bounds.y) * scale) - THICKNESS
  const width = Math.round(rect.width * scale) + 2 * THICKNESS
  const height = Math.round(rect.height * scale) + 2 * THICKNESS
  paint(image, left, top, width, THICKNESS)
  paint(image, left, top + height - THICKNESS, width, THICKNESS)
  paint(image, left, top, THICKNESS, height)
  paint(image, left + width - THICKNESS, top, THICKNESS, height)
}

function paint(image: NativeImage, left: number, top: number, width: number, height: number): void {
  for (let y = Math.max(0, top); y < Math.min(image.height, top + height); y++) {
    for (let x = Math.max(0, left); x < Math.min(image.width, left + width); x++) {
      image.rgba.set(COLOUR, (y * image.width + x) * 4)
    }
  }
}
