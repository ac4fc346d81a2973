import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { App, Receipt } from '../../lib/index.js'
import { SOON } from '../patience.js'
import { headless } from './support/settled.js'

// What opens a dialog that runs its own loop keeps the connection that it was sent over until the dialog is closed; the
// application has to stay readable, and its dialog to be answered.

const apps = join(import.meta.dirname, '..', 'fixtures', 'apps')
const closed = { route: 'native', force: ['visible'] } as const // the entry of a menu that is not open

type Opens = (app: App, verify: { exists: string }) => Promise<Receipt>
const PARTS: [part: string, title: string, opens: Opens][] = [
  ['a button', 'Pressed', (app, verify) => app.locator('role:button|name:Button').click({ verify })],
  ['a menu entry', 'Opened', (app, verify) => app.locator('role:menuitem|name:Open').click({ ...closed, verify })],
  ['a check box', 'Toggled', (app, verify) => app.locator('role:checkbox|name:Toggle').check({ verify })],
  ['a combo box', 'Chosen', (app, verify) => app.locator('role:combobox').selectOption('two', { verify })],
  ['a row', 'Activated', (app, verify) => app.locator('role:cell|name:second').invoke('Activate', { verify })],
  ['a text field', 'Edited', (app, verify) => app.locator('role:textbox').fill('text', { verify })],
  ['a slider', 'Moved', (app, verify) => app.locator('role:slider').setValue(4, { verify })],
]

describe('GTK 3: a dialog with a loop of its own, opened by', () => {
  test.each(PARTS)('%s, is found and answered, and so is another inside it', async (_, title, opens) => {
    await using place = await headless()
    const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [join(apps, 'modal_gtk3.py')] })
    const at = (selector: string) => app.locator(selector)
    const answer = (dialog: string) =>
      at(`role:button|name:"OK, ${dialog}"`).click({ verify: { exists: `name:"${dialog}: ok"` } })

    const receipt = await opens(app, { exists: `role:dialog|name:"${title}"` })
    expect(receipt.effect).toBe('verified')
    expect(receipt.duration).toBeLessThan(SOON)
    for (const inner of [`${title} more`, `${title} more still`]) {
      const outer = inner.replace(/ \w+$/, '')
      await at(`role:button|name:"More, ${outer}"`).click({ verify: { exists: `role:dialog|name:"${inner}"` } })
    }
    expect(await at('role:dialog').count()).toBe(3)
    await answer(`${title} more still`)
    await answer(`${title} more`)
    await answer(title)
    expect(await at('role:dialog').count()).toBe(0)
  })
})
