import { expect, test } from 'vitest'
import { atPress } from '../../lib/cli/codegen/seen/at-press.js'
import type { LiveApp } from '../../lib/cli/inspect/live-app.js'
import { Desktop, type SimulatedNode } from '../../lib/sdk/index.js'

const bounds = { x: 0, y: 0, width: 600, height: 500 }
const place = { bounds: { x: 100, y: 100, width: 80, height: 30 } }

const MAIN: SimulatedNode = {
  role: 'window',
  name: 'Main',
  bounds,
  children: [{ role: 'combobox', name: 'Country', ...place }],
}
const DIALOG: SimulatedNode = {
  role: 'dialog',
  name: 'Delete?',
  active: true,
  bounds,
  children: [{ role: 'button', name: 'No', on: { press: [{ closeWindow: 'window' }] }, ...place }],
}

test('a dialog that closes while it is looked at is what was pressed, not the window below it', async () => {
  await using desktop = await Desktop.open({
    world: { applications: [{ name: 'Orders', windows: [MAIN, DIALOG] }] },
  })
  const app = await desktop.app('Orders')
  const before = await app.snapshot()
  const ref = before.find('role:combobox')?.ref
  const closes = app.locator('role:button|name:No').click()
  const trees = [before, closes.then(() => app.snapshot())]
  const live = {
    latest: { snapshot: before },
    app: { snapshot: async () => trees.shift() },
    // The dialog is gone by then.
    desktop: { elementAt: async () => ({ ref }) },
  } as unknown as LiveApp
  expect((await atPress(live, { x: 120, y: 110 }, true)).node).toMatchObject({ role: 'button', name: 'No' })
})
