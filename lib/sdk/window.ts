import type { ActionScope } from './action/action-scope.js'
import type { Act, Attempt } from './action/attempt.js'
import { ofPlaces, type PlaceOptions } from './action/options.js'
import { settleFirst } from './action/unsettled.js'
import { activateWindow, arrangeWindow, closeWindow, sendToWindow } from './action/verbs/window-verbs.js'
import {
  checkArgument,
  checkOptions,
  flag,
  type Requirement,
  secretText,
  someText,
  waiting,
  whole,
} from './call/arguments.js'
import { type Limits, limitsOf, type WaitOptions } from './call/limits.js'
import { SurehandError } from './errors.js'
import { chordSteps, parseChord } from './keys.js'
import { Locator, type ScreenshotOptions } from './locator.js'
import { Place } from './look/get-by.js'
import { derive } from './look/scope.js'
import { type MenuEntry, windowMenuEntry } from './menu.js'
import type { NativeArrangement, NativeElement, NativeWindow } from './native/binding.js'
import { type Picture, pictureOf } from './picture/screenshot.js'
import type { Receipt } from './receipt.js'
import { parse, quote } from './selector/index.js'
import { noPosition } from './tree/no-position.js'
import type { Rect } from './tree/node.js'
import { Query, type SelectorLike } from './tree/query.js'
import { quoted } from './tree/quoted.js'
import { Snapshot } from './tree/snapshot.js'
import { type SnapshotOptions, snapshotShape } from './tree/snapshot-options.js'
import { outlineOf, type TreeOptions, treeShape } from './tree/tree-options.js'

export interface WindowScreenshotOptions extends ScreenshotOptions {
  /** Itself, where something covers it, too. Default: false, as the screen shows it. */
  covered?: boolean
}

const length: Requirement = {
  accepts: (value) => whole.accepts(value) && (value as number) > 0,
  expected: 'an integer of more than 0',
}

/**
 * Which windows one keeps from being used: none, the one that it belongs to, or all the others of its application. `unknown`: nothing tells (a dialog
 * of Qt on Wayland).
 */
export type Modality = 'none' | 'owner' | 'application' | 'unknown'

/** One window of an application: a place to look in. It names the window, whatever its title becomes. */
export class Window extends Place<Locator> {
  /** `window`, `dialog` or `alertdialog`. */
  readonly role: string
  /** @internal */
  readonly scope: ActionScope
  private readonly element: NativeElement
  /** What receipts say that it was found by. */
  private readonly selector: string

  /** @internal Use `app.window()` or `app.windows()`. */
  constructor(
    private readonly application: ActionScope,
    window: NativeWindow,
  ) {
    super()
    const scope = application
    this.role = window.role
    this.element = window.element
    this.selector = `role:${window.role}|name:${quote(window.title)}`
    const place = `${window.role} ${quoted(window.title)} of ${scope.place}`
    this.scope = derive(scope, { target: window.element, place })
  }

  override toString(): string {
    return this.scope.place
  }

  /** @internal It is the first element in it. */
  itself(): Locator {
    return new Locator(this.scope, new Query(parse('first'), this.selector))
  }

  /** @internal */
  is(element: NativeElement): boolean {
    return this.element.identity === element.identity
  }

  /** @internal Whether both name the same window. */
  same(other: Window): boolean {
    return this.is(other.element)
  }

  /** @internal */
  override matching(query: Query): Locator {
    return new Locator(this.scope, query)
  }

  /** Elements of this window, itself among them. Throws INVALID_SELECTOR. */
  locator(selector: SelectorLike): Locator {
    return new Locator(this.scope, selector, 'window.locator(selector)')
  }

  /** An entry of its menus, as `app.menu(...path)`: of a program that has several windows, in this one. */
  menu(...path: string[]): MenuEntry {
    const owner = {
      scope: this.scope,
      found: async () => this.scope,
      locator: (selector: string) => this.locator(selector),
      popup: (selector: string) => new Locator(this.application, selector, 'window.menu(...path)'),
      activate: ({ signal }: Limits) => this.activate({ diff: false, signal }),
    }
    return windowMenuEntry(this.scope.native.backend, owner, path)
  }

  /** What its title bar says now. STALE when it is closed. */
  async title(options?: WaitOptions): Promise<string> {
    return (await this.now('title', options)).title
  }

  /** In screen pixels; `undefined` where the toolkit gives none. STALE when it is closed. */
  async boundingBox(options?: WaitOptions): Promise<Rect | undefined> {
    return (await this.now('boundingBox', options)).bounds
  }

  /** Whether it has the keyboard. STALE when it is closed. */
  async isActive(options?: WaitOptions): Promise<boolean> {
    return (await this.now('isActive', options)).active
  }

  /** Whether only its icon shows. `false` as well where the platform does not say (Wayland). STALE when it is closed. */
  async isMinimized(options?: WaitOptions): Promise<boolean> {
    return (await this.now('isMinimized', options)).minimized
  }

  /** Whether it is as large as its display allows. STALE when it is closed. */
  async isMaximized(options?: WaitOptions): Promise<boolean> {
    return (await this.now('isMaximized', options)).maximized
  }

  /** Whether it is known to keep other windows of the application from being used; {@link modality} says which. */
  async isModal(options?: WaitOptions): Promise<boolean> {
    const { modality } = await this.now('isModal', options)
    return modality === 'owner' || modality === 'application'
  }

  /** Which windows it keeps from being used while it is open: the one that it belongs to (a sheet), or all the others. */
  async modality(options?: WaitOptions): Promise<Modality> {
    return (await this.now('modality', options)).modality
  }

  /** The window that it belongs to; `undefined` when there is none, or the platform does not tell. */
  async owner(options?: WaitOptions): Promise<Window | undefined> {
    const limits = this.limits('owner', options)
    const windows = await this.readAll(limits)
    const { owner } = this.among(windows)
    const window = windows.find(({ element }) => element.identity === owner?.identity)
    return window && new Window(this.application, window)
  }

  /** Brings it to the front and gives it the keyboard; `confirmed` when it has it. */
  activate(options?: PlaceOptions): Promise<Receipt> {
    return this.act('activate', activateWindow, options, true)
  }

  /** Leaves only its icon. VERIFY_FAILED when it does not say so afterwards, as with all that arranges it. */
  async minimize(options?: PlaceOptions): Promise<Receipt> {
    return this.arrange('minimize', { kind: 'minimize' }, options, (window) => window.minimized)
  }

  /** As large as its display allows. */
  async maximize(options?: PlaceOptions): Promise<Receipt> {
    return this.arrange('maximize', { kind: 'maximize' }, options, (window) => window.maximized)
  }

  /** Undoes what `minimize()` did, or else what `maximize()` did. */
  async restore(options?: PlaceOptions): Promise<Receipt> {
    checkOptions('window.restore(options)', options, ofPlaces)
    const { timeout, signal } = options ?? {}
    const { minimized } = await this.read(limitsOf(this.scope, { timeout, signal }))
    const isSo = (window: NativeWindow) => !(minimized ? window.minimized : window.maximized)
    return this.arrange('restore', { kind: 'restore' }, options, isSo)
  }

  /** Puts its left top corner there, in screen units. */
  async move(x: number, y: number, options?: PlaceOptions): Promise<Receipt> {
    checkArgument('window.move(x, y)', 'x', x, whole)
    checkArgument('window.move(x, y)', 'y', y, whole)
    return this.arrange('move', { kind: 'move', x, y }, options, ({ bounds }) => bounds?.x === x && bounds.y === y)
  }

  /** Gives it this size, in screen units; an application may have a smallest size of its own. */
  async resize(width: number, height: number, options?: PlaceOptions): Promise<Receipt> {
    checkArgument('window.resize(width, height)', 'width', width, length)
    checkArgument('window.resize(width, height)', 'height', height, length)
    const isSo = ({ bounds }: NativeWindow) => bounds?.width === width && bounds.height === height
    return this.arrange('resize', { kind: 'resize', width, height }, options, isSo)
  }

  /** Asks it to close, as its close button does; `confirmed` when it is gone. The application may ask back first. */
  close(options?: PlaceOptions): Promise<Receipt> {
    return this.act('close', closeWindow, options)
  }

  /**
   * Activates it and presses a key: `Enter`, `Control+s`. While it is not in the foreground nothing is pressed:
   * `NOT_ACTIONABLE`, or, once some of it had been sent, `OUTCOME_UNKNOWN` with how much.
   */
  async press(key: string, options?: PlaceOptions): Promise<Receipt> {
    checkArgument('window.press(key)', 'key', key, someText)
    const steps = chordSteps(parseChord('window.press(key)', key))
    return this.act('press', (attempt) => sendToWindow(attempt, steps), options)
  }

  /**
   * Activates it and types, wherever its focus is. When it loses the foreground nothing more is typed:
   * `OUTCOME_UNKNOWN`, with the number of UTF-16 units that were (`details.sentCharacters`).
   */
  async type(text: string, options?: PlaceOptions): Promise<Receipt> {
    checkArgument('window.type(text)', 'text', text, secretText)
    return this.act('type', (attempt) => sendToWindow(attempt, [{ kind: 'text', text }]), options)
  }

  /**
   * Its part of the screen, as a PNG file. What covers it on the screen covers it in the picture, unless `covered` asks for
   * itself: UNSUPPORTED where the system keeps no picture of what is covered (X11 without a compositing manager).
   */
  async screenshot(options?: WindowScreenshotOptions): Promise<Buffer> {
    return (await this.picture(options)).png
  }

  /** What it shows, as an immutable tree. */
  async snapshot(options?: SnapshotOptions): Promise<Snapshot> {
    checkOptions('window.snapshot(options)', options, { ...waiting, ...snapshotShape })
    const { timeout, signal, ...wanted } = options ?? {}
    const limits = limitsOf(this.scope, { timeout, signal })
    await settleFirst(this.scope, limits)
    this.scope.events.noteLook()
    return new Snapshot(await limits.call((native) => this.scope.native.snapshot(this.element, wanted, native)))
  }

  /** Its outline, as `snapshot.toString()` writes it. */
  async tree(options?: TreeOptions & { root?: SelectorLike }): Promise<string> {
    const { root, ...wanted } = options ?? {}
    if (root !== undefined) return this.locator(root).tree(wanted)
    checkOptions('window.tree(options)', options, treeShape)
    return outlineOf(wanted, (read) => this.snapshot(read))
  }

  /** @internal The same with its bounds on the screen and its scale. */
  async picture(options?: WindowScreenshotOptions): Promise<Picture> {
    checkOptions('window.screenshot(options)', options, { ...waiting, path: someText, covered: flag })
    const limits = limitsOf(this.scope, options)
    if (options?.covered) {
      return pictureOf(this.scope.native, { window: this.element, covered: true }, limits, options.path)
    }
    const { bounds: area } = await this.read(limits)
    if (area !== undefined) return pictureOf(this.scope.native, { area }, limits, options?.path)
    throw await noPosition(this.scope.native, this.scope.place, limits)
  }

  /** Asks for it, and waits until the window says that it is so: VERIFY_FAILED when it does not. */
  private arrange(
    verb: string,
    arrangement: NativeArrangement,
    options: PlaceOptions | undefined,
    isSo: (window: NativeWindow) => boolean,
  ): Promise<Receipt> {
    return this.act(verb, (attempt) => arrangeWindow(attempt, arrangement, isSo), options, true)
  }

  /** An action of the window as an element. */
  private act(
    verb: string,
    body: (attempt: Attempt) => Promise<Act>,
    options: PlaceOptions | undefined,
    idempotent = false,
  ): Promise<Receipt> {
    // Of a window without a tree there is itself, and nothing that could be different about it.
    const own = this.scope.hasTree ? options : { ...options, diff: false }
    return this.itself().run(verb, body, own, { call: `window.${verb}(options)`, shape: ofPlaces, idempotent })
  }

  private limits(call: string, options: WaitOptions | undefined): Limits {
    checkOptions(`window.${call}(options)`, options, waiting)
    return limitsOf(this.scope, options)
  }

  private now(call: string, options: WaitOptions | undefined): Promise<NativeWindow> {
    return this.read(this.limits(call, options))
  }

  private async read(limits: Limits): Promise<NativeWindow> {
    return this.among(await this.readAll(limits))
  }

  private readAll(limits: Limits): Promise<NativeWindow[]> {
    return limits.call((native) => this.scope.native.windows(this.element.appKey, native))
  }

  private among(windows: NativeWindow[]): NativeWindow {
    const window = windows.find((candidate) => candidate.element.identity === this.element.identity)
    if (window !== undefined) return window
    throw new SurehandError('STALE', `${this.scope.place} is closed.`, {})
  }
}
