import type { Spot } from '../grounding/spot.js'
import { drawNumber, sizeOfNumber } from './digits.js'
import { type Colour, frame, type Image, pixelsOf } from './image.js'
import { placeLabels } from './labels.js'

// Each dark enough for white digits, and neighbours unlike each other.
const COLOURS: readonly Colour[] = [
  [200, 0, 60],
  [0, 90, 200],
  [0, 120, 50],
  [130, 0, 170],
  [170, 80, 0],
  [0, 110, 130],
]
const WHITE: Colour = [255, 255, 255]

export interface Numbered {
  index: number
  spot: Spot
}

/** Set of marks: draws a box with its number around each. Gives those for whose number there was no room. */
export function drawMarks(image: Image, marks: readonly Numbered[]): Numbered[] {
  const boxes = marks.map(({ index, spot }) => ({ box: pixelsOf(image, spot.bounds), label: sizeOfNumber(index) }))
  const labels = placeLabels(boxes, image)
  const colour = (at: number) => COLOURS[at % COLOURS.length] as Colour
  for (const [at, { box }] of boxes.entries()) frame(image, box, 1, colour(at))
  for (const [at, label] of labels.entries()) {
    if (label !== undefined) drawNumber(image, label.x, label.y, (marks[at] as Numbered).index, WHITE, colour(at))
  }
  return marks.filter((_, at) => labels[at] === undefined)
}
