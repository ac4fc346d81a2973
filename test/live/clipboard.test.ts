import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import type { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { Form } from './support/form.js'
import { headless, type Place } from './support/settled.js'

// Wayland has the clipboard for a program whose window has the keyboard, and takes a copy from one that got a key.
const WINDOW = `
import gi, os, sys
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk, Gdk, GdkPixbuf, GLib
board = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
window = Gtk.Window(title='Clipboard')
`

const copying = (statement: string) => `${WINDOW}
def copy(*_):
    ${statement}
    print('copied', flush=True)
window.connect('key-press-event', copy)
window.show_all()
Gtk.main()
`

/** A program of GTK copies something, and goes on. */
async function copied({ session, desktop }: Place, statement: string): Promise<void> {
  const args = ['-c', copying(statement)]
  const program = session.spawn('/usr/bin/python3', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const done = once(program.stdout as NodeJS.ReadableStream, 'data')
  await (await (await desktop.app({ pid: program.pid as number })).window()).press('c')
  await done
}

test('a text that another program copied is read, however large', async () => {
  await using place = await headless()
  expect(await place.desktop.clipboard.read()).toBe('')
  await copied(place, "board.set_text('ä' * 1500000, -1)")
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

const PASTING = `${WINDOW}
def paste(*_):
    image = board.wait_for_image()
    print('image', (image.get_width(), image.get_height()) if image else None)
    print('uris', board.wait_for_uris())
    files = board.wait_for_contents(Gdk.Atom.intern('x-special/gnome-copied-files', False))
    print('copied', files.get_data().decode() if files and files.get_length() > 0 else None)
    Gtk.main_quit()
window.connect('focus-in-event', paste)
window.show_all()
Gtk.main()
`

const PICTURE = `size = 400
    board.set_image(GdkPixbuf.Pixbuf.new_from_bytes(
        GLib.Bytes.new(os.urandom(size * size * 3)), GdkPixbuf.Colorspace.RGB, False, 8, size, size, size * 3))`

/** What a program of GTK finds on the clipboard. */
async function pasted(session: HeadlessSession): Promise<string> {
  const program = session.spawn('/usr/bin/python3', ['-c', PASTING], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said: Buffer[] = []
  for await (const part of program.stdout as NodeJS.ReadableStream) said.push(part as Buffer)
  return Buffer.concat(said).toString()
}

test('a picture that is too large for one request is pasted whole by a program, and read from one', async () => {
  await using place = await headless()
  const { clipboard } = place.desktop
  const noise = new PNG({ width: 700, height: 500 })
  randomFillSync(noise.data)
  const png = PNG.sync.write(noise)
  expect(png.length).toBeGreaterThan(1_000_000)
  await clipboard.writeImage(png)
  expect(await pasted(place.session)).toContain('image (700, 500)')
  await copied(place, PICTURE)
  const image = await clipboard.readImage()
  expect(image && PNG.sync.read(image)).toMatchObject({ width: 400, height: 400 })
})

test('files are pasted by a program as a file manager copies them', async () => {
  await using place = await headless()
  await place.desktop.clipboard.writeFiles(['/tmp/two words.txt', '/tmp/Grüße #1 100%.txt'])
  const said = await pasted(place.session)
  const uris = ['file:///tmp/two%20words.txt', 'file:///tmp/Gr%C3%BC%C3%9Fe%20%231%20100%25.txt']
  expect(said).toContain(`uris ['${uris.join("', '")}']`)
  expect(said).toContain(`copied copy\n${uris.join('\n')}`)
})
