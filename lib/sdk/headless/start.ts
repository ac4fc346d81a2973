import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { SurehandError } from '../errors.js'
import { enlist, release } from './watchdog.js'
import { type Compositor, compositorEnvironment } from './wayland.js'

/** The steps of one start, all under one deadline. */
export class Start {
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

  /** The name of the Wayland display that sway chose, and after a space that of Xwayland. */
  async compositor(environment: Record<string, string>, compositor: Compositor): Promise<string> {
    const { folder, user } = compositor
    const child = spawn('sway', ['--config', join(folder, 'config')], {
      env: compositorEnvironment(environment, compositor),
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(user === undefined ? {} : { uid: user, gid: user }),
    })
    // Without CAP_SYS_PTRACE, which root lacks in most containers, the environment of another user's process cannot be read.
    enlist(dirname(folder), child)
    return this.#firstLine(child, child.stdout, 'sway', 'the name of the Wayland display').catch((error: unknown) => {
      // sway 1.7 loses a TERM that comes before its event loop runs.
      child.kill('SIGKILL')
      throw error
    })
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

/** The file of one cookie that fits the display whatever its number, on whatever host (Xau(3): FamilyWild). */
export function displayAuthority(): Buffer {
  const counted = (bytes: Uint8Array) => Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
  const [wild, any] = [Buffer.from([0xff, 0xff]), counted(Buffer.alloc(0))]
  return Buffer.concat([wild, any, any, counted(Buffer.from('MIT-MAGIC-COOKIE-1')), counted(randomBytes(16))])
}
