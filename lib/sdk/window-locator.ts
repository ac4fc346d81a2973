import type { ActionScope, Origin } from './action/action-scope.js'
import type { PlaceOptions } from './action/options.js'
import { checkOptions, type Requirement, waiting } from './call/arguments.js'
import { type Limits, limitsOf, remaining, type WaitOptions } from './call/limits.js'
import { Locator } from './locator.js'
import { Place } from './look/get-by.js'
import { derive } from './look/scope.js'
import { type MenuEntry, windowMenuEntry } from './menu.js'
import type { Receipt } from './receipt.js'
import { parse } from './selector/index.js'
import type { Rect } from './tree/node.js'
import { Query, queryOf, type SelectorLike } from './tree/query.js'
import type { Snapshot } from './tree/snapshot.js'
import type { SnapshotOptions } from './tree/snapshot-options.js'
import type { TreeOptions } from './tree/tree-options.js'
import type { Modality, Window, WindowScreenshotOptions } from './window.js'

/** Which window: by a selector that it matches, or by its title (whole, or a regular expression). */
export type WindowQuery = SelectorLike | { title: string | RegExp }

/** A query that was checked: by title, by selector, or, with neither, the active window. */
export interface WantedWindow {
  title?: string | RegExp
  selector?: Query
  /** For messages. */
  text: string
}

const titleCheck: Requirement = {
  accepts: (value) => typeof value === 'string' || value instanceof RegExp,
  expected: 'a string or a regular expression',
}

export function wantedWindow(call: string, query: WindowQuery | undefined): WantedWindow {
  if (query === undefined) return { text: 'the active window' }
  if (typeof query === 'object' && query !== null && 'title' in query) {
    checkOptions(call, query, { title: titleCheck })
    return { title: query.title, text: `a window titled ${String(query.title)}` }
  }
  const selector = queryOf(call, query)
  return { selector, text: selector.text }
}

/** The application of a window that is looked for. */
interface Owner {
  readonly scope: ActionScope
  locator(selector: string): Locator
  app(limits: Limits): Promise<Finding>
  appNow(limits: Limits): Promise<Finding | undefined>
}

interface Finding {
  findWindow(wanted: WantedWindow, limits: Limits): Promise<Window>
  findWindowNow(wanted: WantedWindow, limits: Limits): Promise<Window | undefined>
}

/**
 * One window of an application, found each time it is used, so that a page object can hold it before the window is there:
 * `await app.window({ title: 'Preferences' }).getByRole('button', { name: 'Close' }).click()`. `await` gives the {@link Window} that it is now.
 */
export class WindowLocator extends Place<Locator> implements Promise<Window>, Origin {
  /** @internal Use `app.window()`. */
  constructor(
    private readonly owner: Owner,
    private readonly wanted: WantedWindow,
    private readonly own: WaitOptions | undefined,
  ) {
    super()
    checkOptions('app.window(query, options)', own, waiting)
  }

  override toString(): string {
    return `${this.wanted.text} of ${this.owner.scope.place}`
  }

  /** @internal */
  override matching(query: Query): Locator {
    const { scope } = this.owner
    const target = { appKey: `${scope.target.appKey} ${this.wanted.text}` }
    return new Locator(derive(scope, { target, place: String(this) }), query, undefined, { origin: this })
  }

  /** Elements of this window, itself among them. Throws INVALID_SELECTOR. */
  locator(selector: SelectorLike): Locator {
    return this.matching(queryOf('window.locator(selector)', selector))
  }

  /** @internal It is the first element in it. */
  itself(): Locator {
    return this.matching(new Query(parse('first'), this.wanted.text))
  }

  /** @internal */
  async find(_query: Query, limits: Limits): Promise<ActionScope> {
    return (await this.found(limits)).scope
  }

  /** @internal */
  async findNow(_query: Query, limits: Limits): Promise<ActionScope | undefined> {
    const app = await this.owner.appNow(limits)
    return (await app?.findWindowNow(this.wanted, limits))?.scope
  }

  /** Waits for the window, with the options that `app.window()` was given. */
  // biome-ignore lint/suspicious/noThenProperty: `await` gives the window, as it gives what a promise comes to.
  then<A = Window, B = never>(
    resolved?: ((window: Window) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.found(limitsOf(this.owner.scope, this.own)).then(resolved, rejected)
  }

  catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Window | B> {
    return this.then(undefined, rejected)
  }

  finally(settled?: (() => void) | null): Promise<Window> {
    return this.then().finally(settled)
  }

  get [Symbol.toStringTag](): string {
    return 'WindowLocator'
  }

  /** An entry of its menus, like {@link Window.menu}. */
  menu(...path: string[]): MenuEntry {
    const { scope } = this.owner
    const owner = {
      scope,
      found: async (limits: Limits) => (await this.found(limits)).scope,
      locator: (selector: string) => this.locator(selector),
      popup: (selector: string) => this.owner.locator(selector),
      activate: async (limits: Limits) => (await this.found(limits)).activate({ diff: false, signal: limits.signal }),
    }
    return windowMenuEntry(scope.native.backend, owner, path)
  }

  title(options?: WaitOptions): Promise<string> {
    return this.use(options, (window, own) => window.title(own))
  }

  boundingBox(options?: WaitOptions): Promise<Rect | undefined> {
    return this.use(options, (window, own) => window.boundingBox(own))
  }

  isActive(options?: WaitOptions): Promise<boolean> {
    return this.use(options, (window, own) => window.isActive(own))
  }

  isMinimized(options?: WaitOptions): Promise<boolean> {
    return this.use(options, (window, own) => window.isMinimized(own))
  }

  isMaximized(options?: WaitOptions): Promise<boolean> {
    return this.use(options, (window, own) => window.isMaximized(own))
  }

  isModal(options?: WaitOptions): Promise<boolean> {
    return this.use(options, (window, own) => window.isModal(own))
  }

  modality(options?: WaitOptions): Promise<Modality> {
    return this.use(options, (window, own) => window.modality(own))
  }

  activate(options?: PlaceOptions): Promise<Receipt> {
    return this.use(options, (window, own) => window.activate(own))
  }

  minimize(options?: PlaceOptions): Promise<Receipt> {
    return this.use(options, (window, own) => window.minimize(own))
  }

  maximize(options?: PlaceOptions): Promise<Receipt> {
    return this.use(options, (window, own) => window.maximize(own))
  }

  restore(options?: PlaceOptions): Promise<Receipt> {
    return this.use(options, (window, own) => window.restore(own))
  }

  move(x: number, y: number, options?: PlaceOptions): Promise<Receipt> {
    return this.use(options, (window, own) => window.move(x, y, own))
  }

  resize(width: number, height: number, options?: PlaceOptions): Promise<Receipt> {
    return this.use(options, (window, own) => window.resize(width, height, own))
  }

  close(options?: PlaceOptions): Promise<Receipt> {
    return this.use(options, (window, own) => window.close(own))
  }

  press(key: string, options?: PlaceOptions): Promise<Receipt> {
    return this.use(options, (window, own) => window.press(key, own))
  }

  type(text: string, options?: PlaceOptions): Promise<Receipt> {
    return this.use(options, (window, own) => window.type(text, own))
  }

  screenshot(options?: WindowScreenshotOptions): Promise<Buffer> {
    return this.use(options, (window, own) => window.screenshot(own))
  }

  snapshot(options?: SnapshotOptions): Promise<Snapshot> {
    return this.use(options, (window, own) => window.snapshot(own))
  }

  tree(options?: TreeOptions & { root?: SelectorLike }): Promise<string> {
    return this.use(options, (window, own) => window.tree(own))
  }

  private async found(limits: Limits): Promise<Window> {
    return (await this.owner.app(limits)).findWindow(this.wanted, limits)
  }

  private async use<Options extends WaitOptions, T>(
    options: Options | undefined,
    work: (window: Window, own: Options | undefined) => Promise<T>,
  ): Promise<T> {
    const { timeout, signal } = options ?? {}
    const limits = limitsOf(this.owner.scope, { timeout, signal })
    return work(await this.found(limits), remaining(options, limits))
  }
}
