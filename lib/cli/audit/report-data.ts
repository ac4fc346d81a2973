import type { Rect } from '../../sdk/tree/node.js'
import type { ShownTree } from '../../test/parts/shown-tree.js'

/** What the page of a report shows, as it lies in the file. */
export interface ReportData {
  program: string
  toolkit: string
  /** The counts, a line each. */
  summary: readonly string[]
  findings: readonly ShownFinding[]
  /** Of the rules that found something, and of no others. */
  rules: readonly { id: string; summary: string; source: string; mend: readonly string[] }[]
  tree: ShownTree
  /** PNG in base64; protected fields are black. */
  picture?: { png: string; bounds: Rect }
  /** Why there is none. */
  noPicture?: string
}

/** A finding, and which element of the tree it is about. */
export interface ShownFinding {
  rule: string
  severity: 'error' | 'warning'
  ref: string
  path: string
  selector: string
  seen: string
}
