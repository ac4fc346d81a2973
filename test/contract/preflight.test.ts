import { expect, test } from 'vitest'
import type { SimulatedNode } from '../../lib/sdk/index.js'
import { SOON } from '../patience.js'
import { failing, failure, openWorld, program } from './program.js'
import { contract } from './stage.js'

contract((stage) => {
  test('a disabled element is not pressed: NOT_ACTIONABLE names the check', async () => {
    const submit = stage().app.locator('role:button|name:Submit')
    const error = await failing(1000, (timeout) => submit.click({ timeout }))
    expect(error).toMatchObject({
      code: 'NOT_ACTIONABLE',
      details: { check: 'enabled', role: 'button', name: 'Submit', attempts: [{ step: 'preflight' }] },
    })
    expect(stage().events()).toEqual([])
  })

  test('it is waited for until it is enabled', async () => {
    const click = stage().app.locator('role:button|name:Submit').click()
    await stage().app.locator('role:checkbox|name:Accept').check()
    await click
    await stage().received({ event: 'clicked', name: 'Submit' })
  })

  test('what does not show is not pressed', async () => {
    const reset = stage().app.locator('role:button|name:Reset')
    const error = await failing(2000, (timeout) => reset.click({ timeout }))
    // A toolkit may also keep the contents of a closed tab out of its tree.
    expect(error).toMatchObject({ code: expect.stringMatching(/^(NOT_ACTIONABLE|NOT_FOUND)$/) })
    expect(stage().events()).toEqual([])
  })

  test('what cannot be edited is not filled', async () => {
    const save = stage().app.locator('role:button|name:Save')
    const error = await failing(1000, (timeout) => save.fill('x', { timeout }))
    expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', details: { check: 'editable' } })
  })

  test('a verb that makes no sense for an element is refused at once, with the reason', async () => {
    const { app } = stage()
    const began = performance.now()
    await expect(app.locator('role:button|name:Save').check()).rejects.toMatchObject({ code: 'NOT_ACTIONABLE' })
    await expect(app.locator('role:button|name:Save').expand()).rejects.toMatchObject({ code: 'NOT_ACTIONABLE' })
    await expect(app.locator('role:button|name:Save').select()).rejects.toMatchObject({ code: 'NOT_ACTIONABLE' })
    await expect(app.locator('role:button|name:Save').invoke('fly')).rejects.toThrow(/no action 'fly'; its actions: /)
    expect(performance.now() - began).toBeLessThan(SOON)
    expect(stage().events()).toEqual([])
  })
})

// GTK 3's menu bar has menus for entries. A dialog lies over the bar of the window behind it.
test("what a dialog has where its application's menu bar lies is clicked", async () => {
  const place = { x: 20, y: 20, width: 200, height: 40 }
  const bar = { role: 'menubar', bounds: place, children: [{ role: 'menu', name: 'File', bounds: place }] }
  const button = { role: 'button', name: 'Close', key: 'close', bounds: place }
  const windows = [
    { role: 'window', name: 'Main', bounds: { x: 0, y: 0, width: 400, height: 300 }, children: [bar] },
    { role: 'dialog', name: 'Options', bounds: { x: 0, y: 0, width: 300, height: 200 }, children: [button] },
  ] as unknown as SimulatedNode[]
  await using stage = await openWorld({ applications: [{ name: 'Program', windows }] })
  const { app } = stage
  await app.locator('name:Close').click({ route: 'input', timeout: 2_000 })
  expect(stage.received('press').map(({ name }) => name)).toEqual(['Close'])
})

// An open popover lies over a button of the window that it belongs to.
const under = {
  role: 'button',
  name: 'Under',
  key: 'under',
  bounds: { x: 100, y: 350, width: 80, height: 40 },
} as const
const popover = {
  role: 'group',
  children: [
    {
      role: 'dialog',
      bounds: { x: 90, y: 340, width: 200, height: 200 },
      children: [{ role: 'button', name: 'In it', key: 'in', bounds: { x: 95, y: 345, width: 100, height: 60 } }],
    },
  ],
} as const

test('what lies under an open popover is not clicked, what is in it is, and is what is found at its place', async () => {
  await using stage = await program([popover, under] as unknown as SimulatedNode[])
  const error = await failure(stage.app.locator('name:Under').click({ route: 'input', timeout: 300 }))
  expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', details: { check: 'uncovered' } })
  await stage.app.locator('name:"In it"').click({ route: 'input' })
  expect((await stage.desktop.elementAt(140, 370))?.name).toBe('In it')
})
