import type { Rect } from '../../../sdk/tree/node.js'
import type { SnapshotNode } from '../../../sdk/tree/snapshot.js'
import { type AuditedTree, above, bottom, inPage, isControl, isGtk4, isPressed, right } from '../audited-tree.js'
import type { Fault, Rule } from '../rule.js'

// Pixels of the toolkit.
const LEAST = 24

/** A target of less than 24×24 px with another one so near that a finger or a trembling hand presses that. */
export const targetSize: Rule = {
  id: 'target-size',
  severity: 'warning',
  source: 'WCAG 2.2, 2.5.8 Target Size (Minimum) (AA)',
  summary: 'A target is smaller than 24×24 px and another one is near.',
  mend: {
    gtk: 'Give it a minimum size (gtk_widget_set_size_request()) or more space around it.',
    qt: 'Give it setMinimumSize(24, 24) or more spacing in its layout.',
    web: 'Give it min-width and min-height of 24px, or a margin.',
    swing: 'Give it setMinimumSize() and setPreferredSize() of 24×24, or more room in its layout.',
  },
  *find(tree: AuditedTree): Iterable<Fault> {
    const least = LEAST * tree.scale
    const targets = tree.shown.filter(isTarget)
    const places = targets.map((node) => node.bounds as Rect)
    const small = places.map(({ width, height }) => width < least || height < least)
    for (const [index, node] of targets.entries()) {
      if (!small[index] || !isJudged(node)) continue
      const own = places[index] as Rect
      const near = places.findIndex((other, at) => at !== index && isNear(own, other, small[at] === true, least))
      if (near < 0) continue
      yield { node, seen: `It is ${own.width}×${own.height} px, and ${targets[near]} is less than 24 px away.` }
    }
  },
}

function isTarget(node: SnapshotNode): boolean {
  const { bounds } = node
  return isControl(node) && bounds !== undefined && bounds.width > 1 && bounds.height > 1
}

// What Qt says of the two buttons in the title of a dock (seen in sqlitebrowser, Qt 5.15); their size is the style's.
const QT_DOCK = /^(Closes|Undocks and re-attaches) the dock widget$/

/** Fields, tabs and menu entries have the size that the toolkit gives them; a link in a sentence that of its line. */
function isJudged(node: SnapshotNode): boolean {
  if (!isPressed(node) || isGtk4(node)) return false
  if (node.role === 'link' || QT_DOCK.test(node.description ?? '')) return false
  // The size of a page's own check boxes and radio buttons is the browser's.
  return !(inPage(node) && node.role !== 'button') && above(node, 'menubar', 'menu', 'titlebar') === undefined
}

/** The exception for spacing: a circle of 24 px about the middle touches neither another target nor the circle of a small one. */
function isNear(own: Rect, other: Rect, otherIsSmall: boolean, least: number): boolean {
  // One in the other is one target for a person.
  if (contains(own, other) || contains(other, own)) return false
  const [x, y] = middle(own)
  if (otherIsSmall) {
    const [otherX, otherY] = middle(other)
    if (Math.hypot(otherX - x, otherY - y) < least) return true
  }
  const nearestX = Math.min(Math.max(x, other.x), right(other))
  const nearestY = Math.min(Math.max(y, other.y), bottom(other))
  return Math.hypot(nearestX - x, nearestY - y) < least / 2
}

const middle = ({ x, y, width, height }: Rect): [number, number] => [x + width / 2, y + height / 2]

function contains(outer: Rect, inner: Rect): boolean {
  return outer.x <= inner.x && outer.y <= inner.y && right(outer) >= right(inner) && bottom(outer) >= bottom(inner)
}
