import type { Rect } from '../../sdk/tree/node.js'
import { overlap } from './rect.js'

interface Size {
  width: number
  height: number
}

/** A box of a picture whose label needs so much room. */
export interface Labelled {
  box: Rect
  label: Size
}

/**
 * Where the labels of boxes go in a picture, in the order of the boxes: none covers another, and all are whole. `undefined` for one that
 * no room is left for. Whole pixels. A label stands at its box where it can, best just outside, so that what the box shows can be read.
 */
export function placeLabels(boxes: readonly Labelled[], picture: Size): (Rect | undefined)[] {
  const placed = new Placed(picture)
  return boxes.map(({ box, label }) => {
    const spot = spots(box, label).find((at) => placed.isFree(at)) ?? placed.nearest(box, label)
    if (spot !== undefined) placed.add(spot)
    return spot
  })
}

/** At the corners outside, then along the edges outside, then at the corners inside. */
function spots({ x, y, width, height }: Rect, size: Size): Rect[] {
  const [right, bottom] = [x + width, y + height]
  const above = y - size.height
  const before = x - size.width
  return [
    { x, y: above },
    { x: before, y },
    { x: right, y },
    { x, y: bottom },
    { x: right - size.width, y: above },
    { x: right - size.width, y: bottom },
    { x: before, y: bottom - size.height },
    { x: right, y: bottom - size.height },
    { x, y },
    { x: right - size.width, y },
    { x, y: bottom - size.height },
    { x: right - size.width, y: bottom - size.height },
  ].map((at) => ({ x: Math.round(at.x), y: Math.round(at.y), ...size }))
}

// A label is found by its neighbourhood: with a thousand of them, comparing all pairs for each spot would take seconds.
const CELL = 32

class Placed {
  private readonly cells = new Map<number, Rect[]>()

  constructor(private readonly picture: Size) {}

  isFree(at: Rect): boolean {
    const { width, height } = this.picture
    const within = at.x >= 0 && at.y >= 0 && at.x + at.width <= width && at.y + at.height <= height
    return within && !this.cellsOf(at).some((cell) => this.cells.get(cell)?.some((label) => overlap(label, at)))
  }

  add(label: Rect): void {
    for (const cell of this.cellsOf(label)) this.cells.set(cell, [...(this.cells.get(cell) ?? []), label])
  }

  /** The nearest free spot, looked for in rings around the box, a label's size apart. */
  nearest({ x, y }: Rect, size: Size): Rect | undefined {
    const [columns, rows] = [Math.ceil(this.picture.width / size.width), Math.ceil(this.picture.height / size.height)]
    for (let ring = 1; ring <= Math.max(columns, rows); ring++) {
      for (const [dx, dy] of around(ring)) {
        const at = { x: Math.round(x) + dx * size.width, y: Math.round(y) + dy * size.height, ...size }
        if (this.isFree(at)) return at
      }
    }
    return undefined
  }

  private cellsOf({ x, y, width, height }: Rect): number[] {
    const cells: number[] = []
    for (let row = Math.floor(y / CELL); row <= Math.floor((y + height - 1) / CELL); row++) {
      for (let column = Math.floor(x / CELL); column <= Math.floor((x + width - 1) / CELL); column++) {
        cells.push(row * 65_536 + column)
      }
    }
    return cells
  }
}

function* around(ring: number): Generator<[number, number]> {
  for (let at = -ring; at <= ring; at++) {
    yield [at, -ring]
    yield [at, ring]
    if (Math.abs(at) < ring)
      yield* [
        [-ring, at],
        [ring, at],
      ] as [number, number][]
  }
}
