import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TreeCost } from '../../lib/sdk/wait/tree-cost.js'

// What is read of an application while nothing is asked of it.

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A reading that is to begin, and goes on until it is given up; how often it began. */
function reading({ kept = 'no' as TreeCost['kept'], whole = Number.POSITIVE_INFINITY, asks = false } = {}) {
  const cost = new TreeCost()
  cost.kept = kept
  cost.read({ size: whole, whole: true }, 20)
  const began: AbortSignal[] = []
  cost.whenIdle(100, (signal) => {
    if (asks) cost.asked()
    began.push(signal)
    return new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  return { cost, began }
}

test('it begins after a pause, which begins anew with each question while no tree is kept', async () => {
  const { cost, began } = reading()
  await vi.advanceTimersByTimeAsync(90)
  cost.asked()
  await vi.advanceTimersByTimeAsync(90)
  expect(began).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(10)
  expect(began).toHaveLength(1)
})

test('where a tree is kept, questions do not put it off', async () => {
  const { cost, began } = reading({ kept: 'yes' })
  await vi.advanceTimersByTimeAsync(90)
  cost.asked()
  await vi.advanceTimersByTimeAsync(10)
  expect(began).toHaveLength(1)
})

test('it gives way to a question, and begins again after a pause; what it asks itself is none', async () => {
  const { cost, began } = reading({ asks: true })
  await vi.advanceTimersByTimeAsync(100)
  expect(began.map(({ aborted }) => aborted)).toEqual([false])
  cost.asked()
  expect(began.map(({ aborted }) => aborted)).toEqual([true])
  await vi.advanceTimersByTimeAsync(100)
  expect(began.map(({ aborted }) => aborted)).toEqual([true, false])
})

test('a small tree is read to its end', async () => {
  const { cost, began } = reading({ whole: 300 })
  await vi.advanceTimersByTimeAsync(100)
  cost.asked()
  cost.endIdle()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(began.map(({ aborted }) => aborted)).toEqual([false])
})

test('an action ends it, and what was to begin', async () => {
  const { cost, began } = reading()
  await vi.advanceTimersByTimeAsync(100)
  cost.endIdle()
  expect(began.map(({ aborted }) => aborted)).toEqual([true])
  const other = reading()
  other.cost.endIdle()
  await vi.advanceTimersByTimeAsync(1_000)
  expect([...began, ...other.began]).toHaveLength(1)
})
