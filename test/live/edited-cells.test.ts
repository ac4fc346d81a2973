import { join } from 'node:path'
import { expect, test } from 'vitest'
import { headless } from './support/settled.js'

// F2 opens no editor in GTK 3, and Enter, which does, activates the row of a cell that cannot be edited. See also qt-items.test.ts.

test('fill() of a cell of GTK 3 opens its editor, and of one that cannot be edited it activates nothing', async () => {
  await using place = await headless()
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'cells_gtk3.py')
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program] })
  const cell = (name: string) => app.locator(`role:cell|name:"${name}"`)
  const said = async () => (await app.program?.stdout())?.trim().split('\n')

  expect(await cell('note 3').fill('three')).toMatchObject({ effect: 'verified', route: 'input' })
  // The one that has the cursor is edited at the first click.
  expect(await cell('three').fill('third')).toMatchObject({ effect: 'verified' })
  expect(await cell('note 0').fill('')).toMatchObject({ effect: 'verified' })
  expect(await said()).toEqual(['edited Order 3 three', 'edited Order 3 third', 'edited Order 0'])

  await expect(cell('Order 2').fill('none')).rejects.toMatchObject({
    code: 'NOT_ACTIONABLE',
    details: { check: 'editable' },
  })
  expect(await said()).toHaveLength(3)
})
