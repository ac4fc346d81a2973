import { type ChildProcess, type SpawnOptions, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, vi } from 'vitest'
import { HeadlessSession } from '../../../lib/sdk/headless/index.js'
import { Desktop } from '../../../lib/sdk/index.js'
import { PATIENCE } from '../../patience.js'
import { waitForName } from './names.js'

const missing = ['gnome-shell', 'mutter', 'pipewire', 'wireplumber', 'gdbus'].filter(
  (program) => spawnSync('which', [program]).status !== 0,
)

/** Why there can be no GNOME session here, for the names of tests that are left out; empty where there can be one. */
export const noGnome: string = missing.length > 0 ? `not installed: ${missing.join(', ')}` : ''

/** Which compositor runs: GNOME Shell with its windows open to others, or as a person has it, or mutter alone. */
export type Compositor = 'unsafe shell' | 'shell' | 'mutter'

const SCREEN = [
  '--headless',
  '--wayland',
  '--no-x11',
  '--virtual-monitor',
  '1280x800',
  '--wayland-display',
  'wayland-0',
]
const COMMANDS: Record<Compositor, { command: string; args: string[]; ready: string }> = {
  'unsafe shell': { command: 'gnome-shell', args: [...SCREEN, '--unsafe-mode'], ready: 'GNOME Shell started' },
  shell: { command: 'gnome-shell', args: SCREEN, ready: 'GNOME Shell started' },
  mutter: { command: 'mutter', args: SCREEN, ready: "Using Wayland display name 'wayland-0'" },
}

/** A GNOME compositor without a screen, in the buses and the folders of a headless session, with which it ends. */
export class GnomeSession implements AsyncDisposable {
  readonly environment: Readonly<Record<string, string>>
  readonly #session: HeadlessSession
  readonly #compositor: ChildProcess

  private constructor(session: HeadlessSession, environment: Record<string, string>, compositor: ChildProcess) {
    this.#session = session
    this.environment = environment
    this.#compositor = compositor
  }

  static async start(
    which: Compositor,
    options: { pipewire?: boolean; wireplumber?: boolean } = {},
  ): Promise<GnomeSession> {
    const session = await HeadlessSession.start({ timeout: PATIENCE })
    const { DISPLAY: _, XAUTHORITY: __, ...rest } = session.environment
    const environment: Record<string, string> = {
      ...rest,
      XDG_SESSION_TYPE: 'wayland',
      XDG_CURRENT_DESKTOP: 'GNOME',
      WAYLAND_DISPLAY: 'wayland-0',
      GDK_BACKEND: 'wayland',
      QT_QPA_PLATFORM: 'wayland',
      // GNOME Shell does not start without a system bus, and needs nothing that is on it.
      DBUS_SYSTEM_BUS_ADDRESS: session.environment.DBUS_SESSION_BUS_ADDRESS as string,
    }
    const hidden = { env: { ...environment, DISPLAY: undefined, XAUTHORITY: undefined } }
    if (options.pipewire ?? true) {
      session.spawn('pipewire', [], hidden)
      const socket = join(environment.XDG_RUNTIME_DIR as string, 'pipewire-0')
      await vi.waitUntil(() => existsSync(socket), { timeout: PATIENCE })
      if (options.wireplumber ?? true) session.spawn('wireplumber', [], hidden)
    }
    const { command, args, ready } = COMMANDS[which]
    const overlays = which === 'mutter' ? {} : await withoutIbus(join(session.directory, 'shell'))
    const outside = { ...hidden.env, ...overlays, WAYLAND_DISPLAY: undefined }
    const compositor = session.spawn(command, args, { env: outside, stdio: ['ignore', 'pipe', 'pipe'] })
    await said(compositor, ready)
    const gnome = new GnomeSession(session, environment, compositor)
    // mutter says that it runs before it is on the bus.
    waitForName('org.gnome.Mutter.ScreenCast', environment)
    return gnome
  }

  spawn(command: string, args: readonly string[] = [], options: SpawnOptions = {}): ChildProcess {
    const env = { ...this.environment, DISPLAY: undefined, XAUTHORITY: undefined, ...options.env }
    return this.#session.spawn(command, args, { ...options, env })
  }

  desktop(variables: Record<string, string> = {}): Promise<Desktop> {
    const environment = { ...this.environment, ...variables }
    return Desktop.open({ backend: 'linux', environment, defaultTimeout: PATIENCE })
  }

  /** Runs a script in the shell, as its Looking Glass does. */
  run(script: string): void {
    const args = ['call', '--session', '-d', 'org.gnome.Shell', '-o', '/org/gnome/Shell', '-m', 'org.gnome.Shell.Eval']
    const { stdout } = spawnSync('gdbus', [...args, script], { env: { ...this.environment }, encoding: 'utf8' })
    expect(stdout).toContain('(true,')
  }

  /** Ends the compositor and waits until it is gone. */
  async kill(): Promise<void> {
    const gone = new Promise((resolve) => this.#compositor.once('exit', resolve))
    this.#compositor.kill('SIGKILL')
    await gone
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#session.stop()
  }
}

const SCRIPTS = '/org/gnome/shell/misc'

/**
 * The variables with which GNOME Shell starts no ibus-daemon, which no test needs. The shell forks for it, and runs JavaScript in the
 * child before it executes the program (`child_setup` in `misc/ibusManager.js`). Where another thread held GObject's type lock at the
 * fork, the child waits for it for good, and the shell for its child: 2 of 195 starts on a busy machine hung so. Only a systemd
 * session keeps the shell from that fork, so it gets its own script without the call.
 */
async function withoutIbus(folder: string): Promise<Record<string, string>> {
  const extract = ['extract', '/usr/lib/gnome-shell/libgnome-shell.so', `${SCRIPTS}/ibusManager.js`]
  const { stdout } = spawnSync('gresource', extract, { encoding: 'utf8' })
  const script = stdout.replace(/^ *this\._queueSpawn\(\);$/m, '')
  expect(script, 'the start of ibus-daemon was not found in the shell').not.toBe(stdout)
  await mkdir(folder)
  await writeFile(join(folder, 'ibusManager.js'), script)
  return { G_RESOURCE_OVERLAYS: `${SCRIPTS}=${folder}` }
}

/** Resolves when a program has written a line with this text. */
function said(program: ChildProcess, text: string): Promise<void> {
  let last = ''
  return new Promise((resolve, reject) => {
    for (const output of [program.stdout, program.stderr]) {
      createInterface({ input: output as NodeJS.ReadableStream }).on('line', (line) => {
        last = line
        if (line.includes(text)) resolve()
      })
    }
    program.once('exit', () => reject(new Error(`the compositor ended; it said: ${last}`)))
  })
}
