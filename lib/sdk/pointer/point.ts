import type { ActionOptions, ClickOptions, DragOptions } from '../action/options.js'
import type { Surroundings } from '../app/desktop-surroundings.js'
import { App } from '../app.js'
import { type Limits, limitsOf, type WaitOptions } from '../call/limits.js'
import { SurehandError } from '../errors.js'
import type { Locator } from '../locator.js'
import { elementAt } from '../look/at-point.js'
import type { Receipt } from '../receipt.js'

/** The options of actions at a point, which says already what is meant and where. */
export type PointOptions = Omit<ClickOptions, 'position' | 'route' | 'alternatives' | 'fallbacks' | 'onAmbiguous'>

/** The options of a drag between two points, which say already where it begins and ends. */
export type PointDragOptions = Omit<
  DragOptions,
  'position' | 'targetPosition' | 'alternatives' | 'fallbacks' | 'onAmbiguous'
>

const NO_DIFF = { diff: false }

/**
 * A point of the screen. Its verbs find out what shows there and act on that by the pointer, as a locator's do: checked before
 * (enabled, not moving, not covered), verified and diffed afterwards, with the same options and receipts. `NOT_FOUND` where there
 * is nothing that shows itself to accessibility.
 */
export class ScreenPoint {
  /** @internal Use `desktop.point()`. */
  constructor(
    private readonly desktop: Surroundings,
    /** In screen units; negative on a display to the left of, or above, the primary one. */
    readonly x: number,
    readonly y: number,
  ) {}

  toString(): string {
    return `point ${this.x},${this.y}`
  }

  click(options?: PointOptions): Promise<Receipt> {
    return this.act(options, (element, own) => element.click(own))
  }

  dblclick(options?: Omit<PointOptions, 'clickCount'>): Promise<Receipt> {
    return this.act(options, (element, own) => element.dblclick(own))
  }

  rightClick(options?: Omit<PointOptions, 'clickCount' | 'button' | 'delay'>): Promise<Receipt> {
    return this.act(options, (element, own) => element.rightClick(own))
  }

  /** Moves the pointer there. */
  hover(options?: Omit<PointOptions, 'clickCount' | 'button' | 'delay'>): Promise<Receipt> {
    return this.act(options, (element, own) => element.hover(own))
  }

  /** @internal Presses a button there and leaves it down: `desktop.mouse.down()`. */
  down(options?: Omit<PointOptions, 'clickCount' | 'delay'>): Promise<Receipt> {
    return this.act(options, (element, own) => element.mouseDown(own))
  }

  /** Turns the wheel there, in notches. */
  scroll(notches: { x?: number; y?: number }, options?: ActionOptions): Promise<Receipt> {
    return this.act(options, (element, own) => element.scroll(notches, own))
  }

  /** Drags what shows there to another point. What shows at either is found and checked before the button goes down. */
  async dragTo(target: ScreenPoint, options?: PointDragOptions): Promise<Receipt> {
    return this.act(options, async (element, own) => {
      const { timeout, signal } = own ?? {}
      return element.dragTo((await target.element({ timeout, signal })).at(target), own)
    })
  }

  /** What shows there now, as a locator of that element and no other. Does not wait. */
  async element(options?: WaitOptions): Promise<Locator> {
    return (await this.find(limitsOf(this.desktop, options))).element
  }

  private async act<Options extends WaitOptions>(
    options: Options | undefined,
    verb: (element: Locator, options: Options | undefined) => Promise<Receipt>,
  ): Promise<Receipt> {
    const { timeout, signal } = options ?? {}
    const limits = limitsOf(this.desktop, { timeout, signal })
    const { element, hasTree } = await this.find(limits)
    // Finding it was a part of what the caller gave time for.
    const time = options?.timeout === undefined ? {} : { timeout: Math.max(1, limits.remaining) }
    // Of a window without a tree there is itself, and nothing that could be different about it.
    const own = { ...options, ...time, ...(hasTree ? {} : NO_DIFF) }
    return verb(element.at(this), own as Options)
  }

  private async find(limits: Limits): Promise<{ element: Locator; hasTree: boolean }> {
    const { native } = this.desktop
    const node = await elementAt(native, this.x, this.y, limits)
    const element = node === undefined ? undefined : native.elementOfRef(node.ref)
    if (node === undefined || element === undefined) throw this.nothing()
    const apps = await limits.call((bounds) => native.applications(bounds))
    const application = apps.find(({ key }) => key === element.appKey)
    if (application === undefined) throw this.nothing()
    const app = new App(this.desktop, application)
    const { hasTree } = app
    if (hasTree) return { element: app.locator(`ref:${node.ref}`), hasTree }
    const windows = await app.windows({ timeout: limits.timeLeft(), signal: limits.signal })
    const window = windows.find((one) => one.is(element))
    if (window === undefined) throw this.nothing()
    return { element: window.itself(), hasTree }
  }

  private nothing(): SurehandError {
    return new SurehandError(
      'NOT_FOUND',
      `There is nothing to act on at ${this.x},${this.y}: the bare desktop, a window of a program that does not show itself ` +
        'to accessibility, or an open menu or list that its program leaves out of the tree (use the keys there: ArrowDown, Enter, Escape). A picture of the screen (desktop.screenshot()) shows what is there.',
      { x: this.x, y: this.y },
    )
  }
}
