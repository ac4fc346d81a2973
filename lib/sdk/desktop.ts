import { withDefaults } from './action/action-scope.js'
import { type DirectOptions, direct } from './action/direct.js'
import {
  checkHooks,
  hooked,
  type Outgoing,
  payloadOfClipboard,
  payloadOfInput,
  payloadOfLaunch,
  permit,
} from './action/hooks.js'
import { keysToFocus } from './action/keys/desktop-keys.js'
import { timeToType } from './action/keys/typing.js'
import {
  type ActionDefaults,
  checkDefaults,
  merged,
  ofPlaces,
  only,
  type PlaceOptions,
  type Verify,
} from './action/options.js'
import type { Surroundings } from './app/desktop-surroundings.js'
import { App } from './app.js'
import { AppLocator } from './app-locator.js'
import { AppOrigin, byContent, byFirstStep, byRef } from './app-origin.js'
import {
  abortSignal,
  area as areaCheck,
  asked,
  checkArgument,
  checkOptions,
  environmentRecord,
  finite,
  flag,
  invalidArgument,
  milliseconds,
  record,
  secretText,
  someText,
  waiting,
} from './call/arguments.js'
import { DEFAULT_TIMEOUT, Limits, limitsOf, type WaitOptions } from './call/limits.js'
import { Clipboard } from './clipboard.js'
import type { DesktopScreenshotOptions, LaunchOptions, OpenOptions } from './desktop/desktop-options.js'
import type { Capability, DesktopStats, Display, Foreground, Permission } from './desktop/desktop-types.js'
import { launch } from './desktop/launch.js'
import { statsOf } from './desktop/stats.js'
import { listenToUser, type UserInputListener } from './desktop/user-input.js'
import { type DesktopWatch, watchDesktop } from './desktop-watch.js'
import { fromNative, SurehandError } from './errors.js'
import { chordSteps, parseChord } from './keys.js'
import type { Locator } from './locator.js'
import type { AppQuery } from './look/app-query.js'
import { elementAt, pidsAt } from './look/at-point.js'
import { focusedElement, foregroundOf } from './look/foreground.js'
import { Place } from './look/get-by.js'
import type { NativeImage, NativeInputStep } from './native/binding.js'
import { loadNative } from './native/load.js'
import { type Picture, pictureOf } from './picture/screenshot.js'
import { Mouse } from './pointer/mouse.js'
import { ScreenPoint } from './pointer/point.js'
import type { Receipt } from './receipt.js'
import { checkWorld } from './simulated/check-world.js'
import { Simulation } from './simulated/simulation.js'
import { Tracing } from './tracing/tracing.js'
import type { Rect } from './tree/node.js'
import { type Query, queryOf, type SelectorLike } from './tree/query.js'
import type { SnapshotNode } from './tree/snapshot.js'
import { forgetEnded } from './wait/observation.js'

const BACKENDS: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', win32: 'windows', darwin: 'macos' }

/** One open desktop. Several can be open at once, each on its own display and bus. */
export class Desktop extends Place<Locator> {
  /** `linux`, `windows`, `macos` or `simulated`. */
  readonly backend: string
  /** What only a simulated desktop can tell and do; `undefined` on a real one. */
  readonly simulation: Simulation | undefined
  /** What programs copy and paste. */
  readonly clipboard: Clipboard
  /** The pointer, step by step: what draws, drags along a path or holds a button. */
  readonly mouse: Mouse
  /** Writes down what is done on this desktop. */
  readonly tracing: Tracing
  private disposed = false

  private constructor(private readonly surroundings: Surroundings) {
    super()
    this.backend = surroundings.native.backend
    this.tracing = new Tracing(surroundings.binding, surroundings.native)
    this.mouse = new Mouse(surroundings, () => this.refuseDisposed())
    this.clipboard = new Clipboard(
      surroundings.native,
      (options) => {
        this.refuseDisposed()
        return limitsOf(surroundings, options)
      },
      async ({ verb, format, bytes, text }, options) => {
        this.refuseDisposed()
        const payload = payloadOfClipboard(text)
        const about = { app: undefined, route: 'action' as const, role: 'clipboard', name: undefined, confirmed: true }
        await direct(surroundings, { verb, payload, ...about }, options, (native) =>
          surroundings.native.writeClipboard(format, bytes.toString('latin1'), native),
        )
      },
    )
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
      enhancedUserInterface: flag,
      hooks: hooked,
    })
    checkHooks(call, options?.hooks)
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
    const { world, enhancedUserInterface = false } = options ?? {}
    const open = { backend, environment, enhancedUserInterface, ...(world === undefined ? {} : { world }) }
    const native = await limits.call((bounds) => binding.openDesktop(open, bounds))
    const defaults = merged({}, { signal: options?.signal, hooks: options?.hooks })
    const defaultTimeout = options?.defaultTimeout ?? DEFAULT_TIMEOUT
    return new Desktop({ binding, native, defaults, defaultTimeout, environment })
  }

  /** ms; what calls get when they name no `timeout`. Applications may have their own. */
  setDefaultTimeout(timeout: number): void {
    checkArgument('desktop.setDefaultTimeout(timeout)', 'timeout', timeout, milliseconds)
    this.surroundings.defaultTimeout = timeout
  }

  /**
   * The same desktop with other defaults: actions on its applications have these options when they do not say otherwise.
   * What they do not name stays as it is here, also when that changes.
   * Disposing of either disposes of both.
   */
  with(defaults: ActionDefaults): Desktop {
    checkDefaults('desktop.with(options)', defaults)
    return new Desktop(withDefaults(this.surroundings, defaults))
  }

  /** Every application that shows itself to accessibility, those that do not answer included. */
  async apps(options?: WaitOptions): Promise<App[]> {
    const limits = this.limits('apps', options)
    const apps = await limits.call((native) => this.surroundings.native.applications(native))
    forgetEnded(this.surroundings.native, apps)
    return apps.map((application) => new App(this.surroundings, application))
  }

  /**
   * The running application that the query means. It is found each time it is used; `await` gives the {@link App} that it is now. It is
   * never another one: `APP_NOT_FOUND` with what is running, `AMBIGUOUS` when several fit.
   */
  app(query: AppQuery, options?: WaitOptions): AppLocator {
    this.refuseDisposed()
    return new AppLocator(this.surroundings, query, options)
  }

  /**
   * Starts a program and resolves when it shows its first window. With `await using` it is ended at the end of the
   * block. A string is an executable, a desktop or bundle id, or a displayed name (`Calculator`), the first of these that there is.
   * Default timeout: 30,000 ms, because programs take their time to start. TIMEOUT, APP_EXITED, APP_NOT_FOUND (no such program),
   * AMBIGUOUS (several that are displayed so).
   */
  async launch(program: string | LaunchOptions, options?: DirectOptions & { verify?: Verify }): Promise<App> {
    this.refuseDisposed()
    return launch(this.surroundings, program, options)
  }

  /**
   * @internal A program that is to show no window, started by `work` in the environment of this desktop: the hooks are asked and told as
   * of one that shows itself.
   */
  async run<T>(
    program: { command: string; args: readonly string[]; environment: Readonly<Record<string, string>> },
    options: DirectOptions,
    work: (environment: Readonly<Record<string, string>>) => Promise<T>,
  ): Promise<T> {
    this.refuseDisposed()
    const { command, args, environment } = program
    const payload = payloadOfLaunch('command', command, args, environment)
    const action = { verb: 'run', app: undefined, route: 'process' as const, payload, role: 'program', name: command }
    const { answer } = await direct(this.surroundings, { ...action, confirmed: false }, options, () =>
      work({ ...this.surroundings.environment, ...environment }),
    )
    return answer
  }

  /**
   * Elements of the application that the first step names, by `process`, `app` or `pid`: `process:gedit >> role:textbox`. The application
   * is looked up each time, and waited for like an element: `APP_NOT_FOUND`, `AMBIGUOUS` when several fit.
   */
  locator(selector: SelectorLike): Locator {
    const query = queryOf('desktop.locator(selector)', selector)
    return new AppOrigin(this.surroundings, byFirstStep(this.surroundings, query)).locator(query)
  }

  /** @internal Elements of whichever application shows one. */
  override matching(query: Query): Locator {
    return new AppOrigin(this.surroundings, byContent(this.surroundings)).locator(query)
  }

  /** The one element that a ref names (`e12`, of a snapshot, a receipt, a candidate), whichever application it is in. STALE when it is gone. */
  ref(ref: string): Locator {
    checkArgument('desktop.ref(ref)', 'ref', ref, someText)
    const query = queryOf('desktop.ref(ref)', `ref:${ref}`)
    return new AppOrigin(this.surroundings, byRef(this.surroundings, ref)).locator(query)
  }

  /**
   * What happens on the desktop, for as long as it is iterated: `for await (const { what, app } of desktop.watch())`. Applications came and
   * went, the keyboard is somewhere else. `await watch.ready()` before doing what is to be seen. Ends by `break`, with ABORTED by
   * the signal.
   */
  watch(options?: { signal?: AbortSignal }): DesktopWatch {
    checkOptions('desktop.watch(options)', options, { signal: abortSignal })
    this.refuseDisposed()
    return watchDesktop(this.surroundings, options?.signal)
  }

  /** A picture of an area of the screen, or of a display by its id, or of the whole screen, as a PNG file. */
  async screenshot(options?: DesktopScreenshotOptions): Promise<Buffer> {
    return (await this.picture(options)).png
  }

  /** @internal Pixels as they are, to be blanked and drawn in before they are shown. */
  async image(what: { area?: Rect; display?: string }, options?: WaitOptions): Promise<NativeImage> {
    const limits = this.limits('image', options)
    return limits.call((native) => this.surroundings.native.screenshot(what, native))
  }

  /** The displays there are, the primary one first, in screen units: physical pixels, on macOS points. */
  async displays(options?: WaitOptions): Promise<Display[]> {
    const limits = this.limits('displays', options)
    return limits.call((native) => this.surroundings.native.displays(native))
  }

  /** What the system, or who uses it, has to allow, and whether it is: `remedy` says what to do where it is not. */
  async permissions(options?: WaitOptions): Promise<Permission[]> {
    const limits = this.limits('permissions', options)
    return limits.call((native) => this.surroundings.native.permissions(native))
  }

  /** What can be done here, and where it cannot, why: what a call would say as UNSUPPORTED. */
  async capabilities(options?: WaitOptions): Promise<Capability[]> {
    const limits = this.limits('capabilities', options)
    return limits.call((native) => this.surroundings.native.capabilities(native))
  }

  /** What it cost, and how far it is to be believed: of the trees that are kept between actions, how true they were. */
  async stats(options?: WaitOptions): Promise<DesktopStats> {
    return statsOf(this.surroundings.native, this.limits('stats', options))
  }

  /** The element in front at a point of the screen; `undefined` where no application shows one. */
  async elementAt(x: number, y: number, options?: WaitOptions): Promise<SnapshotNode | undefined> {
    checkArgument('desktop.elementAt(x, y)', 'x', x, finite)
    checkArgument('desktop.elementAt(x, y)', 'y', y, finite)
    return elementAt(this.surroundings.native, x, y, this.limits('elementAt', options))
  }

  /** @internal For the next user of the desktop: every key and button is up, and no lock is on. */
  async setBack(options?: WaitOptions): Promise<void> {
    const limits = this.limits('setBack', options)
    await limits.call((bounds) => this.surroundings.native.input([{ kind: 'setBack' }], {}, bounds))
  }

  /** @internal Of each point, the process whose window a click there would get to; `undefined` where that is not known. */
  async pidsAt(points: readonly { x: number; y: number }[], options?: WaitOptions): Promise<(number | undefined)[]> {
    return pidsAt(this.surroundings.native, points, this.limits('pidsAt', options))
  }

  /** @internal The process of the application whose element that is, which may be gone; `undefined` when that is. */
  async pidOfRef(ref: string, options?: WaitOptions): Promise<number | undefined> {
    const { native } = this.surroundings
    const key = native.elementOfRef(ref)?.appKey
    const apps = await this.limits('pidOfRef', options).call((bounds) => native.applications(bounds))
    return apps.find((app) => app.key === key)?.pid
  }

  /** @internal Asks the hooks about what is sent by another way than the executor's. REFUSED. */
  async permit(outgoing: Outgoing, options?: WaitOptions): Promise<void> {
    await permit(this.surroundings.defaults.hooks ?? [], outgoing, this.limits('permit', options))
  }

  /** What has the keyboard: the application, its window and the element in it; `undefined` when nothing has. */
  async foreground(options?: WaitOptions): Promise<Foreground | undefined> {
    const limits = this.limits('foreground', options)
    const front = await foregroundOf(this.surroundings.native, limits)
    if (front === undefined) return undefined
    const app = new App(this.surroundings, front.application)
    const window = await app.windowNamed(front.window, limits)
    const focused = await focusedElement(this.surroundings.native, front, limits)
    return { app, ...(window === undefined ? {} : { window }), ...(focused === undefined ? {} : { focused }) }
  }

  /**
   * Presses a key, wherever the focus is: `Enter`, `Control+s`. To press it in one element, use its locator. With `verify`, `retries` or
   * another option that takes a look, it is an action of the application that has the keyboard: that is looked at before and after, and
   * nothing is pressed once another one has it.
   */
  async press(key: string, options?: PlaceOptions): Promise<Receipt> {
    checkArgument('desktop.press(key)', 'key', key, someText)
    return this.send('press', chordSteps(parseChord('desktop.press(key)', key)), options)
  }

  /**
   * Calls back each time that a chord goes down (`Control+Alt+Escape`), whoever presses it and whatever has the keyboard, which gets it all the
   * same. Several programs may watch for one chord. Until it is disposed of. UNSUPPORTED where the system does not tell of keys; see `hotkey`
   * of {@link capabilities}.
   */
  async hotkey(chord: string, listener: () => void, options?: WaitOptions): Promise<Disposable> {
    const call = 'desktop.hotkey(chord, listener)'
    checkArgument(call, 'chord', chord, someText)
    checkArgument(call, 'listener', listener, asked)
    const { modifiers, key } = parseChord(call, chord)
    const keys = [...modifiers, key].map((each) => Buffer.from(each).toString('latin1'))
    const limits = this.limits('hotkey', options)
    const watching = await limits.call((native) => this.surroundings.native.hotkey(keys, native))
    watching.listen(() => listener())
    return { [Symbol.dispose]: () => watching.close() }
  }

  /** @internal Calls back with what a person does (X11), until it is disposed of. */
  userInput(listener: UserInputListener, options?: WaitOptions): Promise<Disposable> {
    return listenToUser(this.surroundings.native, listener, this.limits('userInput', options))
  }

  /** Types, wherever the focus is, with the options of `press`. To type into one element, use its locator. */
  async type(text: string, options?: PlaceOptions): Promise<Receipt> {
    checkArgument('desktop.type(text)', 'text', text, secretText)
    return this.send('type', [{ kind: 'text', text }], options)
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

  /** @internal The same with its bounds on the screen and its scale. */
  async picture(options?: DesktopScreenshotOptions): Promise<Picture> {
    const call = 'desktop.screenshot(options)'
    checkOptions(call, options, { ...waiting, path: someText, area: areaCheck, display: someText })
    this.refuseDisposed()
    const { area, display, path } = options ?? {}
    if (area !== undefined && display !== undefined) {
      const one = { accepts: () => false, expected: 'an area or a display, not both' }
      throw invalidArgument(call, 'options', options, one)
    }
    const what = { ...(area === undefined ? {} : { area }), ...(display === undefined ? {} : { display }) }
    const limits = limitsOf(this.surroundings, options)
    return pictureOf(this.surroundings.native, what, limits, path)
  }

  /** What has the focus is not known, so it may be a password field. */
  private async send(verb: string, steps: NativeInputStep[], options: PlaceOptions | undefined): Promise<Receipt> {
    checkOptions(`desktop.${verb}(options)`, options, ofPlaces)
    this.refuseDisposed()
    const own: PlaceOptions = merged(only(this.surroundings.defaults, ofPlaces), options)
    if (takesALook(own)) return this.sendToForeground(verb, steps, options)
    const payload = payloadOfInput(steps, true)
    const route = 'input' as const
    const action = { verb, app: undefined, route, payload, role: 'desktop', name: undefined, confirmed: false }
    const usual = this.surroundings.defaultTimeout + timeToType(steps)
    return keysToFocus(this.surroundings, action, steps, options, usual)
  }

  private async sendToForeground(verb: string, steps: NativeInputStep[], options: PlaceOptions = {}): Promise<Receipt> {
    const { timeout, signal } = options
    const limits = limitsOf(this.surroundings, { timeout, signal })
    const front = await foregroundOf(this.surroundings.native, limits)
    if (front === undefined) {
      throw new SurehandError(
        'NOT_ACTIONABLE',
        `desktop.${verb}() needs an application with the keyboard focus that has an accessibility tree, and there is none. ` +
          'Nothing was sent. Activate a window first, or leave out verify, retries, onFailure, highlight and diff.',
        { check: 'focused', verb },
      )
    }
    // Finding it was a part of what the caller gave time for.
    const own = timeout === undefined ? options : { ...options, timeout: Math.max(1, limits.remaining) }
    return new App(this.surroundings, front.application).send(verb, steps, own)
  }

  private limits(call: string, options: WaitOptions | undefined): Limits {
    checkOptions(`desktop.${call}(options)`, options, waiting)
    this.refuseDisposed()
    return limitsOf(this.surroundings, options)
  }

  private refuseDisposed(): void {
    if (this.disposed) throw new SurehandError('ABORTED', 'This desktop was disposed of. Open another one.', {})
  }
}

function takesALook({ verify, retries = 0, onFailure, highlight, diff = false }: PlaceOptions): boolean {
  return verify !== undefined || retries > 0 || onFailure !== undefined || highlight !== undefined || diff
}

function defined(environment: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
