import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Form } from './support/form.js'
import { expectTruth, headless, settled } from './support/settled.js'

test('kcalc (Qt 5): names, roles, states, structure and bounds are those that libatspi reads', async () => {
  await using place = await headless()
  const { session, desktop } = place
  const app = await desktop.launch('kcalc')
  const { snapshot } = await expectTruth(session, app, { atLeast: 180 })
  expect(snapshot.complete).toBe(true)
  expect(app.toolkit).toMatch(/^Qt 5/)
})

test.each(['qt5', 'qt6'] as const)('the form with %s: the same', async (toolkit) => {
  await using place = await headless()
  const { session, desktop } = place
  const form = await Form.start(session, toolkit)
  const app = await desktop.app({ pid: form.pid })
  const { snapshot } = await expectTruth(session, app, { atLeast: 250 })
  expect(snapshot.findAll('name:Items >> role:listitem')).toHaveLength(200)
})

test('a Qt 6 program with 2,000 widgets: the same; only what shows is a part of it, cut where it leaves out', async () => {
  await using place = await headless()
  const { session, desktop } = place
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'many_widgets_qt.py')
  const app = await desktop.launch({ command: '/usr/bin/python3', args: [program, '6', '250'] })
  const { snapshot } = await expectTruth(session, app, { atLeast: 2000 })
  const showing = await app.snapshot({ onlyVisible: true })
  expect(showing.size).toBeLessThan(snapshot.size)
  expect(showing.findAll('role:button|visible:true').map((node) => node.name)).toEqual(
    snapshot.findAll('role:button|visible:true').map((node) => node.name),
  )
  expect(new Set(showing.cuts.map((cut) => cut.reason))).toEqual(new Set(['hidden']))
  expect((await settled(app, 2000)).complete).toBe(true)
})

test.each(['5', '6'])(
  'Qt %s: what was closed and is kept stays in the tree, hidden; what is deleted leaves it',
  async (version) => {
    await using place = await headless()
    const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'dock_qt.py')
    const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program, version] })
    const button = (name: string) => `role:button|name:"${name}"`
    const closed = async (name: string) => {
      const gone = { notExists: button(name) }
      const receipt = await app.locator(button(name)).last().click({ verify: gone })
      expect(receipt).toMatchObject({ effect: 'verified', heldBefore: false })
      return (await app.locator(button(name)).exists()) ? 'hidden' : 'left'
    }
    expect(await closed('Close')).toBe('hidden')
    await app.locator(button('Open kept')).click({ verify: { exists: button('Kept') } })
    expect(await closed('Kept')).toBe('hidden')
    await app.locator(button('Open once')).click({ verify: { exists: button('Once') } })
    expect(await closed('Once')).toBe('left')
  },
)
