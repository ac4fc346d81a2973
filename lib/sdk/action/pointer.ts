import { pause } from '../keys.js'
import type { NativeInputStep, NativeRect } from '../native/binding.js'
import type { PointerButton, Position } from './options.js'
import type { Point } from './rect.js'

/** How a button is pressed. */
export interface Press {
  button?: PointerButton
  clickCount?: number
  /** ms between down and up. */
  delay?: number
}

export const BUTTONS = { left: 1, middle: 2, right: 3 } as const

export function hoverSteps({ x, y }: Point): NativeInputStep[] {
  return [{ kind: 'move', x, y }]
}

// ms. Chromium takes two presses with one time stamp, which counts ms, for the same: 9 of 10 double clicks were two clicks.
const BETWEEN_CLICKS = 5

export function clickSteps(
  point: Point,
  { button = 'left', clickCount = 1, delay = 0 }: Press = {},
): NativeInputStep[] {
  const clicks = Array.from({ length: clickCount }, (_, index): NativeInputStep[] => [
    ...pause(index === 0 ? 0 : BETWEEN_CLICKS),
    { kind: 'down', button: BUTTONS[button], click: index + 1 },
    ...pause(delay),
    { kind: 'up', button: BUTTONS[button], click: index + 1 },
  ])
  return [...hoverSteps(point), ...clicks.flat()]
}

export function doubleClickSteps(point: Point, press: Press = {}): NativeInputStep[] {
  return clickSteps(point, { ...press, clickCount: 2 })
}

export function rightClickSteps(point: Point): NativeInputStep[] {
  return clickSteps(point, { button: 'right' })
}

/** A button that goes down and stays so. */
export function downSteps(point: Point, { button = 'left' }: Press = {}): NativeInputStep[] {
  return [...hoverSteps(point), { kind: 'down', button: BUTTONS[button] }]
}

/** So many motions from one point to another; one where it is not known where the first is. */
export function moveSteps(from: Point | undefined, to: Point, steps: number): NativeInputStep[] {
  const start = from ?? to
  return Array.from({ length: from === undefined ? 1 : steps }, (_, index) => {
    const part = (index + 1) / steps
    return hoverSteps({
      x: Math.round(start.x + (to.x - start.x) * part),
      y: Math.round(start.y + (to.y - start.y) * part),
    })
  }).flat()
}

/** Turns the wheel over a point, in notches to the right and down. */
export function wheelSteps(point: Point, notches: Point): NativeInputStep[] {
  return [...hoverSteps(point), { kind: 'wheel', ...notches }]
}

/** How something is dragged. */
export interface Drag {
  button?: PointerButton | undefined
  steps?: number | undefined
  /** ms before each step. */
  delay?: number | undefined
}

// Toolkits begin a drag when the pointer has gone some way with the button down (GTK 8 px, Qt 10, Windows 4), and
// take the drop where they last saw it move.
const DRAG_STEPS = 8

// ms. They then ask the window system for the pointer, and what is below it whether it takes the drop, and come to nothing when the button
// is let go of before that is answered: without a pause GTK 3 and 4, Qt and Chromium dropped nothing; with 10 ms all of them did.
const DRAG_PAUSE = 15
const DROP_PAUSE = 80

export function dragSteps(from: Point, to: Point, drag: Drag = {}): NativeInputStep[] {
  const { button = 'left', steps = DRAG_STEPS, delay = DRAG_PAUSE } = drag
  return [
    ...downSteps(from, { button }),
    ...moveSteps(from, to, steps).flatMap((move) => [...pause(delay), move]),
    ...hoverSteps(to),
    ...pause(drag.delay ?? DROP_PAUSE),
    { kind: 'up', button: BUTTONS[button] },
  ]
}

/** A place in an element as a point of the screen; `100%` is its last pixel. */
export function pointAt(position: Position, { x, y, width, height }: NativeRect): Point {
  return { x: x + along(position.x, width), y: y + along(position.y, height) }
}

function along(place: number | string, length: number): number {
  if (typeof place === 'number') return place
  return Math.round((Number.parseFloat(place) / 100) * Math.max(0, length - 1))
}
