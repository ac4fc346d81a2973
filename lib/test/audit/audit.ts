import { invalidArgument } from '../../sdk/call/arguments.js'
import type { Snapshot, SnapshotNode } from '../../sdk/tree/snapshot.js'
import { AuditedTree, nameOf } from './audited-tree.js'
import { type Finding, findingOf } from './finding.js'
import type { RuleText } from './rule.js'
import { rules } from './rules/index.js'
import type { Picture } from './screen-picture.js'
import { tryRules } from './tries/try-rules.js'

export interface AuditOptions {
  /** Ids of the rules to apply. Default: all. */
  rules?: readonly string[]
  /** Ids of rules to leave out. */
  without?: readonly string[]
  /** Where the audit begins. Default: the whole application. */
  top?: SnapshotNode
  /** Screen pixels to a pixel of the toolkit, for the size of targets. Default: 1. */
  scale?: number
  /** What the screen showed when the snapshot was taken. Without it the rules that look at pictures are not applied. */
  picture?: Picture
}

/** What an audit found. */
export interface AuditReport {
  findings: Finding[]
  /** The rules that were applied, with their texts. */
  rules: readonly RuleText[]
  /** How many elements were judged: those that show. */
  judged: number
  /** How many are hidden, and so were not. */
  hidden: number
  /** How many controls show, and how many of them a selector by role and name finds alone. */
  controls: { total: number; automatable: number }
  /** Where the tree is cut: what is missing there was not judged. */
  cuts: string[]
}

/** Whether a rule is among those that were asked for. */
export const isChosen = (id: string, { rules: only, without = [] }: Pick<AuditOptions, 'rules' | 'without'>): boolean =>
  (only === undefined || only.includes(id)) && !without.includes(id)

/** Applies the rules to what shows in a snapshot. Throws INVALID_ARGUMENT for an unknown rule. */
export function audit(snapshot: Snapshot, options: AuditOptions = {}): AuditReport {
  const { top, scale, picture } = options
  const known = [...rules, ...tryRules].map(({ id }) => id)
  for (const id of [...(options.rules ?? []), ...(options.without ?? [])]) {
    if (known.includes(id)) continue
    throw invalidArgument('audit()', 'rules', id, {
      accepts: () => false,
      expected: `ids of rules: ${known.join(', ')}`,
    })
  }
  const tree = new AuditedTree(snapshot, top, scale, picture)
  const applied = rules.filter((rule) => isChosen(rule.id, options) && (!rule.needsPicture || picture !== undefined))
  const findings = applied.flatMap((rule) => [...rule.find(tree)].map((fault) => findingOf(rule, fault)))
  return {
    findings,
    rules: applied,
    judged: tree.shown.length,
    hidden: tree.hidden,
    controls: automatable(tree),
    cuts: snapshot.cuts.map(({ node, reason, detail }) => `${node.path}: ${reason}${detail ? ` (${detail})` : ''}`),
  }
}

/** Controls that a selector by role and name finds alone, among all that shows. */
function automatable({ shown, controls }: AuditedTree): { total: number; automatable: number } {
  const counts = new Map<string, number>()
  const key = (node: SnapshotNode) => `${node.role}\n${nameOf(node)}`
  for (const node of shown) counts.set(key(node), (counts.get(key(node)) ?? 0) + 1)
  const alone = controls.filter((node) => nameOf(node) !== '' && counts.get(key(node)) === 1)
  return { total: controls.length, automatable: alone.length }
}
