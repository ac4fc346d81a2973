import { expect, test } from 'vitest'
import { headless } from './support/settled.js'

test('the shortcut of a menu entry, pressed, does what the entry does', async () => {
  await using place = await headless()
  const app = await place.desktop.launch('mousepad')
  const entry = (await app.snapshot()).find('role:menuitem|name:"New Window"')
  expect(entry?.shortcut).toBe('Control+Shift+n')
  expect(await app.windows()).toHaveLength(1)
  await (await app.window()).press(entry?.shortcut ?? '')
  await expect.poll(async () => (await app.windows()).length).toBe(2)
})
