import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App, Desktop } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { headless } from './support/settled.js'

// What GTK 4 draws in a surface of its own. Judged by what the program prints.

const POLL = { timeout: PATIENCE }

async function open(desktop: Desktop) {
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'popovers_gtk4.py')
  const app: App = await desktop.launch({ command: '/usr/bin/python3', args: [program] })
  const said = async () => ((await app.program?.stdout()) ?? '').split('\n').filter(Boolean)
  // In one text: of a list, a message shows the first items only.
  const shows = async (...lines: string[]) =>
    expect.poll(async () => (await said()).join(', '), POLL).toBe(lines.join(', '))
  return { app, said, shows }
}

const press = (app: App, name: string) => app.locator(`visible:true|role:button|name:${name}`).click()

test('what is in a popover of GTK 4 is where it is drawn: the check box and the button that are meant get the click', async () => {
  await using place = await headless()
  const { app, shows } = await open(place.desktop)
  await press(app, 'Options')
  expect(`${await app.locator('name:"Check 2"|role:checkbox').check()}`).toContain('verified')
  await app.locator('role:button|name:"Push 1"').click({ route: 'input' })
  await app.locator('role:textbox|placeholder:Name').pressSequentially('ab')
  await shows('check 2 True', 'push 1', 'entry a', 'entry ab')
})

test('a menu button is one button, whether its name or its tooltip says which', async () => {
  await using place = await headless()
  const { app, shows } = await open(place.desktop)
  await app.getByDescription('What there is to choose').click()
  await app.locator('name:"Check 2"|role:checkbox').check()
  await shows('check 2 True')
  await app.locator('role:checkbox|name:"Check 2"').press('Escape')
  await app.getByDescription('Of a picture').click()
  await app.locator('role:menuitem|name:Open|visible:true').click()
  await app.getByRole('button', { name: 'Main' }).click()
  await app.locator('role:menuitem|name:Save|visible:true').click()
  await shows('check 2 True', 'menu open', 'menu save')
  // The outer one of a button that shows something else has a class for a name, and the tooltip alone.
  expect(await app.getByRole('button', { name: 'Shown' }).count()).toBe(1)
  expect(await app.locator('role:button >> role:button').count()).toBe(0)
})

test('a popover that a popover opens is in its own place', async () => {
  await using place = await headless()
  const { app, shows } = await open(place.desktop)
  await press(app, 'Options')
  await press(app, 'More')
  await app.locator('role:button|name:"Deep 1"').click({ route: 'input' })
  await app.locator('role:button|name:"Deep 2"').click({ route: 'input' })
  await shows('deep 1', 'deep 2')
})

test('two popovers of one size that are open beside each other are told apart', async () => {
  await using place = await headless()
  const { app, shows } = await open(place.desktop)
  await press(app, '"Open left"')
  await press(app, '"Open right"')
  await app.locator('role:button|name:"Twin right"').click({ route: 'input' })
  await app.locator('role:button|name:"Twin left"').click({ route: 'input' })
  await shows('opened left', 'opened right', 'twin right', 'twin left')
})

test('the entries of menus, sliding, nested and of a menu bar, get the click that is meant for them', async () => {
  await using place = await headless()
  const { app, shows } = await open(place.desktop)
  await press(app, 'Menu')
  await app.locator('role:menuitem|name:Save|visible:true').click({ route: 'input' })
  await press(app, 'Nested')
  await app.locator('role:menuitem|name:Further|visible:true').click({ route: 'input' })
  await app.locator('role:menuitem|name:"Print as"|visible:true').click({ route: 'input' })
  await app.locator('role:menuitem|name:File').click({ route: 'input' })
  await app.locator('role:menuitem|name:Open|visible:true').click({ route: 'input' })
  await shows('menu save', 'menu print', 'menu open')
})

test('an element at a point of a popover is that of the popover, and what lies below it is covered', async () => {
  await using place = await headless()
  const { app, said } = await open(place.desktop)
  await press(app, 'Options')
  const bounds = await app.locator('role:button|name:"Push 1"').boundingBox()
  if (bounds === undefined) throw new Error('the button has no place')
  const [x, y] = [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2]
  expect((await place.desktop.elementAt(x, y))?.name).toBe('Push 1')
  expect(await said()).toEqual([])
})

test('an option of a drop-down is chosen by the text that it shows, and a list without it is closed again', async () => {
  await using place = await headless()
  const { app, shows } = await open(place.desktop)
  const combo = app.locator('role:combobox').first()
  await expect(combo.selectOption('Item 9', { timeout: 2000 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect.poll(() => app.locator('role:listitem|name:"Item 1"|visible:true').count(), POLL).toBe(0)
  expect(`${await combo.selectOption('Item 2')}`).toContain('verified')
  expect(await combo.inputValue()).toBe('Item 2')
  await shows('item 2')
})

test('a list of GTK 4 whose options are not published is closed again, too', async () => {
  await using place = await headless()
  const { app, said } = await open(place.desktop)
  const combo = app.locator('role:combobox').nth(1)
  await expect(combo.selectOption('Choice 2', { timeout: 3000 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  // An open list would take the first click.
  await app.locator('role:button|name:"Open left"').click({ route: 'input' })
  await expect.poll(said, POLL).toEqual(['opened left'])
})
