import { invalidArgument } from '../../sdk/call/arguments.js'
import type { Rect } from '../../sdk/tree/node.js'
import type { Snapshot, SnapshotNode } from '../../sdk/tree/snapshot.js'
import { AuditedTree, nameOf } from './audited-tree.js'
import type { Fault, RuleText, Severity } from './rule.js'
import { rules } from './rules/index.js'

export interface AuditOptions {
  /** Ids of the rules to apply. Default: all. */
  rules?: readonly string[]
  /** Ids of rules to leave out. */
  without?: readonly string[]
  /** Where the audit begins. Default: the whole application. */
  top?: SnapshotNode
  /** Screen pixels to a pixel of the toolkit, for the size of targets. Default: 1. */
  scale?: number
}

/** An element that breaks a rule, as plain data. */
export interface Finding {
  /** The rule's id. */
  rule: string
  severity: Severity
  role: string
  name?: string
  /** From the window down: `window "Editor" > toolbar > button`. */
  path: string
  /** Matches the element and no other one of the tree that was judged. */
  selector: string
  /** Screen pixels. */
  bounds?: Rect
  /** What was seen, in a sentence. */
  seen: string
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

/** Applies the rules to what shows in a snapshot. Throws INVALID_ARGUMENT for an unknown rule. */
export function audit(snapshot: Snapshot, { rules: only, without = [], top, scale }: AuditOptions = {}): AuditReport {
  const known = rules.map(({ id }) => id)
  for (const id of [...(only ?? []), ...without]) {
    if (known.includes(id)) continue
    throw invalidArgument('audit()', 'rules', id, {
      accepts: () => false,
      expected: `ids of rules: ${known.join(', ')}`,
    })
  }
  const tree = new AuditedTree(snapshot, top, scale)
  const applied = rules.filter(({ id }) => (only === undefined || only.includes(id)) && !without.includes(id))
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

/** A fault as the reports have it. */
export function findingOf({ id, severity }: RuleText, { node, seen }: Fault): Finding {
  const { role, name, path, selector, bounds } = node
  const optional = { ...(name ? { name } : {}), ...(bounds === undefined ? {} : { bounds }) }
  return { rule: id, severity, role, ...optional, path, selector, seen }
}

/** Controls that a selector by role and name finds alone, among all that shows. */
function automatable({ shown, controls }: AuditedTree): { total: number; automatable: number } {
  const counts = new Map<string, number>()
  const key = (node: SnapshotNode) => `${node.role}\n${nameOf(node)}`
  for (const node of shown) counts.set(key(node), (counts.get(key(node)) ?? 0) + 1)
  const alone = controls.filter((node) => nameOf(node) !== '' && counts.get(key(node)) === 1)
  return { total: controls.length, automatable: alone.length }
}
