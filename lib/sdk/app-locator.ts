import type { ActionScope } from './action/action-scope.js'
import type { DirectOptions } from './action/direct.js'
import type { PlaceOptions } from './action/options.js'
import type { Surroundings } from './app/desktop-surroundings.js'
import type { App } from './app.js'
import { AppOrigin, byAppQuery } from './app-origin.js'
import { checkOptions, waiting } from './call/arguments.js'
import { type Limits, limitsOf, remaining, type WaitOptions } from './call/limits.js'
import { FileDialog } from './file-dialog/file-dialog.js'
import type { Locator, ScreenshotOptions } from './locator.js'
import type { AppQuery } from './look/app-query.js'
import { Place } from './look/get-by.js'
import { type MenuEntry, menuEntry } from './menu.js'
import type { Receipt } from './receipt.js'
import { parse } from './selector/index.js'
import { Query, queryOf, type SelectorLike } from './tree/query.js'
import type { Snapshot } from './tree/snapshot.js'
import type { SnapshotOptions } from './tree/snapshot-options.js'
import type { TreeOptions } from './tree/tree-options.js'
import type { Window } from './window.js'
import { WindowLocator, type WindowQuery, wantedWindow } from './window-locator.js'

/**
 * A running application, found each time it is used, so that a page object can hold it before the application runs:
 * `await desktop.app('gedit').getByRole('button', { name: 'Save' }).click()`. `await` gives the {@link App} that it is now.
 */
export class AppLocator extends Place<Locator> implements Promise<App> {
  private readonly origin: AppOrigin

  /** @internal Use `desktop.app()`. */
  constructor(
    private readonly surroundings: Surroundings,
    query: AppQuery,
    private readonly own: WaitOptions | undefined,
  ) {
    super()
    checkOptions('desktop.app(query, options)', own, waiting)
    this.origin = new AppOrigin(surroundings, byAppQuery(surroundings, query))
  }

  override toString(): string {
    return this.origin.finder.place
  }

  /** @internal */
  override matching(query: Query): Locator {
    return this.origin.locator(query)
  }

  /** Elements of the application, in all of its windows. Throws INVALID_SELECTOR. */
  locator(selector: SelectorLike): Locator {
    return this.matching(queryOf('app.locator(selector)', selector))
  }

  /** One of its windows, found each time it is used, like {@link App.window}. */
  window(query?: WindowQuery, options?: WaitOptions): WindowLocator {
    return new WindowLocator(this, wantedWindow('app.window(query)', query), options)
  }

  /** An entry of its menus, like {@link App.menu}. */
  menu(...path: string[]): MenuEntry {
    const locator = (selector: string) => this.locator(selector)
    const found = async (limits: Limits) => (await this.app(limits)).scope
    return menuEntry('app', { scope: this.scope, found, locator, popup: locator }, path)
  }

  /** The dialog in which it has a file or a folder chosen, like {@link App.fileDialog}. */
  fileDialog(): FileDialog {
    return new FileDialog(this.scope, async (limits) => (await this.app(limits)).dialogOwners(limits))
  }

  /** Waits for the application, with the options that `desktop.app()` was given. */
  // biome-ignore lint/suspicious/noThenProperty: `await` gives the application, as it gives what a promise comes to.
  then<A = App, B = never>(
    resolved?: ((app: App) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.app(limitsOf(this.surroundings, this.own)).then(resolved, rejected)
  }

  catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<App | B> {
    return this.then(undefined, rejected)
  }

  finally(settled?: (() => void) | null): Promise<App> {
    return this.then().finally(settled)
  }

  get [Symbol.toStringTag](): string {
    return 'AppLocator'
  }

  windows(options?: WaitOptions): Promise<Window[]> {
    return this.use(options, (app, own) => app.windows(own))
  }

  waitForWindow(query?: WindowQuery, options?: WaitOptions): Promise<Window> {
    return this.use(options, (app, own) => app.waitForWindow(query, own))
  }

  waitForIdle(options?: WaitOptions & { quiet?: number }): Promise<void> {
    return this.use(options, (app, own) => app.waitForIdle(own))
  }

  snapshot(options?: SnapshotOptions): Promise<Snapshot> {
    return this.use(options, (app, own) => app.snapshot(own))
  }

  tree(options?: TreeOptions & { root?: SelectorLike }): Promise<string> {
    return this.use(options, (app, own) => app.tree(own))
  }

  activate(options?: PlaceOptions): Promise<Receipt> {
    return this.use(options, (app, own) => app.activate(own))
  }

  screenshot(options?: ScreenshotOptions): Promise<Buffer> {
    return this.use(options, (app, own) => app.screenshot(own))
  }

  quit(options?: DirectOptions & { force?: boolean }): Promise<Receipt> {
    return this.use(options, (app, own) => app.quit(own))
  }

  /** @internal */
  get scope(): ActionScope {
    return this.origin.scope
  }

  /** @internal */
  app(limits: Limits): Promise<App> {
    return this.origin.app(ITSELF, limits)
  }

  /** @internal */
  appNow(limits: Limits): Promise<App | undefined> {
    return this.origin.appNow(ITSELF, limits)
  }

  private async use<Options extends WaitOptions, T>(
    options: Options | undefined,
    work: (app: App, own: Options | undefined) => Promise<T>,
  ): Promise<T> {
    const { timeout, signal } = options ?? {}
    const limits = limitsOf(this.surroundings, { timeout, signal })
    return work(await this.app(limits), remaining(options, limits))
  }
}

const ITSELF = new Query(parse('first'), 'role:application')
