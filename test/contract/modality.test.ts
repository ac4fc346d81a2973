import { describe, expect, test } from 'vitest'
import type { SimulatedNode, World } from '../../lib/sdk/index.js'
import { failing, failure, openWorld } from './program.js'
import { contract } from './stage.js'

// Which windows a modal one keeps from being used. No program on Linux says that it is modal for one window alone, so that sheets are the
// simulated desktop's; two windows and one dialog of a real program are in test/live/modality.test.ts.

contract((stage) => {
  test('a modal dialog says which window it belongs to and what it keeps from being used', async () => {
    const { app } = stage()
    await app.locator('role:button|name:Delete').click()
    const dialog = await app.window({ title: 'Really delete?' })
    expect(await dialog.modality()).toBe('application')
    expect(await dialog.isModal()).toBe(true)
    const owner = await dialog.owner()
    expect(await owner?.title()).toBe('Order form')
    expect(await owner?.owner()).toBeUndefined()
    expect(await owner?.modality()).toBe('none')
  })

  test('what a modal dialog blocks is refused, and the error says by which', async () => {
    const { app } = stage()
    await app.locator('role:button|name:Delete').click()
    await app.window({ title: 'Really delete?' })
    const save = app.locator('role:button|name:Save')
    const error = await failing(1000, (timeout) => save.click({ timeout }))
    expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', details: { check: 'uncovered' } })
    expect(error.message).toContain('dialog "Really delete?"')
    expect(error.message).toContain('is modal and takes every click')
  })
})

const button = (name: string): SimulatedNode => ({ role: 'button', name, key: name })
const window = (key: string, x: number): SimulatedNode => ({
  role: 'window',
  name: key,
  key,
  bounds: { x, y: 0, width: 300, height: 300 },
  children: [button(`${key} button`)],
})
const sheet: SimulatedNode = {
  role: 'dialog',
  name: 'Sheet',
  key: 'sheet',
  owner: 'Letter',
  modality: 'owner',
  bounds: { x: 20, y: 40, width: 200, height: 100 },
  children: [button('Keep')],
}
const world: World = {
  applications: [{ name: 'Program', windows: [window('Letter', 0), window('Invoice', 400)] }],
}

describe.each([{ route: 'auto' as const }, { route: 'input' as const }])('two windows, one sheet, by $route', (how) => {
  test('the window that the sheet belongs to is refused, the other and the sheet are acted on', async () => {
    await using stage = await openWorld(world)
    stage.apply({ openWindow: sheet, application: 'Program' })
    const error = await failure(stage.app.locator('name:"Letter button"').click({ ...how, timeout: 300 }))
    expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', details: { check: 'uncovered' } })
    expect(error.message).toContain('dialog "Sheet"')
    await stage.app.locator('name:"Invoice button"').click(how)
    await stage.app.locator('name:Keep').click(how)
    expect(stage.received('press').map(({ key }) => key)).toEqual(['Invoice button', 'Keep'])
  })

  test('the same holds for who looks in one window only', async () => {
    await using stage = await openWorld(world)
    stage.apply({ openWindow: sheet, application: 'Program' })
    const options = { ...how, diff: false }
    const letter = await stage.app.window({ title: 'Letter' })
    const invoice = await stage.app.window({ title: 'Invoice' })
    const click = letter.locator('name:"Letter button"').click({ ...options, timeout: 300 })
    expect((await failure(click)).message).toContain('dialog "Sheet"')
    await invoice.locator('name:"Invoice button"').click(options)
    await letter.locator('name:Keep').click(options)
    expect(stage.received('press').map(({ key }) => key)).toEqual(['Invoice button', 'Keep'])
  })

  test('one that is modal for the application blocks both, and who looks in one window learns it too', async () => {
    await using stage = await openWorld(world)
    stage.apply({ openWindow: { ...sheet, name: 'Alert', modality: 'application' }, application: 'Program' })
    const invoice = await stage.app.window({ title: 'Invoice' })
    const refused = await Promise.all([
      failure(stage.app.locator('name:"Letter button"').click({ ...how, timeout: 300 })),
      failure(stage.app.locator('name:"Invoice button"').click({ ...how, timeout: 300 })),
      failure(invoice.locator('name:"Invoice button"').click({ ...how, diff: false, timeout: 300 })),
    ])
    for (const { message } of refused) expect(message).toContain('dialog "Alert"')
    expect(stage.received('press')).toEqual([])
  })
})

test('a sheet is a window that belongs to another, and the tree has it there', async () => {
  await using stage = await openWorld(world)
  stage.apply({ openWindow: sheet, application: 'Program' })
  const dialog = await stage.app.window({ title: 'Sheet' })
  expect(await dialog.modality()).toBe('owner')
  expect(await (await dialog.owner())?.title()).toBe('Letter')
  expect(await stage.app.locator('name:Letter >> name:Sheet').count()).toBe(1)
  expect(await stage.app.locator('role:window|name:Invoice >> name:Sheet').count()).toBe(0)
})

test('of two modal dialogs, the one that was opened on top takes the input', async () => {
  await using stage = await openWorld(world)
  const modal = (name: string): SimulatedNode => ({
    role: 'dialog',
    name,
    modal: true,
    bounds: { x: 0, y: 400, width: 200, height: 100 },
    children: [button(`${name} button`)],
  })
  stage.apply(
    { openWindow: modal('First'), application: 'Program' },
    { openWindow: modal('Second'), application: 'Program' },
  )
  expect((await failure(stage.app.locator('name:"First button"').click({ timeout: 300 }))).message).toContain(
    'dialog "Second"',
  )
  await stage.app.locator('name:"Second button"').click({ route: 'input' })
  expect(stage.received('press')).toMatchObject([{ key: 'Second button' }])
})
