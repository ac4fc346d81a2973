import type { NativeImage } from '../native/binding.js'
import { encodePng } from '../picture/png.js'
import type { Rect } from '../tree/node.js'
import type { PictureEntry } from './trace-format.js'

// Pictures that are laid one over the other; then comes a whole one, so that showing one takes few.
const LAYERS = 40

/** Pictures as what is different from the one before. */
export class Pictures {
  private last: { image: NativeImage; picture: number; layers: number } | undefined
  private count = 0

  /** The next one is whole. */
  startAnew(): void {
    this.last = undefined
  }

  /** Its entry, or the number of the picture that looks the same. Takes the image over. */
  async add(image: NativeImage, areas: readonly Rect[]): Promise<PictureEntry | number> {
    for (const area of areas) blank(image, area)
    const { last } = this
    const base = last !== undefined && last.layers < LAYERS && sameFrame(last.image, image) ? last : undefined
    const different = base === undefined ? whole(image) : difference(base.image, image)
    if (base !== undefined && different === undefined) return base.picture
    const picture = this.count++
    this.last = { image, picture, layers: base === undefined ? 1 : base.layers + 1 }
    const { x, y, width, height } = different as Rect
    const png = await encodePng({ width, height, rgba: cut(image, different as Rect) })
    const on = base === undefined ? {} : { on: base.picture }
    const size = { width: image.width, height: image.height, bounds: image.bounds }
    return { type: 'picture', picture, ...on, x, y, ...size, png: png.toString('base64') }
  }
}

const whole = ({ width, height }: NativeImage): Rect => ({ x: 0, y: 0, width, height })

function sameFrame(a: NativeImage, b: NativeImage): boolean {
  const [p, q] = [a.bounds, b.bounds]
  return a.width === b.width && a.height === b.height && p.x === q.x && p.y === q.y && a.scale === b.scale
}

/** The smallest rectangle outside of which both are the same; `undefined` where they are the same. */
function difference(before: NativeImage, now: NativeImage): Rect | undefined {
  const { width, height } = now
  const stride = width * 4
  const same = (row: number) =>
    now.rgba.compare(before.rgba, row * stride, (row + 1) * stride, row * stride, (row + 1) * stride) === 0
  let top = 0
  while (top < height && same(top)) top++
  if (top === height) return undefined
  let bottom = height
  while (same(bottom - 1)) bottom--
  const [a, b] = [pixelsOf(before), pixelsOf(now)]
  let [left, right] = [width, 0]
  for (let row = top; row < bottom; row++) {
    const from = row * width
    let column = 0
    while (column < left && a[from + column] === b[from + column]) column++
    left = Math.min(left, column)
    column = width
    while (column > right && a[from + column - 1] === b[from + column - 1]) column--
    right = Math.max(right, column)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

function pixelsOf({ rgba }: NativeImage): Uint32Array {
  // A buffer of a pool may begin anywhere.
  const bytes = rgba.byteOffset % 4 === 0 ? rgba : Buffer.from(new Uint8Array(rgba).buffer)
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
}

function cut({ rgba, width }: NativeImage, part: Rect): Uint8Array {
  const pixels = Buffer.allocUnsafe(part.width * part.height * 4)
  for (let row = 0; row < part.height; row++) {
    const from = ((part.y + row) * width + part.x) * 4
    rgba.copy(pixels, row * part.width * 4, from, from + part.width * 4)
  }
  return pixels
}

/** Whatever of it lies in the picture, and all of each pixel. */
function blank({ rgba, width, height, bounds, scale }: NativeImage, area: Rect): void {
  const left = Math.max(0, Math.floor((area.x - bounds.x) * scale))
  const top = Math.max(0, Math.floor((area.y - bounds.y) * scale))
  const right = Math.min(width, Math.ceil((area.x + area.width - bounds.x) * scale))
  const bottom = Math.min(height, Math.ceil((area.y + area.height - bounds.y) * scale))
  if (right <= left) return
  for (let row = top; row < bottom; row++) {
    const pixels = rgba.subarray((row * width + left) * 4, (row * width + right) * 4)
    pixels.fill(BLANK, 0, pixels.length)
  }
}

const BLANK = Buffer.from([0, 0, 0, 255])
