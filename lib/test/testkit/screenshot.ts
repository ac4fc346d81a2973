import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Limits, WaitOptions } from '../../sdk/call/limits.js'
import { isSurehandError } from '../../sdk/errors.js'
import type { Locator } from '../../sdk/locator.js'
import type { Pixels } from '../../sdk/picture/png.js'
import type { Picture } from '../../sdk/picture/screenshot.js'
import { PASSING } from '../../sdk/wait/wait-until.js'
import { baselineOf, MISSING, mayWrite, named, type SnapshotContext } from './baseline.js'
import { type Context, expected, lookupOf, type Outcome, type Subject } from './expectation.js'
import {
  comparePictures,
  decodePng,
  encodePng,
  mask,
  type PictureComparison,
  type Tolerance,
} from './picture-difference.js'
import { resultsOf, shownPath } from './results.js'
import { settling } from './settled.js'
import { sightOf } from './sight.js'

export interface ScreenshotComparison extends WaitOptions, Tolerance {
  /** What these mean is painted over, in what is kept and in what is seen: a clock, a text caret. */
  mask?: readonly Locator[]
}

/** Compares the picture of the subject with a file, and writes the file where there is none. */
export async function toMatchScreenshot(
  this: Context & SnapshotContext,
  subject: unknown,
  first?: unknown,
  second?: unknown,
): Promise<Outcome> {
  const not = this.isNot === true
  const { name, options = {} } = named<ScreenshotComparison>(first, second)
  const { mask: masks = [], timeout, signal } = options
  // Another system draws other letters.
  const baseline = baselineOf(this, 'toMatchScreenshot', name, `-${process.platform}.png`)
  const { file, update } = baseline
  const kept = await baseline.read()
  const keptPixels = kept && (await decodePng(kept))
  const settled = settling<Pixels>((a, b) => a.width === b.width && Buffer.compare(a.rgba, b.rgba) === 0)
  const last: { seen?: Pixels; compared?: PictureComparison } = {}
  const outcome = await expected(
    this,
    {
      matcher: 'toMatchScreenshot',
      subject: subject as Subject,
      expected: `the picture in ${shownPath(file)}`,
      async look({ limits, soon }) {
        soon(SOON)
        const pixels = await pictured(subject as Subject, masks, limits).catch((error: unknown) => {
          if (!isSurehandError(error) || !PASSING.has(error.code) || limits.expired) throw error
          return error
        })
        if (pixels instanceof Error) return { holds: undefined, seen: `no picture: ${pixels.message}` }
        const compared = keptPixels && comparePictures(keptPixels, pixels, options)
        Object.assign(last, { seen: pixels, compared })
        if (compared?.same) return { holds: true, seen: compared.seen }
        if (!not && mayWrite(update, kept))
          return { holds: settled(pixels) ? true : undefined, seen: 'a picture that goes on changing' }
        return { holds: compared === undefined ? undefined : false, seen: compared?.seen ?? MISSING }
      },
    },
    { ...(timeout === undefined ? {} : { timeout }), ...(signal === undefined ? {} : { signal }) },
  )
  const { seen, compared } = last
  if (outcome.pass !== not) {
    if (not || compared?.same) baseline.count('matched')
    else if (seen !== undefined) await baseline.write(await encodePng(seen), kept === undefined ? 'added' : 'updated')
    return outcome
  }
  baseline.count('unmatched')
  if (seen === undefined || this.testPath === undefined) return outcome
  const files = await left(
    join(resultsOf(this.testPath, this.currentTestName ?? ''), basename(file, '.png')),
    seen,
    // What is the same, where another was wanted, differs in nothing, and is no better when it is kept anew.
    not ? undefined : compared,
  )
  const accept = kept === undefined || not ? '' : '\n  -u accepts what was seen.'
  const said = outcome.message()
  return { pass: outcome.pass, message: () => `${said}${files}${accept}` }
}

// ms between pictures: no event says that something is drawn anew.
const SOON = 100

async function pictured(subject: Subject, masks: readonly Locator[], limits: Limits): Promise<Pixels> {
  // What is left may be less than a millisecond.
  const own = {
    timeout: Math.max(1, limits.remaining),
    ...(limits.signal === undefined ? {} : { signal: limits.signal }),
  }
  const picture: Picture = await (await subject).picture(own)
  const pixels = await decodePng(picture.png)
  const { bounds, scale } = picture
  for (const masked of masks) {
    const { nodes } = await sightOf(lookupOf('toMatchScreenshot', masked), limits, false)
    const rects = nodes.flatMap((node) => node.bounds ?? [])
    const within = rects.map(({ x, y, width, height }) => ({
      x: (x - bounds.x) * scale,
      y: (y - bounds.y) * scale,
      width: width * scale,
      height: height * scale,
    }))
    mask(pixels, within)
  }
  return pixels
}

/** What was seen, and what differs, as files; their names as lines of the message. */
async function left(place: string, seen: Pixels, compared: PictureComparison | undefined): Promise<string> {
  await mkdir(dirname(place), { recursive: true })
  await writeFile(`${place}-seen.png`, await encodePng(seen))
  const lines = `\n  Seen: ${shownPath(place)}-seen.png`
  if (compared?.difference === undefined) return lines
  await writeFile(`${place}-difference.png`, await encodePng(compared.difference))
  return `${lines}\n  Difference: ${shownPath(place)}-difference.png`
}
