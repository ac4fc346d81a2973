import { once } from 'node:events'
import { expect, test } from 'vitest'
import { Form } from './support/form.js'
import { headless } from './support/settled.js'

const OTHER_PROGRAM = `
import gi, sys
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk, Gdk
board = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
board.set_text('ä' * 1500000, -1)
print('copied', flush=True)
Gtk.main()
`

test('a text that another program copied is read, however large', async () => {
  await using place = await headless()
  expect(await place.desktop.clipboard.read()).toBe('')
  const other = place.session.spawn('/usr/bin/python3', ['-c', OTHER_PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(other.stdout as NodeJS.ReadableStream, 'data')
  expect(await place.desktop.clipboard.read()).toBe('ä'.repeat(1_500_000))
  await place.desktop.clipboard.write('ours')
  expect(await place.desktop.clipboard.read()).toBe('ours')
})

test('what is written is pasted by a program, for as long as the desktop is open', async () => {
  await using place = await headless()
  const form = await Form.start(place.session, 'gtk3')
  const app = await place.desktop.app({ pid: form.pid })
  await place.desktop.clipboard.write('Müller 😀')
  const customer = app.locator('role:textbox|name:Customer')
  await customer.fill('')
  await customer.press('Control+v')
  await expect.poll(() => customer.inputValue()).toBe('Müller 😀')
})
