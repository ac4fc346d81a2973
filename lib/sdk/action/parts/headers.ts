import type { Found } from '../../look/look.js'
import type { NativeRect, NativeSnapshot } from '../../native/binding.js'
import { centre } from '../rect.js'

const TABLES: ReadonlySet<string> = new Set(['table', 'grid', 'treegrid', 'tree'])

// Children of a table that are looked at: the headers come first in Qt and GTK.
const FIRST = 500

/** The lower edge of a table's column headers, in screen px; what a Qt table scrolls up goes behind them. */
function headerEdge(snapshot: NativeSnapshot, table: number): number | undefined {
  if (!TABLES.has(snapshot.role(table))) return undefined
  const edges = snapshot
    .children(table)
    .slice(0, FIRST)
    .filter((child) => snapshot.role(child) === 'columnheader' && !snapshot.hidden(child))
    .flatMap((child) => snapshot.node(child).bounds ?? [])
    .map(({ y, height }) => y + height)
  return edges.length === 0 ? undefined : Math.max(...edges)
}

/** Whether the middle of a row or cell lies behind its table's headers, which would take the click. */
export function isBehindHeader({ snapshot, node }: Found): boolean {
  const { bounds, role } = snapshot.node(node)
  if (bounds === undefined || role === 'columnheader' || role === 'rowheader') return false
  for (let at = snapshot.parent(node); at >= 0; at = snapshot.parent(at)) {
    const edge = headerEdge(snapshot, at)
    if (edge !== undefined) return centre(bounds).y < edge
  }
  return false
}

/** The part of an element that what it scrolls is seen in. */
export function openPart(snapshot: NativeSnapshot, node: number): NativeRect | undefined {
  const shown = snapshot.visiblePart(node)
  const edge = shown === undefined ? undefined : headerEdge(snapshot, node)
  if (shown === undefined || edge === undefined || edge <= shown.y) return shown
  return { ...shown, y: edge, height: Math.max(0, shown.y + shown.height - edge) }
}
