import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SurehandError } from '../../lib/index.js'
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
  await expect(place.desktop.app({ name: 'Calculadora' }, { timeout: 200 })).rejects.toMatchObject({
    code: 'APP_NOT_FOUND',
  })
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
  await expect(none).rejects.toThrow(/no program My Note in PATH .*displayed as "My Note".*did you mean "My Notes"/)
  await rm(folder, { recursive: true, force: true })
})

test('a launch is verified in what was launched, and keys in what has the keyboard', async () => {
  await using place = await headless()
  const { desktop } = place
  const app = await desktop.launch({ command: 'mousepad', verify: { exists: 'role:textbox' } })
  expect(app.receipt).toMatchObject({ verb: 'launch', effect: 'verified', awaited: { what: 'verify' } })
  const typed = await desktop.type('größer', { verify: { exists: 'role:textbox|value:größer' } })
  expect(typed).toMatchObject({ effect: 'verified', heldBefore: false, route: 'input' })
  const wrong = desktop.launch({ command: 'mousepad', verify: { exists: 'name:"No such thing"', timeout: 200 } })
  await expect(wrong).rejects.toMatchObject({ code: 'VERIFY_FAILED', sent: 'unknown' })
  const none = desktop.launch({ command: '/bin/sh', args: ['-c', 'echo again; exit 7'], retries: 1 })
  await expect(none).rejects.toMatchObject({ code: 'APP_EXITED', details: { attempts: { length: 2 } } })
})
