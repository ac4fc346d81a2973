import type { SnapshotNode } from '../../../sdk/tree/snapshot.js'
import { type AuditedTree, hintOf, isControl, nameOf } from '../audited-tree.js'
import type { Fault, Rule } from '../rule.js'

// Tabs, list items and menu entries bear the names of documents, of which two may be the same.
const JUDGED: ReadonlySet<string> = new Set([
  ...['button', 'checkbox', 'radio', 'switch', 'textbox', 'searchbox', 'combobox', 'slider', 'spinbutton'],
])
const TELLS_APART: ReadonlySet<string> = new Set(['text', 'heading', 'img', 'paragraph', 'separator'])

/** Controls of one role and name side by side, with nothing between them that tells them apart. */
export const sameName: Rule = {
  id: 'same-name',
  severity: 'warning',
  source: 'WCAG 2.2, 2.4.6 Headings and Labels (AA)',
  summary: 'Two controls of one group have the same role, name and description.',
  mend: {
    gtk: 'Name each by what it is about ("Remove Ada"), or put each in a group with a name.',
    qt: 'Name each by what it is about with setAccessibleName(), or put each in a QGroupBox with a title.',
    web: 'Name each by what it is about (aria-label), or put each in a role="group" with a name.',
    swing: 'Name each by what it is about with getAccessibleContext().setAccessibleName().',
  },
  *find(tree: AuditedTree): Iterable<Fault> {
    const first = new Map<string, SnapshotNode>()
    for (const node of tree.shown) {
      const { parent } = node
      if (parent === undefined || !JUDGED.has(node.role) || nameOf(node) === '' || !isControl(node)) continue
      const key = JSON.stringify([parent.index, node.role, nameOf(node), hintOf(node)])
      const other = first.get(key)
      if (other === undefined) first.set(key, node)
      else if (!isToldApart(other, node, parent)) {
        yield { node, seen: `Another ${node.role} beside it is called ${JSON.stringify(nameOf(node))}, too.` }
      }
    }
  },
}

function isToldApart(one: SnapshotNode, other: SnapshotNode, parent: SnapshotNode): boolean {
  return parent.children.some(({ index, role }) => index > one.index && index < other.index && TELLS_APART.has(role))
}
