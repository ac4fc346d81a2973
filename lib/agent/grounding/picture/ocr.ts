import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { encodePng } from '../../../sdk/picture/png.js'
import type { Rect } from '../../../sdk/tree/node.js'
import type { Image } from '../../capture/image.js'
import { onScreen } from '../../capture/image.js'
import { optional, optionalImport } from '../../optional.js'
import { enlarged } from './enlarge.js'

/** A line of text in a picture. */
export interface Line {
  text: string
  /** Screen units. */
  bounds: Rect
  /** 0 to 100. */
  confidence: number
}

// Screen fonts are 10 px high; tesseract was trained on 30 and more.
const ENLARGED = 3
// Below this, what is read is mostly the edge of an icon.
const CONFIDENT = 40
// A gap wider than so many heights of the text parts two texts that stand on one line: the labels of two buttons.
const GAP = 1.2

type Worker = Awaited<ReturnType<typeof import('tesseract.js')['createWorker']>>

/** Reads text in pictures with tesseract.js: by itself, from the language data that is installed, and never over a network. */
export class Ocr {
  private worker: Promise<Worker> | undefined
  private queue: Promise<unknown> = Promise.resolve()

  /** One picture at a time: the worker has one thread. */
  async lines(image: Image, signal: AbortSignal): Promise<Line[]> {
    const read = this.queue.then(async () => {
      signal.throwIfAborted()
      this.worker ??= start().catch((error: unknown) => {
        this.worker = undefined
        throw error
      })
      const worker = await this.worker
      const large = enlarged(image, ENLARGED)
      const { data } = await worker.recognize(await encodePng(large), {}, { text: false, blocks: true })
      return (data.blocks ?? [])
        .flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
        .flatMap(({ words }) => phrases(words))
        .map(({ text, box, confidence }) => ({ text, confidence, bounds: onScreen(large, box) }))
    })
    this.queue = read.catch(() => {})
    return read
  }

  async end(): Promise<void> {
    const worker = await this.worker?.catch(() => undefined)
    this.worker = undefined
    await worker?.terminate()
  }
}

async function start(): Promise<Worker> {
  const { createWorker, OEM, PSM } = await optionalImport(
    async () => (await import('tesseract.js')).default,
    'tesseract.js',
  )
  const data = optional(
    () => createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'),
    '@tesseract.js-data/eng',
  )
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: join(dirname(data), '4.0.0_best_int'),
    cacheMethod: 'none',
    gzip: true,
    // Its default is to throw out of the worker's message handler, which ends the process.
    errorHandler: () => {},
  })
  // Words wherever they stand: a window has no columns and paragraphs.
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SPARSE_TEXT, user_defined_dpi: '300' })
  return worker
}

interface Word {
  text: string
  confidence: number
  bbox: { x0: number; y0: number; x1: number; y1: number }
}

/** The words of a line that belong together. */
function phrases(words: readonly Word[]): { text: string; box: Rect; confidence: number }[] {
  const groups: Word[][] = []
  for (const word of words.filter(({ text, confidence }) => confidence >= CONFIDENT && /[\p{L}\p{N}]/u.test(text))) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last !== undefined && before !== undefined && word.bbox.x0 - before.bbox.x1 <= GAP * heightOf(before))
      last.push(word)
    else groups.push([word])
  }
  return groups.map((group) => {
    const [left, top] = [Math.min(...group.map(({ bbox }) => bbox.x0)), Math.min(...group.map(({ bbox }) => bbox.y0))]
    const [right, bottom] = [
      Math.max(...group.map(({ bbox }) => bbox.x1)),
      Math.max(...group.map(({ bbox }) => bbox.y1)),
    ]
    return {
      text: group.map(({ text }) => text).join(' '),
      box: { x: left, y: top, width: right - left, height: bottom - top },
      confidence: Math.min(...group.map(({ confidence }) => confidence)),
    }
  })
}

function heightOf({ bbox }: Word): number {
  return bbox.y1 - bbox.y0
}
