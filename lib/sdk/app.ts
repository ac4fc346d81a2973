import { type ActionScope, withDefaults } from './action/action-scope.js'
import type { Attempt } from './action/attempt.js'
import { changesAround, type Watch, waitForIdle, watchChanges } from './action/changes.js'
import { type DirectOptions, direct } from './action/direct.js'
import { type ActionDefaults, checkDefaults, ofPlaces, type PlaceOptions, quitting } from './action/options.js'
import { settleFirst } from './action/unsettled.js'
import { activateWindow, sendToForeground } from './action/verbs/window-verbs.js'
import { meantWindows, noWindow, severalWindows, union } from './app/app-windows.js'
import type { Surroundings } from './app/desktop-surroundings.js'
import { type AppEvents, eventKinds, listenTo } from './app-events.js'
import { eitherSignal } from './call/abort.js'
import {
  abortSignal,
  asked,
  checkArgument,
  checkOptions,
  flag,
  milliseconds,
  someText,
  waiting,
} from './call/arguments.js'
import { type Limits, limitsOf, type WaitOptions } from './call/limits.js'
import { fromNative, isSurehandError } from './errors.js'
import { FileDialog } from './file-dialog/file-dialog.js'
import { Locator, type ScreenshotOptions } from './locator.js'
import { Place } from './look/get-by.js'
import { derive } from './look/scope.js'
import { type MenuEntry, menuEntry } from './menu.js'
import type { NativeApplication, NativeInputStep, NativePace, NativeRect, NativeWindow } from './native/binding.js'
import { type Picture, pictureOf } from './picture/screenshot.js'
import type { Program } from './program.js'
import type { Receipt } from './receipt.js'
import { parse } from './selector/index.js'
import type { Diff } from './tree/diff.js'
import { type DiffOptions, diffShape } from './tree/diff-options.js'
import type { Rect } from './tree/node.js'
import { Query, type SelectorLike } from './tree/query.js'
import { escaped } from './tree/quoted.js'
import { Snapshot } from './tree/snapshot.js'
import { type SnapshotOptions, snapshotShape } from './tree/snapshot-options.js'
import { outlineOf, type TreeOptions, treeShape } from './tree/tree-options.js'
import { EVENT_KINDS, type EventKind } from './vocabulary.js'
import { observationOf } from './wait/observation.js'
import { announced, NotYet, until } from './wait/wait.js'
import { waitUntil } from './wait/wait-until.js'
import { Window } from './window.js'
import { type WantedWindow, WindowLocator, type WindowQuery, wantedWindow } from './window-locator.js'

/** A running application. */
export class App extends Place<Locator> {
  /** What people call it; maybe translated. */
  readonly name: string
  /** Desktop or bundle id, untranslated; empty when it has none. */
  readonly id: string
  /** Name of its executable, without path and extension. */
  readonly executable: string
  readonly pid: number
  /** `GTK 3.24`, `Qt 6.4`, as far as known. */
  readonly toolkit: string
  /** Whether it answered when it was looked for. */
  readonly responsive: boolean
  /**
   * `false`: it shows windows and publishes nothing of what is in them (xterm). Its tree is one node with a cut, `unpublished`;
   * windows, screenshots, keys and the pointer work.
   */
  readonly hasTree: boolean
  private readonly key: string
  private readonly desktop: Surroundings
  private readonly pace: NativePace

  /** @internal Use `desktop.app()`, `desktop.apps()` or `desktop.launch()`. */
  constructor(
    desktop: Surroundings,
    private readonly application: NativeApplication,
    /** What was started for it, when `desktop.launch()` gave it: what it writes, and how it ends. */
    readonly program?: Program,
    /** Of its launch, when this library launched it. */
    readonly receipt?: Receipt,
  ) {
    super()
    // What is set for the application is not set for the desktop.
    this.desktop = derive(desktop, {})
    this.key = application.key
    this.pace = application.pace
    this.name = application.name
    this.id = application.id
    this.executable = application.executable
    this.pid = application.pid
    this.toolkit = application.toolkit
    this.responsive = application.responsive
    this.hasTree = application.hasTree
  }

  /** Whether this library started it: then leaving an `await using` block ends it. */
  get launched(): boolean {
    return this.program !== undefined
  }

  override toString(): string {
    return escaped(this.executable || this.name)
  }

  /** ms; what its calls, and those of its windows and locators, get when they name no `timeout`. */
  setDefaultTimeout(timeout: number): void {
    checkArgument('app.setDefaultTimeout(timeout)', 'timeout', timeout, milliseconds)
    this.desktop.defaultTimeout = timeout
  }

  /**
   * The same application with other defaults: actions on its locators have these options when they do not say otherwise.
   * What they do not name stays as it is here, also when that changes.
   */
  with(defaults: ActionDefaults): App {
    checkDefaults('app.with(options)', defaults)
    return new App(withDefaults(this.desktop, defaults), this.application, this.program, this.receipt)
  }

  /** @internal Its caller asks nothing of it for a while: what it does until {@link resumed}, it does by itself. */
  async paused(options: WaitOptions): Promise<void> {
    await this.scope.events.leave(this.limits('paused', options))
  }

  /** @internal */
  async resumed(options: WaitOptions): Promise<void> {
    await this.scope.events.resume(this.limits('resumed', options))
  }

  /** @internal */
  override matching(query: Query): Locator {
    return new Locator(this.scope, query)
  }

  /** Elements of the application, in all of its windows. Throws INVALID_SELECTOR. */
  locator(selector: SelectorLike): Locator {
    return new Locator(this.scope, selector, 'app.locator(selector)')
  }

  /**
   * An entry of its menus by the path that a person would take: `await app.menu('File', 'Save As…').click()`. Menus on the way
   * are opened; a path may also begin at a button that shows a menu. Names as in selectors: whole, `…` or none.
   */
  menu(...path: string[]): MenuEntry {
    const locator = (selector: string) => this.locator(selector)
    return menuEntry('app', { scope: this.scope, found: async () => this.scope, locator, popup: locator }, path)
  }

  /**
   * The dialog in which it has a file or a folder chosen, its own or the portal's: `await app.fileDialog().choose('/tmp/letter.txt')`.
   */
  fileDialog(): FileDialog {
    return new FileDialog(this.scope, (limits) => this.dialogOwners(limits))
  }

  /** @internal The applications whose window its file dialog may be. */
  async dialogOwners(limits: Limits): Promise<App[]> {
    const all = await limits.call((native) => this.desktop.native.applications(native))
    const portals = all.filter(({ executable }) => executable.startsWith('xdg-desktop-portal'))
    return [this, ...portals.map((portal) => new App(this.desktop, portal))]
  }

  /** Its windows now, those with the keyboard or on top first where the platform tells. */
  async windows(options?: WaitOptions): Promise<Window[]> {
    const windows = await this.readWindows(this.limits('windows', options))
    return windows.map((window) => new Window(this.scope, window))
  }

  /** @internal The window of that identity, or the active one. */
  async windowNamed(identity: string | undefined, limits: Limits): Promise<Window | undefined> {
    const windows = await this.readWindows(limits)
    const named = windows.find((window) => window.element.identity === identity)
    const found = named ?? windows.find((window) => window.active)
    return found === undefined ? undefined : new Window(this.scope, found)
  }

  /**
   * The one window that matches; without a query, the one that has the keyboard, or the only one. It is found each time it is used; `await`
   * gives the {@link Window} that it is now. NOT_FOUND, AMBIGUOUS with the titles there are. Without a `timeout`, an application that shows
   * other windows and is at rest is not waited for to the end: `waitForWindow()`, or a `timeout`, waits for a window that a server's answer
   * opens.
   */
  window(query?: WindowQuery, options?: WaitOptions): WindowLocator {
    return new WindowLocator(this, wantedWindow('app.window(query)', query), options)
  }

  /** @internal Itself: what a window looks for its application by. */
  async app(): Promise<App> {
    return this
  }

  /** @internal */
  async appNow(): Promise<App> {
    return this
  }

  /** @internal */
  findWindow(wanted: WantedWindow, limits: Limits, endsAtRest = true): Promise<Window> {
    return until(limits, announced(this.scope), () => this.lookForWindow(wanted, limits, endsAtRest))
  }

  /** @internal `undefined` when there is none now. */
  async findWindowNow(wanted: WantedWindow, limits: Limits): Promise<Window | undefined> {
    const found = await this.lookForWindow(wanted, limits, false)
    return found instanceof NotYet ? undefined : found
  }

  private async lookForWindow(wanted: WantedWindow, limits: Limits, endsAtRest: boolean): Promise<Window | NotYet> {
    const all = await this.readWindows(limits)
    const matching = await meantWindows(this.scope, all, wanted, limits)
    if (matching.length > 1) throw severalWindows(wanted.text, this.toString(), matching)
    return matching[0] === undefined
      ? new NotYet(() => noWindow(wanted.text, this.toString(), all), false, endsAtRest && all.length > 0)
      : new Window(this.scope, matching[0])
  }

  /**
   * The next window that matches; without a query, the next one that is not there now. TIMEOUT with the windows there are.
   */
  async waitForWindow(query?: WindowQuery, options?: WaitOptions): Promise<Window> {
    const limits = this.limits('waitForWindow', options)
    if (query !== undefined) return this.findWindow(wantedWindow('app.waitForWindow(query)', query), limits, false)
    const known = new Set((await this.readWindows(limits)).map((window) => window.element.identity))
    return until(limits, announced(this.scope), async () => {
      const all = await this.readWindows(limits)
      const fresh = all.find((window) => !known.has(window.element.identity))
      return fresh === undefined
        ? new NotYet(() => noWindow('a new window', this.toString(), all))
        : new Window(this.scope, fresh)
    })
  }

  /**
   * What is different about it after `work`, and after what that set off has come to rest. The time that `work` takes is not
   * counted; its errors are passed on.
   */
  async changes(work: () => unknown, options?: WaitOptions & DiffOptions): Promise<Diff> {
    const call = 'app.changes(work)'
    checkArgument(call, 'work', work, asked)
    checkOptions(call, options, { ...waiting, ...diffShape })
    const { timeout, signal, ...wanted } = options ?? {}
    const limits = limitsOf(this.scope, { timeout, signal })
    return changesAround(this.scope, work, wanted, limits)
  }

  /**
   * What changes, for as long as it is iterated: `for await (const { diff } of app.watch())`. Each is what is different since
   * the one before; what comes between two reads is one difference. `await watch.ready()` before doing what is to be
   * seen. Ends by `break` or `return()`, which does not wait for a change, with ABORTED by the signal, with APP_EXITED when the application ends.
   */
  watch(options?: { signal?: AbortSignal } & DiffOptions): Watch {
    checkOptions('app.watch(options)', options, { signal: abortSignal, ...diffShape })
    const { signal, ...wanted } = options ?? {}
    const limits = (end: AbortSignal) => limitsOf(this.scope, { signal: eitherSignal(signal, end) })
    return watchChanges(this.scope, wanted, limits)
  }

  /**
   * What it announces, as its toolkit does: `for await (const { kind, detail, name } of app.events())`. `watch()` says what has changed, and
   * misses nothing that the toolkit forgets to announce. `await events.ready()` before doing what is to be heard. Ends by `break` or
   * `return()`, with ABORTED by the signal, with APP_EXITED when the application ends. UNSUPPORTED where the platform has no events.
   */
  events(options?: { kinds?: readonly EventKind[]; signal?: AbortSignal }): AppEvents {
    checkOptions('app.events(options)', options, { kinds: eventKinds, signal: abortSignal })
    const { scope } = this
    return listenTo(scope, options?.kinds ?? EVENT_KINDS, eitherSignal(scope.defaults.signal, options?.signal))
  }

  /**
   * Reads until what is read satisfies the predicate (by default: until it is truthy), and resolves to it:
   * `app.waitUntil(() => total.value(), (text) => Number(text) > 100)`. It reads again whenever the application announces something,
   * and now and then by the clock. A read that finds nothing yet is tried again; other errors are passed on. TIMEOUT says what was read
   * last.
   */
  async waitUntil<T>(
    read: () => T | Promise<T>,
    predicate: (value: T) => boolean | Promise<boolean> = Boolean,
    options?: WaitOptions,
  ): Promise<T> {
    const call = 'app.waitUntil(read, predicate)'
    checkArgument(call, 'read', read, asked)
    checkArgument(call, 'predicate', predicate, asked)
    return waitUntil(this.scope, read, predicate, this.limits('waitUntil', options))
  }

  /** Waits until nothing has changed for `quiet` ms (default 300). TIMEOUT says what kept changing. */
  async waitForIdle(options?: WaitOptions & { quiet?: number }): Promise<void> {
    checkOptions('app.waitForIdle(options)', options, { ...waiting, quiet: milliseconds })
    const { quiet = 300, ...own } = options ?? {}
    const limits = limitsOf(this.scope, own)
    await waitForIdle(this.scope, quiet, limits)
  }

  /**
   * What all of its windows show, as one immutable tree. Says where it is cut when time runs out. After an action that did not wait for
   * that itself (`diff: false`), it waits first until the application has come to rest.
   */
  async snapshot(options?: SnapshotOptions): Promise<Snapshot> {
    checkOptions('app.snapshot(options)', options, { ...waiting, ...snapshotShape })
    const { timeout, signal, ...wanted } = options ?? {}
    const limits = limitsOf(this.scope, { timeout, signal })
    await settleFirst(this.scope, limits)
    this.scope.events.noteLook()
    return new Snapshot(await limits.call((native) => this.desktop.native.snapshot(this.scope.target, wanted, native)))
  }

  /** Its outline, as `snapshot.toString()` writes it; of what is below `root` when that is given. */
  async tree(options?: TreeOptions & { root?: SelectorLike }): Promise<string> {
    const { root, ...wanted } = options ?? {}
    if (root !== undefined) return this.locator(root).tree(wanted)
    checkOptions('app.tree(options)', options, treeShape)
    return outlineOf(wanted, (read) => this.snapshot(read))
  }

  /** Brings its window (the active one, or the first) to the front and gives it the keyboard. */
  async activate(options?: PlaceOptions): Promise<Receipt> {
    const itself = new Locator(this.scope, new Query(parse('first'), 'role:application'))
    const activate = async (attempt: Attempt) => {
      const windows = await this.readWindows(attempt.limits)
      const window = windows.find((candidate) => candidate.active) ?? windows[0]
      if (window === undefined) throw noWindow('any window', this.toString(), windows)
      return activateWindow(attempt, window.element)
    }
    const running = { call: 'app.activate(options)', shape: ofPlaces, idempotent: true }
    return itself.run('activate', activate, options, running)
  }

  /** The part of the screen that its windows and its open menus cover together, as a PNG file. */
  async screenshot(options?: ScreenshotOptions): Promise<Buffer> {
    return (await this.picture(options)).png
  }

  /** @internal The part of the screen that its windows and its open menus cover together. */
  async area(options?: WaitOptions): Promise<Rect> {
    return (await this.placesShown(limitsOf(this.scope, options))).reduce(union)
  }

  /**
   * Ends it: asks its windows to close and waits until it is gone. With `force`, ends its process when it does not
   * go by itself. It may ask back (unsaved changes): then this ends with TIMEOUT or REFUSED. Its retries are for when its windows were
   * not asked yet: asking twice could close what asks back.
   */
  async quit(options?: DirectOptions & { force?: boolean }): Promise<Receipt> {
    checkOptions('app.quit(options)', options, { ...quitting, force: flag })
    const { scope } = this
    const force = options?.force ?? false
    const action = {
      verb: 'quit',
      app: scope.app,
      route: 'process' as const,
      payload: { kind: 'quit' as const, force },
      role: 'application',
      name: this.name,
      confirmed: true,
    }
    const { receipt } = await direct(scope, action, options, async (native) => {
      await this.desktop.native.quit(this.key, force, native).catch((error: unknown) => {
        if (!isSurehandError(fromNative(error), 'APP_EXITED')) throw error
      })
    })
    return receipt
  }

  /** @internal Keys for whatever has the focus, as an action of this application, which has the keyboard. */
  send(verb: string, steps: NativeInputStep[], options: PlaceOptions): Promise<Receipt> {
    const itself = new Locator(this.scope, new Query(parse('first'), 'role:application'))
    const own = this.hasTree ? options : { ...options, diff: false }
    const call = `desktop.${verb}(options)`
    return itself.run(verb, (attempt) => sendToForeground(attempt, steps), own, { call, shape: ofPlaces })
  }

  /** Ends it if this library launched it, by force if need be; otherwise leaves it alone. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.launched) await this.quit({ force: true })
  }

  /** @internal */
  get scope(): ActionScope {
    const app = this
    return {
      binding: app.desktop.binding,
      native: app.desktop.native,
      target: { appKey: app.key },
      place: app.toString(),
      events: observationOf(app.desktop.binding, app.desktop.native, app.key, app.pace),
      defaults: app.desktop.defaults,
      hasTree: app.hasTree,
      app: { name: app.name, id: app.id, executable: app.executable, pid: app.pid },
      get defaultTimeout() {
        return app.desktop.defaultTimeout
      },
    }
  }

  private limits(call: string, options: WaitOptions | undefined): Limits {
    checkOptions(`app.${call}(options)`, options, waiting)
    return limitsOf(this.scope, options)
  }

  /** @internal The same with its bounds on the screen and its scale. */
  async picture(options?: ScreenshotOptions): Promise<Picture> {
    checkOptions('app.screenshot(options)', options, { ...waiting, path: someText })
    const limits = limitsOf(this.scope, options)
    const area = (await this.placesShown(limits)).reduce(union)
    return pictureOf(this.desktop.native, { area }, limits, options?.path)
  }

  private async placesShown(limits: Limits): Promise<[NativeRect, ...NativeRect[]]> {
    const windows = await this.readWindows(limits)
    const [first, ...more] = windows.filter(({ minimized }) => !minimized).flatMap(({ bounds }) => bounds ?? [])
    if (first === undefined) throw noWindow('a window with known bounds', this.toString(), windows)
    // A menu of a small window reaches out of it.
    const popups = await limits.call((native) => this.desktop.native.popups(this.scope.target.appKey, native))
    return [first, ...more, ...popups]
  }

  private readWindows(limits: Limits): Promise<NativeWindow[]> {
    return limits.call((native) => this.desktop.native.windows(this.key, native))
  }
}
