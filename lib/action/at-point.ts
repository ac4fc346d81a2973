import { visiblePart } from './viewport.js'
import { forEachInTurns } from '../call/turns.js'
import type { NativeRect, NativeSnapshot } from '../native/binding.js'
import { stateOf } from '../tree/states.js'

/**
 * What shows at a point of the screen: the last element in document order, which is drawn last, whose visible part holds the
 * point; in the window at `window`, or, without one, anywhere. `undefined` when nothing does.
 */
export async function topmostAt(
  snapshot: NativeSnapshot,
  point: { x: number; y: number },
  window: number | undefined,
): Promise<number | undefined> {
  const first = window ?? 0
  const nodes = Array.from({ length: snapshot.subtreeEnd(first) - first }, (_, index) => first + index)
  let hidden = 0
  let topmost: number | undefined
  await forEachInTurns(nodes, (at) => {
    if (at < hidden) return
    const { bounds, states } = snapshot.node(at)
    // What lies under something hidden is hidden, whatever its own state says.
    if (at !== 0 && stateOf(states, 'visible') !== true) hidden = snapshot.subtreeEnd(at)
    else if (at !== 0 && holds(bounds, point) && holds(visiblePart(snapshot, at, bounds), point)) topmost = at
  })
  return topmost
}

export function holds(rect: NativeRect | undefined, { x, y }: { x: number; y: number }): boolean {
  if (rect === undefined) return false
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height
}
