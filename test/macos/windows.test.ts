import { expect, test } from 'vitest'
import { ax, macos, windowOf } from './support.js'

test('a sheet belongs to its window, and blocks that one alone', async () => {
  const world = windowOf({ role: 'button', name: 'OK' })
  world.applications?.[0]?.windows.push(
    { role: 'window', name: 'Second', key: 'second', children: [{ role: 'button', name: 'Free' }] },
    {
      role: 'dialog',
      name: 'Save as',
      key: 'sheet',
      owner: 'page',
      modality: 'owner',
      children: [{ role: 'button', name: 'Cancel', on: { press: [{ closeWindow: 'sheet' }] } }],
    },
  )
  await using place = await macos(world)
  const app = await place.desktop.app('editor')
  const sheet = await app.window({ title: 'Save as' })
  expect(await sheet.modality()).toBe('owner')
  expect(await (await sheet.owner())?.title()).toBe('Page')
  await expect(app.locator('role:button|name:OK').click({ timeout: 500 })).rejects.toMatchObject({
    code: 'NOT_ACTIONABLE',
  })
  await app.locator('role:button|name:Free').click()
  await app.locator('role:button|name:Cancel').click()
  await app.locator('role:button|name:OK').click()
})

/** A window with a sheet, or what else hangs on it. */
function withSheet() {
  const world = windowOf({
    role: 'text',
    key: 'behind',
    name: 'Behind',
    bounds: { x: 20, y: 400, width: 80, height: 24 },
  })
  world.applications?.[0]?.windows.push({
    role: 'dialog',
    name: 'Save as',
    key: 'sheet',
    owner: 'page',
    modality: 'owner',
    bounds: { x: 100, y: 60, width: 300, height: 120 },
    children: [
      { role: 'text', key: 'front', name: 'In front', bounds: { x: 120, y: 80, width: 80, height: 24 } },
      {
        role: 'button',
        name: 'Apply',
        bounds: { x: 120, y: 140, width: 80, height: 24 },
        on: {
          press: [
            { set: 'front', name: 'In front, applied' },
            { set: 'behind', name: 'Behind, applied' },
          ],
        },
      },
    ],
  })
  return world
}

test('while a sheet is up, what shows is what is in it', async () => {
  await using place = await macos(withSheet())
  const app = await place.desktop.app('editor')
  const { modified } = await app.changes(() => app.locator('role:button|name:Apply').click())
  expect(modified.map(({ name, inViewport }) => [name, inViewport])).toEqual([
    ['Behind, applied', false],
    ['In front, applied', true],
  ])
})

test('a drawer is a window of its own, of the one that it hangs on, and keeps nothing from being used', async () => {
  await using place = await macos(withSheet())
  ax.fault({ key: 'sheet', on: 'AXRole', value: 'AXDrawer' })
  ax.fault({ key: 'sheet', on: 'AXModal', value: false })
  ax.fault({ key: 'sheet', on: 'AXSubrole', value: { error: -25212 } })
  const app = await place.desktop.app('editor')
  const drawer = await app.window({ title: 'Save as' })
  expect([drawer.role, await drawer.modality(), await (await drawer.owner())?.title()]).toEqual([
    'window',
    'none',
    'Page',
  ])
})

test('a window is closed by its button, and its application goes on; the application is asked to quit by its own entry', async () => {
  const world = windowOf(
    {
      role: 'menubar',
      children: [
        {
          role: 'menu',
          name: 'Editor',
          expanded: false,
          children: [
            { role: 'menuitem', name: 'Beenden', key: 'quit', shortcut: 'Meta+q', on: { press: [{ exit: true }] } },
          ],
        },
      ],
    },
    { role: 'button', name: 'OK' },
  )
  world.applications?.[0]?.windows.push({ role: 'window', name: 'Second', key: 'second' })
  await using place = await macos(world)
  const app = await place.desktop.app('editor')
  await (await app.window({ title: 'Second' })).close()
  expect((await app.windows()).length).toBe(1)
  expect(ax.received().filter(({ what, key }) => what === 'press' && key === 'quit')).toEqual([])
  await app.quit()
  expect(ax.received().filter(({ what, key }) => what === 'press' && key === 'quit')).toHaveLength(1)
  expect(await place.desktop.apps()).toEqual([])
})
