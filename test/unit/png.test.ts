import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { encodePng } from '../../lib/sdk/picture/png.js'

function noise(width: number, height: number): Uint8Array {
  const rgba = new Uint8Array(width * height * 4)
  let state = 1
  for (let i = 0; i < rgba.length; i++) {
    state = (state * 1103515245 + 12345) & 0x7fffffff
    rgba[i] = state >> 16
  }
  return rgba
}

test.each([
  [1, 1],
  [3, 2],
  [257, 129],
  [1000, 700],
])('another decoder reads back every pixel of %i x %i', async (width, height) => {
  const rgba = noise(width, height)
  const read = PNG.sync.read(await encodePng({ width, height, rgba }))
  expect([read.width, read.height]).toEqual([width, height])
  expect(Buffer.compare(read.data, rgba)).toBe(0)
})

test('a full screen is encoded in slabs, and other work gets its turn between them', async () => {
  const [width, height] = [1920, 1080]
  const rgba = new Uint8Array(width * height * 4).fill(200)
  let turns = 0
  let done = false
  const turn = () => {
    turns++
    if (!done) setImmediate(turn)
  }
  setImmediate(turn)
  await encodePng({ width, height, rgba })
  done = true
  expect(turns).toBeGreaterThan(rgba.length / (512 * 1024))
})
