import type { Image } from './image.js'

/** Scaled down until neither side is longer than that; never up. Each pixel is the mean of what it stands for. */
export function shrunk(image: Image, maxDimension: number): Image {
  const factor = Math.min(1, maxDimension / Math.max(image.width, image.height))
  if (factor === 1) return image
  const width = Math.max(1, Math.round(image.width * factor))
  const height = Math.max(1, Math.round(image.height * factor))
  const columns = edges(image.width, width)
  const rows = edges(image.height, height)
  const rgba = Buffer.alloc(width * height * 4)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      mean(image, columns, rows, column, row, rgba, (row * width + column) * 4)
    }
  }
  return { ...image, width, height, rgba, scale: image.scale * factor }
}

/** Where each of so many new pixels begins among the old ones. */
function edges(from: number, to: number): number[] {
  return Array.from({ length: to + 1 }, (_, at) => Math.floor((at * from) / to))
}

function mean(image: Image, columns: number[], rows: number[], column: number, row: number, to: Buffer, at: number) {
  const [left, right] = [columns[column] as number, columns[column + 1] as number]
  const [top, bottom] = [rows[row] as number, rows[row + 1] as number]
  let [red, green, blue] = [0, 0, 0]
  for (let y = top; y < bottom; y++) {
    for (let from = (y * image.width + left) * 4; from < (y * image.width + right) * 4; from += 4) {
      red += image.rgba[from] as number
      green += image.rgba[from + 1] as number
      blue += image.rgba[from + 2] as number
    }
  }
  const count = (right - left) * (bottom - top)
  to[at] = Math.round(red / count)
  to[at + 1] = Math.round(green / count)
  to[at + 2] = Math.round(blue / count)
  to[at + 3] = 255
}
