import type { Limits } from '../call/limits.js'
import { isSurehandError, SurehandError } from '../errors.js'
import { describe } from '../look/candidates.js'
import type { Found } from '../look/look.js'
import { markOf } from '../look/sameness.js'
import type { Scope } from '../look/scope.js'
import type { NativeDispatch, NativeRect, NativeRoute, NativeSnapshotOptions } from '../native/binding.js'
import { screenshotOf } from '../picture/screenshot.js'
import { type ActionStep, actedOn, type Attempt as Entry } from '../receipt.js'
import { pathOf } from '../tree/node.js'
import type { Query } from '../tree/query.js'
import type { NotYet } from '../wait/wait.js'
import type { Goal } from './goal.js'
import { inWords, type Payload } from './hooks.js'
import type { Defaults, Forced, VerbOptions } from './options.js'
import { pointAt } from './pointer.js'
import type { Recording } from './recording.js'
import type { Point } from './rect.js'
import { type ParsedTarget, Resolution } from './steps/resolve.js'
import type { Conditions } from './steps/verify.js'
import { noteSent } from './unsettled.js'

/** What was done, and to which element. */
export interface Act {
  found: Found
  dispatch: NativeDispatch
  /** What was read back. */
  goal?: Goal
  /** Nothing of what was sent shows where it would. */
  vain?: true
  /** States that change whether or not it had its effect: where nothing else does, the effect is unknown. */
  aside?: ReadonlySet<string>
  /** For the receipt. */
  note?: string
}

/** An action as its caller asked for it. */
export interface Action {
  /** `click`, `fill`, … */
  verb: string
  /** The application as a whole. */
  scope: Scope
  options: VerbOptions & Defaults
  limits: Limits
  /** What the trees that it looks at must hold: the same in all of them, or their difference would show what was not read. */
  reads: NativeSnapshotOptions
  /** The conditions of `verify`. */
  conditions?: Conditions | undefined
  /** Whether a window that its selectors are about is enough to look at: nothing else of the application is compared. */
  windowOnly?: boolean
  /** Of who writes it down. */
  recording?: Recording | undefined
}

// ms for a read-back while another attempt may follow.
const READ_BACK = 2_000

/** The steps of one attempt: how far it came, and how long each of them took. */
export class Steps {
  private readonly timings = { resolve: 0, preflight: 0, dispatch: 0, settle: 0, verify: 0 }
  private readonly preparations = new Set<string>()
  private looks = 0

  constructor(private step: ActionStep) {}

  /** Runs a part of the action as one of its steps: timed, and named in the error if it fails there. */
  async during<T>(step: Exclude<ActionStep, 'done'>, work: () => Promise<T>): Promise<T> {
    this.step = step
    const began = performance.now()
    try {
      return await work()
    } finally {
      this.timings[step] += performance.now() - began
    }
  }

  /** Names the step that it ended in, where that is not the one that ran last. */
  endedIn(step: ActionStep): void {
    this.step = step
  }

  /** The application is looked at once more before the element is there and ready. */
  looksAgain(): void {
    this.looks++
  }

  /** In words, what was sent only to prepare for the action. */
  preparedBy(what: string): void {
    this.preparations.add(what)
  }

  /** As it stands now. `selector`: what it looked for, or, of several, what it found. */
  written(selector: string, error?: unknown): Entry {
    const { step, looks, preparations } = this
    const { resolve, preflight, dispatch, settle, verify } = this.timings
    const timings = {
      resolve: round(resolve),
      preflight: round(preflight),
      dispatch: round(dispatch),
      settle: round(settle),
      verify: round(verify),
    }
    const prepared = preparations.size > 0 ? { prepared: [...preparations] } : {}
    return { selector, step, looks, timings, ...prepared, ...(isSurehandError(error) ? { error: error.code } : {}) }
  }
}

/** One pass of an action through its steps, and what came of them. Only its own methods change it. */
export class Attempt extends Steps {
  readonly resolution: Resolution
  private route: NativeRoute | undefined
  private serialWhenSent = 0
  private serialOfLook = 0
  private chosen: { found: Found; heldBefore?: boolean | undefined } | undefined
  private agreed: string | undefined

  constructor(
    readonly action: Action,
    targets: readonly ParsedTarget[],
    /** Bounds what comes after the element was found ready. */
    readonly limits: Limits,
    /** Bounds the wait for the element. */
    readonly patience: Limits = limits,
    /** How many more attempts there may be after this one. */
    readonly retriesLeft = 0,
  ) {
    super('resolve')
    const { scope, options, reads, windowOnly = false } = action
    const patient = (options.retries ?? 0) > 0
    const { onAmbiguous } = options
    this.resolution = new Resolution(scope, targets, patience, { reads, patient, windowOnly, onAmbiguous })
  }

  get verb(): string {
    return this.action.verb
  }

  get scope(): Scope {
    return this.action.scope
  }

  /** The selector that found the element; before that, the one that was asked for first. */
  get query(): Query {
    return this.resolution.winner
  }

  /** Bounds the read-back: what another attempt may need is not used up by this one. */
  get readBackLimits(): Limits {
    return this.retriesLeft > 0 ? this.limits.within(READ_BACK) : this.limits
  }

  forces(check: Forced): boolean {
    const { force } = this.action.options
    return force === true || (Array.isArray(force) && force.includes(check))
  }

  /** The point that the caller asked for, in screen px; `undefined` when any will do. */
  pointIn(bounds: NativeRect): Point | undefined {
    const { at, position } = this.action.options
    if (at !== undefined) return { x: at.x, y: at.y }
    return position === undefined ? undefined : pointAt(position, bounds)
  }

  /** Whether the caller has agreed to this element; calls `confirm`, if given. REFUSED. */
  async agree(found: Found): Promise<'agreed' | 'just asked'> {
    const { confirm, highlight } = this.action.options
    if (confirm === undefined && highlight === undefined) return 'agreed'
    // By more than its identity: its place may have been given to another meanwhile.
    const mark = markOf(found.snapshot, found.node)
    if (this.agreed === mark) return 'agreed'
    if (highlight !== undefined) {
      const { bounds } = found.snapshot.node(found.node)
      await screenshotOf(this.scope.native, undefined, this.limits, highlight, bounds === undefined ? [] : [bounds])
    }
    if (confirm === undefined) return 'agreed'
    // Most who are asked never look at its selector, which takes longer to find than all the rest: a spread would find it now.
    const element = Object.assign(actedOn(this.scope.app, found.snapshot, found.node), {
      path: pathOf(found.snapshot, found.node),
    })
    if (!(await this.limits.outside(async () => confirm({ verb: this.verb, element })))) {
      const what = `${this.verb} on ${describe(found.snapshot, found.node)}`
      throw new SurehandError('REFUSED', `${what} was not confirmed. Nothing was sent.`, { element: { ...element } })
    }
    this.agreed = mark
    return 'just asked'
  }

  /** Looks for the element once. `near`: where it was seen just now, which takes the place of a look. */
  async look(share: boolean, near?: Found): Promise<Found | NotYet> {
    this.serialOfLook = this.scope.events.serial
    return near ?? this.during('resolve', () => this.resolution.inTree(share))
  }

  /** Whether the application announced something since the last look for the element began. */
  get isOutdated(): boolean {
    return this.scope.events.serial !== this.serialOfLook
  }

  /** The element is there and ready. `heldBefore`: see there. */
  chose(found: Found, heldBefore?: boolean): void {
    this.chosen = { found, heldBefore }
  }

  /** The element that was found ready last. */
  get found(): Found | undefined {
    return this.chosen?.found
  }

  /** Whether the verify condition already held before the action; `undefined` if unknown. */
  get heldBefore(): boolean | undefined {
    return this.chosen?.heldBefore
  }

  /** Sends what the action is about. Where the error says that nothing was sent, it was not sent. */
  async sending<T>(route: NativeRoute, work: () => Promise<T>): Promise<T> {
    const { native, events, target } = this.scope
    const before = this.route
    this.route = route
    this.serialWhenSent = events.serial
    events.noteAction()
    noteSent(native, target.appKey, this.serial)
    try {
      return await work()
    } catch (error) {
      // Another route may have been taken before.
      if (isSurehandError(error) && error.sent === 'no') this.route = before
      throw error
    }
  }

  /** Whether what the action is about was sent; what prepares for it is not that. */
  get acted(): boolean {
    return this.route !== undefined
  }

  /** What had been announced when it was sent. */
  get serial(): number {
    return this.serialWhenSent
  }

  /** What was sent when its answer was lost. */
  get lost(): Act | undefined {
    const { route, found } = this
    if (route === undefined || found === undefined) return undefined
    return { found, dispatch: { route, detail: '', confirmed: false } }
  }

  /** What only prepares was sent. */
  prepared(payload: Payload): void {
    this.scope.events.notePreparation()
    this.preparedBy(inWords(payload))
  }

  /** The end of a verb that went through. */
  done(found: Found, dispatch: NativeDispatch, goal?: Goal): Act {
    this.endedIn('done')
    return { found, dispatch, ...(goal === undefined ? {} : { goal }) }
  }
}

/** To the microsecond. */
export function round(ms: number): number {
  return Math.round(ms * 1000) / 1000
}
