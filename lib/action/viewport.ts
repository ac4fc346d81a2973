import type { NativeRect, NativeSnapshot } from '../native/binding.js'

export interface Point {
  x: number
  y: number
}

// What clips the elements in it: windows, and what scrolls. Other ancestors may be smaller than what they hold.
const CLIPS: ReadonlySet<string> = new Set([
  'window',
  'dialog',
  'alertdialog',
  'scrollarea',
  'document',
  'list',
  'listbox',
  'tree',
  'treegrid',
  'table',
  'grid',
])

// Drawn in a window of its own, so no ancestor clips it.
const FLOATS: ReadonlySet<string> = new Set(['menu', 'tooltip', 'window', 'dialog', 'alertdialog'])

/**
 * The part of an element that its window and its scroll containers let show: nothing of it, or `undefined` when the
 * toolkit gives no bounds for it.
 */
export function visiblePart(snapshot: NativeSnapshot, node: number, bounds: NativeRect | undefined) {
  if (bounds === undefined) return undefined
  let part = bounds
  for (let at = node; at >= 0; at = snapshot.parent(at)) {
    const role = snapshot.role(at)
    if (at !== node && CLIPS.has(role)) {
      const clip = snapshot.node(at).bounds
      if (clip !== undefined && clip.width > 0 && clip.height > 0) part = intersection(part, clip)
    }
    if (FLOATS.has(role)) break
  }
  return part
}

export function isEmpty(rect: NativeRect): boolean {
  return rect.width <= 0 || rect.height <= 0
}

export function centre(rect: NativeRect): Point {
  return { x: Math.floor(rect.x + rect.width / 2), y: Math.floor(rect.y + rect.height / 2) }
}

export function sameRect(a: NativeRect | undefined, b: NativeRect | undefined): boolean {
  return a?.x === b?.x && a?.y === b?.y && a?.width === b?.width && a?.height === b?.height
}

function intersection(a: NativeRect, b: NativeRect): NativeRect {
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  }
}
