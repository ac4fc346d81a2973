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
