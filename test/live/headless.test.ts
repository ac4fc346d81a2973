import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { Desktop } from '../../lib/sdk/desktop.js'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'

const OWNER = join(import.meta.dirname, '..', 'fixtures', 'session-owner.mjs')

const path = process.env.PATH
afterEach(() => {
  process.env.PATH = path
})

/** Not a zombie that nobody has asked for. */
function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

/** The pids of every process that carries the session's mark. */
function members(directory: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`SUREHAND_SESSION=${directory}`)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** The socket of a display, by what tells it from one of the same number: once that is free, a session of another test may take it. */
function socketOf(display: string): string | undefined {
  const socket = statSync(`/tmp/.X11-unix/X${display.slice(1)}`, { throwIfNoEntry: false })
  return socket && `${socket.ino} ${socket.ctimeMs}`
}

async function output(child: ChildProcess): Promise<string> {
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  await once(child, 'close')
  return text.trim()
}

function call(session: HeadlessSession, ...args: string[]): Promise<string> {
  const all = ['--session', '--print-reply=literal', ...args]
  return output(session.spawn('dbus-send', all, { stdio: ['ignore', 'pipe', 'inherit'] }))
}

test('a session has a display of the asked size, a bus of its own and accessibility switched on', async () => {
  await using session = await HeadlessSession.start({ width: 1111, height: 777 })
  expect(session).toMatchObject({ width: 1111, height: 777, display: expect.stringMatching(/^:\d+$/) })
  const screen = session.spawn('xdotool', ['getdisplaygeometry'], { stdio: ['ignore', 'pipe', 'inherit'] })
  expect(await output(screen)).toBe('1111 777')

  const status = ['--dest=org.a11y.Bus', '/org/a11y/bus', 'org.freedesktop.DBus.Properties.Get']
  expect(await call(session, ...status, 'string:org.a11y.Status', 'string:IsEnabled')).toMatch(/true$/)
  expect(session.accessibilityBus).toContain(session.directory)
})

test('no service of the host can be started on the session bus, only the accessibility bus', async () => {
  await using session = await HeadlessSession.start({ windowManager: false })
  const names = await call(session, '--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.ListActivatableNames')
  expect(names.split(/\s+/).filter((name) => name.includes('.'))).toEqual(['org.freedesktop.DBus', 'org.a11y.Bus'])
})

test('nothing of the host desktop is in the environment of a session', async () => {
  const host = { WAYLAND_DISPLAY: 'wayland-7', NO_AT_BRIDGE: '1', GTK_MODULES: 'gail' }
  Object.assign(process.env, host, { XAUTHORITY: '/nowhere', SOME_SETTING: 'kept' })
  try {
    await using session = await HeadlessSession.start({ windowManager: false })
    for (const name of Object.keys(host)) expect(session.environment).not.toHaveProperty(name)
    expect(session.environment.SOME_SETTING).toBe('kept')
    expect(session.environment.XDG_RUNTIME_DIR).toContain(session.directory)
    expect(session.environment.XAUTHORITY).toContain(session.directory)
    expect(session.environment.HOME).toContain(session.directory)
  } finally {
    for (const name of [...Object.keys(host), 'XAUTHORITY', 'SOME_SETTING']) delete process.env[name]
  }
})

test('nobody reaches the display without its cookie, which no other user may read', async () => {
  await using session = await HeadlessSession.start({ windowManager: false })
  const { XAUTHORITY = '' } = session.environment
  expect(statSync(XAUTHORITY).mode & 0o777).toBe(0o600)
  const geometry = (env: Record<string, string>) =>
    output(session.spawn('xdotool', ['getdisplaygeometry'], { env, stdio: ['ignore', 'pipe', 'ignore'] }))
  expect(await geometry({})).toBe('1280 800')
  expect(await geometry({ XAUTHORITY: '/dev/null' })).toBe('')
  const desktop = await Desktop.open({ environment: { ...session.environment, XAUTHORITY: '/dev/null' } })
  await expect(desktop.screenshot()).rejects.toThrow(/refused the connection .*XAUTHORITY/s)
  await desktop.dispose()
})

test('the window manager makes a window active', async () => {
  await using session = await HeadlessSession.start()
  session.spawn('zenity', ['--info', '--title=Here', '--text=hello'])
  const active = session.spawn(
    'xdotool',
    ['search', '--sync', '--name', '^Here$', 'windowactivate', '--sync', 'getwindowname'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  expect(await output(active)).toBe('Here')
})

test('sessions side by side have displays and buses of their own', async () => {
  const sessions = await Promise.all([1, 2, 3].map(() => HeadlessSession.start({ windowManager: false })))
  try {
    for (const key of ['DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'HOME'])
      expect(new Set(sessions.map((session) => session.environment[key])).size).toBe(3)
    expect(new Set(sessions.map((session) => session.accessibilityBus)).size).toBe(3)
  } finally {
    await Promise.all(sessions.map((session) => session.stop()))
  }
})

test('stop ends every process and removes every file, also a stopped application and one that detached itself', async () => {
  const session = await HeadlessSession.start()
  const { directory, display } = session
  session.spawn('setsid', ['--fork', 'sleep', '1000'])
  const stopped = session.spawn('sh', ['-c', 'trap "" TERM; echo up; while :; do sleep 1000; done'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(stopped.stdout as NodeJS.ReadableStream, 'data')
  stopped.kill('SIGSTOP')
  expect(members(directory).length).toBeGreaterThan(5)
  const socket = socketOf(display)
  expect(socket).toMatch(/\d/)

  await Promise.all([session.stop(), session.stop()])
  await session.stop()
  expect(members(directory)).toEqual([])
  expect(existsSync(directory)).toBe(false)
  expect(socketOf(display)).not.toBe(socket)
  expect(() => session.spawn('true')).toThrow(expect.objectContaining({ code: 'NO_DESKTOP' }))
})

// Writes over its arguments and its environment, as Chromium does with its title; so does its child, which is in a session of its own.
const NAMELESS = `
import ctypes, os, signal, sys, time
def overwrite():
    fields = open('/proc/self/stat').read().rsplit(')', 1)[1].split()
    first, last = int(fields[45]), int(fields[48])
    ctypes.memset(first, 0, last - first)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
overwrite()
# In one write: print() of two processes may mix their lines.
os.write(1, f'{os.getpid()}\\n'.encode())
time.sleep(1000)
`

test.each(['running', 'stopped'])('stop ends a program that wrote over its environment, %s', async (how) => {
  const session = await HeadlessSession.start({ windowManager: false })
  const program = session.spawn('python3', ['-c', NAMELESS], { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  const lines = createInterface({ input: program.stdout as NodeJS.ReadableStream })
  const pids: number[] = []
  for await (const line of lines) if (pids.push(Number(line)) === 2) break
  for (const pid of pids) expect(members(session.directory)).not.toContain(pid)
  if (how === 'stopped') for (const pid of pids) process.kill(pid, 'SIGSTOP')
  await session.stop()
  expect(pids.filter(isRunning)).toEqual([])
})

test('when the owner is killed its sessions end and leave nothing behind', async () => {
  const owner = spawn(process.execPath, [OWNER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: owner.stdout })
  const [line] = await once(lines, 'line')
  const { pid, directories, displays } = JSON.parse(line) as { pid: number; directories: string[]; displays: string[] }
  for (const directory of directories) expect(members(directory).length).toBeGreaterThan(3)
  const sockets = displays.map(socketOf)
  expect(sockets).toEqual(displays.map(() => expect.stringMatching(/\d/)))

  process.kill(pid, 'SIGKILL')
  await expect.poll(() => directories.filter((directory) => existsSync(directory))).toEqual([])
  expect(directories.flatMap(members)).toEqual([])
  for (const [index, display] of displays.entries()) expect(socketOf(display)).not.toBe(sockets[index])
})

test('a session that is not stopped does not keep Node running', async () => {
  const owner = spawn(process.execPath, [OWNER, 'leave'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { directories } = JSON.parse(await output(owner)) as { directories: string[] }
  expect(owner.exitCode).toBe(0)
  await expect.poll(() => directories.filter((directory) => existsSync(directory))).toEqual([])
})

test('missing programs are all named at once, with the packages of four distributions', async () => {
  const few = await mkdtemp(join(tmpdir(), 'few-programs-'))
  try {
    await symlink('/usr/bin/dbus-daemon', join(few, 'dbus-daemon'))
    await symlink('/usr/bin/dbus-send', join(few, 'dbus-send'))
    process.env.PATH = few
    const error = await HeadlessSession.start().catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      code: 'UNSUPPORTED',
      details: {
        missing: ['Xvfb', 'openbox'],
        install: {
          debian: 'apt-get install xvfb openbox',
          fedora: 'dnf install xorg-x11-server-Xvfb openbox',
          arch: 'pacman -S xorg-server-xvfb openbox',
          alpine: 'apk add xvfb openbox',
        },
      },
    })
  } finally {
    await rm(few, { recursive: true })
  }
})

test('a start that fails leaves nothing behind', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'scratch-'))
  const { TMPDIR } = process.env
  process.env.TMPDIR = scratch
  try {
    // A fast machine has one started in 80 ms.
    for (const timeout of [0, 5, 20, 40, 80]) {
      await HeadlessSession.start({ timeout }).then(
        (session) => session.stop(),
        () => {},
      )
    }
    await expect(HeadlessSession.start({ environment: { PATH: '/nowhere' } })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
    })
    expect(readdirSync(scratch)).toEqual([])
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    await rm(scratch, { recursive: true })
  }
})

test('what programs leave in their folder for temporary files goes with the session', async () => {
  const session = await HeadlessSession.start({ windowManager: false })
  try {
    const left = session.spawn('mktemp', ['-d'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [[line]] = await Promise.all([once(left.stdout as NodeJS.ReadableStream, 'data'), once(left, 'exit')])
    const folder = String(line).trim()
    expect(folder.startsWith(join(session.directory, 'tmp'))).toBe(true)
    expect(existsSync(folder)).toBe(true)
    await session.stop()
    expect(existsSync(folder)).toBe(false)
  } finally {
    await session.stop()
  }
  const own = await HeadlessSession.start({ windowManager: false, environment: { TMPDIR: '/tmp' } })
  expect(own.environment.TMPDIR).toBe('/tmp')
  await own.stop()
})

test('what starts while the session ends is asked to end as well, and not killed', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'scratch-'))
  try {
    const session = await HeadlessSession.start({ windowManager: false })
    // 143: the program that was started last ended by TERM. Nobody would write that down if all were killed.
    const script = `trap 'sleep 60 & wait $!; echo $? > ${scratch}/late; exit' TERM; echo ready; while :; do sleep 0.01; done`
    const first = session.spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    for await (const line of createInterface({ input: first.stdout as NodeJS.ReadableStream })) {
      if (line === 'ready') break
    }
    await session.stop()
    expect(readFileSync(join(scratch, 'late'), 'utf8')).toBe('143\n')
  } finally {
    await rm(scratch, { recursive: true })
  }
})

test('a start is refused with the reason: bad sizes, no time, an aborted signal', async () => {
  await expect(HeadlessSession.start({ width: 0 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  await expect(HeadlessSession.start({ height: 40_000 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  await expect(HeadlessSession.start({ timeout: 1 })).rejects.toMatchObject({ code: 'TIMEOUT' })
  await expect(HeadlessSession.start({ timeout: 0.5 })).rejects.toMatchObject({ code: 'TIMEOUT' })
  await expect(HeadlessSession.start({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' })
})
