import type { Rect } from '../../sdk/tree/node.js'
import type { Call } from '../call.js'
import type { Deadline } from '../deadline.js'

/** What an index can be of. */
export const VISION_TYPES = ['ui_tree', 'ocr', 'omniparser', 'vision', 'dom'] as const
export type VisionType = (typeof VISION_TYPES)[number]

/** Something that shows, as it was when it was read. */
export interface Spot {
  /** What it is: a role of the tree, `text`, `icon`, a tag of the page. */
  role: string
  name: string
  /** Screen units. */
  bounds: Rect
}

/** A spot that is no element of the tree. */
export interface FoundSpot extends Spot {
  /** Where it is by now, looked for anew. STALE when it is no longer what it was. */
  again(deadline: Deadline, call: Call): Promise<Rect>
}
