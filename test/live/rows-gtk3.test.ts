import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PATIENCE } from '../patience.js'
import { headless } from './support/settled.js'

// GTK 3 says of every cell of a tree view that it shows, and gives those that are scrolled out no place.

test('rows of a GTK 3 table of two columns are scrolled to, clicked and selected below the fold', async () => {
  await using place = await headless()
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'table_gtk3.py')
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program] })
  const row = (number: number) => app.locator(`name:"Order ${number}"`)
  const said = async () => (await app.program?.stdout())?.trim().split('\n').at(-1)
  const shows = (line: string) => expect.poll(said, { timeout: PATIENCE }).toBe(line)

  expect(await row(90).states()).toContain('offscreen')
  await shows('selected Order 0')
  // Nothing is selected by being scrolled to.
  const receipt = await row(90).scrollIntoView()
  expect(receipt.effect).toBe('verified')
  expect(receipt.route).not.toBe('none')
  expect(await row(90).boundingBox()).toBeDefined()
  await shows('selected Order 0')
  await row(90).click()
  await shows('selected Order 90')
  await row(5).select()
  await shows('selected Order 5')
})

test('the name of a closed row of a GTK 3 tree is scrolled out as its row is', async () => {
  await using place = await headless()
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'tree_gtk3.py')
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program] })
  const isOut = async (name: string) => {
    const cell = (await app.snapshot()).find(`role:cell|name:"${name}"`)
    return cell?.states.includes('offscreen')
  }
  expect(await isOut('Folder 0')).toBe(false)
  expect(await isOut('Folder 50')).toBe(true)
  expect(`${await app.tree()}`).not.toContain('Folder 50')
  await app.locator('role:cell|name:"Folder 50"').scrollIntoView()
  expect(await isOut('Folder 50')).toBe(false)
  expect(await isOut('Folder 0')).toBe(true)
})
