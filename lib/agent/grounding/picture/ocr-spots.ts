import type { Rect } from '../../../sdk/tree/node.js'
import { quoted } from '../../../sdk/tree/quoted.js'
import type { Call } from '../../call.js'
import { cropped } from '../../capture/image.js'
import { overlap } from '../../capture/rect.js'
import type { Deadline } from '../../deadline.js'
import type { Look } from '../look.js'
import { moved } from '../moved.js'
import type { FoundSpot } from '../spot.js'
import { stale } from '../stale.js'
import type { Line, Ocr } from './ocr.js'
import { samePixels } from './same-pixels.js'

// Screen units around a text that are read with it: tesseract needs a margin.
const MARGIN = 16

/** The texts of a window. Each is read again in its place before anything is done there. */
export async function readWords(ocr: Ocr, look: Look, deadline: Deadline, call: Call): Promise<FoundSpot[]> {
  const { image } = await look(deadline, call)
  const lines = await ocr.lines(image, call.signal)
  return lines.map(({ text, bounds }) => {
    const spot = { role: 'text', name: text, bounds }
    const again = async (deadline: Deadline, call: Call): Promise<Rect> => {
      const now = (await look(deadline, call)).image
      const there = moved(bounds, image.bounds, now.bounds)
      // Where no pixel changed, the text is the same, and reading it again would say so three times as slowly.
      if (samePixels(cropped(image, bounds), cropped(now, there))) return there
      const read = await ocr.lines(cropped(now, widened(there)), call.signal)
      const same = read.find((line) => isSame(line, text) && overlap(line.bounds, there))
      if (same !== undefined) return same.bounds
      const shown = read.filter((line) => overlap(line.bounds, there)).map((line) => quoted(line.text))
      throw stale(
        spot,
        shown.length === 0 ? 'no text is read there any more' : `${shown.join(', ')} is read there by now`,
      )
    }
    return { ...spot, again }
  })
}

function isSame(line: Line, text: string): boolean {
  return plain(line.text) === plain(text)
}

/** Without what tesseract adds and leaves out from one reading to the next. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function widened({ x, y, width, height }: Rect): Rect {
  return { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN }
}
