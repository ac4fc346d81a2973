import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Backstop } from '../../lib/sdk/wait/backstop.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A backstop with one who sleeps, and what it did. */
function begun({ takes = 1 } = {}) {
  const asked: number[] = []
  const changes: { seen: boolean; at: number }[] = []
  const application = { print: 1n as bigint | undefined }
  let told = 0
  const pace = { quickest: 10, growth: 0.1, slowest: 200, share: 0.25, longest: 1_000 }
  const signals: AbortSignal[] = []
  const ask = async (signal: AbortSignal) => {
    signals.push(signal)
    asked.push(performance.now())
    await new Promise((resolve) => setTimeout(resolve, takes))
    if (application.print === undefined) throw new Error('no answer')
    return application.print
  }
  const backstop = new Backstop(pace, ask, (time, seen) => {
    if (time > told) changes.push({ seen, at: performance.now() })
    told = Math.max(told, time)
    return true
  })
  backstop.enter()
  backstop.watch()
  return { backstop, asked, changes, application, signals }
}

test('the first answer is no change, but there may have been one since the look before', async () => {
  const { changes } = begun()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(changes).toMatchObject([{ seen: false }])
})

test('another answer is a change, once', async () => {
  const { changes, application } = begun()
  await vi.advanceTimersByTimeAsync(300)
  application.print = 2n
  await vi.advanceTimersByTimeAsync(300)
  expect(changes.slice(1)).toMatchObject([{ seen: true }])
})

test('no answer is for those who wait to find out about, each time', async () => {
  const { changes, application, asked } = begun()
  application.print = undefined
  await vi.advanceTimersByTimeAsync(300)
  expect(changes).toHaveLength(asked.length)
  expect(changes.every(({ seen }) => !seen)).toBe(true)
})

test('what is the same after nobody waited is no proof that it was so all the time', async () => {
  const { backstop, changes } = begun()
  await vi.advanceTimersByTimeAsync(100)
  backstop.forget()
  await vi.advanceTimersByTimeAsync(100)
  backstop.enter()
  backstop.watch()
  await vi.advanceTimersByTimeAsync(100)
  expect(changes).toMatchObject([{ seen: false }, { seen: false }])
})

test('it slows down, and is quick again for somebody who comes later', async () => {
  const { backstop, asked } = begun()
  await vi.advanceTimersByTimeAsync(10_000)
  const pauses = () => asked.slice(1).map((time, index) => Math.round(time - (asked[index] as number)))
  expect(pauses()[0]).toBe(1 + 10)
  expect(pauses().at(-1)).toBe(1 + 200)
  backstop.enter()
  backstop.watch()
  await vi.advanceTimersByTimeAsync(10)
  expect(performance.now() - (asked.at(-1) as number)).toBeLessThanOrEqual(1 + 10)
})

test('it takes no more than half of the time at first, its share later, and rests no longer than it may', async () => {
  const pause = (asked: number[], index: number) => (asked.at(index) as number) - (asked.at(index - 1) as number)
  const quick = begun({ takes: 100 })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(pause(quick.asked, 1)).toBe(100 + 100)
  expect(pause(quick.asked, -1)).toBe(100 + 400)
  const slow = begun({ takes: 2_000 })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(pause(slow.asked, -1)).toBe(2_000 + 1_000)
})

test('when nobody sleeps it does not ask, and nobody is kept waiting by an answer', async () => {
  const { backstop, asked, signals } = begun({ takes: 50 })
  await vi.advanceTimersByTimeAsync(20)
  expect(signals[0]?.aborted).toBe(false)
  backstop.rest()
  expect(signals[0]?.aborted).toBe(true)
  expect(asked).toHaveLength(1)
})
