import type { Rect } from '../../../sdk/tree/node.js'
import type { SnapshotNode } from '../../../sdk/tree/snapshot.js'
import { type AuditedTree, bottom, nameOf, overlap, right, windowOf } from '../audited-tree.js'
import { inkIn, written } from '../ink.js'
import type { Fault, Rule } from '../rule.js'
import type { Picture } from '../screen-picture.js'

const TEXTS: ReadonlySet<string> = new Set([
  'text',
  'heading',
  'paragraph',
  'link',
  'status',
  'tab',
  'radio',
  'checkbox',
])
// What they show may be a sign instead of a text.
const SIGNED: ReadonlySet<string> = new Set(['button', 'switch', 'radio', 'checkbox'])

// Ratios that WCAG asks for. What is measured is at most what was drawn, so text is a fault only when it is clearly below.
const TEXT = 4.5
const LARGE = 3
const CLEARLY = 0.9

// px; 18 pt in capitals with descenders. WCAG asks less of it.
const LARGE_HEIGHT = 20
// px. Smaller text is drawn in mixed colours; an element higher than that has more in it than a text.
const [SMALLEST, HIGHEST] = [7, 64]
// px between the bounds of a button and what it says: its frame and its shadow.
const FRAME = 4

/** Text, or the sign of a button, that does not stand out from its ground. */
export const contrast: Rule = {
  id: 'contrast',
  severity: 'error',
  source: 'WCAG 2.2, 1.4.3 Contrast (Minimum) (AA), and 1.4.11 Non-text Contrast (AA)',
  summary: 'A text or sign has too little contrast with what is behind it.',
  mend: {
    gtk: 'Leave the colour to the theme, or choose one in the style sheet that keeps 4.5:1; opacity lowers it, too.',
    qt: 'Leave the colour to the palette, or choose one in setStyleSheet() that keeps 4.5:1.',
    web: 'Choose color and background-color that keep 4.5:1, or 3:1 from 24 px on; opacity lowers it, too.',
    swing: 'Leave the colour to the look and feel, or choose one in setForeground() that keeps 4.5:1.',
  },
  needsPicture: true,
  *find({ picture, shown }: AuditedTree): Iterable<Fault> {
    if (picture === undefined) return
    const parts = shown.filter(({ bounds, children }) => bounds !== undefined && children.length === 0)
    const found = new Set<number>()
    for (const node of shown) {
      // The text of a button is an element in it.
      if (node.parent !== undefined && found.has(node.parent.index)) {
        found.add(node.index)
        continue
      }
      const area = placeOf(node)
      if (area === undefined || !isAlone(node, area, parts) || isUnder(node, area, shown)) continue
      const seen = tooFaint(node, picture, area)
      if (seen === undefined) continue
      found.add(node.index)
      yield { node, seen }
    }
  },
}

/** Where its text stands; `undefined` for what is not judged. A window that is not in front is covered or drawn faintly. */
function placeOf(node: SnapshotNode): Rect | undefined {
  const { bounds, role } = node
  const isSigned = SIGNED.has(role)
  if (bounds === undefined || !(isSigned || TEXTS.has(role)) || nameOf(node) === '') return undefined
  if (bounds.height > HIGHEST || node.state('offscreen') === true) return undefined
  if (windowOf(node)?.state('active') !== true) return undefined
  for (let at: SnapshotNode | undefined = node; at !== undefined && at.parent !== undefined; at = at.parent) {
    if (at.state('enabled') !== true) return undefined
    // What is cut off shows something else in a part of its bounds.
    if (at.bounds !== undefined && !contains(at.bounds, bounds)) return undefined
    if (at.role === 'window' || at.role === 'dialog') break
  }
  const by = isSigned ? FRAME : 0
  const [width, height] = [bounds.width - 2 * by, bounds.height - 2 * by]
  return width < 6 || height < SMALLEST ? undefined : { x: bounds.x + by, y: bounds.y + by, width, height }
}

const contains = (outer: Rect, inner: Rect): boolean =>
  inner.x >= outer.x && inner.y >= outer.y && right(inner) <= right(outer) && bottom(inner) <= bottom(outer)

/** Whether nothing lies there but it and what is in it. */
function isAlone(node: SnapshotNode, area: Rect, parts: readonly SnapshotNode[]): boolean {
  return parts.every(({ bounds, index }) => {
    if (bounds === undefined || !overlap(bounds, area)) return true
    return isWithin(index, node)
  })
}

const isWithin = (index: number, node: SnapshotNode): boolean => index >= node.index && index <= lastOf(node)

function lastOf(node: SnapshotNode): number {
  let at = node
  for (let last = at.children.at(-1); last !== undefined; last = at.children.at(-1)) at = last
  return at.index
}

/** Whether another window lies there: which is in front is not known for certain. */
function isUnder(node: SnapshotNode, area: Rect, shown: readonly SnapshotNode[]): boolean {
  const own = windowOf(node)
  const windows = shown.filter(({ role }) => role === 'window' || role === 'dialog' || role === 'alertdialog')
  return windows.some(({ bounds, index }) => index !== own?.index && bounds !== undefined && overlap(bounds, area))
}

function tooFaint(node: SnapshotNode, picture: Picture, area: Rect): string | undefined {
  const ink = inkIn(picture, area)
  if (ink === undefined || ink.height < SMALLEST * picture.scale) return undefined
  const isLarge = SIGNED.has(node.role) || ink.height >= LARGE_HEIGHT * picture.scale
  const wanted = isLarge ? LARGE : TEXT
  if (ink.contrast >= wanted * CLEARLY) return undefined
  const colours = `${written(ink.ink)} on ${written(ink.ground)}`
  return `Its contrast is ${ink.contrast.toFixed(1)}:1 (${colours}); ${wanted}:1 is asked for.`
}
