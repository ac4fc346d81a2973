import { join } from 'node:path'
import { expect, test } from 'vitest'
import { headless } from './support/settled.js'

// GTK 3 says of a check box in a cell that it is checked, and nothing while it is not; its action `toggle` activates the row.

test('check boxes in the rows of a GTK 3 table have their state, are checked and unchecked, and no row is activated', async () => {
  await using place = await headless()
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'checks_gtk3.py')
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program] })
  const box = (row: string) => app.locator(`role:cell|leftof:(name:${row})|first`)
  expect(await box('Off').states()).toContain('checked=false')
  expect(await box('On').states()).toContain('checked')
  expect(await app.locator('name:Off').states()).not.toContain('checked=false')
  expect(await box('Off').check({ timeout: 20_000 })).toMatchObject({ effect: 'verified', route: 'input' })
  expect(await box('On').uncheck({ timeout: 20_000 })).toMatchObject({ effect: 'verified', route: 'input' })
  expect((await app.program?.stdout())?.trim().split('\n')).toEqual(['toggled Off', 'toggled On'])
})
