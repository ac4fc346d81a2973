import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App, Desktop } from '../../lib/sdk/index.js'
import { SOON } from '../patience.js'
import { headless } from './support/settled.js'

const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'modal_qt.py')

function open(desktop: Desktop, version: '5' | '6'): Promise<App> {
  return desktop.launch({ command: '/usr/bin/python3', args: [program, version] })
}

test.each(['5', '6'] as const)(
  'Qt %s: a menu entry that opens a modal dialog is pressed, has not returned, and its dialog is answered',
  async (version) => {
    await using place = await headless()
    const app = await open(place.desktop, version)
    const at = (selector: string) => app.locator(selector)

    const closed = { route: 'native', force: ['visible'] } as const // the entry of a menu that is not open
    const receipt = await at('role:menuitem|name:Delete').click({
      ...closed,
      verify: { exists: 'role:dialog|name:"Really delete"' },
    })
    expect(receipt).toMatchObject({ effect: 'verified', route: 'action', pending: true })
    expect(String(receipt)).toContain('which had not returned')
    expect(receipt.duration).toBeLessThan(SOON)

    const nested = await at('role:menuitem|name:Details').click({
      ...closed,
      verify: { exists: 'role:dialog|name:Details' },
    })
    expect(nested).toMatchObject({ effect: 'verified', pending: true })

    const inner = await at('role:button|name:"Yes, Details"').click({ verify: { exists: 'name:"Details: yes"' } })
    expect(inner.pending).toBe(false)
    await at('role:button|name:"No, Really delete"').click({ verify: { exists: 'name:"Really delete: no"' } })
  },
)

test('Qt 5: a button that opens a modal dialog is answered at once, and so is its dialog', async () => {
  await using place = await headless()
  const app = await open(place.desktop, '5')
  const receipt = await app.locator('role:button|name:Remove').click({ verify: { exists: 'role:dialog' } })
  expect(receipt).toMatchObject({ effect: 'verified', pending: false })
  await app.locator('role:button|name:"Yes, Really remove"').click({ verify: { exists: 'name:"Really remove: yes"' } })
})
