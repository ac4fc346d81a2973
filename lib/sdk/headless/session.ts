import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenOptions } from '../desktop/desktop-options.js'
import { Desktop } from '../desktop.js'
import { SurehandError } from '../errors.js'
import { accessibilityService, busConfiguration } from './bus.js'
import { type DisplayKind, sessionEnvironment } from './environment.js'
import { findPrograms, programsOf } from './programs.js'
import { displayAuthority, Start } from './start.js'
import { SessionVideo } from './video.js'
import { end, enlist, MARK, watch } from './watchdog.js'
import { compositorFolder } from './wayland.js'

export interface HeadlessOptions {
  /**
   * The window system: an X server (Xvfb), or a Wayland compositor (sway), in which programs that need an X server start with `xwayland`
   * only. Default `x11`.
   */
  display?: 'x11' | 'wayland'
  /** Width of the display in px. Default 1280. */
  width?: number
  /** Height of the display in px. Default 800. */
  height?: number
  /** Bits per pixel's colour. Default 24, which is what Wayland has. */
  depth?: 16 | 24 | 30
  /** X11: runs openbox, without which no window is active and keys go where the pointer is. Default true. */
  windowManager?: boolean
  /** Wayland: programs that need an X server get one, Xwayland. Default false. */
  xwayland?: boolean
  /** Added to the environment of the session and of everything in it; `undefined` removes a variable. */
  environment?: Record<string, string | undefined>
  /** Home directory of the applications. Default: an empty one, which goes when the session goes. */
  home?: string
  /** ms to start in. Default 10,000. */
  timeout?: number
  signal?: AbortSignal
}

/**
 * A private desktop without a screen: a display (Xvfb, or sway for Wayland), a session bus, an accessibility bus and a small
 * window manager. Nothing of the host's desktop is visible in it, any number of them live side by side in one process, and
 * when the process that started one ends, even by SIGKILL, the session and every application in it end too.
 *
 * ```ts
 * await using session = await HeadlessSession.start({ width: 1280, height: 800 })
 * const desktop = await session.desktop()
 * const app = await desktop.launch('gnome-calculator')
 * ```
 */
export class HeadlessSession implements AsyncDisposable {
  /** What a process needs to live in this session. Everything else of it comes from the environment at the start. */
  readonly environment: Readonly<Record<string, string>>
  /** The display's name, `:99`; of a Wayland session the path of its socket. */
  readonly display: string
  /** The D-Bus address of the accessibility bus. */
  readonly accessibilityBus: string
  /** Width of the display in px. */
  readonly width: number
  /** Height of the display in px. */
  readonly height: number
  /** The session's own directory: sockets, the home and the temporary files of its applications. It goes when the session goes. */
  readonly directory: string
  /** Records what the display shows. */
  readonly video: SessionVideo

  readonly #watchdog: ChildProcess
  readonly #desktops = new Set<Desktop>()
  #stopping: Promise<void> | undefined

  private constructor(started: {
    environment: Record<string, string>
    display: string
    accessibilityBus: string
    width: number
    height: number
    depth: number
    directory: string
    watchdog: ChildProcess
  }) {
    this.environment = Object.freeze({ ...started.environment })
    this.display = started.display
    this.accessibilityBus = started.accessibilityBus
    this.width = started.width
    this.height = started.height
    this.directory = started.directory
    this.video = new SessionVideo(this.environment, started.depth)
    this.#watchdog = started.watchdog
  }

  /**
   * Starts a session; it is ready when this resolves.
   *
   * Throws `UNSUPPORTED` where there is no Linux or a program is missing, with the packages to install;
   * `NO_DESKTOP` when one of the programs fails; `TIMEOUT`, `ABORTED`, `INVALID_ARGUMENT`.
   */
  static async start(options: HeadlessOptions = {}): Promise<HeadlessSession> {
    const { width, height, depth, display, windowManager, xwayland } = checked(options)
    const start = new Start(options.timeout ?? 10_000, options.signal)
    const environment = sessionEnvironment(display, xwayland, options.environment)
    const programs = programsOf(display, windowManager, xwayland)
    const [service] = await Promise.all([accessibilityService(environment), findPrograms(environment, programs)])

    const directory = await mkdtemp(join(tmpdir(), 'surehand-'))
    const watchdog = watch(directory)
    try {
      for (const name of ['services', 'run', 'home', 'tmp']) await mkdir(join(directory, name), { mode: 0o700 })
      await writeFile(join(directory, 'services', 'org.a11y.Bus.service'), service)
      await writeFile(join(directory, 'session.conf'), busConfiguration(directory))
      environment.HOME ??= options.home ?? join(directory, 'home')
      // A browser that is killed leaves files there: they go with the session.
      if (!('TMPDIR' in (options.environment ?? {}))) environment.TMPDIR = join(directory, 'tmp')
      environment.XDG_RUNTIME_DIR = join(directory, 'run')
      environment[MARK] = directory

      // The bus waits for the display's name because it hands its own environment to the services that it starts.
      let name: string
      if (display === 'wayland') {
        const authority = xwayland ? displayAuthority() : undefined
        const compositor = await compositorFolder(directory, { width, height, authority })
        const [socket = '', server] = (await start.compositor(environment, compositor)).split(' ')
        name = join(compositor.folder, socket)
        environment.WAYLAND_DISPLAY = name
        if (authority !== undefined) {
          if (server === undefined) throw new SurehandError('NO_DESKTOP', 'sway started no Xwayland.')
          environment.DISPLAY = server
          environment.XAUTHORITY = await authorityFile(directory, authority)
        }
        environment.SWAYSOCK = compositor.socket
      } else {
        environment.XAUTHORITY = await authorityFile(directory, displayAuthority())
        name = `:${await start.display(environment, `${width}x${height}x${depth}`)}`
        environment.DISPLAY = name
      }
      const managed = display === 'x11' && windowManager ? start.windowManager(environment) : undefined
      managed?.catch(() => {})
      environment.DBUS_SESSION_BUS_ADDRESS = await start.bus(environment, join(directory, 'session.conf'))
      const [address] = await Promise.all([start.accessibilityBus(environment), managed])
      start.finish()
      // Not as AT_SPI_BUS_ADDRESS: an application of Qt 6.4 that finds the variable stays silent.
      return new HeadlessSession({
        environment,
        display: name,
        accessibilityBus: address,
        width,
        height,
        depth,
        directory,
        watchdog,
      })
    } catch (error) {
      await end(watchdog, directory)
      throw error
    }
  }

  /**
   * Starts a program in the session, as `node:child_process` does. It ends with the session at the latest. For an
   * application that is to be driven, `desktop.launch()` also waits until it can be.
   */
  spawn(command: string, args: readonly string[] = [], options: SpawnOptions = {}): ChildProcess {
    if (this.#stopping) throw new SurehandError('NO_DESKTOP', `The session was stopped; ${command} was not started.`)
    const environment = { ...this.environment, ...options.env, [MARK]: this.directory }
    const child = spawn(command, args, { stdio: 'ignore', ...options, env: environment })
    enlist(this.directory, child)
    return child
  }

  /** Opens the session's desktop, to drive what runs in it. It is disposed of when the session stops. */
  async desktop(options: Omit<OpenOptions, 'backend' | 'world' | 'environment'> = {}): Promise<Desktop> {
    if (this.#stopping) throw new SurehandError('NO_DESKTOP', 'The session was stopped.')
    const desktop = await Desktop.open({ ...options, environment: this.environment })
    this.#desktops.add(desktop)
    return desktop
  }

  /** Ends the session and everything that runs in it. Resolves when nothing is left. Idempotent. */
  stop(): Promise<void> {
    this.#stopping ??= this.#end()
    return this.#stopping
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  async #end(): Promise<void> {
    // While there is a display. A video that ended early is no reason to leave the session running.
    await this.video.end().catch(() => {})
    await Promise.allSettled([...this.#desktops].map((desktop) => desktop.dispose()))
    await end(this.#watchdog, this.directory)
  }
}

async function authorityFile(directory: string, authority: Buffer): Promise<string> {
  const file = join(directory, 'Xauthority')
  await writeFile(file, authority, { mode: 0o600 })
  return file
}

/** The options with their defaults. INVALID_ARGUMENT for values that cannot be, UNSUPPORTED where there is no Linux. */
function checked(options: HeadlessOptions) {
  const { width = 1280, height = 800, depth = 24, windowManager = true, xwayland = false } = options
  const display: DisplayKind = options.display ?? 'x11'
  for (const [name, value] of Object.entries({ width, height })) {
    if (!Number.isInteger(value) || value < 1 || value > 32_767)
      throw new SurehandError('INVALID_ARGUMENT', `${name} must be a whole number of px from 1 to 32767, not ${value}`)
  }
  if (![16, 24, 30].includes(depth))
    throw new SurehandError('INVALID_ARGUMENT', `depth must be 16, 24 or 30 bits, not ${depth}`)
  if (!['x11', 'wayland'].includes(display))
    throw new SurehandError('INVALID_ARGUMENT', `display must be 'x11' or 'wayland', not '${display}'`)
  if (display === 'wayland' && depth !== 24)
    throw new SurehandError('INVALID_ARGUMENT', `depth must be 24 bits with display: 'wayland', not ${depth}`)
  if (display === 'wayland' && !windowManager)
    throw new SurehandError(
      'INVALID_ARGUMENT',
      "windowManager: false is not possible with display: 'wayland': sway is the display and the window manager in one. Leave windowManager out.",
    )
  if (xwayland && display !== 'wayland')
    throw new SurehandError(
      'INVALID_ARGUMENT',
      "xwayland: true is for display: 'wayland'; an X11 session has a server.",
    )
  if (process.platform !== 'linux')
    throw new SurehandError(
      'UNSUPPORTED',
      `Headless sessions need X11 or Wayland on Linux; this is ${process.platform}.`,
    )
  return { width, height, depth, display, windowManager, xwayland }
}
