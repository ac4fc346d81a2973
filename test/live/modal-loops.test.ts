import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { App, Desktop, Receipt } from '../../lib/sdk/index.js'
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

test('GTK 3: keys typed into such a dialog do not have the application wait for itself at the next action', async () => {
  await using place = await headless()
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [join(apps, 'modal_gtk3.py')] })
  const verify = { exists: 'role:dialog|name:Pressed' }
  await app.locator('role:button|name:Button').click({ verify })
  await app.locator('role:textbox|name:"Reason, Pressed"').pressSequentially('because')
  await app.locator('role:textbox|name:"Reason, Pressed"').fill('because of that')
  await app.locator('role:button|name:"OK, Pressed"').click({ verify: { exists: 'name:"Pressed: ok"' } })
  expect(await app.locator('role:dialog').count()).toBe(0)
})

test('GTK 3: what is opened to the application for that is kept, and no more of it the next time', async () => {
  await using place = await headless()
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [join(apps, 'modal_gtk3.py')] })
  const open: number[] = []
  for (let i = 0; i < 5; i++) {
    await app.locator('role:button|name:Button').click({ verify: { exists: 'role:dialog|name:Pressed' } })
    await app.locator('role:button|name:"OK, Pressed"').click({ verify: { notExists: 'role:dialog' } })
    open.push((await readdir(`/proc/${app.pid}/fd`)).length)
  }
  // What is opened anew each time makes four more; what the program opens for itself meanwhile (a font) makes one.
  expect((open.at(-1) ?? 0) - (open[0] ?? 0)).toBeLessThan(open.length - 1)
})

test('GTK 3: an application that ends while it acts has exited, and may have acted', async () => {
  await using place = await headless()
  const ends = `
import gi, os
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
window = Gtk.Window(title="Ends")
entry = Gtk.Entry()
entry.connect("changed", lambda _: os._exit(0))
window.add(entry)
window.show_all()
Gtk.main()`
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: ['-c', ends] })
  const fill = app.locator('role:textbox').fill('text')
  await expect(fill).rejects.toMatchObject({ sent: 'unknown' })
  await expect(fill).rejects.toThrow(/has exited/)
})

describe('GTK 3, where the application offers no connection of its own', () => {
  // No socket has a path as long as this.
  async function cutOff(desktop: Desktop): Promise<App & AsyncDisposable> {
    const directory = await mkdtemp(join(tmpdir(), 'long'.repeat(40)))
    const app = await desktop.launch({
      command: '/usr/bin/python3',
      args: [join(apps, 'modal_gtk3.py')],
      env: { XDG_RUNTIME_DIR: directory },
    })
    return Object.assign(app, { [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) })
  }

  test('an action over the bus holds it, and the error says what that may be and which route does not', async () => {
    await using place = await headless()
    await using app = await cutOff(place.desktop)
    expect(await app.locator('role:button|name:Button').click({ timeout: 2000 })).toMatchObject({ effect: 'unknown' })
    const look = app.snapshot({ timeout: 500 })
    await expect(look).rejects.toMatchObject({ code: 'APP_UNRESPONSIVE' })
    await expect(look).rejects.toThrow(/may have opened a dialog .* A click by input \(`route: 'input'`\)/)
  })

  test('a click by input opens the dialog, which is found and answered', async () => {
    await using place = await headless()
    await using app = await cutOff(place.desktop)
    const click = { route: 'input' } as const
    await app.locator('role:button|name:Button').click({ ...click, verify: { exists: 'role:dialog' } })
    await app.locator('role:button|name:"OK, Pressed"').click({ ...click, verify: { exists: 'name:"Pressed: ok"' } })
  })
})

test('GTK 3: galculator says what it is, over and over', async () => {
  await using place = await headless()
  const app = await place.desktop.launch({ command: 'galculator' })
  for (let i = 0; i < 3; i++) {
    await app.locator('role:menuitem|name:About').click({ ...closed, verify: { exists: 'role:dialog' } })
    await app.locator('role:dialog >> role:button|name:Close').click({ verify: { notExists: 'role:dialog' } })
  }
})

test('wxWidgets: a dialog with a loop of its own is found and answered, and so is another inside it', async () => {
  await using place = await headless()
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [join(apps, 'modal_wx.py')] })
  const at = (selector: string) => app.locator(selector)
  await at('role:button|name:Button').click({ verify: { exists: 'role:window|name:Pressed' } })
  await at('role:button|name:"More, Pressed"').click({ verify: { exists: 'role:window|name:"Pressed more"' } })
  await at('role:button|name:"OK, Pressed more"').click({ verify: { exists: 'name:"Pressed more: ok"' } })
  await at('role:button|name:"OK, Pressed"').click({ verify: { exists: 'name:"Pressed: ok"' } })
  await at('role:menuitem|name:Open').click({ ...closed, verify: { exists: 'role:window|name:Opened' } })
  await at('role:button|name:"OK, Opened"').click({ verify: { exists: 'name:"Opened: ok"' } })
})
