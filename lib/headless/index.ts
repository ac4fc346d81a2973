import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, constants, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Desktop, type OpenOptions } from '../desktop.js'
import { SurehandError } from '../errors.js'

export interface HeadlessOptions {
  /** Width of the display in px. Default 1280. */
  width?: number
  /** Height of the display in px. Default 800. */
  height?: number
  /** Bits per pixel's colour. Default 24. */
  depth?: 16 | 24 | 30
  /** Runs openbox, without which no window is active and keys go where the pointer is. Default true. */
  windowManager?: boolean
  /** Added to the environment of the session and of everything in it; `undefined` removes a variable. */
  environment?: Record<string, string | undefined>
  /** Home directory of the applications. Default: an empty one, which goes when the session goes. */
  home?: string
  /** ms to start in. Default 10,000. */
  timeout?: number
  signal?: AbortSignal
}

interface Program {
  command: string
  purpose: string
  packages: { debian: string; fedora: string; arch: string; alpine: string }
}

const PROGRAMS = {
  display: {
    command: 'Xvfb',
    purpose: 'the display',
    packages: { debian: 'xvfb', fedora: 'xorg-x11-server-Xvfb', arch: 'xorg-server-xvfb', alpine: 'xvfb' },
  },
  bus: {
    command: 'dbus-daemon',
    purpose: 'the session bus',
    packages: { debian: 'dbus', fedora: 'dbus-daemon', arch: 'dbus', alpine: 'dbus' },
  },
  busCall: {
    command: 'dbus-send',
    purpose: 'to start the accessibility bus',
    packages: { debian: 'dbus', fedora: 'dbus-tools', arch: 'dbus', alpine: 'dbus' },
  },
  windowManager: {
    command: 'openbox',
    purpose: 'the window manager (or pass windowManager: false)',
    packages: { debian: 'openbox', fedora: 'openbox', arch: 'openbox', alpine: 'openbox' },
  },
} satisfies Record<string, Program>

const ACCESSIBILITY_BUS: Program = {
  command: 'org.a11y.Bus.service',
  purpose: 'the accessibility bus',
  packages: { debian: 'at-spi2-core', fedora: 'at-spi2-core', arch: 'at-spi2-core', alpine: 'at-spi2-core' },
}

/** Every process of a session carries this variable; by it, and never by name, the session's processes are found. */
const MARK = 'SUREHAND_SESSION'

/**
 * Ends the session when its input ends: at `stop()`, or when the owner is gone, however it went. Applications fork and
 * detach, so it looks for the mark and not for children. CONT lets a stopped process see its TERM; KILL comes only
 * after two seconds, because an X server that is killed leaves its lock file behind. It looks until it has found nobody
 * twice: a process shows no environment at the moment when it is being executed.
 */
const WATCHDOG = `
trap '' HUP INT TERM
while read -r _; do :; done
members() { grep -lsF "${MARK}=$1" /proc/[0-9]*/environ | cut -d / -f 3; }
round=0
told=' '
quiet=0
while [ $quiet -lt 2 ] && [ $round -lt 300 ]; do
  pids=$(members "$1")
  if [ -n "$pids" ]; then quiet=0; else quiet=$((quiet + 1)); fi
  for pid in $pids; do
    case $told in *" $pid "*) continue ;; esac
    told="$told$pid "
    kill -TERM $pid 2>/dev/null
    kill -CONT $pid 2>/dev/null
  done
  if [ $round -gt 100 ]; then kill -KILL $pids 2>/dev/null; fi
  [ $quiet -eq 2 ] || sleep 0.02
  round=$((round + 1))
done
rm -rf "$1" || { sleep 0.1; rm -rf "$1"; }
`

/** What ties a process to the host's desktop, and what would switch accessibility off. */
const HOST_DESKTOP =
  /^(DISPLAY|WAYLAND_.*|XAUTHORITY|DBUS_.*|AT_SPI_.*|NO_AT_BRIDGE|XDG_(RUNTIME_DIR|SESSION_.*|CURRENT_DESKTOP|SEAT|VTNR|(CONFIG|CACHE|DATA|STATE)_HOME)|SESSION_MANAGER|DESKTOP_SESSION|GNOME_.*|KDE_.*|GTK_.*|GDK_.*|GSK_.*|QT_.*|QML.*|G?IO_EXTRA_MODULES|GIO_LAUNCHED_.*|SWAYSOCK|MOZ_ENABLE_WAYLAND|ELECTRON_OZONE_PLATFORM_HINT|SAL_USE_VCLPLUGIN|HOME|SUREHAND_SESSION)$/

/** What makes toolkits publish their trees; those that read no variable look at org.a11y.Status, which is set too. */
const TOOLKITS: Record<string, string> = {
  XDG_SESSION_TYPE: 'x11',
  GDK_BACKEND: 'x11',
  GTK_A11Y: 'atspi',
  // There is no GPU: with OpenGL in software, animations keep a GTK 4 main loop so busy that it never publishes its tree.
  GSK_RENDERER: 'cairo',
  QT_QPA_PLATFORM: 'xcb',
  QT_ACCESSIBILITY: '1',
  QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
  GNOME_ACCESSIBILITY: '1',
  ACCESSIBILITY_ENABLED: '1',
  // Settings written by one session must not reach the user's own desktop, nor the next session.
  GSETTINGS_BACKEND: 'memory',
  GIO_USE_VFS: 'local',
  GTK_USE_PORTAL: '0',
}

/**
 * A private desktop without a screen: a display (Xvfb), a session bus, an accessibility bus and a small window
 * manager. Nothing of the host's desktop is visible in it, any number of them live side by side in one process, and
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
  /** The display's name, `:99`. */
  readonly display: string
  /** The D-Bus address of the accessibility bus. */
  readonly accessibilityBus: string
  /** Width of the display in px. */
  readonly width: number
  /** Height of the display in px. */
  readonly height: number
  /** The session's own directory: sockets, the home of its applications. It goes when the session goes. */
  readonly directory: string

  readonly #watchdog: ChildProcess
  readonly #desktops = new Set<Desktop>()
  #stopping: Promise<void> | undefined

  private constructor(started: {
    environment: Record<string, string>
    accessibilityBus: string
    width: number
    height: number
    directory: string
    watchdog: ChildProcess
  }) {
    this.environment = Object.freeze({ ...started.environment })
    this.display = started.environment.DISPLAY ?? ''
    this.accessibilityBus = started.accessibilityBus
    this.width = started.width
    this.height = started.height
    this.directory = started.directory
    this.#watchdog = started.watchdog
  }

  /**
   * Starts a session; it is ready when this resolves.
   *
   * Throws `UNSUPPORTED` where there is no X11 (not Linux) or a program is missing, with the packages to install;
   * `NO_DESKTOP` when one of the programs fails; `TIMEOUT`, `ABORTED`, `INVALID_ARGUMENT`.
   */
  static async start(options: HeadlessOptions = {}): Promise<HeadlessSession> {
    const { width = 1280, height = 800, depth = 24, windowManager = true, timeout = 10_000, signal } = options
    for (const [name, value] of Object.entries({ width, height })) {
      if (!Number.isInteger(value) || value < 1 || value > 32_767)
        throw new SurehandError(
          'INVALID_ARGUMENT',
          `${name} must be a whole number of px from 1 to 32767, not ${value}`,
        )
    }
    if (![16, 24, 30].includes(depth))
      throw new SurehandError('INVALID_ARGUMENT', `depth must be 16, 24 or 30 bits, not ${depth}`)
    if (process.platform !== 'linux')
      throw new SurehandError('UNSUPPORTED', `Headless sessions need X11 on Linux; this is ${process.platform}.`)

    const start = new Start(timeout, signal)
    const environment = sessionEnvironment(options.environment)
    const programs = windowManager ? Object.values(PROGRAMS) : [PROGRAMS.display, PROGRAMS.bus, PROGRAMS.busCall]
    const [service] = await Promise.all([accessibilityService(environment), findPrograms(environment, programs)])

    const directory = await mkdtemp(join(tmpdir(), 'surehand-'))
    const watchdog = watch(directory)
    try {
      for (const name of ['services', 'run', 'home']) await mkdir(join(directory, name), { mode: 0o700 })
      await writeFile(join(directory, 'services', 'org.a11y.Bus.service'), service)
      await writeFile(join(directory, 'session.conf'), busConfiguration(directory))
      environment.HOME ??= options.home ?? join(directory, 'home')
      environment.XDG_RUNTIME_DIR = join(directory, 'run')
      environment.XAUTHORITY = join(directory, 'Xauthority')
      await writeFile(environment.XAUTHORITY, displayAuthority(), { mode: 0o600 })
      environment[MARK] = directory

      // The bus waits for the display's name because it hands its own environment to the services that it starts.
      environment.DISPLAY = `:${await start.display(environment, `${width}x${height}x${depth}`)}`
      const managed = windowManager ? start.windowManager(environment) : undefined
      managed?.catch(() => {})
      environment.DBUS_SESSION_BUS_ADDRESS = await start.bus(environment, join(directory, 'session.conf'))
      const [address] = await Promise.all([start.accessibilityBus(environment), managed])
      start.finish()
      // Not as AT_SPI_BUS_ADDRESS: an application of Qt 6.4 that finds the variable stays silent.
      return new HeadlessSession({ environment, accessibilityBus: address, width, height, directory, watchdog })
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
    return spawn(command, args, { stdio: 'ignore', ...options, env: environment })
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
    await Promise.allSettled([...this.#desktops].map((desktop) => desktop.dispose()))
    await end(this.#watchdog, this.directory)
  }
}

/** The steps of one start, all under one deadline. */
class Start {
  readonly #limit: AbortSignal
  readonly #caller: AbortSignal | undefined
  readonly #timeout: number
  readonly #children: ChildProcess[] = []

  constructor(timeout: number, signal: AbortSignal | undefined) {
    if (!(timeout >= 0)) throw new SurehandError('INVALID_ARGUMENT', `timeout must be at least 0 ms, not ${timeout}`)
    this.#timeout = timeout
    this.#caller = signal
    const deadline = AbortSignal.timeout(Math.ceil(Math.min(timeout, 2 ** 31 - 1)))
    this.#limit = signal ? AbortSignal.any([signal, deadline]) : deadline
  }

  /** Afterwards nothing of the session keeps Node running. */
  finish(): void {
    for (const child of this.#children) release(child)
  }

  /** The number of the display. */
  async display(environment: Record<string, string>, screen: string): Promise<string> {
    const screens = ['-screen', '0', screen, '-dpi', '96']
    // Without a cookie to ask for, every local user may connect, read the keyboard and take pictures.
    const access = ['-nolisten', 'tcp', '-auth', environment.XAUTHORITY ?? '']
    const child = spawn('Xvfb', ['-displayfd', '3', ...screens, ...access, '-noreset'], {
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    })
    return this.#firstLine(child, child.stdio[3] as Readable, 'Xvfb', 'a free display')
  }

  /** The address of the session bus. */
  async bus(environment: Record<string, string>, configuration: string): Promise<string> {
    const args = [`--config-file=${configuration}`, '--nofork', '--nopidfile', '--print-address=1']
    const child = spawn('dbus-daemon', args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
    return this.#firstLine(child, child.stdout, 'dbus-daemon', 'the address of the session bus')
  }

  /** The address of the accessibility bus, which the first call starts. */
  async accessibilityBus(environment: Record<string, string>): Promise<string> {
    const call = (args: string[]) => {
      const common = ['--session', '--print-reply=literal', '--dest=org.a11y.Bus', '/org/a11y/bus']
      const child = spawn('dbus-send', [...common, ...args], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
      return { child, args }
    }
    const address = call(['org.a11y.Bus.GetAddress'])
    const enable = call([
      'org.freedesktop.DBus.Properties.Set',
      'string:org.a11y.Status',
      'string:IsEnabled',
      'variant:boolean:true',
    ])
    const enabled = this.#exit(enable.child, 'dbus-send', 'that accessibility is switched on')
    const [line] = await Promise.all([
      this.#firstLine(address.child, address.child.stdout, 'dbus-send', 'the address of the accessibility bus'),
      enabled,
    ])
    return line
  }

  /** Resolves when the window manager looks after windows. */
  async windowManager(environment: Record<string, string>): Promise<void> {
    const args = ['--sm-disable', '--startup', 'echo ready']
    const child = spawn('openbox', args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
    await this.#firstLine(child, child.stdout, 'openbox', 'that the window manager is ready')
  }

  #firstLine(child: ChildProcess, output: Readable, program: string, awaited: string): Promise<string> {
    return this.#settle(child, program, awaited, (resolve) => {
      let text = ''
      output.setEncoding('utf8')
      output.on('data', (chunk: string) => {
        text += chunk
        const end = text.indexOf('\n')
        if (end >= 0) resolve(text.slice(0, end).trim())
      })
      // dbus-send leaves out the line's end.
      output.on('end', () => {
        if (text.trim()) resolve(text.trim())
      })
    })
  }

  #exit(child: ChildProcess, program: string, awaited: string): Promise<void> {
    return this.#settle(child, program, awaited, (resolve) => {
      child.on('close', (code) => {
        if (code === 0) resolve()
      })
    })
  }

  #settle<T>(
    child: ChildProcess,
    program: string,
    awaited: string,
    wait: (resolve: (value: T) => void) => void,
  ): Promise<T> {
    this.#children.push(child)
    let complaint = ''
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      complaint = (complaint + chunk).slice(-2000)
    })
    return new Promise<T>((resolve, reject) => {
      const aborted = () => {
        const said = complaint.trim()
        reject(
          this.#caller?.aborted
            ? new SurehandError(
                'ABORTED',
                `Starting the session was aborted while waiting for ${awaited}.`,
                {},
                {
                  cause: this.#caller.reason,
                },
              )
            : new SurehandError(
                'TIMEOUT',
                `No session within ${this.#timeout} ms: waited for ${program} to say ${awaited}${said && `; it said: ${said}`}.`,
                { program, awaited, said, timeout: this.#timeout },
              ),
        )
      }
      if (this.#limit.aborted) aborted()
      this.#limit.addEventListener('abort', aborted, { once: true })
      const settled = () => this.#limit.removeEventListener('abort', aborted)
      wait((value) => {
        settled()
        resolve(value)
      })
      child.on('error', (cause) => {
        settled()
        reject(
          new SurehandError('NO_DESKTOP', `${program} could not be started: ${cause.message}`, { program }, { cause }),
        )
      })
      child.on('close', (code, killed) => {
        settled()
        const said = complaint.trim() || 'nothing'
        const message = `${program} ended (${killed ?? `exit code ${code}`}) before it said ${awaited}; it said: ${said}`
        reject(new SurehandError('NO_DESKTOP', message, { program, code, signal: killed, said }))
      })
    })
  }
}

function release(child: ChildProcess): void {
  child.unref()
  for (const stream of child.stdio) (stream as { unref?: () => void } | null)?.unref?.()
}

function watch(directory: string): ChildProcess {
  // A session of its own, so that Ctrl-C in a terminal reaches the owner and not the watchdog.
  const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin' }
  const watchdog = spawn('/bin/sh', ['-c', WATCHDOG, 'surehand-watchdog', directory], {
    env: environment,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  })
  watchdog.on('error', () => {})
  watchdog.stdin?.on('error', () => {})
  release(watchdog)
  return watchdog
}

async function end(watchdog: ChildProcess, directory: string): Promise<void> {
  // Somebody may have killed the watchdog; a new one does its work.
  const active = watchdog.exitCode === null && watchdog.signalCode === null ? watchdog : watch(directory)
  const gone = new Promise<void>((resolve) => {
    active.once('exit', () => resolve())
    active.once('error', () => resolve())
  })
  active.ref()
  active.stdin?.end()
  await gone
}

/** The host's environment without its desktop, what toolkits need, and what the caller wants. */
function sessionEnvironment(wanted: Record<string, string | undefined> = {}): Record<string, string> {
  const host = Object.entries(process.env).filter(([name]) => !HOST_DESKTOP.test(name))
  const environment: Record<string, string> = {}
  for (const [name, value] of [...host, ...Object.entries(TOOLKITS), ...Object.entries(wanted)]) {
    if (value === undefined) delete environment[name]
    else environment[name] = value
  }
  environment.PATH ??= '/usr/local/bin:/usr/bin:/bin'
  // Without a locale toolkits fall back to ASCII and lose what is typed.
  if (!environment.LANG && !environment.LC_ALL) environment.LANG = 'C.UTF-8'
  return environment
}

async function findPrograms(environment: Record<string, string>, programs: Program[]): Promise<void> {
  const directories = (environment.PATH ?? '').split(delimiter).filter(Boolean)
  const runnable = (file: string) =>
    access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
  const found = await Promise.all(
    programs.map(async ({ command }) =>
      (await Promise.all(directories.map((directory) => runnable(join(directory, command))))).includes(true),
    ),
  )
  const missing = programs.filter((_, index) => !found[index])
  if (missing.length > 0) throw missingPrograms(missing)
}

/** The file of one cookie that fits the display whatever its number, on whatever host (Xau(3): FamilyWild). */
function displayAuthority(): Buffer {
  const counted = (bytes: Uint8Array) => Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
  const [wild, any] = [Buffer.from([0xff, 0xff]), counted(Buffer.alloc(0))]
  return Buffer.concat([wild, any, any, counted(Buffer.from('MIT-MAGIC-COOKIE-1')), counted(randomBytes(16))])
}

/** Only this service of the host can be started in the session. */
async function accessibilityService(environment: Record<string, string>): Promise<string> {
  const directories = (environment.XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(delimiter).filter(Boolean)
  if (!directories.includes('/usr/share')) directories.push('/usr/share')
  for (const directory of directories) {
    const text = await readFile(join(directory, 'dbus-1', 'services', ACCESSIBILITY_BUS.command), 'utf8').catch(
      () => '',
    )
    const exec = /^Exec=.+$/m.exec(text)
    if (exec) return `[D-BUS Service]\nName=org.a11y.Bus\n${exec[0]}\n`
  }
  throw missingPrograms([ACCESSIBILITY_BUS])
}

function missingPrograms(missing: Program[]): SurehandError {
  const packages = (system: keyof Program['packages']) =>
    [...new Set(missing.map((program) => program.packages[system]))].join(' ')
  const install = {
    debian: `apt-get install ${packages('debian')}`,
    fedora: `dnf install ${packages('fedora')}`,
    arch: `pacman -S ${packages('arch')}`,
    alpine: `apk add ${packages('alpine')}`,
  }
  const list = missing.map(({ command, purpose }) => `${command} (${purpose})`).join(', ')
  return new SurehandError(
    'UNSUPPORTED',
    `A headless session needs ${list}, which ${missing.length > 1 ? 'are' : 'is'} not installed. ` +
      `Debian, Ubuntu: ${install.debian}. Fedora: ${install.fedora}. Arch: ${install.arch}. Alpine: ${install.alpine}.`,
    { missing: missing.map((program) => program.command), install },
  )
}

function busConfiguration(directory: string): string {
  const text = (value: string) => value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
  // In an address everything outside this set is escaped as %xx.
  const address = [...Buffer.from(join(directory, 'run', 'bus'))]
    .map((byte) =>
      /[-0-9A-Za-z_/.\\]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, '0')}`,
    )
    .join('')
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${text(address)}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>${text(join(directory, 'services'))}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`
}
