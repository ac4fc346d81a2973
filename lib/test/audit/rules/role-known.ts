import type { SnapshotNode } from '../../../sdk/tree/snapshot.js'
import { type AuditedTree, acts, inPage, nameOf } from '../audited-tree.js'
import type { Fault, Rule } from '../rule.js'

// What a container is called that was given no role.
const ROLELESS: ReadonlySet<string> = new Set(['generic', 'group'])

/** An element that takes focus and is called nothing in particular, so that nothing says what it does. */
export const roleKnown: Rule = {
  id: 'role-known',
  severity: 'error',
  source: 'WCAG 2.2, 4.1.2 Name, Role, Value (A)',
  summary: 'An element takes focus or acts, and has no role.',
  mend: {
    gtk: 'Use a widget of GTK for it, or set the role: atk_object_set_role() in GTK 3, "accessible-role" in GTK 4.',
    qt: 'Use a widget of Qt for it, or give it a QAccessibleInterface with a role.',
    web: 'Use <button>, <a href> or <input> for it, or give it a role.',
    swing: 'Use a component of Swing for it, or override getAccessibleRole() of its AccessibleContext.',
  },
  *find(tree: AuditedTree): Iterable<Fault> {
    const careless = isCareless(tree)
    for (const node of tree.shown) {
      // Swing says of what scrolls that it takes focus.
      if (node.platformRole === 'viewport' || (careless && node.platformRole === 'panel')) continue
      if (!ROLELESS.has(node.role) || node.state('enabled') !== true || !isOperated(node)) continue
      const called = node.platformRole ?? node.role
      yield { node, seen: `It takes focus, and its role is ${JSON.stringify(called)}.` }
    }
  },
}

/** wxWidgets says of every panel that it takes focus. One alone may be a widget of a program's own. */
const isCareless = ({ snapshot }: AuditedTree): boolean =>
  [...snapshot.root.descendants()].filter(
    (node) => node.platformRole === 'panel' && nameOf(node) === '' && node.state('focusable') === true,
  ).length > 1

function isOperated(node: SnapshotNode): boolean {
  if (node.state('focusable') !== true) return false
  // A page may move the focus to any part of it (tabindex="-1"), and focuses what scrolls.
  if (inPage(node)) return acts(node) && ![...node.descendants()].some(isOperable)
  return node.children.length === 0
}

const isOperable = (node: SnapshotNode): boolean => node.state('focusable') === true
