import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Effect, Received, World } from '../../../lib/sdk/index.js'

/** Where `npm run test:macos` has built the simulator and the addon over it; nothing where it has not. */
export const simulatorAt: string | undefined = process.env.SUREHAND_AXSIM

/** What goes wrong with an element of the world, an attribute or an action of it. */
export interface AxFault {
  /** Of the element; without one, of any. */
  key?: string
  /** By name. */
  application?: string
  /** The application's own element. */
  part?: 'application'
  /** The attribute, action or notification; without one, any. */
  on?: string
  /** The function; `slot` is one slot of a batch. */
  call?: string
  /** An AXError. */
  error?: number
  /** What was asked for happens all the same. */
  afterEffect?: boolean
  /** Success is said, and nothing happens. */
  noEffect?: boolean
  /** ms before the answer. */
  delay?: number
  /** How often. Default: always. */
  times?: number
  /** So many times it goes well first. */
  skip?: number
  /** What the attribute is instead. */
  value?: AxValue
  /** Of `value`: whether the attribute is among the names. Default: true. */
  listed?: boolean
  settable?: boolean
}

export type AxValue =
  | string
  | number
  | boolean
  | { error: number }
  | { null: true }
  | { real: number }
  | { point: { x: number; y: number } }
  | { size: { width: number; height: number } }
  | { rect: { x: number; y: number; width: number; height: number } }
  | { range: { location: number; length: number } }
  /** By key; `application` is its own element. */
  | { element: string }
  | { elements: string[] }
  /** A string, by its UTF-16 units. */
  | { units: number[] }
  | { url: string }
  | { data: string }
  | { attributed: string }
  | { array: AxValue[] }

/** What the system allows and is like. */
export interface AxSettings {
  accessibility?: boolean
  /** What AXIsProcessTrusted says, whether it is so or not. */
  accessibilitySaid?: boolean
  screen?: boolean
  screenSaid?: boolean
  /** Posting events. */
  events?: boolean
  locked?: boolean
  secureInput?: boolean
  /** A slot of a batch that failed is kCFNull instead of an error. */
  nullSlots?: boolean
}

export interface AxState {
  clipboard: string
  /** How often the user was asked for a permission. */
  prompts: number
  /** The application that is in front. */
  frontmost: string | null
  /** s, of references that have none of their own. */
  timeout: number
  /** What was set on applications: `1001 AXEnhancedUserInterface`. */
  switches: Record<string, boolean>
}

/** The frameworks of macOS that this process has, and the desktop that they show. */
export class AxSimulator {
  readonly #control: (call: string, argument: string) => string

  constructor(directory: string) {
    const { control } = createRequire(import.meta.url)(join(directory, 'control.node')) as {
      control: (call: string, argument: string) => string
    }
    this.#control = control
  }

  /** A desktop in place of the one before, with no fault and everything allowed. */
  open(world: World): void {
    this.#call('open', world)
  }
  close(): void {
    this.#call('close')
  }
  apply(effects: readonly Effect[]): void {
    this.#call('apply', effects)
  }
  received(): Received[] {
    return this.#call('received') as Received[]
  }
  fault(fault: AxFault): void {
    this.#call('fault', fault)
  }
  heal(): void {
    this.#call('heal')
  }
  set(settings: AxSettings): void {
    this.#call('set', settings)
  }
  /** What the clipboard holds besides text, by flavour. */
  flavor(flavors: Record<string, string>): void {
    this.#call('flavor', flavors)
  }
  /** How often each function was called. */
  messages(): Record<string, number> {
    return this.#call('messages') as Record<string, number>
  }
  forgetMessages(): void {
    this.#call('forgetMessages')
  }
  /** How many Core Foundation objects there are that nobody has let go. */
  alive(): Record<string, number> {
    return this.#call('alive') as Record<string, number>
  }
  /** The events that were posted, in words. */
  posted(): string[] {
    return this.#call('posted') as string[]
  }
  state(): AxState {
    return this.#call('state') as AxState
  }

  #call(name: string, argument: unknown = null): unknown {
    return JSON.parse(this.#control(name, JSON.stringify(argument)))
  }
}
