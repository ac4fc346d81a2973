import { expect, test } from 'vitest'
import { headless } from './support/settled.js'

// GTK 2 publishes a tree only with its bridge in GTK_MODULES, and of the entries of an open menu does not say that they show. Debian: libatk-adaptor.

test('a GTK 2 program that is launched has a tree, and the entries of its open menu show', async () => {
  await using place = await headless()
  const app = await place.desktop.launch({ command: 'dia' }, { timeout: 60_000 })
  expect(app.hasTree).toBe(true)
  const entry = app.locator('role:menuitem|name:"Page Setup…"')
  expect(await entry.isVisible()).toBe(false)
  await app.locator('role:menubar >> role:menu|name:File').click({ route: 'input', timeout: 30_000 })
  await expect.poll(() => entry.isVisible()).toBe(true)
  const bounds = await entry.bounds()
  const [x, y] = [(bounds?.x ?? 0) + 40, (bounds?.y ?? 0) + 5]
  expect(await place.desktop.elementAt(x, y)).toMatchObject({ role: 'menuitem', name: 'Page Setup…' })
  await place.desktop.press('Escape')
  await expect.poll(() => entry.isVisible()).toBe(false)
})
