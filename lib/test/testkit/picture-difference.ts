import pixelmatch from 'pixelmatch'
import type { PNG } from 'pngjs'
import { encodePng, type Pixels } from '../../sdk/picture/png.js'
import type { Rect } from '../../sdk/tree/node.js'

/** How alike pictures have to be. */
export interface Tolerance {
  /** How much a pixel may differ in colour before it counts, 0 to 1. Default 0.2. */
  threshold?: number
  /** How many pixels may differ. Default 0. */
  maxDiffPixels?: number
  /** Which share of the pixels may differ, 0 to 1. */
  maxDiffPixelRatio?: number
}

export interface PictureComparison {
  same: boolean
  /** In words. */
  seen: string
  /** Where both have one size: what is kept, greyed, with what differs in red. */
  difference?: Pixels
}

export async function decodePng(file: Buffer): Promise<Pixels> {
  const { default: png } = await import('pngjs')
  const { width, height, data }: PNG = png.PNG.sync.read(file)
  return { width, height, rgba: data }
}

export { encodePng }

export function comparePictures(kept: Pixels, seen: Pixels, tolerance: Tolerance): PictureComparison {
  const { width, height } = kept
  if (seen.width !== width || seen.height !== height)
    return { same: false, seen: `a picture of ${seen.width}x${seen.height} px, not of ${width}x${height}` }
  const { threshold = 0.2, maxDiffPixels, maxDiffPixelRatio } = tolerance
  const rgba = new Uint8Array(width * height * 4)
  // Anti-aliased edges are looked for and left out: the same text is drawn with others on another machine.
  const pixels = pixelmatch(kept.rgba, seen.rgba, rgba, width, height, { threshold })
  const ratio = pixels / (width * height)
  const same =
    maxDiffPixels === undefined && maxDiffPixelRatio === undefined
      ? pixels === 0
      : pixels <= (maxDiffPixels ?? Number.POSITIVE_INFINITY) && ratio <= (maxDiffPixelRatio ?? 1)
  const share = ratio < 0.001 ? 'under 0.1' : (100 * ratio).toFixed(1)
  const words = pixels === 0 ? 'that picture' : `${pixels} of ${width * height} pixels differ (${share} %)`
  return { same, seen: words, difference: { width, height, rgba } }
}

/** Paints over what is not compared; rectangles in pixels of the picture. */
export function mask(picture: Pixels, rects: readonly Rect[]): void {
  for (const { x, y, width, height } of rects) {
    const right = Math.min(picture.width, Math.ceil(x + width))
    for (let row = Math.max(0, Math.floor(y)); row < Math.min(picture.height, Math.ceil(y + height)); row++) {
      for (let column = Math.max(0, Math.floor(x)); column < right; column++)
        picture.rgba.set(MASK, (row * picture.width + column) * 4)
    }
  }
}

// Playwright's: no program is drawn in it.
const MASK = [255, 0, 255, 255]
