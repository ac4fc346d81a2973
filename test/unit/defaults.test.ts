import { afterEach, beforeEach, expect, test } from 'vitest'
import { type App, Desktop } from '../../lib/sdk/index.js'

let desktop: Desktop
let app: App

beforeEach(async () => {
  const world = { applications: [{ name: 'Notes', windows: [{ role: 'window' as const, name: 'Notes' }] }] }
  desktop = await Desktop.open({ world, defaultTimeout: 111 })
  app = await desktop.app('Notes')
})

afterEach(() => desktop.dispose())

test('a later default timeout of the desktop is that of all that was derived from it', async () => {
  const derived = [
    (await desktop.with({ retries: 1 }).app('Notes')).with({ diff: false }),
    app.with({ retries: 1 }),
    await app.window(),
  ]
  const locator = app.locator('name:none').with({ diff: false })
  desktop.setDefaultTimeout(222)
  for (const place of derived) {
    await expect(place.locator('name:none').waitFor()).rejects.toThrow('within 222 ms')
  }
  await expect(locator.waitFor()).rejects.toThrow('within 222 ms')
})

test('a later default timeout of an application is that of its windows and locators, and of no other', async () => {
  const other = await desktop.app('Notes')
  const [window, locator] = [await app.window(), app.locator('name:none').with({ diff: false })]
  const derived = app.with({ retries: 1 })
  app.setDefaultTimeout(222)
  await expect(window.locator('name:none').waitFor()).rejects.toThrow('within 222 ms')
  await expect(locator.waitFor()).rejects.toThrow('within 222 ms')
  await expect(derived.locator('name:none').waitFor()).rejects.toThrow('within 222 ms')
  await expect(other.locator('name:none').waitFor()).rejects.toThrow('within 111 ms')
})

test('what is derived with a timeout of its own keeps it', async () => {
  const derived = app.with({ timeout: 123 })
  app.setDefaultTimeout(222)
  await expect(derived.locator('name:none').waitFor()).rejects.toThrow('within 123 ms')
  derived.setDefaultTimeout(133)
  await expect(derived.locator('name:none').waitFor()).rejects.toThrow('within 133 ms')
  await expect(app.locator('name:none').waitFor()).rejects.toThrow('within 222 ms')
})
