import { eitherSignal } from '../call/abort.js'
import {
  asked,
  checkOptions,
  count,
  finite,
  flag,
  milliseconds,
  objectOf,
  oneOf,
  optionsOf,
  type Requirement,
  refusing,
  type Shape,
  someText,
  texts,
  waiting,
} from '../call/arguments.js'
import type { WaitOptions } from '../call/limits.js'
import type { SurehandError } from '../errors.js'
import { heldKeys } from '../keys.js'
import type { Candidate, NearMiss } from '../look/candidates.js'
import type { Lookup } from '../look/lookup.js'
import type { SelectorLike } from '../tree/query.js'
import { checkHooks, type Hooks, hooked, hooksOf } from './hooks.js'
import type { Check as Preflight } from './steps/not-actionable.js'

/** A selector, or a locator of the same application. */
export type Target = SelectorLike | Lookup

/** What must be so after an action for it to have worked. */
export interface Verify {
  /** Something that is not hidden matches each of these. */
  exists?: Target | readonly Target[]
  /** Nothing that is not hidden matches any of these. Never taken for granted of a tree that is cut where it could be. */
  notExists?: Target | readonly Target[]
  /**
   * ms that this may take, from the moment the action was sent. Default: 2,000. If set, an effect that has not appeared within this many ms is
   * treated as not coming: with `retries`, a press without any visible effect is sent again.
   */
  timeout?: number
  /** ms for which it has to stay so. Default: 0. */
  stable?: number
  /** Where to look: an element (the first that matches) and what is below it. Default: the whole application. */
  scope?: Target
}

/** Several elements match; what {@link ActionOptions.onAmbiguous} chooses from. */
export interface Ambiguity {
  selector: string
  /** How many match: {@link ActionOptions.onAmbiguous} is given the first few. */
  count: number
}

/** An action that failed, with its retries used up; what {@link ActionOptions.onFailure} decides on. */
export interface Failure {
  verb: string
  /** The selector that the action was given. */
  selector: string
  /** What was tried, seen and sent is in its details. */
  error: SurehandError
  /** Whether anything was sent. `onFailure` is called only when doing it again can do nothing twice. */
  sent: boolean
  /** How often `onFailure` was called before, for this action. */
  asked: number
  /** When nothing matched: the nearest elements, likeliest first; the first few. */
  nearMisses?: readonly NearMiss[]
  /** When nothing matched: how many elements were compared. */
  searched?: number
}

/** Once more, or once more with another selector; `undefined` gives up. */
export type Recovery = 'retry' | { target: Target } | undefined

/** What an action is about to be done to; what {@link ActionOptions.confirm} decides on. */
export interface Intention {
  /** `click`, `fill`, … */
  verb: string
  element: Candidate
}

/** The options of what is done to a window or an application, and not to one of several elements. */
export type PlaceOptions = Omit<ActionOptions, 'alternatives' | 'fallbacks' | 'force' | 'onAmbiguous'>

/** A step of the preflight that can be left out. */
export type Forced = Exclude<Preflight, 'focused' | 'suitable'>

/**
 * The options of every verb. At most one dispatch happens unless `retries` are given, and then only another when nothing
 * can have been done twice.
 */
export interface ActionOptions extends WaitOptions {
  /**
   * Other ways to say which element is meant. All are matched on the same tree as the selector itself; the first in this
   * order that matches anything says what is meant, never the one that was faster. Where that is several, one of the others may pick
   * from these.
   */
  alternatives?: readonly Target[]
  /**
   * Tried one after the other, when neither the selector nor an alternative was there and could be acted on in time; each gets what remains
   * but a second for each one after it. Never for what is ambiguous.
   */
  fallbacks?: readonly Target[]
  /**
   * How often the whole sequence, from finding to verifying, may be done again. After something was sent: only when doing it twice
   * is doing it once, or when nothing happened in the time that `verify.timeout` gives its effect. Without a `verify.timeout` the
   * effect could still come later, and what a retry must not send again it waits for once more. Default: 0.
   */
  retries?: number
  /** What must be so afterwards: `VERIFY_FAILED` when it is not. */
  verify?: Verify
  /** Checks to leave out before acting, or `true` for all. Default: none. */
  force?: boolean | readonly Forced[]
  /** Writes a picture of the screen to this PNG file right before acting, with the element outlined. */
  highlight?: string
  /** Picks one of several that match, by its ref or as it was given; `undefined` gives up: `AMBIGUOUS`. */
  onAmbiguous?: (candidates: readonly Candidate[], about: Ambiguity) => Picked | Promise<Picked>
  /**
   * Called when the action failed and no retry is left, as long as doing it again can do nothing twice. `'retry'` tries again, `{ target }`
   * with another selector, each with as much time as before; `undefined` gives up. Does not count against the timeout.
   */
  onFailure?: (failure: Failure) => Recovery | Promise<Recovery>
  /** Asked right before anything is sent; `false` is `REFUSED`. Does not count against the timeout. */
  confirm?: (intention: Intention) => boolean | Promise<boolean>
  /** Whether to look again afterwards and say what changed. Default: true. */
  diff?: boolean
}

export type Picked = Candidate | string | undefined

/**
 * What `with()` sets for all that follows. Signals add up, and so do hooks: a policy that was given once stays; of everything else the
 * last word counts.
 */
export interface ActionDefaults extends ActionOptions {
  hooks?: Hooks | readonly Hooks[]
}

/** What a place has of them. */
export interface Defaults extends ActionOptions {
  hooks?: readonly Hooks[]
}

/** Options on top of those that a place has. */
export function merged<T extends ActionDefaults>(own: Defaults, more: T | undefined): Defaults & T {
  const { hooks, signal, ...rest } = more ?? ({} as T)
  const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return {
    ...own,
    ...said,
    signal: eitherSignal(own.signal, signal),
    hooks: [...(own.hooks ?? []), ...hooksOf(hooks)],
  } as unknown as Defaults & T
}

/** The options of verbs that have more than one route. */
export interface RoutedOptions extends ActionOptions {
  /**
   * `auto`: what the toolkit offers, else synthesised input. `native`: never input. `input`: only input, as a person
   * would do it. Default: `auto`.
   */
  route?: 'auto' | 'native' | 'input'
}

/** The options of verbs that the pointer can do. */
export interface PointerOptions extends RoutedOptions {
  /**
   * Where in the element, from its top left corner: in px, or in percent of its size (`{ x: '90%', y: 4 }`); implies
   * `route: 'input'`. Default: its middle.
   */
  position?: Position
  /** Keys to hold down meanwhile: `Shift`, `Control`, or any other as `press()` names it; implies `route: 'input'`. */
  modifiers?: readonly Modifier[]
}

export interface Position {
  x: number | `${number}%`
  y: number | `${number}%`
}

/** The options of verbs that press a button of the pointer. */
export interface ClickOptions extends PointerOptions {
  /** Implies `route: 'input'`. Default: `left`. */
  button?: PointerButton
  /** How many clicks, one right after the other: 2 is a double click; implies `route: 'input'`. Default: 1. */
  clickCount?: number
  /** ms between pressing the button and letting go of it; implies `route: 'input'`. Default: 0. */
  delay?: number
}

export type PointerButton = 'left' | 'middle' | 'right'

/** The options of verbs that press keys. */
export interface KeyOptions extends ActionOptions {
  /** ms between two characters, or between pressing a key and letting go of it. They count for `timeout`. Default: 0. */
  delay?: number
  /** Keys to hold down meanwhile: `Shift`, `Control`, or any other as `press()` names it. */
  modifiers?: readonly Modifier[]
}

/** The options of `dragTo`. */
export interface DragOptions extends ActionOptions {
  /** Default: `left`. */
  button?: PointerButton
  /** Where in the element the button goes down. Default: its middle. */
  position?: Position
  /** Where in the target it is let go. Default: its middle. */
  targetPosition?: Position
  /** In how many steps the pointer goes there. Default: 8. */
  steps?: number
  /** ms before each step and before letting go. They count for `timeout`. Default: 15, and 80 before letting go: programs take no drop that comes at once. */
  delay?: number
  /** Keys to hold down meanwhile: `Shift`, `Control`, or any other as `press()` names it. */
  modifiers?: readonly Modifier[]
}

/** What the verbs' own options come to; each has some of them. */
export type VerbOptions = ClickOptions &
  DragOptions & {
    /** A point of the screen that has to be the element's: what a `ScreenPoint` acts at. */
    at?: { x: number; y: number }
  }

export type Modifier = 'Control' | 'Shift' | 'Alt' | 'Meta' | (string & {})

const FORCED: readonly string[] = ['visible', 'enabled', 'editable', 'stable', 'viewport', 'uncovered']

const target: Requirement = {
  accepts: (value) =>
    (typeof value === 'string' && value.trim() !== '') || (typeof value === 'object' && value !== null),
  expected: 'a selector or a locator',
}
const targets: Requirement = {
  accepts: (value) => Array.isArray(value) && value.every((item) => target.accepts(item)),
  expected: 'an array of selectors or locators',
}
const oneOrMore: Requirement = {
  accepts: (value) => targets.accepts(value) || (!Array.isArray(value) && target.accepts(value)),
  expected: 'a selector or a locator, or an array of them',
}
const forced: Requirement = {
  accepts: (value) =>
    typeof value === 'boolean' || (Array.isArray(value) && value.every((check) => FORCED.includes(check))),
  expected: `true, false or an array of ${FORCED.map((check) => `'${check}'`).join(', ')}`,
}
const span: Requirement = { ...milliseconds, accepts: (value) => value === 0 || milliseconds.accepts(value) }

const conditions: Shape = {
  exists: oneOrMore,
  notExists: oneOrMore,
  timeout: milliseconds,
  stable: span,
  scope: target,
}
const verifying: Requirement = {
  ...objectOf(conditions, 'an object with `exists`, `notExists` or both'),
  accepts: ({ exists, notExists }: Verify) => exists !== undefined || notExists !== undefined,
}

export const reliability: Shape = {
  ...waiting,
  alternatives: targets,
  fallbacks: targets,
  retries: count,
  verify: verifying,
  force: forced,
  highlight: someText,
  onAmbiguous: asked,
  onFailure: asked,
  confirm: asked,
  diff: flag,
}
/** Of windows and applications. */
export const ofPlaces: Shape = {
  ...reliability,
  ...refusing(
    'it is about this window or application and no other, so there is nothing to find in another way, and nothing to check of an element',
    ...['alternatives', 'fallbacks', 'force', 'onAmbiguous'],
  ),
}
/** Of what is about no element. */
const withoutElement = (why: string): Shape => ({
  ...waiting,
  confirm: asked,
  retries: count,
  ...refusing(
    `${why}, and no element is looked for or compared`,
    ...['alternatives', 'fallbacks', 'force', 'onAmbiguous', 'onFailure', 'highlight', 'diff'],
  ),
})
const processes = withoutElement('it is about a program')
const pointers = withoutElement('it is about the pointer')
/** Of starting a program. */
export const launching: Shape = { ...processes, verify: verifying }
/** Of ending one. */
export const quitting: Shape = {
  ...processes,
  ...refusing('it waits until the application has ended, and then there is none to look at', 'verify'),
}

/** Those of the options that a call has: what it has no option for is no default of it either. */
export function only<T extends object>(options: T, shape: Shape): T {
  const has = optionsOf(shape)
  return Object.fromEntries(Object.entries(options).filter(([name]) => has.includes(name) || name === 'hooks')) as T
}
/** Of `with()`. */
export const defaulting: Shape = {
  ...reliability,
  hooks: hooked,
}
export const routed: Shape = { ...reliability, route: oneOf('auto', 'native', 'input') }
const place: Requirement = {
  accepts: (value) => finite.accepts(value) || (typeof value === 'string' && /^-?\d+(\.\d+)?%$/.test(value)),
  expected: "a finite number of px, or percent as in '50%'",
}
const position = objectOf({ x: place, y: place }, "an object { x, y }, in px or percent ('50%')")
const button = oneOf('left', 'middle', 'right')
const upTo = (most: number): Requirement => ({
  accepts: (value) => Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= most,
  expected: `an integer from 1 to ${most}`,
})
export const pointing: Shape = { ...routed, position, modifiers: texts }
export const clicking: Shape = { ...pointing, button, clickCount: upTo(255), delay: span }
export const doubleClicking: Shape = { ...pointing, button, delay: span }
export const holding: Shape = { ...pointing, button }
export const moving: Shape = { ...pointers, steps: upTo(10_000) }
export const lifting: Shape = { ...pointers, button }
export const keying: Shape = { ...reliability, delay: span, modifiers: texts }
export const dragging: Shape = {
  ...reliability,
  button,
  position,
  targetPosition: position,
  steps: upTo(10_000),
  delay: span,
  modifiers: texts,
}

export function checkDefaults(call: string, defaults: ActionDefaults): void {
  checkOptions(call, defaults, defaulting)
  checkHooks(call, defaults?.hooks)
}

/** Checks what checkOptions() with one of the shapes above does not reach: the names of the `modifiers`. */
export function checkActionOptions(call: string, options: VerbOptions | undefined, shape: Shape): void {
  checkOptions(call, options, shape)
  heldKeys(call, options?.modifiers ?? [])
}
