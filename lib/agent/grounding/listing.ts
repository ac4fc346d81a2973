import { Deadline } from '../deadline.js'
import type { groundingOptions } from '../options/index.js'
import type { ValueOf } from '../schema.js'
import type { Session } from '../session.js'
import type { Call } from '../tool.js'
import type { VisionType } from './spot.js'
import { lineOf, type SpotPlace } from './spots.js'

export type GroundingInput = ValueOf<{ properties: typeof groundingOptions }>

export interface Listing {
  kind: VisionType
  count: number
  /** For a model: what an index of it is good for, and what there is. */
  lines: string
}

/** What is read of a window besides its tree, as far as it is asked for. */
export async function listings(
  input: GroundingInput,
  place: SpotPlace,
  session: Session,
  call: Call,
  timeout = session.timeout,
): Promise<Listing[]> {
  const wanted: [boolean | undefined, Exclude<VisionType, 'ui_tree'>][] = [
    [input.include_ocr, 'ocr'],
    [input.include_browser_dom, 'dom'],
    [input.include_omniparser, 'omniparser'],
    [input.include_vision ?? input.include_gemini_vision, 'vision'],
  ]
  const read: Listing[] = []
  for (const [asked, kind] of wanted) {
    if (!asked) continue
    const told = session.eyes.spots.tell(kind, place, await session.eyes.read(kind, place, new Deadline(timeout), call))
    const head = `${kind}: what a click takes as index with vision_type ${kind}`
    read.push({ kind, count: told.length, lines: [head, ...told.map(lineOf)].join('\n') })
  }
  return read
}
