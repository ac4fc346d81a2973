import type { SnapshotNode } from '../../sdk/tree/snapshot.js'
import type { AuditedTree } from './audited-tree.js'

/** `error`: a person who uses assistive technology is stopped or misled. `warning`: it is harder than it has to be. */
export type Severity = 'error' | 'warning'

/** What an advice is written for. */
export type Toolkit = 'gtk' | 'qt' | 'web' | 'swing'

/** What every rule says of itself. */
export interface RuleText {
  /** Kept stable: baselines and SARIF name it. */
  readonly id: string
  readonly severity: Severity
  /** The requirement behind it, with its number: `WCAG 2.2, 4.1.2 Name, Role, Value`. */
  readonly source: string
  /** What is wrong, in one line. */
  readonly summary: string
  /** How to mend it, by toolkit. */
  readonly mend: Readonly<Record<Toolkit, string>>
}

/** An element that breaks a rule, and what was seen of it. */
export interface Fault {
  readonly node: SnapshotNode
  readonly seen: string
}

/** A rule that reads the tree, or the tree and its picture, and changes nothing. */
export interface Rule extends RuleText {
  /** Whether it finds nothing without a picture. */
  readonly needsPicture?: boolean
  find(tree: AuditedTree): Iterable<Fault>
}
