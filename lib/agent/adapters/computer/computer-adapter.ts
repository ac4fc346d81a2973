import type { Desktop } from '../../../sdk/desktop.js'
import { SurehandError } from '../../../sdk/errors.js'
import type { ScreenPoint } from '../../../sdk/pointer/point.js'
import type { Receipt } from '../../../sdk/receipt.js'
import type { Rect } from '../../../sdk/tree/node.js'
import { answerOf } from '../../acting.js'
import type { Registry } from '../../registry.js'
import { resultOf, type ToolResult } from '../../result.js'
import type { CallOptions, ToolSpec } from '../../tool.js'
import { clickElement } from '../../tools/act/click-element.js'
import { pressKeyGlobal } from '../../tools/act/press-key-global.js'
import { scrollElement } from '../../tools/act/scroll-element.js'
import { typeIntoElement } from '../../tools/act/type-into-element.js'
import { delay } from '../../tools/run/delay.js'
import { captureScreenshot } from '../../tools/see/capture-screenshot.js'
import type { Calls } from '../calls.js'
import type { ComputerAction, Pixel } from './action.js'

export interface ComputerOptions {
  /** The display that the model sees, by its id. Default: the primary one. */
  display?: string
  /** Pixels along the longer side of a picture, where it can be made smaller. Default: 1,280. */
  maxDimension?: number
}

/** What the picture shows that the model was given last. Its pixels are what the model's points are in. */
interface View {
  bounds: Rect
  scale: number
}

// Without an action that a registry has, a computer over it does not do it either. In the core profile one tool stands for several.
const NEEDS: Readonly<Record<ComputerAction['kind'], readonly [ToolSpec, string]>> = {
  screenshot: [captureScreenshot, 'see'],
  zoom: [captureScreenshot, 'see'],
  click: [clickElement, 'act'],
  move: [clickElement, 'act'],
  drag: [clickElement, 'act'],
  scroll: [scrollElement, 'act'],
  type: [typeIntoElement, 'type'],
  key: [pressKeyGlobal, 'type'],
  wait: [delay, 'check'],
}
const READS: readonly string[] = ['screenshot', 'zoom', 'wait']

// px by which a point of a drag may be beside the straight line: a model writes the way as it imagines it.
const STRAIGHT = 8

/**
 * A display for models that are trained to see a screen and to say pixels. What they ask for goes the way of every other action: what
 * shows at the point is found and checked, acted on at most once, and what changed is said.
 */
export class Computer {
  private pointer: Pixel | undefined

  private constructor(
    private readonly registry: Registry,
    private readonly options: ComputerOptions,
    private view: View,
  ) {}

  /** Takes a first picture, to know how large they are. */
  static async open(registry: Registry, options: ComputerOptions = {}): Promise<Computer> {
    const nowhere: View = { bounds: { x: 0, y: 0, width: 0, height: 0 }, scale: 1 }
    const computer = new Computer(registry, options, nowhere)
    const result = await computer.screenshot({})
    if (!result.isError) return computer
    const { code, message } = result.structuredContent.error as { code: 'UNSUPPORTED'; message: string }
    throw new SurehandError(code, `There is no picture of the display: ${message}`, {})
  }

  /** Pixels of the pictures. */
  get width(): number {
    return Math.round(this.view.bounds.width * this.view.scale)
  }

  get height(): number {
    return Math.round(this.view.bounds.height * this.view.scale)
  }

  /** @internal Reads what a vendor's model asked for, and does it in its turn. */
  run(calls: Calls, read: () => ComputerAction, options: CallOptions = {}): Promise<ToolResult> {
    let action: ComputerAction
    try {
      action = read()
    } catch (error) {
      return calls.inTurn('computer', true, () => Promise.reject(error))
    }
    return calls.inTurn(`computer ${action.kind}`, !READS.includes(action.kind), () => this.act(action, options))
  }

  /** @internal The picture that the model goes by from now on. */
  async screenshot(options: CallOptions): Promise<ToolResult> {
    const tool = this.registry.underlying(...NEEDS.screenshot)
    const { display, maxDimension = 1_280 } = this.options
    const smaller = 'max_dimension' in tool.inputSchema.properties ? { max_dimension: maxDimension } : {}
    const what = display === undefined ? { entire_monitor: true } : { display }
    const result = await tool.run({ ...what, ...smaller }, options)
    if (!result.isError) this.view = result.structuredContent as unknown as View
    return result
  }

  private async act(action: ComputerAction, options: CallOptions): Promise<ToolResult> {
    const needed = this.registry.underlying(...NEEDS[action.kind])
    switch (action.kind) {
      case 'screenshot':
        return this.screenshot(options)
      case 'zoom':
        return this.zoom(action, options)
      case 'wait':
        return needed.run({ delay_ms: action.ms }, options)
      case 'key':
        return this.press(action.keys, options)
      case 'click':
        return this.click(action, options)
      default:
        return this.byReceipt(await this.registry.desktop(), action, options)
    }
  }

  /** A part of the screen as it is, however small the picture is that the model goes by. */
  private async zoom({ from, to }: { from: Pixel; to: Pixel }, { signal }: CallOptions): Promise<ToolResult> {
    const [start, end] = [this.onScreen(from), this.onScreen(to)]
    const area = { x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y }
    if (area.width <= 0 || area.height <= 0) throw wrong('a region has its left top corner first')
    const picture = await (await this.registry.desktop()).picture({ area, signal })
    const { bounds, scale } = picture
    const text = 'A closer look. Points are still those of the last screenshot.'
    return resultOf({ text, data: { bounds, scale }, pictures: [picture] })
  }

  private async press(keys: readonly string[], options: CallOptions): Promise<ToolResult> {
    const tool = this.registry.underlying(...NEEDS.key)
    let result: ToolResult | undefined
    for (const key of keys) {
      result = await tool.run({ key }, options)
      if (result.isError) return result
    }
    if (result === undefined) throw wrong('there is no key to press')
    return result
  }

  private async click(action: ComputerAction & { kind: 'click' }, options: CallOptions): Promise<ToolResult> {
    const { button, count, hold } = action
    const at = this.onScreen(this.pointed(action.at))
    const click_type = clickType(button, count)
    if (hold.length === 0 && click_type !== undefined)
      return this.registry.underlying(...NEEDS.click).run({ ...at, click_type }, options)
    const point = (await this.registry.desktop()).point(at.x, at.y)
    return resultOfReceipt(await point.click({ button, clickCount: count, modifiers: hold, ...signalOf(options) }))
  }

  /** What there is no tool for. */
  private async byReceipt(
    desktop: Desktop,
    action: ComputerAction & { kind: 'move' | 'drag' | 'scroll' | 'type' },
    options: CallOptions,
  ): Promise<ToolResult> {
    const limits = signalOf(options)
    const point = (pixel: Pixel): ScreenPoint => {
      const { x, y } = this.onScreen(pixel)
      return desktop.point(x, y)
    }
    switch (action.kind) {
      case 'move':
        return resultOfReceipt(await point(this.pointed(action.at)).hover(limits))
      case 'scroll': {
        const { x, y, hold } = action
        if (hold.length > 0) throw wrong('keys cannot be held down while scrolling')
        return resultOfReceipt(await point(this.pointed(action.at)).scroll({ x, y }, limits))
      }
      case 'type':
        return resultOfReceipt(await desktop.type(action.text, { ...limits, diff: true }))
      case 'drag': {
        const [from, to] = ends(action.path)
        const [start, end] = [point(from), point(this.pointed(to))]
        const source = (await start.element(limits)).at(start)
        const target = (await end.element(limits)).at(end)
        return resultOfReceipt(await source.dragTo(target, { ...limits, modifiers: action.hold }))
      }
    }
  }

  /** Where the pointer is meant to go, which is where the next click without a place is. */
  private pointed(at: Pixel | undefined): Pixel {
    const there = at ?? this.pointer
    if (there === undefined) throw wrong('where? The pointer was not sent anywhere yet: give a point of the picture')
    this.pointer = there
    return there
  }

  private onScreen({ x, y }: Pixel): Pixel {
    const { bounds, scale } = this.view
    if (!(x >= 0 && y >= 0 && x <= this.width && y <= this.height))
      throw wrong(`${x},${y} is not in the picture of ${this.width}×${this.height}`)
    return { x: bounds.x + x / scale, y: bounds.y + y / scale }
  }
}

function clickType(button: string, count: number): 'left' | 'double' | 'right' | 'middle' | undefined {
  if (button === 'left') return count === 1 ? 'left' : count === 2 ? 'double' : undefined
  return count === 1 ? (button as 'right' | 'middle') : undefined
}

/** A drag goes in a straight line. One that was meant to go another way is not done in its stead. */
function ends(path: readonly Pixel[]): [Pixel, Pixel] {
  const [from, to] = [path[0], path.at(-1)]
  if (from === undefined || to === undefined || path.length < 2) throw wrong('a drag needs where it begins and ends')
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy)
  const beside = ({ x, y }: Pixel) =>
    length === 0 ? Math.hypot(x - from.x, y - from.y) : Math.abs((x - from.x) * dy - (y - from.y) * dx) / length
  if (path.some((pixel) => beside(pixel) > STRAIGHT)) {
    const message = 'A drag goes in a straight line here, and this one does not. Nothing was sent.'
    throw new SurehandError('UNSUPPORTED', message, { path: path.map(({ x, y }) => `${x},${y}`) })
  }
  return [from, to]
}

function resultOfReceipt(receipt: Receipt): ToolResult {
  return resultOf(answerOf(receipt, {}, undefined, [], []))
}

function signalOf({ signal }: CallOptions): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal }
}

/** An action that means nothing here. */
export function wrong(what: string): SurehandError {
  return new SurehandError('INVALID_ARGUMENT', `computer: ${what}. Nothing was sent.`, {})
}
