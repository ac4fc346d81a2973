import { type AuditedTree, hintOf, namedWithin, nameOf } from '../audited-tree.js'
import type { Fault, Rule } from '../rule.js'

/** A control whose only text is a tooltip or a placeholder. Screen readers may say it; voice control and tests cannot name it. */
export const hintOnly: Rule = {
  id: 'hint-only',
  severity: 'warning',
  source: 'WCAG 2.2, 4.1.2 Name, Role, Value (A), and 3.3.2 Labels or Instructions (A)',
  summary: 'A control is explained by a tooltip or a placeholder alone and has no name.',
  mend: {
    gtk: 'Name it as well: atk_object_set_name() in GTK 3, the accessible property LABEL in GTK 4.',
    qt: 'Call setAccessibleName() beside setToolTip() or setPlaceholderText().',
    web: 'Add a label or aria-label beside the title or placeholder.',
    swing: 'Call getAccessibleContext().setAccessibleName() beside setToolTipText().',
  },
  *find(tree: AuditedTree): Iterable<Fault> {
    for (const node of tree.controls) {
      const hint = hintOf(node)
      if (nameOf(node) !== '' || hint === '' || namedWithin(node)) continue
      yield { node, seen: `The ${node.role} has no name; it is explained by ${JSON.stringify(hint)}.` }
    }
  },
}
