import type { NativeDesktop, NativeInputStep } from '../../native/binding.js'
import type { Point } from '../rect.js'

// px, on either axis: GTK and Qt count presses that are so far apart as one place; Chromium and Windows less.
const ONE_PLACE = 5

// Of a double click the press after it makes a triple click for twice as long (GTK).
const AFTER_SEVERAL = 2

interface Press extends Point {
  /** ms, of `performance.now()`. */
  at: number
  /** How many were sent together. */
  times: number
}

const presses = new WeakMap<NativeDesktop, Press>()

/** Keeps where these steps, which were sent just now, pressed a button last. */
export function notePress(native: NativeDesktop, steps: readonly NativeInputStep[]): void {
  let place: Point | undefined
  let pressed: Point | undefined
  let times = 0
  for (const step of steps) {
    if (step.kind === 'move') place = step
    if (step.kind !== 'down') continue
    pressed = place
    times++
  }
  if (pressed !== undefined) presses.set(native, { x: pressed.x, y: pressed.y, at: performance.now(), times })
}

/** ms until a press at this point is one of its own, and no double click with the press before. */
export function untilApart(native: NativeDesktop, { x, y }: Point): number {
  const last = presses.get(native)
  if (last === undefined || Math.max(Math.abs(last.x - x), Math.abs(last.y - y)) > ONE_PLACE) return 0
  const interval = native.clickInterval * (last.times > 1 ? AFTER_SEVERAL : 1)
  return Math.max(0, last.at + interval - performance.now())
}
