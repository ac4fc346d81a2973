import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SurehandError } from '../../lib/sdk/index.js'
import { headless } from './support/settled.js'

// What test/contract/identity.test.ts has of rows that are used again, with a real program that does so.

test.each(['native', 'input'] as const)(
  'GTK 3: a row that became another while somebody was asked is not pressed (%s)',
  async (route) => {
    await using place = await headless()
    const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'rows_gtk3.py')
    const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program] })
    const said = async () => (await app.program?.stdout()) ?? ''
    const row = app.locator('role:button|name:"Row 2"')
    await row.waitFor()
    const before = (await app.snapshot()).find('role:button|name:"Row 2"')
    const asked: (string | undefined)[] = []
    const error = await row
      .click({
        route,
        timeout: 3000,
        confirm: async ({ element }) => {
          asked.push(element.name)
          if (asked.length > 1) return true
          process.kill(app.pid, 'SIGUSR1')
          await expect.poll(said).toContain('scrolled')
          return true
        },
      })
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(SurehandError)
    expect(error).toMatchObject({ sent: 'no' })
    expect(asked).toEqual(['Row 2'])
    expect(await said()).toBe('scrolled\n')
    // It is the same element, which shows another row now.
    const after = await place.desktop.ref(before?.ref as string).name()
    expect(after).toMatch(/^Row \d+$/)
    expect(after).not.toBe('Row 2')
  },
)
