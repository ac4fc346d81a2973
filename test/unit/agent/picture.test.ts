import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawNumber, sizeOfNumber } from '../../../lib/agent/capture/digits.js'
import { cropped, fill, type Image, onScreen, pixelsOf } from '../../../lib/agent/capture/image.js'
import { shrunk } from '../../../lib/agent/capture/shrink.js'

function image(width: number, height: number, bounds = { x: 0, y: 0 }, scale = 1): Image {
  const rgba = Buffer.alloc(width * height * 4, 255)
  return { width, height, rgba, scale, bounds: { ...bounds, width: width / scale, height: height / scale } }
}

test('a picture that is scaled down is no longer than asked for, and every pixel says where on the screen it is', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 16, max: 200 }),
      fc.integer({ min: -2000, max: 2000 }),
      fc.constantFrom(1, 1.25, 1.5, 2),
      (width, height, longest, x, scale) => {
        const small = shrunk(image(width, height, { x, y: -x }, scale), longest)
        expect(Math.max(small.width, small.height)).toBeLessThanOrEqual(Math.max(longest, 1))
        const { bounds } = small
        const last = onScreen(small, { x: small.width - 1, y: small.height - 1, width: 1, height: 1 })
        expect(last.x).toBeGreaterThanOrEqual(bounds.x)
        // Less than a pixel of the picture beside the screen's edge: sides are whole numbers of pixels.
        expect(Math.abs(last.x + last.width - (bounds.x + bounds.width))).toBeLessThan(1 / small.scale)
        expect(Math.abs(last.y + last.height - (bounds.y + bounds.height))).toBeLessThan(1 / small.scale)
      },
    ),
  )
})

test('what was drawn on the screen is found at the pixels that say so', () => {
  const large = image(400, 200, { x: 100, y: 50 })
  fill(large, pixelsOf(large, { x: 300, y: 150, width: 40, height: 20 }), [0, 0, 0])
  const small = shrunk(large, 100)
  expect(small.scale).toBe(0.25)
  const { x, y, width, height } = pixelsOf(small, { x: 300, y: 150, width: 40, height: 20 })
  expect({ x, y, width, height }).toEqual({ x: 50, y: 25, width: 10, height: 5 })
  const part = cropped(small, { x: 300, y: 150, width: 40, height: 20 })
  expect(part.rgba.filter((_, at) => at % 4 !== 3).every((value) => value === 0)).toBe(true)
  expect(small.rgba[((y - 1) * small.width + x) * 4]).toBe(255)
})

test('ten digits are ten different pictures, inside their size', () => {
  const drawn = Array.from({ length: 10 }, (_, digit) => {
    const size = sizeOfNumber(digit)
    const canvas = image(size.width + 4, size.height + 4)
    drawNumber(canvas, 2, 2, digit, [255, 255, 255], [0, 0, 0])
    for (let x = 0; x < canvas.width; x++) expect(canvas.rgba[x * 4]).toBe(255)
    return Buffer.from(canvas.rgba).toString('hex')
  })
  expect(new Set(drawn).size).toBe(10)
})
