import { isSurehandError } from '../../errors.js'
import { type Found, foundAt, reread } from '../../look/look.js'
import type { NativeDispatch, NativeRect, NativeSnapshot } from '../../native/binding.js'
import type { Attempt } from '../attempt.js'
import { dispatchNative, type Part } from '../steps/dispatch.js'
import type { Axis } from './wheel-place.js'

/** A scroll bar as it is now. */
export interface Bar extends Found {
  value: number
  least: number
  most: number | undefined
  /** What an arrow key moves it by. */
  step: number | undefined
}

/** The scroll bar that moves what is in a container in a direction; `undefined` where none is published with its value. */
export async function barOf(
  attempt: Attempt,
  snapshot: NativeSnapshot,
  container: number,
  axis: Axis,
): Promise<Bar | undefined> {
  const clip = snapshot.visiblePart(container)
  if (clip === undefined) return undefined
  let scroller = container
  while (!snapshot.scrolls(scroller) && snapshot.parent(scroller) >= 0) scroller = snapshot.parent(scroller)
  // GTK has it in what scrolls, Qt beside it.
  for (let around = scroller; around >= 0; around = snapshot.parent(around)) {
    for (let node = around + 1; node < snapshot.subtreeEnd(around); node++) {
      if (snapshot.role(node) !== 'scrollbar' || !isBeside(snapshot.node(node).bounds, clip, axis)) continue
      const bar = await read(attempt, foundAt(snapshot, node))
      if (bar !== undefined) return bar
    }
    if (around !== scroller && snapshot.scrolls(around)) return undefined
  }
  return undefined
}

// px; a frame may lie between a container and its scroll bar.
const NEAR = 24

/** Whether a scroll bar runs along most of an edge of what it scrolls. */
function isBeside(bar: NativeRect | undefined, clip: NativeRect, axis: Axis): boolean {
  if (bar === undefined) return false
  const [along, across] = axis === 'y' ? (['y', 'x'] as const) : (['x', 'y'] as const)
  const [length, width] = axis === 'y' ? (['height', 'width'] as const) : (['width', 'height'] as const)
  const shared = Math.min(bar[along] + bar[length], clip[along] + clip[length]) - Math.max(bar[along], clip[along])
  const near = bar[across] + bar[width] >= clip[across] - NEAR && bar[across] <= clip[across] + clip[width] + NEAR
  return bar[length] > bar[width] && near && shared * 2 > clip[length]
}

async function read(attempt: Attempt, found: Found): Promise<Bar | undefined> {
  const options = { text: true, attributes: true }
  const now = await reread(attempt.scope, found.element, attempt.limits, options).catch((error: unknown) => {
    if (isSurehandError(error, 'STALE')) return undefined
    throw error
  })
  const number = (text: string | undefined) => (text === undefined || text === '' ? undefined : Number(text))
  const value = number(now?.value)
  if (value === undefined || Number.isNaN(value)) return undefined
  const { min, max, step } = now?.attributes ?? {}
  return { ...found, value, least: number(min) ?? 0, most: number(max), step: number(step) }
}

/** Moves a scroll bar by so much, or to its end; says by how much. `undefined` where it cannot be set (Swing). */
export async function moveBar(
  attempt: Attempt,
  bar: Bar,
  by: number,
  part: Part,
): Promise<{ dispatch: NativeDispatch; amount: number } | 'at its end' | undefined> {
  const step = Math.round(by) || Math.sign(by)
  const to = Math.min(Math.max(Math.round(bar.value) + step, bar.least), bar.most ?? Number.POSITIVE_INFINITY)
  if (to === bar.value) return 'at its end'
  const dispatch = await dispatchNative(attempt, bar, [{ kind: 'setValue', number: to }], part)
  return dispatch && { dispatch, amount: to - bar.value }
}
