import { expect, test, vi } from 'vitest'
import { Limits } from '../../lib/sdk/call/limits.js'
import { canBeKept, keepTree, lookInKept } from '../../lib/sdk/look/kept.js'
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
