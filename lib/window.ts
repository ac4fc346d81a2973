import type { ActionScope } from './action/scope.js'
import { checkArgument, checkOptions, secretText, someText, waiting } from './call/arguments.js'
import { Limits, type WaitOptions } from './call/limits.js'
import { SurehandError } from './errors.js'
import { chordSteps, parseChord } from './keys.js'
import { Locator, type ScreenshotOptions } from './locator.js'
import type { NativeElement, NativeInputStep, NativeWindow } from './native/binding.js'
import { screenshotOf } from './picture/screenshot.js'
import type { Rect } from './tree/node.js'

import type { SelectorLike } from './tree/query.js'

import { Snapshot } from './tree/snapshot.js'
import { type SnapshotOptions, snapshotShape } from './tree/snapshot-options.js'
import { outlineOf, type TreeOptions, treeShape } from './tree/tree-options.js'

/** Which windows one keeps from being used: none, the one that it belongs to, or all the others of its application. */
export type Modality = 'none' | 'owner' | 'application'

/** One window of an application: a place to look in. It names the window, whatever its title becomes. */
export class Window {
  /** `window`, `dialog` or `alertdialog`. */
  readonly role: string
  private readonly scope: ActionScope
  private readonly element: NativeElement

  /** @internal Use `app.window()` or `app.windows()`. */
  constructor(
    private readonly application: ActionScope,
    window: NativeWindow,
  ) {
    const scope = application
    this.role = window.role
    this.element = window.element
    const place = `${window.role} ${JSON.stringify(window.title)} of ${scope.place}`
    this.scope = {
      binding: scope.binding,
      native: scope.native,
      target: window.element,
      toolkit: scope.toolkit,
      events: scope.events,
      defaults: scope.defaults,
      place,
      get defaultTimeout() {
        return scope.defaultTimeout
      },
    }
  }

  toString(): string {
    return this.scope.place
  }

  /** Elements of this window, itself among them. Throws INVALID_SELECTOR. */
  locator(selector: SelectorLike): Locator {
    return new Locator(this.scope, selector, 'window.locator(selector)')
  }

  /** What its title bar says now. STALE when it is closed. */
  async title(options?: WaitOptions): Promise<string> {
    return (await this.now('title', options)).title
  }

  /** In screen pixels; `undefined` where the toolkit gives none. STALE when it is closed. */
  async bounds(options?: WaitOptions): Promise<Rect | undefined> {
    return (await this.now('bounds', options)).bounds
  }

  /** Whether it has the keyboard. STALE when it is closed. */
  async isActive(options?: WaitOptions): Promise<boolean> {
    return (await this.now('isActive', options)).active
  }

  /** Whether only its icon shows. `false` as well where the platform does not say (Wayland). STALE when it is closed. */
  async isMinimized(options?: WaitOptions): Promise<boolean> {
    return (await this.now('isMinimized', options)).minimized
  }

  /** Whether it keeps other windows of the application from being used; {@link modality} says which. */
  async isModal(options?: WaitOptions): Promise<boolean> {
    return (await this.now('isModal', options)).modality !== 'none'
  }

  /** Which windows it keeps from being used while it is open: the one that it belongs to (a sheet), or all the others. */
  async modality(options?: WaitOptions): Promise<Modality> {
    return (await this.now('modality', options)).modality
  }

  /** The window that it belongs to; `undefined` when there is none, or nobody says so. */
  async owner(options?: WaitOptions): Promise<Window | undefined> {
    const limits = this.limits('owner', options)
    const windows = await this.readAll(limits)
    const { owner } = this.among(windows)
    const window = windows.find(({ element }) => element.identity === owner?.identity)
    return window && new Window(this.application, window)
  }

  /** Brings it to the front and gives it the keyboard. */
  async activate(options?: WaitOptions): Promise<void> {
    const limits = this.limits('activate', options)
    await limits.call((native) => this.scope.native.activate(this.element, native))
  }

  /** Asks it to close, as its close button does. The application may ask back first. */
  async close(options?: WaitOptions): Promise<void> {
    const limits = this.limits('close', options)
    await limits.call((native) => this.scope.native.close(this.element, native))
  }

  /** Activates it and presses a key: `Enter`, `Control+s`. */
  async press(key: string, options?: WaitOptions): Promise<void> {
    checkArgument('window.press(key)', 'key', key, someText)
    await this.send('press', chordSteps(parseChord('window.press(key)', key)), options)
  }

  /** Activates it and types, wherever its focus is. */
  async type(text: string, options?: WaitOptions): Promise<void> {
    checkArgument('window.type(text)', 'text', text, secretText)
    await this.send('type', [{ kind: 'text', text }], options)
  }

  /** Its part of the screen, as a PNG file. What covers it on the screen covers it in the picture. */
  async screenshot(options?: ScreenshotOptions): Promise<Buffer> {
    checkOptions('window.screenshot(options)', options, { ...waiting, path: someText })
    const limits = new Limits(this.scope.binding, options, this.scope.defaultTimeout)
    const { bounds } = await this.read(limits)
    if (bounds !== undefined) return screenshotOf(this.scope.native, bounds, limits, options?.path)
    throw new SurehandError(
      'NOT_ACTIONABLE',
      `${this.scope.place}: its toolkit does not say where on the screen it is.`,
      {
        check: 'viewport',
      },
    )
  }

  /** What it shows, as an immutable tree. */
  async snapshot(options?: SnapshotOptions): Promise<Snapshot> {
    checkOptions('window.snapshot(options)', options, { ...waiting, ...snapshotShape })
    const { timeout, signal, ...wanted } = options ?? {}
    const limits = new Limits(this.scope.binding, { timeout, signal }, this.scope.defaultTimeout)
    return new Snapshot(await limits.call((native) => this.scope.native.snapshot(this.element, wanted, native)))
  }

  /** Its outline, as `snapshot.toText()` writes it. */
  async tree(options?: TreeOptions & { root?: SelectorLike }): Promise<string> {
    const { root, ...wanted } = options ?? {}
    if (root !== undefined) return this.locator(root).tree(wanted)
    checkOptions('window.tree(options)', options, treeShape)
    return outlineOf(wanted, (read) => this.snapshot(read))
  }

  private async send(call: string, steps: NativeInputStep[], options: WaitOptions | undefined): Promise<void> {
    const limits = this.limits(call, options)
    await limits.call((native) => this.scope.native.activate(this.element, native))
    await limits.call((native) => this.scope.native.input(steps, native))
  }

  private limits(call: string, options: WaitOptions | undefined): Limits {
    checkOptions(`window.${call}(options)`, options, waiting)
    return new Limits(this.scope.binding, options, this.scope.defaultTimeout)
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
