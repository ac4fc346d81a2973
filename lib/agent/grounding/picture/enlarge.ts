import type { Image } from '../../capture/image.js'

/** So many times as large, smoothly, and grey: colours carry no letters. */
export function enlarged(image: Image, factor: number): Image {
  const [width, height] = [image.width * factor, image.height * factor]
  const light = greyOf(image)
  const rgba = Buffer.alloc(width * height * 4, 255)
  const columns = Array.from({ length: width }, (_, x) => sampling(x, factor, image.width))
  for (let y = 0; y < height; y++) {
    const row = sampling(y, factor, image.height)
    const [above, below] = [row.from * image.width, row.to * image.width]
    for (let x = 0; x < width; x++) {
      const { from, to, part } = columns[x] as Sampling
      const top = (light[above + from] as number) * (1 - part) + (light[above + to] as number) * part
      const bottom = (light[below + from] as number) * (1 - part) + (light[below + to] as number) * part
      const at = (y * width + x) * 4
      rgba[at] = rgba[at + 1] = rgba[at + 2] = top * (1 - row.part) + bottom * row.part
    }
  }
  return { ...image, width, height, rgba, scale: image.scale * factor }
}

interface Sampling {
  from: number
  to: number
  part: number
}

/** Between which two old pixels a new one lies, and how near to the second. */
function sampling(at: number, factor: number, count: number): Sampling {
  const place = Math.min(count - 1, Math.max(0, (at + 0.5) / factor - 0.5))
  const from = Math.floor(place)
  return { from, to: Math.min(count - 1, from + 1), part: place - from }
}

function greyOf({ width, height, rgba }: Image): Float32Array {
  const light = new Float32Array(width * height)
  for (let at = 0; at < light.length; at++) {
    const [red, green, blue] = [rgba[at * 4] as number, rgba[at * 4 + 1] as number, rgba[at * 4 + 2] as number]
    light[at] = 0.299 * red + 0.587 * green + 0.114 * blue
  }
  return light
}
