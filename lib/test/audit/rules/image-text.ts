import type { SnapshotNode } from '../../../sdk/tree/snapshot.js'
import { type AuditedTree, acts, hintOf, namedWithin, nameOf } from '../audited-tree.js'
import type { Fault, Rule } from '../rule.js'

/** An image that can be pressed or focused and says nothing. An image that only decorates needs no text. */
export const imageText: Rule = {
  id: 'image-text',
  severity: 'error',
  source: 'WCAG 2.2, 1.1.1 Non-text Content (A)',
  summary: 'An image that takes focus or acts has no text.',
  mend: {
    gtk: 'Use a GtkButton with the image in it, and name it; or name the image itself.',
    qt: 'Use a QToolButton with an icon, and name it; or call setAccessibleName() on the label.',
    web: 'Give it alt; better, put it in a button or link.',
    swing: 'Use a JButton with the icon, and name it; or name its AccessibleContext.',
  },
  *find(tree: AuditedTree): Iterable<Fault> {
    for (const node of tree.shown) {
      if (node.role !== 'img' && node.role !== 'canvas' && node.role !== 'figure') continue
      const focusable = node.state('focusable') === true
      if (!(focusable || (node.role === 'img' && acts(node)))) continue
      if (!isOffered(node) && (nameOf(node) !== '' || hintOf(node) !== '' || namedWithin(node))) continue
      yield { node, seen: `The ${node.role} ${focusable ? 'takes focus' : 'can be pressed'} and has no text.` }
    }
  },
}

/** Chromium names an image without a text by the offer to describe it, and calls it unlabelled in the user's language. */
const isOffered = ({ attributes }: SnapshotNode): boolean =>
  attributes['atspi:roledescription'] !== undefined &&
  attributes['atspi:explicit-name'] === undefined &&
  attributes['atspi:tag'] === 'img'
