import { monitorEventLoopDelay } from 'node:perf_hooks'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { encodePng } from '../../lib/png.js'

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

test('a full screen does not hold up the event loop', async () => {
  const [width, height] = [1920, 1080]
  const rgba = new Uint8Array(width * height * 4).fill(200)
  await encodePng({ width, height, rgba })
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await encodePng({ width, height, rgba })
  delay.disable()
  // The timer that measures has a resolution of 1 ms of its own; other processes of the machine take their share.
  expect(delay.percentile(90) / 1e6).toBeLessThan(5)
})
