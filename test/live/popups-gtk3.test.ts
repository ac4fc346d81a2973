import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Desktop } from '../../lib/sdk/index.js'
import { headless } from './support/settled.js'

// An open menu lies over a list. What a click gets to at a point of it is an entry, and never the row below. The program prints what is chosen.

/** Opens the menu over the second row, and gives a point on its third entry, which lies over another row. */
async function opened(desktop: Desktop, kind: 'attached' | 'free') {
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'popups_gtk3.py')
  const app = await desktop.launch({ command: '/usr/bin/python3', args: [program, kind] })
  const row = app.locator('name:"File 1"')
  const bounds = await row.boundingBox()
  if (bounds === undefined) throw new Error('the row has no place')
  await row.click({ button: 'right', position: { x: 30, y: 10 }, timeout: 20_000 })
  await expect.poll(async () => app.program?.stdout()).toContain('open')
  const said = async () => ((await app.program?.stdout()) ?? '').split('\n').filter((line) => line.startsWith('chosen'))
  return { app, said, x: bounds.x + 50, y: bounds.y + 75 }
}

test('a point over an open menu is its entry, for elementAt() and for point().click()', async () => {
  await using place = await headless()
  const { said, x, y } = await opened(place.desktop, 'free')
  const element = await place.desktop.elementAt(x, y)
  expect(element?.role).toBe('menuitem')
  const receipt = await place.desktop.point(x, y).click({ timeout: 20_000 })
  expect(receipt.element).toMatchObject({ role: 'menuitem', name: element?.name })
  await expect.poll(said).toEqual([`chosen ${element?.name}`])
})

test.each(['attached', 'free'] as const)('a row below an open menu (%s) is not clicked through it', async (kind) => {
  await using place = await headless()
  const { app, said, x, y } = await opened(place.desktop, kind)
  // What shows there is the menu's, and not known where the program leaves the menu out of the tree.
  const element = await place.desktop.elementAt(x, y)
  expect([undefined, 'menuitem']).toContain(element?.role)
  const bounds = await app.locator('name:"File 3"').boundingBox()
  const position = { x: 50, y: Math.max(1, y - (bounds?.y ?? 0)) }
  const row = app.locator('name:"File 3"').click({ route: 'input', position, timeout: 5_000 })
  await expect(row).rejects.toMatchObject({ code: 'NOT_ACTIONABLE', details: { check: 'uncovered' } })
  expect(await said()).toEqual([])
})

test('menu() presses the entries that the buttons of GTK 3 show in popovers', async () => {
  await using place = await headless()
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'popovers_gtk3.py')
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program] })
  const pressed = async () => ((await app.program?.stdout()) ?? '').trim().split('\n')
  await app.menu('Menu', 'One').click()
  await expect.poll(pressed).toEqual(['pressed one'])
  await app.menu('Hand', 'Beta').click()
  await expect.poll(pressed).toEqual(['pressed one', 'pressed Beta'])
  // At once, while the popover fades out.
  await app.menu('Menu', 'One').state()
  await app.menu('Menu', 'More', 'Inner').click()
  await expect.poll(pressed).toEqual(['pressed one', 'pressed Beta', 'pressed inner'])
  await expect(app.menu('Hand', 'Gamma').click({ timeout: 1_000 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await pressed()).toHaveLength(3)
})

test('state() waits for a menu that shows late, wherever the toolkit puts it', async () => {
  await using place = await headless()
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'popovers_gtk3.py')
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program] })
  expect(await app.menu('Late', 'Later').state({ timeout: 10_000 })).toMatchObject({ enabled: true })
})

// GtkModelButton has the role of a check box, and its state says nothing of its tick.
test('an entry of a popover menu of GTK 3 is not called unchecked, and check() does not clear its tick', async () => {
  await using place = await headless()
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'popovers_gtk3.py')
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program] })
  expect(await app.menu('Menu', 'Tick').state({ keepOpen: true })).toEqual({ enabled: true, checked: undefined })
  const tick = app.locator('role:checkbox|name:Tick')
  expect(await tick.count()).toBe(1)
  expect((await tick.states()).join()).not.toContain('checked')
  expect((await app.snapshot()).find('name:Tick')?.state('checked')).toBeUndefined()
  expect(await app.locator('name:Tick|checked:false').count()).toBe(0)
  await expect(tick.isChecked()).rejects.toMatchObject({ code: 'NOT_ACTIONABLE' })
  await expect(tick.check()).rejects.toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no' })
  await tick.click()
  await expect.poll(async () => app.program?.stdout()).toContain('tick false')
  // A check box in a popover that is no menu says what it is.
  await app.window().press('Escape')
  await app.getByRole('button', { name: 'Hand' }).click()
  await app.locator('role:checkbox|name:Real').check()
  expect(await app.locator('role:checkbox|name:Real').isChecked()).toBe(true)
})
