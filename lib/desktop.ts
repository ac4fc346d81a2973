import { type ActionDefaults, checkActionOptions, reliability } from './action/options.js'
import { App, type Surroundings } from './app.js'
import {
  checkArgument,
  checkOptions,
  environmentRecord,
  finite,
  milliseconds,
  record,
  secretText,
  someText,
  textRecord,
  texts,
  waiting,
} from './call/arguments.js'
import { DEFAULT_TIMEOUT, Limits, type WaitOptions } from './call/limits.js'
import { fromNative, SurehandError } from './errors.js'
import { chordSteps, parseChord } from './keys.js'
import type { ScreenshotOptions } from './locator.js'
import { type AppQuery, appNotFound, checkAppQuery, matchingApps, severalApps } from './look/app-query.js'
import type { NativeInputStep } from './native/binding.js'
import { loadNative } from './native/load.js'
import { screenshotOf } from './picture/screenshot.js'
import { ScreenPoint } from './point.js'
import { Program } from './program.js'
import { checkWorld } from './simulated/check-world.js'
import { Simulation } from './simulated/simulation.js'
import type { World } from './simulated/world.js'
import type { Rect } from './tree/node.js'
import { NotYet, polling, until } from './wait/wait.js'

export interface OpenOptions extends WaitOptions {
  /** `linux`, `windows`, `macos` or `simulated`. Default: this platform's own, or `simulated` when `world` is given. */
  backend?: string
  /** The simulated desktop: its applications and how they behave. */
  world?: World
  /**
   * Where to find the desktop (`DISPLAY`, `DBUS_SESSION_BUS_ADDRESS`, …), instead of `process.env`; what is launched
   * gets it, too. A headless session has it as `session.environment`.
   */
  environment?: Record<string, string | undefined>
  /** ms; what every call on this desktop gets when it names no `timeout`. Default: 5,000. */
  defaultTimeout?: number
}

/** A program to start. */
export interface LaunchOptions extends WaitOptions {
  /** An executable, looked up in PATH, or a desktop or bundle id. */
  command: string
  args?: string[]
  /** On top of the desktop's own environment. */
  env?: Record<string, string>
  /** Working directory. */
  cwd?: string
}

const BACKENDS: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', win32: 'windows', darwin: 'macos' }

/** One open desktop. Several can be open at once, each on its own display and bus. */
export class Desktop {
  /** `linux`, `windows`, `macos` or `simulated`. */
  readonly backend: string
  /** What only a simulated desktop can tell and do; `undefined` on a real one. */
  readonly simulation: Simulation | undefined
  private disposed = false

  private constructor(private readonly surroundings: Surroundings) {
    this.backend = surroundings.native.backend
    this.simulation = this.backend === 'simulated' ? new Simulation(surroundings.native) : undefined
  }

  /**
   * Opens a desktop. NO_DESKTOP says what is missing (a session, a display, accessibility switched off),
   * PERMISSION_DENIED what the user has to allow, NATIVE_LOAD_FAILED why the native library does not load.
   */
  static async open(options?: OpenOptions): Promise<Desktop> {
    const call = 'Desktop.open(options)'
    checkOptions(call, options, {
      ...waiting,
      backend: someText,
      world: record,
      environment: environmentRecord,
      defaultTimeout: milliseconds,
    })
    if (options?.world !== undefined) checkWorld(options.world)
    const binding = loadNative()
    const fallback = options?.world === undefined ? BACKENDS[process.platform] : 'simulated'
    const backend = options?.backend ?? fallback ?? 'simulated'
    checkArgument(call, 'options.backend', backend, {
      accepts: (value) => binding.backends.includes(value as string),
      expected: `one that is compiled in here: ${binding.backends.join(', ')}`,
    })
    const environment = defined(options?.environment ?? process.env)
    const limits = new Limits(binding, options, options?.defaultTimeout ?? DEFAULT_TIMEOUT)
    const open = { backend, environment, ...(options?.world === undefined ? {} : { world: options.world }) }
    const native = await limits.call((bounds) => binding.openDesktop(open, bounds))
    return new Desktop({ binding, native, defaultTimeout: options?.defaultTimeout ?? DEFAULT_TIMEOUT })
  }

  /** ms; what calls get when they name no `timeout`. Applications may have their own. */
  setDefaultTimeout(timeout: number): void {
    checkArgument('desktop.setDefaultTimeout(timeout)', 'timeout', timeout, milliseconds)
    this.surroundings.defaultTimeout = timeout
  }

  /**
   * The same desktop with other defaults: actions on its applications have these options when they do not say otherwise.
   * Disposing of either disposes of both.
   */
  with(defaults: ActionDefaults): Desktop {
    checkActionOptions('desktop.with(options)', defaults, reliability)
    const { timeout, ...rest } = defaults
    const { defaultTimeout, defaults: own, ...surroundings } = this.surroundings
    return new Desktop({
      ...surroundings,
      defaults: { ...own, ...rest },
      defaultTimeout: timeout ?? defaultTimeout,
    })
  }

  /** Every application that shows itself to accessibility, those that do not answer included. */
  async apps(options?: WaitOptions): Promise<App[]> {
    const limits = this.limits('apps', options)
    const apps = await limits.call((native) => this.surroundings.native.applications(native))
    return apps.map((application) => new App(this.surroundings, application))
  }

  /**
   * The running application that the query means, waited for. It is never another one: `APP_NOT_FOUND` with what is
   * running, `AMBIGUOUS` when several fit.
   */
  async app(query: AppQuery, options?: WaitOptions): Promise<App> {
    const wanted = checkAppQuery(query)
    const limits = this.limits('app', options)
    return until(limits, polling, async () => {
      const apps = await limits.call((native) => this.surroundings.native.applications(native))
      const [match, ...others] = matchingApps(wanted, apps)
      if (others.length > 0) throw severalApps(wanted, matchingApps(wanted, apps))
      return match === undefined ? new NotYet(() => appNotFound(wanted, apps)) : new App(this.surroundings, match)
    })
  }

  /**
   * Starts a program and resolves when it shows its first window. With `await using` it is ended at the end of the
   * block. Default timeout: 30,000 ms, because programs take their time to start. TIMEOUT, APP_EXITED,
   * APP_NOT_FOUND (no such program).
   */
  async launch(program: string | LaunchOptions, options?: WaitOptions): Promise<App> {
    const call = 'desktop.launch(program)'
    const asked: LaunchOptions = typeof program === 'string' ? { command: program } : program
    checkArgument(call, 'program', asked, {
      ...record,
      expected: 'a command, or an object { command, args, env, cwd }',
    })
    checkOptions(call, asked, { ...waiting, command: someText, args: texts, env: textRecord, cwd: someText })
    checkArgument(call, 'program.command', asked.command, someText)
    checkOptions('desktop.launch(program, options)', options, waiting)
    this.refuseDisposed()
    const limits = new Limits(this.surroundings.binding, { ...asked, ...options }, LAUNCH_TIMEOUT)
    const { command, args = [], env = {}, cwd } = asked
    const launch = {
      command,
      arguments: args,
      environment: env,
      ...(cwd === undefined ? {} : { workingDirectory: cwd }),
    }
    const { application, process } = await limits.call((native) => this.surroundings.native.launch(launch, native))
    return new App(this.surroundings, application, new Program(this.surroundings, process))
  }

  /** The whole screen, as a PNG file. */
  async screenshot(options?: ScreenshotOptions): Promise<Buffer> {
    checkOptions('desktop.screenshot(options)', options, { ...waiting, path: someText })
    this.refuseDisposed()
    const limits = new Limits(this.surroundings.binding, options, this.surroundings.defaultTimeout)
    return screenshotOf(this.surroundings.native, undefined, limits, options?.path)
  }

  /** The size of the screen, in pixels. */
  async screen(options?: WaitOptions): Promise<Rect> {
    const limits = this.limits('screen', options)
    return limits.call((native) => this.surroundings.native.screen(native))
  }

  /** Presses a key, wherever the focus is: `Enter`, `Control+s`. To press it in one element, use its locator. */
  async press(key: string, options?: WaitOptions): Promise<void> {
    checkArgument('desktop.press(key)', 'key', key, someText)
    await this.send('press', chordSteps(parseChord('desktop.press(key)', key)), options)
  }

  /** Types, wherever the focus is. To type into one element, use its locator. */
  async type(text: string, options?: WaitOptions): Promise<void> {
    checkArgument('desktop.type(text)', 'text', text, secretText)
    await this.send('type', [{ kind: 'text', text }], options)
  }

  /**
   * A point of the screen, in screen units, which may be negative: `await desktop.point(640, 400).click()` acts on what shows
   * there, with the same checks, options and receipts as a locator's verbs.
   */
  point(x: number, y: number): ScreenPoint {
    checkArgument('desktop.point(x, y)', 'x', x, finite)
    checkArgument('desktop.point(x, y)', 'y', y, finite)
    this.refuseDisposed()
    return new ScreenPoint(this.surroundings, x, y)
  }

  /** Ends what is under way (with ABORTED) and lets go of the desktop. Applications go on running. Idempotent. */
  async dispose(): Promise<void> {
    this.disposed = true
    await this.surroundings.native.dispose().catch((error: unknown) => {
      throw fromNative(error)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose()
  }

  private async send(call: string, steps: NativeInputStep[], options: WaitOptions | undefined): Promise<void> {
    const limits = this.limits(call, options)
    await limits.call((native) => this.surroundings.native.input(steps, {}, native))
  }

  private limits(call: string, options: WaitOptions | undefined): Limits {
    checkOptions(`desktop.${call}(options)`, options, waiting)
    this.refuseDisposed()
    return new Limits(this.surroundings.binding, options, this.surroundings.defaultTimeout)
  }

  private refuseDisposed(): void {
    if (this.disposed) throw new SurehandError('ABORTED', 'This desktop was disposed of. Open another one.', {})
  }
}

// ms; large programs on a slow disk take long to start, and giving up on one leaves it running.
const LAUNCH_TIMEOUT = 30_000

function defined(environment: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
