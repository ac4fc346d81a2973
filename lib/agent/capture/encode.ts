import { encodePng } from '../../sdk/picture/png.js'
import type { Image } from './image.js'

/** A picture as a file. */
export type PictureContent = { png: Buffer } | { jpeg: Buffer }

export type PictureFormat = 'png' | 'jpeg'

// As most tools save screenshots: text stays legible.
const QUALITY = 85

export async function encoded(image: Image, format: PictureFormat): Promise<PictureContent> {
  if (format === 'png') return { png: await encodePng(image) }
  const { default: jpeg } = await import('jpeg-js')
  const { width, height, rgba } = image
  return { jpeg: Buffer.from(jpeg.encode({ width, height, data: rgba }, QUALITY).data) }
}
