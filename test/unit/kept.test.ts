import { describe, expect, test, vi } from 'vitest'
import { Limits } from '../../lib/sdk/call/limits.js'
import { canBeKept, countsInKept, keepTree, lookInKept } from '../../lib/sdk/look/kept.js'
import type { Scope } from '../../lib/sdk/look/scope.js'
import { loadNative } from '../../lib/sdk/native/load.js'
import { queryOf } from '../../lib/sdk/tree/query.js'
import { TreeCost } from '../../lib/sdk/wait/tree-cost.js'

test('an application whose tree is whole and not kept announced too little: it is not asked for a kept tree again', async () => {
  const binding = loadNative()
  const cost = new TreeCost()
  let reads = 0
  const tree = { size: 1, complete: true, mirrored: false, kept: false, cuts: () => [], element: () => undefined }
  const scope = {
    binding,
    target: { appKey: 'a' },
    events: { cost, pace: { mirrors: true } },
    native: {
      snapshot: async () => {
        reads++
        return tree
      },
    },
  } as unknown as Scope
  const asked = { queries: [queryOf('test', 'role:button|name:Save')], reads: {} }
  expect(canBeKept(scope, asked)).toBe(true)
  const looked = await lookInKept(scope, { ...asked, match: async () => [[]] }, new Limits(binding, {}, 30_000))
  expect(looked?.snapshot).toBe(tree)
  expect(canBeKept(scope, asked)).toBe(false)
  vi.useFakeTimers()
  try {
    keepTree(scope)
    await vi.runAllTimersAsync()
  } finally {
    vi.useRealTimers()
  }
  expect(reads).toBe(1)
})

describe('how many match is told by a kept tree', () => {
  const read = { kept: true, complete: true, mirrored: false }
  const scopeOf = (cost: TreeCost, serial: number, live = true) =>
    ({ events: { cost, serial, live } }) as unknown as Scope
  const agedBy = (ms: number, serial?: number) => {
    const cost = new TreeCost()
    cost.keep(read, serial)
    cost.readAt -= ms
    return cost
  }

  test('for 1.5 s, and for 10 s where nothing was announced since it was read', () => {
    expect(countsInKept(scopeOf(agedBy(0, 1), 2))).toBe(true)
    expect(countsInKept(scopeOf(agedBy(5_000, 1), 1))).toBe(true)
    expect(countsInKept(scopeOf(agedBy(15_000, 1), 1))).toBe(false)
  })

  test('not where something was announced since, or announcements do not come', () => {
    expect(countsInKept(scopeOf(agedBy(5_000, 1), 2))).toBe(false)
    expect(countsInKept(scopeOf(agedBy(5_000, 1), 1, false))).toBe(false)
    expect(countsInKept(scopeOf(agedBy(5_000), 0))).toBe(false)
  })

  test('and between actions that follow one another', () => {
    const cost = agedBy(5_000, 1)
    cost.actedAt = performance.now()
    expect(countsInKept(scopeOf(cost, 2))).toBe(true)
  })
})
