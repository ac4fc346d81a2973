import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SurehandError } from '../../lib/sdk/index.js'
import { failing } from '../contract/program.js'
import { headless } from './support/settled.js'

const WINDOW = `
import sys, os, signal, gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
window = Gtk.Window(title="Talker")
box = Gtk.Box()
def button(label, act):
    made = Gtk.Button(label=label)
    made.connect("clicked", lambda _: act())
    box.add(made)
button("Say", lambda: (print("größer", flush=True), print("oops", file=sys.stderr, flush=True)))
button("Much", lambda: print(("0123456789" * 10 + "\\n") * 40000, end="", flush=True))
button("End", lambda: os._exit(3))
button("Crash", lambda: (signal.signal(signal.SIGSEGV, signal.SIG_DFL), os.kill(os.getpid(), signal.SIGSEGV)))
window.add(box)
window.show_all()
Gtk.main()
`

async function talker() {
  const place = await headless()
  const folder = await mkdtemp(join(tmpdir(), 'surehand-'))
  const file = join(folder, 'talker.py')
  await writeFile(file, WINDOW)
  return {
    place,
    launch: () => place.desktop.launch({ command: '/usr/bin/python3', args: [file] }),
    async [Symbol.asyncDispose]() {
      await place[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

test('what a program writes is told while it runs and after its end, and how it ended', async () => {
  await using stage = await talker()
  const app = await stage.launch()
  expect(app.program?.pid).toBe(app.pid)
  await app.locator('role:button|name:Say').click()
  await expect.poll(() => app.program?.stdout()).toBe('größer\n')
  await expect.poll(() => app.program?.stderr()).toContain('oops\n')
  expect(await app.program?.exitStatus()).toBeUndefined()
  await expect(app.program?.waitForExit({ timeout: 100 })).rejects.toMatchObject({ code: 'TIMEOUT' })
  const ended = app.program?.waitForExit()
  await app
    .locator('role:button|name:End')
    .click()
    .catch((error: unknown) => expect(error).toBeInstanceOf(SurehandError))
  expect(await ended).toEqual({ code: 3, signal: null })
  expect(await app.program?.stdout()).toBe('größer\n')
})

test('of a program that writes much the end is kept, from a whole line on', async () => {
  await using stage = await talker()
  const app = await stage.launch()
  await app.locator('role:button|name:Much').click()
  const line = `${'0123456789'.repeat(10)}\n`
  await expect.poll(async () => (await app.program?.stdout())?.startsWith('… (')).toBe(true)
  const said = (await app.program?.stdout()) as string
  const [note, ...lines] = said.split(/(?<=\n)/)
  expect(note).toMatch(/^… \(\d+ bytes before this were not kept\)\n$/)
  expect(lines.filter((one) => one !== line)).toEqual([])
  expect(Buffer.byteLength(said)).toBeLessThan(1.1 * 2 ** 20)
})

test('a crash is told by its signal', async () => {
  await using stage = await talker()
  const app = await stage.launch()
  await app
    .locator('role:button|name:Crash')
    .click()
    .catch((error: unknown) => expect(error).toBeInstanceOf(SurehandError))
  expect(await app.program?.waitForExit()).toEqual({ code: null, signal: 'SIGSEGV' })
})

test('a script that starts the application is its program: another process, and its own end', async () => {
  await using place = await headless()
  const folder = await mkdtemp(join(tmpdir(), 'surehand-'))
  const shown = join(folder, 'shown')
  const script = `mousepad & echo started; while [ ! -e ${shown} ]; do sleep 0.05; done; exit 4`
  const app = await place.desktop.launch({ command: '/bin/sh', args: ['-c', script] })
  expect(app.program?.pid).not.toBe(app.pid)
  await writeFile(shown, '')
  expect(await app.program?.waitForExit()).toEqual({ code: 4, signal: null })
  expect(await app.program?.stdout()).toBe('started\n')
  expect(await app.windows()).toHaveLength(1)
  await rm(folder, { recursive: true, force: true })
})

test('a program that ends without a window is APP_EXITED with what it said', async () => {
  await using place = await headless()
  const error = await place.desktop
    .launch({ command: '/bin/sh', args: ['-c', 'echo cannot open the moon >&2; exit 7'] })
    .catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'APP_EXITED', details: { said: 'cannot open the moon' } })
  expect((error as Error).message).toContain('with code 7')
})

test('a program is started by what it is displayed as, and found by that in every language that it knows', async () => {
  await using place = await headless()
  const env = { LC_ALL: 'C.UTF-8', LANGUAGE: 'de' }
  const app = await place.desktop.launch({ name: 'Taschenrechner', env })
  expect(app).toMatchObject({ executable: 'gnome-calculator', id: 'org.gnome.Calculator' })
  for (const name of ['Calculator', 'Taschenrechner', 'org.gnome.Calculator']) {
    expect((await place.desktop.app(name)).pid).toBe(app.pid)
    expect(await place.desktop.locator(`app:${name} >> role:window`).count()).toBe(1)
  }
  const missing = await failing(200, (timeout) => place.desktop.app({ name: 'Calculadora' }, { timeout }))
  expect(missing).toMatchObject({ code: 'APP_NOT_FOUND' })
})

test('several programs of one displayed name are AMBIGUOUS with their ids; none says what was searched', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'surehand-'))
  await mkdir(join(folder, 'applications'))
  for (const program of ['mousepad', 'gedit']) {
    const entry = `[Desktop Entry]\nType=Application\nName=My Notes\nName[de]=Notizen\nExec=${program} %U\n`
    await writeFile(join(folder, 'applications', `my-${program}.desktop`), entry)
  }
  await using place = await headless()
  const env = { XDG_DATA_HOME: folder }
  await expect(place.desktop.launch({ name: 'Notizen', env })).rejects.toMatchObject({
    code: 'AMBIGUOUS',
    sent: 'no',
    details: { candidates: expect.arrayContaining([{ id: 'my-gedit', name: 'My Notes' }]) },
  })
  const none = place.desktop.launch({ command: 'My Note', env })
  await expect(none).rejects.toMatchObject({ code: 'APP_NOT_FOUND', sent: 'no' })
  await expect(none).rejects.toThrow(/no program My Note in PATH, .*displayed as "My Note".*did you mean "My Notes"/)
  await rm(folder, { recursive: true, force: true })
})

test('a launch is verified in what was launched, and keys in what has the keyboard', async () => {
  await using place = await headless()
  const { desktop } = place
  const app = await desktop.launch({ command: 'mousepad', verify: { exists: 'role:textbox' } })
  expect(app.receipt).toMatchObject({ verb: 'launch', effect: 'verified', awaited: { what: 'verify' } })
  const typed = await desktop.type('größer', { verify: { exists: 'role:textbox|value:größer' } })
  expect(typed).toMatchObject({ effect: 'verified', heldBefore: false, route: 'input' })
  const wrong = desktop.launch({ command: 'mousepad', verify: { exists: 'name:"No such thing"', timeout: 3_000 } })
  await expect(wrong).rejects.toMatchObject({ code: 'VERIFY_FAILED', sent: 'unknown' })
  const none = desktop.launch({ command: '/bin/sh', args: ['-c', 'echo again; exit 7'], retries: 1 })
  await expect(none).rejects.toMatchObject({ code: 'APP_EXITED', details: { attempts: { length: 2 } } })
})

test('a press that ends or crashes the program says so, and the next call names it', async () => {
  await using stage = await talker()
  const ends = await stage.launch()
  const quit = await ends.locator('role:button|name:End').click()
  expect(quit).toMatchObject({ effect: 'changed', ended: { code: 3, signal: null } })
  const crashes = await stage.launch()
  // Another look at the applications forgets what has ended.
  const crash = await crashes.locator('role:button|name:Crash').click()
  expect(crash).toMatchObject({ effect: 'changed', ended: { code: null, signal: 'SIGSEGV' } })
  await stage.place.desktop.apps()
  const next = crashes.locator('role:button|name:End').click()
  await expect(next).rejects.toMatchObject({ code: 'APP_EXITED', details: { signal: 'SIGSEGV' } })
  await expect(next).rejects.toThrow(/^talker\.py has exited by signal SIGSEGV/)
})

const SINGLE = `
import sys, gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk, Gio
app = Gtk.Application(application_id="org.surehand.Single", flags=Gio.ApplicationFlags.HANDLES_OPEN)
def show(title):
    window = Gtk.ApplicationWindow(application=app, title=title)
    window.add(Gtk.Button(label="Go"))
    window.show_all()
app.connect("activate", lambda _: show("Doc none"))
app.connect("open", lambda _, files, n, hint: [show("Doc " + file.get_basename()) for file in files])
sys.exit(app.run(sys.argv))
`

test('a script that hands over to its running instance gives that one', async () => {
  await using place = await headless()
  const folder = await mkdtemp(join(tmpdir(), 'surehand-'))
  const file = join(folder, 'single.py')
  await writeFile(file, SINGLE)
  try {
    // Another program of the same interpreter is not it.
    const other = await place.desktop.launch({
      command: '/usr/bin/python3',
      args: [
        '-c',
        'import gi; gi.require_version("Gtk", "3.0"); from gi.repository import Gtk; w = Gtk.Window(title="Other"); w.show(); Gtk.main()',
      ],
    })
    const first = await place.desktop.launch({ command: '/usr/bin/python3', args: [file, 'one'] })
    const second = await place.desktop.launch({ command: '/usr/bin/python3', args: [file, 'two'] })
    expect(second.pid).toBe(first.pid)
    expect(second.pid).not.toBe(other.pid)
    await second.window({ title: 'Doc two' })
    // By a program of another name it is known by the window that it opens.
    const wrapper = join(folder, 'open-it')
    await writeFile(wrapper, `#!/bin/sh\n/usr/bin/python3 ${file} three\nexit 0\n`, { mode: 0o755 })
    const third = await place.desktop.launch({ command: wrapper })
    expect(third.pid).toBe(first.pid)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a program that makes a session of its own is known, and ended', async () => {
  await using place = await headless()
  const code =
    'import gi; gi.require_version("Gtk", "3.0"); from gi.repository import Gtk; w = Gtk.Window(title="Daemon"); w.show(); Gtk.main()'
  const daemon = { command: 'sh', args: ['-c', `setsid -f /usr/bin/python3 -c '${code}'`] }
  const app = await place.desktop.launch(daemon)
  expect(await (await app.window()).title()).toBe('Daemon')
  await app[Symbol.asyncDispose]()
  await expect(app.windows()).rejects.toMatchObject({ code: 'APP_EXITED' })
  // One that shows no window in time leaves nothing behind.
  const silent = { command: 'sh', args: ['-c', "setsid -f sh -c 'echo $$ > pid; exec sleep 1000'"], cwd: '/tmp' }
  const folder = await mkdtemp(join(tmpdir(), 'surehand-'))
  await expect(place.desktop.launch({ ...silent, cwd: folder }, { timeout: 1500 })).rejects.toMatchObject({
    code: 'TIMEOUT',
  })
  const pid = (await readFile(join(folder, 'pid'), 'utf8')).trim()
  await expect.poll(() => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => 'gone')).toMatch(/^gone$|\) Z /)
  await rm(folder, { recursive: true, force: true })
})
