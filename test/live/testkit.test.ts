import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { Desks } from '../../lib/test/testkit/desk.js'
import { expect, test } from '../../lib/test/testkit/vitest.js'
import { PATIENCE } from '../patience.js'

// The fixtures on real programs: what a test leaves is gone when the next one begins.

const command = ['mousepad', '--disable-server'] as const
const pids: number[] = []

/** A program that says something on both streams and leaves with 3. */
const LEAVING = `import gi, os, sys
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk
print('ready', flush=True)
print('careful', file=sys.stderr, flush=True)
window = Gtk.Window(title='Leaving')
button = Gtk.Button(label='Leave')
button.connect('clicked', lambda _: os._exit(3))
window.add(button)
window.show_all()
Gtk.main()`

afterAll(() => {
  // Long gone by now: after each test, not with the session.
  for (const pid of pids) expect(() => readFileSync(`/proc/${pid}/stat`)).toThrow()
})

test('a program is launched, written into and looked at', async ({ launch, desktop }) => {
  const app = await launch(command[0], [command[1]])
  pids.push(app.pid)
  const text = app.locator('role:TextBox|visible:true')
  const receipt = await text.fill('Dear Ada')
  expect(receipt).toHaveChanged()
  await expect(text).toHaveValue('Dear Ada')
  await expect(app.locator('role:Menu|name:File')).toBeVisible()
  await expect(app).toMatchTree({ children: [{ role: 'window', name: /Mousepad/ }] })
  await desktop.clipboard.write('left behind')
})

test('the next one finds an empty desktop', async ({ desktop }) => {
  expect(await desktop.apps()).toEqual([])
  expect(await desktop.clipboard.read()).toBe('')
})

test('a lock that a test left on, and keys that somebody else left down, do not reach the next', async () => {
  await using session = await HeadlessSession.start()
  const desks = new Desks()
  const open = () => desks.open({ session: session.environment })
  const first = await open()
  await first.desktop.press('CapsLock')
  for (const key of ['Shift_L', 'Control_L']) {
    const child = session.spawn('xdotool', ['keydown', key])
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0)
  }
  await first.end()

  const next = await open()
  const app = await next.launch(command[0], [command[1]])
  pids.push(app.pid)
  const text = app.locator('role:TextBox|visible:true')
  await text.press('a')
  await text.press('b')
  await expect(text).toHaveValue('ab')
  await next.end()
})

describe('with a command for `app`', () => {
  test.override({
    appCommand: { command: command[0], args: [command[1]] },
    deskOptions: { width: 900, height: 700 },
  })

  test('it is there, on a display of the size that was asked for', async ({ app, desktop }) => {
    pids.push(app.pid)
    await expect(app.locator('role:TextBox|visible:true')).toBeFocused()
    expect((await desktop.displays())[0]?.bounds).toMatchObject({ width: 900, height: 700 })
  })
})

describe('with other options', () => {
  test.override({
    deskOptions: {
      scale: 2,
      locale: 'C.UTF-8',
      theme: 'HighContrast',
      environment: { MAIL_SERVER: 'localhost', XDG_SESSION_TYPE: undefined },
    },
  })

  test('programs have them in their environment', async ({ launch }) => {
    const app = await launch(command[0], [command[1]])
    pids.push(app.pid)
    const environment = readFileSync(`/proc/${app.pid}/environ`, 'utf8').split('\0')
    expect(environment).toEqual(
      expect.arrayContaining([
        'GDK_SCALE=2',
        'QT_SCALE_FACTOR=2',
        'LANG=C.UTF-8',
        'LC_ALL=C.UTF-8',
        'GTK_THEME=HighContrast',
        'MAIL_SERVER=localhost',
      ]),
    )
    expect(environment.filter((each) => each.startsWith('XDG_SESSION_TYPE='))).toEqual([])
  })
})

test('a session that another process started is used, and not ended', async () => {
  await using session = await HeadlessSession.start({ width: 800, height: 600 })
  const desks = new Desks()
  const desk = await desks.open({ session: session.environment })
  const app = await desk.launch(command[0], [command[1]])
  pids.push(app.pid)
  expect((await desk.desktop.displays())[0]?.bounds).toMatchObject({ width: 800, height: 600 })
  await desk.end()
  await desks.end()
  const desktop = await session.desktop()
  expect(await desktop.apps()).toEqual([])
})

test('the real desktop: what the test launched is ended, and nothing else', async () => {
  await using session = await HeadlessSession.start()
  const before = { ...process.env }
  const mine = await session.desktop()
  const other = await mine.launch({ command: command[0], args: [command[1]] })
  // The desktop that the runner is on is, here, the one of this session.
  Object.assign(process.env, session.environment)
  try {
    const desk = await new Desks().open({ backend: 'real' })
    const app = await desk.launch(command[0], [command[1]])
    pids.push(app.pid)
    await desk.end()
    expect((await mine.apps()).map(({ pid }) => pid)).toEqual([other.pid])
  } finally {
    for (const name of Object.keys(session.environment)) delete process.env[name]
    Object.assign(process.env, before)
  }
})

describe('in Chromium', () => {
  test.override({ deskOptions: { timeout: PATIENCE } })

  test('a list to choose from, which says no value, has that of what is selected', async ({ launch }) => {
    const home = mkdtempSync(join(tmpdir(), 'surehand-chromium-'))
    const page = '<label>City <select><option>Rome<option>Paris</select></label>'
    const flags = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--force-renderer-accessibility']
    try {
      const app = await launch({
        command: 'chromium',
        args: [...flags, `--user-data-dir=${home}`, `data:text/html,${encodeURIComponent(page)}`],
      })
      pids.push(app.pid)
      const city = app.locator('role:ComboBox|name:City')
      await expect(city).toHaveValue('Rome')
      await city.selectOption('Paris')
      await expect(city).toHaveValue('Paris')
      await expect(city).toHaveText('Paris')
      await app.quit({ force: true })
    } finally {
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    }
  })
})

test.fails('a crash fails its test, with the signal', async ({ launch }) => {
  const app = await launch(command[0], [command[1]])
  process.kill(app.pid, 'SIGSEGV')
  await app.program?.waitForExit()
})

test('what is kept of a failure: what programs show, what they wrote, how they ended, a picture', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'surehand-kept-'))
  const desks = new Desks()
  try {
    const desk = await desks.open({})
    const app = await desk.launch({ command: '/usr/bin/python3', args: ['-c', LEAVING] })
    pids.push(app.pid)
    const other = await desk.launch(command[0], [command[1]])
    pids.push(other.pid)
    await app.locator('role:Button|name:Leave').click({ diff: false })
    await app.program?.waitForExit()
    process.kill(other.pid, 'SIGSEGV')
    await other.program?.waitForExit()
    expect((await desk.crash())?.message).toMatch(/^A program crashed: mousepad --disable-server was ended by SIGSEGV/)

    const third = await desk.launch(command[0], [command[1]])
    pids.push(third.pid)
    const [text, picture] = await desk.keep(folder)
    const kept = readFileSync(text as string, 'utf8')
    expect(kept).toMatch(/menu "File"/)
    expect(kept).toMatch(/ wrote to stdout:\nready\n/)
    expect(kept).toMatch(/ wrote to stderr:\ncareful\n/)
    expect(kept).toMatch(/ has ended: exit code 3\n/)
    expect(kept).toMatch(/mousepad --disable-server has ended: SIGSEGV\n/)
    expect(
      readFileSync(picture as string)
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    await desk.end()
  } finally {
    await desks.end()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a test that is ended in the middle leaves nothing, and what cannot be set back is replaced', async () => {
  const desks = new Desks()
  try {
    const ending = new AbortController()
    const first = await desks.open({ signal: ending.signal })
    const app = await first.launch(command[0], [command[1]])
    pids.push(app.pid)
    ending.abort()
    await first.end()
    expect(() => readFileSync(`/proc/${app.pid}/stat`)).toThrow()

    const second = await desks.open({})
    pids.push((await second.launch(command[0], [command[1]])).pid)
    await second.desktop.dispose()
    await expect(second.end()).rejects.toThrow(/could not be set back/)
    const third = await desks.open({})
    expect(await third.desktop.apps()).toEqual([])
    await third.end()
  } finally {
    await desks.end()
  }
})
