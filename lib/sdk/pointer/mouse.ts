import { type DirectOptions, direct } from '../action/direct.js'
import { payloadOfInput } from '../action/hooks.js'
import { lifting, moving, type PointerButton } from '../action/options.js'
import { BUTTONS, hoverSteps, moveSteps } from '../action/pointer.js'
import type { Point } from '../action/rect.js'
import type { Surroundings } from '../app/desktop-surroundings.js'
import { checkArgument, checkOptions, finite } from '../call/arguments.js'
import { SurehandError } from '../errors.js'
import type { NativeInputStep } from '../native/binding.js'
import type { Receipt } from '../receipt.js'
import { type PointOptions, ScreenPoint } from './point.js'

/** The options of a button that goes down: what shows below the pointer is found and checked first, as for a click. */
export type MouseDownOptions = Omit<PointOptions, 'clickCount' | 'delay'>

export interface MouseUpOptions extends DirectOptions {
  /** Default: `left`. */
  button?: PointerButton
}

export interface MouseMoveOptions extends DirectOptions {
  /** How many motions lead there from where the pointer is. Default: 1. */
  steps?: number
}

/**
 * The pointer, step by step, for what no verb of a locator does: to draw, to drag along a path, to hold a button. What is held down is let
 * go of when a call fails, and when the desktop is disposed of.
 */
export class Mouse {
  private place: Point | undefined

  /** @internal Use `desktop.mouse`. */
  constructor(
    private readonly desktop: Surroundings,
    private readonly refuseDisposed: () => void,
  ) {}

  /** Moves the pointer to a point, in screen units. What shows there is not looked for. */
  async move(x: number, y: number, options?: MouseMoveOptions): Promise<Receipt> {
    const call = 'desktop.mouse.move(x, y)'
    checkArgument(call, 'x', x, finite)
    checkArgument(call, 'y', y, finite)
    checkOptions(call, options, moving)
    const { steps = 1, ...own } = options ?? {}
    const receipt = await this.send('move', moveSteps(this.place, { x, y }, steps), own)
    this.place = { x, y }
    return receipt
  }

  /**
   * Presses a button where the pointer is, and leaves it down. What shows there is acted on as by `desktop.point()`: NOT_FOUND,
   * NOT_ACTIONABLE, REFUSED before anything is sent.
   */
  async down(options?: MouseDownOptions): Promise<Receipt> {
    this.refuseDisposed()
    const { x, y } = this.known('down')
    return new ScreenPoint(this.desktop, x, y).down(options)
  }

  /** Lets go of a button where the pointer is, whatever shows there. */
  async up(options?: MouseUpOptions): Promise<Receipt> {
    checkOptions('desktop.mouse.up(options)', options, lifting)
    const { button: which = 'left', ...own } = options ?? {}
    return this.send('up', [...hoverSteps(this.known('up')), { kind: 'up', button: BUTTONS[which] }], own)
  }

  /** Where the last move led. Who has the pointer meanwhile is not asked. */
  private known(verb: string): Point {
    if (this.place !== undefined) return this.place
    throw new SurehandError(
      'INVALID_ARGUMENT',
      `desktop.mouse.${verb}() acts where mouse.move(x, y) led, and nothing was moved yet.`,
      { verb },
    )
  }

  private async send(verb: string, steps: NativeInputStep[], options: DirectOptions): Promise<Receipt> {
    this.refuseDisposed()
    const payload = payloadOfInput(steps, true)
    const action = { verb, app: undefined, route: 'input' as const, payload, role: 'desktop', name: undefined }
    const { receipt } = await direct(this.desktop, { ...action, confirmed: false }, options, (native) =>
      this.desktop.native.input(steps, {}, native),
    )
    return receipt
  }
}
