import type { ActionScope } from './action/action-scope.js'
import { payloadOfInput, permit } from './action/hooks.js'
import { below, ENTRY, first, type Whereabouts } from './action/menus.js'
import { type RoutedOptions, routed } from './action/options.js'
import { eitherSignal } from './call/abort.js'
import { checkArgument, checkOptions, flag, someText, waiting } from './call/arguments.js'
import { type Limits, limitsOf, type WaitOptions } from './call/limits.js'
import { isSurehandError, SurehandError } from './errors.js'
import { chordSteps } from './keys.js'
import type { Locator } from './locator.js'
import type { Receipt } from './receipt.js'

/** Where a menu is: an application, or one window of it. */
interface Owner {
  readonly scope: Pick<ActionScope, 'binding' | 'defaultTimeout' | 'defaults'>
  /** The application as it is found now. */
  found(limits: Limits): Promise<ActionScope>
  locator(selector: string): Locator
  /** What menus show that are open, in whichever window toolkits put it. */
  popup(selector: string): Locator
  /** Before its menus are used. */
  prepare?(limits: Limits): Promise<void>
}

/** The entry of the menus of an application, or a window, that a path leads to. INVALID_ARGUMENT. */
export function menuEntry(of: 'app' | 'window', owner: Owner, path: readonly string[]): MenuEntry {
  const call = `${of}.menu(...path)`
  const named = path.length > 0 && path.every((name) => someText.accepts(name))
  const expected = 'the names of one or more entries'
  checkArgument(call, 'path', path, { accepts: () => named, expected })
  // As receipts show a path. No entry of that name would come, however long it was waited for.
  const parts = path.flatMap((name) => name.split(' > '))
  const oneByOne = `one name for each entry: ${of}.menu(${parts.map((part) => `'${part.trim()}'`).join(', ')})`
  checkArgument(call, 'path', path, { accepts: () => parts.length === path.length, expected: oneByOne })
  return new MenuEntry(owner, path)
}

/** A window, for its menus. */
interface WindowOwner extends Omit<Owner, 'prepare'> {
  activate(limits: Limits): Promise<unknown>
}

/** The entry of a window's menus. macOS has one menu bar, which is about the window that has the keyboard. */
export function windowMenuEntry(backend: string, owner: WindowOwner, path: readonly string[]): MenuEntry {
  if (backend !== 'macos') return menuEntry('window', owner, path)
  const prepare = async (limits: Limits) => void (await owner.activate(limits))
  return menuEntry('window', { ...owner, locator: owner.popup, prepare }, path)
}

/**
 * An entry of the menus of an application, or of one window of it, by the path that a person would take: `app.menu('File', 'Save As…')`. What has
 * to be opened on the way is opened, and closed again when the entry is not there.
 */
export class MenuEntry {
  /** @internal Use `app.menu(...path)`, `window.menu(...path)`. */
  constructor(
    private readonly owner: Owner,
    readonly path: readonly string[],
  ) {}

  toString(): string {
    return this.path.join(' > ')
  }

  /** @internal The same, given up when the application is at rest, and after `timeout` ms at the latest. */
  untilRest(timeout: number): MenuEntry {
    const { owner } = this
    const resting: Owner = {
      scope: { ...owner.scope, defaultTimeout: timeout },
      found: (limits) => owner.found(limits),
      locator: (selector) => owner.locator(selector).untilRest(timeout),
      popup: (selector) => owner.popup(selector).untilRest(timeout),
      ...(owner.prepare === undefined ? {} : { prepare: (limits) => owner.prepare?.(limits) ?? Promise.resolve() }),
    }
    return new MenuEntry(resting, this.path)
  }

  /** Opens its menus and presses it. The error of a step says which entry of the path was not there. */
  async click(options?: RoutedOptions): Promise<Receipt> {
    const call = 'menu.click(options)'
    checkOptions(call, options, routed)
    const limits = limitsOf(this.owner.scope, options)
    return this.opened(limits, (at) => {
      const [entry, ...elsewhere] = this.located(at)
      const alternatives = [...(options?.alternatives ?? []), ...elsewhere]
      return entry.click({ ...options, alternatives, ...timeOf(limits) })
    })
  }

  /** Opens its menus; the entry then shows. */
  async open(options?: WaitOptions): Promise<void> {
    checkOptions('menu.open(options)', options, waiting)
    const limits = limitsOf(this.owner.scope, options)
    await this.opened(limits, (at) => this.shows(at, limits))
  }

  /**
   * Its menus are opened to look at it and closed again: whether it can be pressed, whether it is ticked (`undefined`: it is
   * nothing that could be). `keepOpen` leaves the menus as they are then.
   */
  async state(
    options?: WaitOptions & { keepOpen?: boolean },
  ): Promise<{ enabled: boolean; checked: boolean | 'mixed' | undefined }> {
    checkOptions('menu.state(options)', options, { ...waiting, keepOpen: flag })
    const limits = limitsOf(this.owner.scope, options)
    const state = await this.opened(limits, async (at) => {
      const found = await this.shows(at, limits)
      const root = (await found.snapshot({ timeout: limits.timeLeft(), maxDepth: 0 })).root
      const checked = root.state('checked')
      return { enabled: root.state('enabled') === true, checked }
    })
    if (options?.keepOpen !== true) await this.close(this.path.length - 1, limits.atLeast(CLOSING))
    return state
  }

  private async opened<T>(limits: Limits, use: (entry: Whereabouts) => Promise<T>): Promise<T> {
    await this.owner.prepare?.(limits)
    let at = first(this.path[0] as string)
    let open = 0
    try {
      if (this.path.length === 1) await this.refusePlain(at, limits)
      for (const name of this.path.slice(1)) {
        const next = below(at, name)
        if (!(await this.isThere(next))) {
          const [menu, ...alternatives] = this.located(at)
          if (open === 0) await this.refusePlain(at, limits)
          const others = alternatives.length === 0 ? {} : { alternatives }
          await menu.click({ ...others, ...timeOf(limits), signal: limits.signal, diff: false })
          open++
        }
        at = next
      }
      return await use(at)
    } catch (error) {
      // An open menu takes the next key and click.
      if (open > 0) await this.close(open, limits.alone(CLOSING)).catch(() => {})
      // What was waited for to show tells in the cause that it is not there.
      const absent = isSurehandError(error, 'TIMEOUT') ? error.cause : error
      throw isSurehandError(absent, 'NOT_FOUND') ? missing(this, absent) : error
    }
  }

  /** A button that says nothing of a menu would do what it is for: that was not asked for. */
  private async refusePlain(at: Whereabouts, limits: Limits): Promise<void> {
    const [menu, button] = this.located(at)
    if (await menu.exists().catch(() => true)) return
    if (button === undefined || (await button.count()) !== 1) return
    const reads = { maxDepth: 1, actions: true, timeout: limits.timeLeft(), signal: limits.signal }
    const { root } = await button.snapshot(reads)
    const opens = root.state('haspopup') === true || TOGGLES.some((state) => root.state(state) !== undefined)
    if (root.role !== 'button' || opens) return
    const holdsMenu = root.children.some(({ role }) => HOLDS_MENU.has(role))
    if (holdsMenu || root.actions.some((action) => /menu|popup|expand/i.test(action))) return
    const said = `${root} opens no menu, so it was not pressed for one. Click it, if that is what is meant.`
    throw new SurehandError('NOT_FOUND', said, { path: this.path, ref: root.ref })
  }

  /** Closes menus again, and waits until nothing of them shows: what is on its way out is no menu to find an entry in. */
  private async close(menus: number, limits: Limits): Promise<void> {
    await pressEscape(await this.owner.found(limits), menus, limits)
    const shown = `role:menubar >> ${ENTRY} >> ${ENTRY}|visible:true`
    // Qt says of entries of closed menus that they show: then this is all the waiting there is.
    await this.owner
      .locator(shown)
      .waitFor({ state: 'hidden', timeout: limits.within(CLOSING).remaining, signal: limits.signal })
      .catch((error: unknown) => {
        if (!isSurehandError(error, 'TIMEOUT')) throw error
      })
    // Qt's bar keeps the keyboard when Escape closed its menu: letters that are typed next would press its entries.
    if (await this.owner.locator('role:menubar|focused:true').exists())
      await pressEscape(await this.owner.found(limits), 1, limits)
  }

  /** Where the entry is, and where toolkits also put it. People see the path instead of the selectors. */
  private located({ path, selector, elsewhere }: Whereabouts): [Locator, ...Locator[]] {
    const shown = `menu ${path.join(' > ')}`
    const entry = this.owner.locator(selector).describe(shown)
    if (elsewhere === undefined) return [entry]
    const other = path.length > 1 ? this.owner.popup(elsewhere) : this.owner.locator(elsewhere)
    return [entry, other.describe(`${shown} in a popup`)]
  }

  private async isThere(at: Whereabouts): Promise<boolean> {
    const each = this.located(at).map((one) => one.exists().catch(none))
    return (await Promise.all(each)).includes(true)
  }

  private async shows(at: Whereabouts, limits: Limits): Promise<Locator> {
    const located = this.located(at)
    const enough = new AbortController()
    const signal = eitherSignal(limits.signal, enough.signal)
    // Where a toolkit puts the entry is known once its menu shows.
    const waits = located.map(async (one) => {
      await one.waitFor({ timeout: limits.timeLeft(), signal })
      return one
    })
    const entry = waits[0] as Promise<Locator>
    try {
      const shown = await Promise.any(waits)
      return shown !== located[0] && (await located[0].exists()) ? await entry : shown
    } catch {
      return await entry
    } finally {
      enough.abort()
    }
  }
}

/** Of the calls for one step: what is left of the timeout that the caller gave; otherwise each ends when nothing more can come. */
function timeOf(limits: Limits): { timeout?: number } {
  return limits.given ? { timeout: limits.timeLeft() } : {}
}

// What a button has that opens a menu: GTK 3's is a toggle button, GTK 4's holds its popover, Qt's has the action ShowMenu.
const TOGGLES = ['expanded', 'pressed'] as const
const HOLDS_MENU: ReadonlySet<string> = new Set(['menu', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'group'])

// Where a tree is cut elsewhere, opening the menu says more: Swing lists no children of a menu that is open.
function none(error: unknown): boolean {
  if (isSurehandError(error, 'INCOMPLETE_TREE')) return false
  throw error
}

/** Presses Escape, so many times. */
async function pressEscape({ app, defaults, native }: ActionScope, times: number, limits: Limits): Promise<void> {
  const steps = Array.from({ length: times }, () => chordSteps({ modifiers: [], key: 'Escape' })).flat()
  const escaping = {
    verb: 'menu',
    part: 'prepares' as const,
    app,
    element: undefined,
    route: 'input' as const,
    payload: payloadOfInput(steps, false),
  }
  await permit(defaults.hooks ?? [], escaping, limits)
  await limits.call((bounds) => native.input(steps, {}, bounds))
}

// ms; what closing menus again may take.
const CLOSING = 1_000

function missing(entry: MenuEntry, error: SurehandError): SurehandError {
  return new SurehandError('NOT_FOUND', `The menu entry ${entry} is not there. ${error.message}`, {
    ...error.details,
    path: entry.path,
  })
}
