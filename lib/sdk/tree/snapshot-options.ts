import { count, flag, type Shape } from '../call/arguments.js'
import type { WaitOptions } from '../call/limits.js'

/** What a snapshot reads. Whatever is left out costs nothing; the defaults read everything. */
export interface SnapshotOptions extends WaitOptions {
  /** Leaves out what does not show; said in the tree as cuts (`hidden`). Default: false. */
  onlyVisible?: boolean
  /** Default: true. */
  bounds?: boolean
  /** Values, and the text of editable elements. Default: true. */
  text?: boolean
  /**
   * Names of actions, and shortcuts. Default: true; but where each element's names cost a call of their own (macOS), the default reads
   * those of the root alone, and `true` those of every element that acts.
   */
  actions?: boolean
  /** Attributes, descriptions, ids, classes, placeholders. Default: true. */
  attributes?: boolean
  /** Cuts the tree after so many nodes. Default: 0, no limit. */
  maxNodes?: number
  /** Cuts it so many levels below its root; 0 is the root alone. Default: no limit. */
  maxDepth?: number
}

export const snapshotShape: Shape = {
  onlyVisible: flag,
  bounds: flag,
  text: flag,
  actions: flag,
  attributes: flag,
  maxNodes: count,
  maxDepth: count,
}
