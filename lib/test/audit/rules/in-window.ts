import type { SnapshotNode } from '../../../sdk/tree/snapshot.js'
import { type AuditedTree, above, inPage, isControl, overlap, windowOf } from '../audited-tree.js'
import type { Fault, Rule } from '../rule.js'

/** A control that takes focus where no person sees it: of no size, or outside of its window. */
export const inWindow: Rule = {
  id: 'in-window',
  severity: 'error',
  source: 'WCAG 2.2, 2.4.7 Focus Visible (AA), and 2.4.11 Focus Not Obscured (AA)',
  summary: 'A control that takes focus has no size or lies outside of its window.',
  mend: {
    gtk: 'Hide it with gtk_widget_set_visible() instead of moving or shrinking it.',
    qt: 'Hide it with setVisible(false) instead of moving or shrinking it.',
    web: 'Hide it with the attribute hidden or display: none.',
    swing: 'Hide it with setVisible(false) instead of moving or shrinking it.',
  },
  *find(tree: AuditedTree): Iterable<Fault> {
    for (const node of tree.shown) {
      if (node.state('focusable') !== true || node.state('offscreen') === true || !isControl(node)) continue
      // Pages put skip links and inputs behind styled ones out of sight, and show them with the focus.
      if (inPage(node) || above(node, 'scrollarea', 'menu', 'menubar') !== undefined) continue
      const seen = outOfSight(node)
      if (seen !== undefined) yield { node, seen }
    }
  },
}

function outOfSight(node: SnapshotNode): string | undefined {
  const { bounds } = node
  if (bounds === undefined) return undefined
  const size = `${bounds.width}×${bounds.height}`
  if (bounds.width <= 1 || bounds.height <= 1) return `Its size is ${size} px.`
  const window = windowOf(node)?.bounds
  if (window === undefined || overlap(bounds, window)) return undefined
  return `It lies at ${bounds.x}, ${bounds.y} (${size} px), outside of its window.`
}
