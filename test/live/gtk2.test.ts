import { expect, test } from 'vitest'
import { headless } from './support/settled.js'

// GTK 2 publishes a tree only with its bridge in GTK_MODULES. Debian: libatk-adaptor.

test('a GTK 2 program that is launched has a tree', async () => {
  await using place = await headless()
  const app = await place.desktop.launch({ command: 'dia' }, { timeout: 60_000 })
  expect(app.hasTree).toBe(true)
  // Its splash screen comes before its window.
  await app.locator('role:menubar >> role:menu|name:File').waitFor()
  expect(await app.locator('role:menuitem|name:"Page Setup…"').isVisible()).toBe(false)
})

test('an entry of a menu is pressed that has a hidden entry for tearing it off before it', async () => {
  await using place = await headless()
  const app = await place.desktop.launch({ command: 'dia' }, { timeout: 60_000 })
  await app.menu('Layers', 'Add Layer…').click()
  await app.locator('role:Dialog|name:/layer/i').waitFor()
})
