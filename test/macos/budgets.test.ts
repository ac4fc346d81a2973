import { expect, test } from 'vitest'
import { formWorld } from '../contract/form-world.js'
import { ax, macos, messages, windowOf } from './support.js'

// Each message to an application of macOS costs it, and us, a turn of its main thread: what a look costs is counted, not timed.

// What a look asks besides its elements: who has the focus, which windows there are; of each field, whether it can be written.
const BESIDES = 12

test('a snapshot costs one message for each node, and a few; the next one no more', async () => {
  await using place = await macos(formWorld)
  const app = await place.desktop.app('order-form')
  const costs: number[] = []
  let nodes = 0
  for (let i = 0; i < 2; i++) {
    ax.forgetMessages()
    nodes = (await app.snapshot({ actions: false })).size
    costs.push(messages())
  }
  expect(nodes).toBeGreaterThan(200)
  expect(costs[0]).toBeLessThanOrEqual(nodes + BESIDES)
  expect(costs[1]).toBeLessThanOrEqual(costs[0] as number)
})

test('names of actions cost one more for what can be acted on', async () => {
  await using place = await macos(formWorld)
  const app = await place.desktop.app('order-form')
  ax.forgetMessages()
  const nodes = (await app.snapshot()).size
  expect(messages()).toBeLessThanOrEqual(2 * nodes + BESIDES)
})

test('an outline of 100,000 rows is cut to what shows, and says so', async () => {
  const bounds = { x: 60, y: 60, width: 400, height: 300 }
  await using place = await macos(windowOf({ role: 'tree', name: 'Big', attributes: { rowCount: '100000' }, bounds }))
  const app = await place.desktop.app('editor')
  ax.forgetMessages()
  const snapshot = await app.snapshot()
  expect(messages()).toBeLessThan(120)
  expect(snapshot.size).toBeLessThan(60)
  expect(snapshot.toText()).toContain('cut=virtual')
  await expect(app.locator('role:treeitem|name:"Row 90000"').expectGone({ timeout: 300 })).rejects.toMatchObject({
    code: 'INCOMPLETE_TREE',
  })
})

test('which applications there are is asked of none of them', async () => {
  await using place = await macos(formWorld)
  ax.forgetMessages()
  expect(await place.desktop.apps()).toHaveLength(1)
  expect(messages()).toBeLessThanOrEqual(1)
})
