import { type AuditedTree, hintOf, isControl, isField, namedWithin, nameOf } from '../audited-tree.js'
import type { Fault, Rule } from '../rule.js'

/** A button, link, check box, radio button, switch, tab or menu entry that has no name and nothing that explains it. */
export const controlName: Rule = {
  id: 'control-name',
  severity: 'error',
  source: 'WCAG 2.2, 4.1.2 Name, Role, Value (A); EN 301 549, 11.4.1.2',
  summary: 'A control has no name.',
  mend: {
    gtk: 'Give it a label, or name it: atk_object_set_name() in GTK 3, the accessible property LABEL in GTK 4.',
    qt: 'Give it a text, or call setAccessibleName(); a QToolButton takes the text of its QAction.',
    web: 'Give it text content, or aria-label.',
    swing: 'Give it a text, or call getAccessibleContext().setAccessibleName(); an Action takes Action.NAME.',
  },
  *find(tree: AuditedTree): Iterable<Fault> {
    for (const node of tree.shown) {
      if (!isControl(node) || isField(node) || nameOf(node) !== '' || hintOf(node) !== '') continue
      // Nothing is done with a menu entry that is disabled: Thunar keeps its spinner in one.
      if (node.role === 'menuitem' && node.state('enabled') !== true) continue
      if (namedWithin(node)) continue
      yield { node, seen: `The ${node.role} has neither a name nor a description.` }
    }
  },
}
