import { join } from 'node:path'
import { expect, test } from 'vitest'
import { headless } from './support/settled.js'

test('GTK 3: a row that is clicked twice is not activated, one that is double-clicked is', async () => {
  await using place = await headless()
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'cells_gtk3.py')
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program] })
  const cell = (name: string) => app.locator(`role:cell|name:"${name}"`)
  const said = async () => (await app.program?.stdout())?.trim()

  for (let times = 0; times < 3; times++) await cell('Order 1').click({ route: 'input', diff: false })
  await cell('Order 2').click({ route: 'input' })
  expect(await said()).toBe('')
  await cell('Order 1').dblclick()
  await expect.poll(said).toBe('activated Order 1')
})
