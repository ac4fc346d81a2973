import { expect, test } from 'vitest'
import { macos, windowOf } from './support.js'

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
