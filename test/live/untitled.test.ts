import { expect, test } from 'vitest'
import { headless } from './support/settled.js'

// Without a title of its own a window is called by its program's name on the screen, and in no accessibility tree.
const untitled = (version: number) => `
import gi
gi.require_version("Gtk", "${version}.0")
from gi.repository import GLib, Gtk
GLib.set_prgname("plainly")
window = Gtk.Window(default_width=300, default_height=200)
window.${version === 4 ? 'set_child' : 'add'}(Gtk.Label(label="Inside"))
window.${version === 4 ? 'present' : 'show_all'}()
GLib.MainLoop().run()
`

// GTK 4.8 calls a window by its class, and a label that is empty as well.
const classes = `
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk
GLib.set_prgname("plainly")
class LogWindow(Gtk.Window):
    __gtype_name__ = "LogWindow"
window = LogWindow(title="Logs", default_width=300, default_height=200)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
titles = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
for text in "Journal", "":
    titles.append(Gtk.Label(label=text))
box.append(Gtk.Button(child=titles))
window.set_child(box)
window.present()
GLib.MainLoop().run()
`

test('a window of GTK 4 is not called by its class, nor is a button by that of the empty label in it', async () => {
  await using place = await headless()
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: ['-c', classes] })
  await app.getByRole('button', { name: 'Journal' }).waitFor()
  expect(await app.window({ title: 'Logs' }).title()).toBe('Logs')
  expect(await app.locator('role:window|name:Logs').count()).toBe(1)
})

test.each([3, 4])(
  'a window of GTK %i without a name of its own has the title that the screen shows',
  async (version) => {
    await using place = await headless()
    const app = await place.desktop.launch({ command: '/usr/bin/python3', args: ['-c', untitled(version)] })
    await app.locator('name:Inside').waitFor()
    const window = await app.window({ title: 'plainly' })
    expect(await window.title()).toBe('plainly')
    expect(await app.locator('role:window|name:plainly').count()).toBe(1)
  },
)
