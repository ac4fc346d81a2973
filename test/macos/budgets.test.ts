import { expect, test } from 'vitest'
import type { SimulatedNode, Snapshot } from '../../lib/sdk/index.js'
import { formWorld } from '../contract/form-world.js'
import { ax, macos, messages, windowOf } from './support.js'

// Each message to an application of macOS costs it, and us, a turn of its main thread: what a look costs is counted, not timed.

// What a look asks besides its elements: who has the focus, which windows there are.
const BESIDES = 8

/** What the look cost that `read` takes, and what it saw. */
async function cost(read: () => Promise<Snapshot>) {
  ax.forgetMessages()
  const snapshot = await read()
  return { messages: messages(), snapshot, nodes: snapshot.size }
}

/** Of each of these it is asked whether it can be written: no attribute says so. */
const fieldsIn = (snapshot: Snapshot) => snapshot.findAll('role:textbox').length

test('a snapshot costs one message for each node, one more for each field, and a few; the next one no more', async () => {
  await using place = await macos(formWorld)
  const app = await place.desktop.app('order-form')
  const first = await cost(() => app.snapshot())
  const second = await cost(() => app.snapshot())
  expect(first.nodes).toBeGreaterThan(200)
  expect(fieldsIn(first.snapshot)).toBeLessThan(10)
  expect(first.messages).toBeLessThanOrEqual(first.nodes + fieldsIn(first.snapshot) + BESIDES)
  expect(second.messages).toBeLessThanOrEqual(first.messages)
})

test('a snapshot asks each element once, all at once, and sends nothing', async () => {
  await using place = await macos(formWorld)
  const app = await place.desktop.app('order-form')
  ax.forgetMessages()
  const snapshot = await app.snapshot()
  const { AXUIElementCopyMultipleAttributeValues: batches = 0, ...others } = ax.messages()
  const of = (name: string) => others[name] ?? 0
  // One more for each window: which buttons its title bar has.
  expect(batches).toBeLessThanOrEqual(snapshot.size + snapshot.findAll('role:window').length)
  expect(of('AXUIElementIsAttributeSettable')).toBeLessThanOrEqual(fieldsIn(snapshot) + 2)
  expect(of('AXUIElementCopyAttributeValue')).toBeLessThanOrEqual(BESIDES)
  expect(of('AXUIElementCopyActionNames')).toBeLessThanOrEqual(1)
  for (const name of ['AXUIElementCopyAttributeNames', 'AXUIElementSetAttributeValue', 'AXUIElementPerformAction'])
    expect(of(name), name).toBe(0)
})

test('a window of 200 buttons and 100 fields with labels costs no message for what a label says', async () => {
  const rows = Array.from({ length: 100 }, (_, i): SimulatedNode[] => [
    { role: 'text', name: `Label ${i}`, key: `label ${i}` },
    { role: 'textbox', key: `field ${i}` },
    { role: 'button', name: `Less ${i}` },
    { role: 'button', name: `More ${i}` },
  ])
  await using place = await macos(windowOf(...rows.flat()))
  for (let i = 0; i < 100; i++)
    ax.fault({ key: `field ${i}`, on: 'AXTitleUIElement', value: { element: `label ${i}` } })
  const app = await place.desktop.app('editor')
  const { snapshot, nodes, messages } = await cost(() => app.snapshot())
  expect(snapshot.find('role:textbox|name:"Label 99"')).toBeDefined()
  expect(nodes).toBeGreaterThan(400)
  expect(messages).toBeLessThanOrEqual(nodes + fieldsIn(snapshot) + BESIDES)
})

test('names of actions cost one message more for what can act, when they are asked for; of one element they are read anyway', async () => {
  await using place = await macos(formWorld)
  const app = await place.desktop.app('order-form')
  const save = 'role:button|name:Save'
  expect((await app.snapshot()).find(save)?.actions).toEqual([])
  const { snapshot, nodes, messages } = await cost(() => app.snapshot({ actions: true }))
  expect(snapshot.find(save)?.actions).toContain('AXPress')
  expect(messages).toBeLessThanOrEqual(2 * nodes + BESIDES)
  expect((await app.locator(save).snapshot()).root.actions).toContain('AXPress')
})

test('an outline of 100,000 rows is cut to what shows, and says so', async () => {
  const bounds = { x: 60, y: 60, width: 400, height: 300 }
  await using place = await macos(windowOf({ role: 'tree', name: 'Big', attributes: { rowCount: '100000' }, bounds }))
  const app = await place.desktop.app('editor')
  const { snapshot, nodes, messages } = await cost(() => app.snapshot())
  // One more for which of its rows show.
  expect(messages).toBeLessThanOrEqual(nodes + BESIDES + 1)
  expect(nodes).toBeLessThan(60)
  expect(snapshot.toString()).toContain('cut=virtual')
  await expect(
    app.locator('role:treeitem|name:"Row 90000"').waitFor({ state: 'hidden', timeout: 3000 }),
  ).rejects.toMatchObject({
    code: 'INCOMPLETE_TREE',
  })
})

test('which applications there are costs a message for each at most: whether it answers', async () => {
  await using place = await macos(formWorld)
  ax.forgetMessages()
  const apps = await place.desktop.apps()
  expect(apps).toHaveLength(1)
  expect(messages()).toBeLessThanOrEqual(apps.length)
})
