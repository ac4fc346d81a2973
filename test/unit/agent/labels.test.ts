import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sizeOfNumber } from '../../../lib/agent/capture/digits.js'
import { placeLabels } from '../../../lib/agent/capture/labels.js'
import { overlap } from '../../../lib/agent/capture/rect.js'

const PICTURE = { width: 640, height: 400 }
const box = fc.record({
  x: fc.integer({ min: -50, max: 680 }),
  y: fc.integer({ min: -50, max: 420 }),
  width: fc.integer({ min: 0, max: 700 }),
  height: fc.integer({ min: 0, max: 420 }),
})
const boxes = fc
  .array(fc.tuple(box, fc.integer({ min: 1, max: 12_345 })), { maxLength: 120 })
  .map((list) => list.map(([box, number]) => ({ box, label: sizeOfNumber(number) })))

test('labels do not cover each other, are whole, and as large as they have to be', () => {
  fc.assert(
    fc.property(boxes, (list) => {
      const labels = placeLabels(list, PICTURE)
      expect(labels).toHaveLength(list.length)
      const placed = labels.flatMap((label, at) => (label === undefined ? [] : [{ label, size: list[at]?.label }]))
      for (const [at, { label, size }] of placed.entries()) {
        expect(label).toMatchObject(size as object)
        expect([label.x, label.y].every((side) => Number.isInteger(side) && side >= 0)).toBe(true)
        expect(label.x + label.width).toBeLessThanOrEqual(PICTURE.width)
        expect(label.y + label.height).toBeLessThanOrEqual(PICTURE.height)
        for (const other of placed.slice(at + 1)) expect(overlap(label, other.label)).toBeUndefined()
      }
    }),
    { numRuns: 200 },
  )
})

test('a hundred boxes on one spot all get a label', () => {
  const list = Array.from({ length: 100 }, (_, at) => ({
    box: { x: 300, y: 200, width: 20, height: 20 },
    label: sizeOfNumber(at + 1),
  }))
  expect(placeLabels(list, PICTURE).filter((label) => label === undefined)).toEqual([])
})

test('a label stands at its own box where nothing is in its way', () => {
  const label = sizeOfNumber(7)
  const [one] = placeLabels([{ box: { x: 100, y: 100, width: 50, height: 20 }, label }], PICTURE)
  expect(one).toEqual({ x: 100, y: 100 - label.height, ...label })
})

test('where there is no room left, there is no label', () => {
  const label = sizeOfNumber(1)
  const list = Array.from({ length: 3 }, () => ({ box: { x: 0, y: 0, width: 10, height: 10 }, label }))
  const labels = placeLabels(list, { width: 2 * label.width, height: label.height })
  expect(labels.filter((one) => one !== undefined)).toHaveLength(2)
})
