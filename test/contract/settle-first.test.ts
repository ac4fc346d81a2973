import { expect, test } from 'vitest'
import { createRegistry } from '../../lib/agent/index.js'
import type { SimulatedNode } from '../../lib/sdk/index.js'
import { program } from './program.js'

// An action with `diff: false` does not wait for what it sets off: the tree that is read next does.

const popover: SimulatedNode = { role: 'group', name: 'Popover', children: [{ role: 'button', name: 'Inside' }] }
const opens = (after: number): SimulatedNode[] => [
  { role: 'button', name: 'Open', on: { press: [{ add: popover, to: 'main', after }] } },
]

test.each(['app', 'window', 'locator'] as const)('a tree of the %s has what the action opened', async (place) => {
  await using stage = await program(opens(60))
  const { app } = stage
  const root = { app, window: await app.window(), locator: app.locator('role:window') }[place]
  await app.locator('name:Open').click({ diff: false })
  expect((await root.snapshot()).find('name:Inside')?.role).toBe('button')
})

test('so has one that is read after keys which go wherever the focus is', async () => {
  const on = { 'key:Enter': [{ add: popover, to: 'main', after: 60 }] }
  await using stage = await program([{ role: 'textbox', name: 'Field', key: 'field', on }])
  await stage.app.locator('name:Field').focus()
  await stage.desktop.press('Enter')
  expect((await stage.app.snapshot()).find('name:Inside')?.role).toBe('button')
})

test('so has the tree of a tool after an action that was told not to look', async () => {
  await using stage = await program(opens(60))
  const registry = createRegistry(stage.desktop, { profile: 'terminator' })
  const run = (name: string, input: object) => registry.tool(name).run({ process: 'Program', ...input })
  await run('click_element', { selector: 'name:Open', ui_diff_before_after: false })
  expect(JSON.stringify((await run('get_window_tree', {})).content)).toContain('Inside')
})

test('a second read does not wait again, and one after an action that looked does not wait at all', async () => {
  await using stage = await program(opens(0))
  await stage.app.locator('name:Open').click()
  const began = performance.now()
  for (let reads = 0; reads < 20; reads++) await stage.app.snapshot()
  const looked = performance.now() - began
  await stage.app.locator('name:Open').click({ diff: false })
  await stage.app.snapshot()
  const again = performance.now()
  for (let reads = 0; reads < 20; reads++) await stage.app.snapshot()
  // 20 waits would take 20 times the quiet that a pace asks for.
  expect(performance.now() - again).toBeLessThan(2_000)
  expect(looked).toBeLessThan(2_000)
})
