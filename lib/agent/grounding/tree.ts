import type { Rect } from '../../sdk/tree/node.js'
import type { Snapshot, SnapshotNode } from '../../sdk/tree/snapshot.js'
import { contains, middle, overlap } from '../capture/rect.js'
import type { Spot } from './spot.js'

/** An element that can be acted on. Its index is the number of its ref. */
export interface TreeSpot extends Spot {
  ref: string
}

// What holds others and has an action or the focus for their sake.
const HOLDERS = new Set([
  'application',
  'window',
  'dialog',
  'document',
  'group',
  'pane',
  'panel',
  'scrollarea',
  'toolbar',
])

/** The elements of a tree that show in an area and that an agent would act on, with the part of them that shows. */
export function spotsOfTree(snapshot: Snapshot, area: Rect): TreeSpot[] {
  const spots: TreeSpot[] = []
  const modal = snapshot.root.children.find((window) => window.state('modal') === true)
  walk(snapshot.root, area)
  return spots

  function walk(node: SnapshotNode, within: Rect): void {
    if (node.state('visible') === false || node.state('offscreen') === true) return
    const shown = node.bounds === undefined ? undefined : overlap(node.bounds, within)
    if (shown !== undefined && isActedOn(node) && !isCovered(node, shown)) {
      spots.push({ ref: node.ref, role: node.role, name: node.name ?? '', bounds: shown })
    }
    // A window clips what is in it; a menu of a button may be larger than the button.
    const clip = isWindow(node) ? shown : within
    if (clip !== undefined || node.bounds === undefined) {
      for (const child of node.children) walk(child, clip ?? within)
    }
  }

  function isCovered(node: SnapshotNode, shown: Rect): boolean {
    if (modal?.bounds === undefined || !contains(modal.bounds, middle(shown))) return false
    for (let at: SnapshotNode | undefined = node; at !== undefined; at = at.parent)
      if (at.ref === modal.ref) return false
    return true
  }
}

function isActedOn(node: SnapshotNode): boolean {
  if (HOLDERS.has(node.role)) return false
  return node.actions.length > 0 || node.state('focusable') === true || node.state('editable') === true
}

function isWindow({ role }: SnapshotNode): boolean {
  return role === 'window' || role === 'dialog'
}
