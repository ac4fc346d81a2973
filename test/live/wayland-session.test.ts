import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { Desks } from '../../lib/test/testkit/desk.js'
import { PATIENCE } from '../patience.js'
import { FORM_TOOLKITS, Form } from './support/form.js'
import { noSway } from './support/sway.js'

const OWNER = join(import.meta.dirname, '..', 'fixtures', 'session-owner.mjs')
const isRoot = process.getuid?.() === 0

// `nobody` on Debian. Where the tests run as root, a process of another user shows how a session starts without root.
const OTHER = { uid: 65_534, gid: 65_534 }
const read = 'require("node:fs").accessSync(process.argv[1])'
const otherMayRead = isRoot && spawnSync(process.execPath, ['-e', read, OWNER], OTHER).status === 0

interface Shown {
  pid?: number
  name: string | null
  nodes?: Shown[]
  floating_nodes?: Shown[]
}

/** What sway answers. */
function asked<T>(session: HeadlessSession, type: string): T {
  const { stdout } = spawnSync('swaymsg', ['--type', type, '--raw'], { env: { ...session.environment } })
  return JSON.parse(String(stdout)) as T
}

/** The titles of the windows of a process that sway shows. */
function windowsOf(session: HeadlessSession, pid: number): (string | null)[] {
  const all = (node: Shown): Shown[] => [node, ...[...(node.nodes ?? []), ...(node.floating_nodes ?? [])].flatMap(all)]
  return all(asked(session, 'get_tree')).flatMap((node) => (node.pid === pid ? [node.name] : []))
}

/** The pids of the processes whose arguments name a folder of the session. Arguments can be read by every user; environments cannot. */
function processesAt(directory: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(`${directory}/`)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** Whether an X client gets in: GTK 3 says that it cannot open the display, and ends. */
async function getsIn(session: HeadlessSession, env: Record<string, string>): Promise<boolean> {
  const code =
    'import gi; gi.require_version("Gtk", "3.0"); from gi.repository import Gtk; exit(0 if Gtk.init_check()[0] else 1)'
  const child = session.spawn('/usr/bin/python3', ['-c', code], { env: { GDK_BACKEND: 'x11', ...env } })
  const [status] = await once(child, 'exit')
  return status === 0
}

const wayland = (options = {}) => HeadlessSession.start({ ...options, display: 'wayland' })

describe.skipIf(noSway !== '')(`a Wayland session${noSway && ` (skipped: ${noSway})`}`, () => {
  test('with Xwayland, programs of X get what is meant for them, and others do not get in', async () => {
    await using session = await wayland({ xwayland: true })
    expect(await getsIn(session, {})).toBe(true)
    expect(await getsIn(session, { XAUTHORITY: '/dev/null' })).toBe(false)
    const desktop = await session.desktop({ defaultTimeout: PATIENCE })
    const form = await Form.start(
      { spawn: (command, args, options) => session.spawn(command, args, { ...options, env: { GDK_BACKEND: 'x11' } }) },
      'gtk3',
    )
    const app = await desktop.app({ pid: form.pid })
    await app.getByRole('button', { name: 'Count' }).click({ route: 'input' })
    await form.received({ event: 'clicked', name: 'Count' })
    const customer = app.getByLabel('Customer')
    expect(await customer.pressSequentially('Ada 世界')).toMatchObject({ route: 'input', effect: 'verified' })
    await form.received({ event: 'text', name: 'Customer', value: 'Ada 世界' })
    await app.menu('File', 'Open').click()
    await form.received({ event: 'menu', name: 'Open' })
  })

  test('has a display of the asked size, and programs find it and no X server', async () => {
    await using session = await wayland({ width: 1111, height: 777 })
    expect(session).toMatchObject({ width: 1111, height: 777, display: session.environment.WAYLAND_DISPLAY })
    expect(asked<unknown[]>(session, 'get_outputs')).toMatchObject([
      { rect: { x: 0, y: 0, width: 1111, height: 777 }, scale: 1 },
    ])
    expect(session.environment).toMatchObject({
      XDG_SESSION_TYPE: 'wayland',
      XDG_CURRENT_DESKTOP: 'sway',
      GDK_BACKEND: 'wayland',
      QT_QPA_PLATFORM: 'wayland',
      MOZ_ENABLE_WAYLAND: '1',
      ELECTRON_OZONE_PLATFORM_HINT: 'wayland',
      SWAYSOCK: expect.stringContaining(session.directory),
    })
    expect(session.environment).not.toHaveProperty('DISPLAY')
    expect(session.environment).not.toHaveProperty('XAUTHORITY')
    expect(session.environment).not.toHaveProperty('SAL_USE_VCLPLUGIN')
  })

  test('has sockets that other users cannot reach', async () => {
    await using session = await wayland()
    for (const folder of ['wayland', 'run', 'services', 'home', 'tmp'])
      expect(statSync(join(session.directory, folder)).mode & 0o777).toBe(0o700)
    expect(session.display.startsWith(join(session.directory, 'wayland/'))).toBe(true)
  })

  test.each(FORM_TOOLKITS)(
    '%s: a program publishes its tree, and a button is pressed by its action',
    async (toolkit) => {
      await using session = await wayland()
      const desktop = await session.desktop({ defaultTimeout: PATIENCE })
      const form = await Form.start(session, toolkit)
      const app = await desktop.app({ pid: form.pid })
      const receipt = await app.locator('role:button|name:Save').click({ verify: { exists: 'name:Saved' } })
      expect(receipt).toMatchObject({ route: 'action', effect: 'verified' })
      await form.received({ event: 'clicked', name: 'Save' })
      expect(windowsOf(session, form.pid)).toEqual(['Order form'])
    },
  )

  test('has a size for each window that the program asks for, and the last one on top with the focus', async () => {
    await using session = await wayland()
    const desktop = await session.desktop({ defaultTimeout: PATIENCE })
    const [first, second] = [await Form.start(session, 'gtk3'), await Form.start(session, 'gtk3')]
    for (const { pid } of [first, second]) await (await desktop.app({ pid })).locator('role:button|name:Save').waitFor()
    const tree = asked<Shown>(session, 'get_tree')
    const floating = tree.nodes
      ?.flatMap(({ nodes }) => nodes ?? [])
      .flatMap((workspace) => workspace.floating_nodes ?? [])
    expect(floating).toMatchObject([
      { pid: first.pid, border: 'none', focused: false },
      { pid: second.pid, border: 'none', focused: true },
    ])
  })

  test('does not see another one beside it', async () => {
    const sessions = await Promise.all([wayland(), wayland(), HeadlessSession.start()])
    try {
      for (const key of ['display', 'accessibilityBus'] as const)
        expect(new Set(sessions.map((session) => session[key])).size).toBe(3)
      const forms = await Promise.all(sessions.map((session) => Form.start(session, 'gtk3')))
      for (const [index, session] of sessions.entries()) {
        const desktop = await session.desktop({ defaultTimeout: PATIENCE })
        const own = forms[index]?.pid
        await (await desktop.app({ pid: own as number })).locator('role:button|name:Save').waitFor()
        expect((await desktop.apps()).map(({ pid }) => pid)).toEqual([own])
        if (session.environment.SWAYSOCK === undefined) continue
        expect(forms.map(({ pid }) => windowsOf(session, pid).length > 0)).toEqual(forms.map(({ pid }) => pid === own))
      }
    } finally {
      await Promise.all(sessions.map((session) => session.stop()))
    }
  })

  test('ends with all its processes and files', async () => {
    const session = await wayland()
    session.spawn('zenity', ['--info', '--text=hello'])
    expect(processesAt(session.directory).length).toBeGreaterThan(1)
    await session.stop()
    expect(processesAt(session.directory)).toEqual([])
    expect(existsSync(session.directory)).toBe(false)
  })

  const owners: [string, boolean, string[], SpawnOptions][] = [
    ['of this user', true, [], {}],
    ['of an ordinary user', otherMayRead, [], OTHER],
    // As in a container: root cannot read the environment of sway, which is another user's.
    ['of root without CAP_SYS_PTRACE', isRoot, ['setpriv', '--bounding-set', '-sys_ptrace', '--inh-caps', '-all'], {}],
  ]
  for (const [who, isPossible, prefix, options] of owners) {
    test.runIf(isPossible)(`ends when its owner, a process ${who}, is killed`, async () => {
      const [command = '', ...args] = [...prefix, process.execPath, OWNER, 'wayland']
      const owner = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
      const [line] = await once(createInterface({ input: owner.stdout as NodeJS.ReadableStream }), 'line')
      const { pid, directories } = JSON.parse(line) as { pid: number; directories: string[] }
      for (const directory of directories) expect(processesAt(directory).length).toBeGreaterThan(1)
      process.kill(pid, 'SIGKILL')
      await expect.poll(() => directories.filter((directory) => existsSync(directory))).toEqual([])
      expect(directories.flatMap(processesAt)).toEqual([])
    })
  }

  test('is set back between the tests of the test kit', async () => {
    const desks = new Desks()
    try {
      for (const round of ['first', 'second']) {
        const desk = await desks.open({ display: 'wayland', timeout: PATIENCE })
        expect(await desk.desktop.apps(), round).toEqual([])
        const app = await desk.launch('zenity', ['--question', '--text=Go on?'])
        await app.locator('role:button|name:No').waitFor()
        await desk.end()
      }
    } finally {
      await desks.end()
    }
  })

  test.runIf(isRoot)('is refused to root where no other user may enter the folder for temporary files', async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'scratch-'))
    const { TMPDIR } = process.env
    process.env.TMPDIR = scratch
    try {
      const message = expect.stringContaining(`other users may not enter ${scratch}. Set TMPDIR`)
      await expect(wayland()).rejects.toMatchObject({ code: 'UNSUPPORTED', message })
      expect(readdirSync(scratch)).toEqual([])
      await chmod(scratch, 0o711)
      await (await wayland()).stop()
      // A fast machine has one started in 80 ms.
      for (const timeout of [0, 5, 20, 40, 80]) {
        await wayland({ timeout }).then(
          (session) => session.stop(),
          () => {},
        )
      }
      expect(readdirSync(scratch)).toEqual([])
      expect(processesAt(scratch)).toEqual([])
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = TMPDIR
      await rm(scratch, { recursive: true })
    }
  })
})

test.each([
  [{ windowManager: false }, /windowManager: false is not possible with display: 'wayland'/],
  [{ depth: 30 }, /depth must be 24 bits with display: 'wayland', not 30/],
  [{ display: 'mir' }, /display must be 'x11' or 'wayland', not 'mir'/],
])('a start with %j is refused', async (options, message) => {
  const wanted = { display: 'wayland', ...options } as Parameters<typeof HeadlessSession.start>[0]
  await expect(HeadlessSession.start(wanted)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringMatching(message),
  })
})

test('without sway a start names the package of four distributions, and asks for nothing of X11', async () => {
  const few = await mkdtemp(join(tmpdir(), 'few-programs-'))
  try {
    for (const name of ['dbus-daemon', 'dbus-send']) await symlink(`/usr/bin/${name}`, join(few, name))
    await expect(wayland({ environment: { PATH: few } })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      details: {
        missing: ['sway'],
        install: {
          debian: 'apt-get install sway',
          fedora: 'dnf install sway',
          arch: 'pacman -S sway',
          alpine: 'apk add sway',
        },
      },
    })
  } finally {
    await rm(few, { recursive: true })
  }
})
