import { spawn } from 'node:child_process'
import { PNG } from 'pngjs'
import type { Rect } from 'surehand'

/** A word that tesseract read in a picture. */
export interface Word {
  text: string
  bounds: Rect
  /** 0 to 100. */
  confidence: number
}

// Screen fonts are 10 px high; tesseract was trained on 30 and more.
const SCALE = 3
const LINE_SCALE = 4
const MARGIN = 5
const GAP = 32
// Tesseract refuses pictures higher than 32,767 px, and an area may be as high as the screen.
const AT_ONCE = 40
const HIGHEST = 160

/** The words of a picture, in its own pixels. */
export async function wordsOf(picture: PNG): Promise<Word[]> {
  // 11: words wherever they stand. A window has no columns and paragraphs.
  const words = await tesseract(enlarged(picture, whole(picture), SCALE), 11)
  return words.map((word) => ({ ...word, bounds: scaled(word.bounds, 1 / SCALE) }))
}

/** What stands in each of these areas of a picture, looked at closer: each as a line of its own. */
export async function linesOf(picture: PNG, areas: readonly Rect[]): Promise<Word[][]> {
  const read: Word[][] = []
  for (let first = 0; first < areas.length; first += AT_ONCE) {
    read.push(...(await sheetOf(picture, areas.slice(first, first + AT_ONCE))))
  }
  return read
}

async function sheetOf(picture: PNG, areas: readonly Rect[]): Promise<Word[][]> {
  const crops = areas.map((area) =>
    darkOnLight(enlarged(picture, clipped(widened(topOf(area), MARGIN), picture), LINE_SCALE)),
  )
  const width = Math.max(...crops.map((crop) => crop.width)) + 2 * GAP
  const height = crops.reduce((sum, crop) => sum + crop.height + GAP, GAP)
  const sheet = new PNG({ width, height, fill: true })
  sheet.data.fill(255)
  const tops: number[] = []
  let top = GAP
  for (const crop of crops) {
    PNG.bitblt(crop, sheet, 0, 0, crop.width, crop.height, GAP, top)
    tops.push(top)
    top += crop.height + GAP
  }
  const words = await tesseract(sheet, 11)
  return crops.map((crop, index) => {
    const from = (tops[index] as number) - GAP / 2
    return words.filter(({ bounds }) => {
      const middle = bounds.y + bounds.height / 2
      return middle >= from && middle < from + crop.height + GAP
    })
  })
}

/** Whether nothing is drawn there: one colour, but for the shading of a background. */
export function isBlank(picture: PNG, area: Rect): boolean {
  const { x, y, width, height } = clipped(widened(area, -1), picture)
  let [least, most] = [255, 0]
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) {
      const at = (row * picture.width + column) * 4
      const [red = 0, green = 0, blue = 0] = picture.data.subarray(at, at + 3)
      const light = (red * 299 + green * 587 + blue * 114) / 1000
      least = Math.min(least, light)
      most = Math.max(most, light)
    }
  }
  return most - least < 24
}

async function tesseract(picture: PNG, segmentation: number): Promise<Word[]> {
  const args = ['stdin', 'stdout', '--psm', String(segmentation), '--dpi', '300', 'tsv']
  // One thread: with two, tesseract is slower on a machine of two processors, and takes both.
  const child = spawn('tesseract', args, {
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  child.stdin.end(PNG.sync.write(picture, { deflateLevel: 1 }))
  const code = await ended
  if (code !== 0) throw new Error(`tesseract ended with ${code}`)
  return Buffer.concat(output).toString('utf8').split('\n').slice(1).flatMap(wordOf)
}

// level page block paragraph line word left top width height confidence text
function wordOf(line: string): Word[] {
  const fields = line.split('\t')
  const [x, y, width, height, confidence] = fields.slice(6, 11).map(Number)
  const text = fields[11]?.trim() ?? ''
  if (fields[0] !== '5' || text === '') return []
  return [{ text, bounds: { x, y, width, height } as Rect, confidence: confidence as number }]
}

/** The sheet is white, and tesseract takes what is light on dark for a picture among dark lines (the white label of a blue button). */
function darkOnLight(grey: PNG): PNG {
  let light = 0
  for (let at = 0; at < grey.data.length; at += 4) light += grey.data[at] as number
  if (light / (grey.data.length / 4) >= 128) return grey
  for (let at = 0; at < grey.data.length; at += 4) {
    const inverted = 255 - (grey.data[at] as number)
    grey.data[at] = grey.data[at + 1] = grey.data[at + 2] = inverted
  }
  return grey
}

function enlarged(picture: PNG, area: Rect, factor: number): PNG {
  const result = new PNG({ width: Math.max(1, area.width * factor), height: Math.max(1, area.height * factor) })
  const sample = (x: number, y: number, channel: number) => {
    const column = Math.min(area.x + area.width - 1, Math.max(area.x, x))
    const row = Math.min(area.y + area.height - 1, Math.max(area.y, y))
    return picture.data[(row * picture.width + column) * 4 + channel] ?? 255
  }
  for (let row = 0; row < result.height; row++) {
    const y = (row + 0.5) / factor - 0.5 + area.y
    const [top, dy] = [Math.floor(y), y - Math.floor(y)]
    for (let column = 0; column < result.width; column++) {
      const x = (column + 0.5) / factor - 0.5 + area.x
      const [left, dx] = [Math.floor(x), x - Math.floor(x)]
      const at = (row * result.width + column) * 4
      // Grey: colours carry no letters, and tesseract makes it grey anyway.
      let light = 0
      for (const [channel, weight] of [0.299, 0.587, 0.114].entries()) {
        const above = sample(left, top, channel) * (1 - dx) + sample(left + 1, top, channel) * dx
        const below = sample(left, top + 1, channel) * (1 - dx) + sample(left + 1, top + 1, channel) * dx
        light += weight * (above * (1 - dy) + below * dy)
      }
      result.data[at] = result.data[at + 1] = result.data[at + 2] = light
      result.data[at + 3] = 255
    }
  }
  return result
}

export function widened({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}

/** What is higher than a few lines has its name at its top. */
function topOf(area: Rect): Rect {
  return { ...area, height: Math.min(area.height, HIGHEST) }
}

function whole({ width, height }: PNG): Rect {
  return { x: 0, y: 0, width, height }
}

function scaled({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x * by, y: y * by, width: width * by, height: height * by }
}

function clipped({ x, y, width, height }: Rect, { width: right, height: bottom }: PNG): Rect {
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))]
  return {
    x: left,
    y: top,
    width: Math.max(0, Math.min(right, Math.ceil(x + width)) - left),
    height: Math.max(0, Math.min(bottom, Math.ceil(y + height)) - top),
  }
}
