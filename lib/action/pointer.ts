import type { NativeInputStep } from '../native/binding.js'
import type { Point } from './rect.js'

const LEFT = 1
const RIGHT = 3

export function hoverSteps({ x, y }: Point): NativeInputStep[] {
  return [{ kind: 'move', x, y }]
}

export function clickSteps(point: Point): NativeInputStep[] {
  return [...hoverSteps(point), ...press(LEFT)]
}

export function doubleClickSteps(point: Point): NativeInputStep[] {
  return [...hoverSteps(point), ...press(LEFT), ...press(LEFT)]
}

export function rightClickSteps(point: Point): NativeInputStep[] {
  return [...hoverSteps(point), ...press(RIGHT)]
}

/** Turns the wheel over a point, in notches to the right and down. */
export function wheelSteps(point: Point, notches: Point): NativeInputStep[] {
  return [...hoverSteps(point), { kind: 'wheel', ...notches }]
}

// Toolkits begin a drag when the pointer has gone some way with the button down (GTK 8 px, Qt 10, Windows 4), and
// take the drop where they last saw it move.
const DRAG_STEPS = 8

export function dragSteps(from: Point, to: Point): NativeInputStep[] {
  const way = Array.from({ length: DRAG_STEPS }, (_, index) => (index + 1) / DRAG_STEPS)
  return [
    ...hoverSteps(from),
    { kind: 'down', button: LEFT },
    ...way.map((part) => ({
      kind: 'move' as const,
      x: Math.round(from.x + (to.x - from.x) * part),
      y: Math.round(from.y + (to.y - from.y) * part),
    })),
    ...hoverSteps(to),
    { kind: 'up', button: LEFT },
  ]
}

function press(button: 1 | 3): NativeInputStep[] {
  return [
    { kind: 'down', button },
    { kind: 'up', button },
  ]
}
