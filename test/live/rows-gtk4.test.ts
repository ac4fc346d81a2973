import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App, Desktop } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { headless } from './support/settled.js'

const POLL = { timeout: PATIENCE }

async function open(desktop: Desktop) {
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'rows_gtk4.py')
  const app: App = await desktop.launch({ command: '/usr/bin/python3', args: [program] })
  const said = async () => ((await app.program?.stdout()) ?? '').split('\n').filter(Boolean)
  return { app, shows: async (...lines: string[]) => expect.poll(said, POLL).toEqual(lines) }
}

test('a row of a GTK 4 list view is named by its text, and is selected, scrolled to and clicked below the fold', async () => {
  await using place = await headless()
  const { app, shows } = await open(place.desktop)
  const row = (number: number) => app.locator(`role:listitem|name:"Order ${number}"`)
  expect(`${await row(60).select()}`).toContain('verified')
  await shows('selected Order 60')
  await row(90).scrollIntoView()
  expect(await row(90).boundingBox()).toBeDefined()
  await row(90).click()
  await row(30).click()
  await shows('selected Order 60', 'selected Order 90', 'selected Order 30')
})

test('a row that a GTK 4 list box filters out is hidden, not scrolled out', async () => {
  await using place = await headless()
  const { app } = await open(place.desktop)
  const rows = (await app.snapshot()).findAll('role:listitem|name:/^Row/|visible:true')
  expect(rows.map(({ name }) => name)).toEqual(['Row 0', 'Row 2', 'Row 4'])
})

test('a row of a GTK 4 tree is expanded and collapsed, and what is in it too', async () => {
  await using place = await headless()
  const { app, shows } = await open(place.desktop)
  const folder = (name: string) => app.locator(`role:group|name:${name}`)
  expect(`${await folder('Work').expand()}`).toContain('verified')
  expect(`${await folder('Inbox').expand()}`).toContain('verified')
  await shows('expanded', 'expanded')
  expect(`${await folder('Work').collapse()}`).toContain('verified')
  await folder('Inbox').waitFor({ state: 'hidden' })
})

test('a right click on a GTK 4 label opens the menu of the program, not that of its text', async () => {
  await using place = await headless()
  const { app, shows } = await open(place.desktop)
  await app.locator('name:"Right click here"').rightClick()
  await shows('menu')
  expect(await app.locator('role:button|name:"Of the program"').isVisible()).toBe(true)
})
