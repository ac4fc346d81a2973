import type { Limits } from '../call/limits.js'
import { isSurehandError, SurehandError } from '../errors.js'
import { describe } from '../look/candidates.js'
import type { Found } from '../look/look.js'
import { markOf } from '../look/sameness.js'
import type { Scope } from '../look/scope.js'
import type { NativeDispatch, NativeRect, NativeRoute, NativeSnapshotOptions } from '../native/binding.js'
import { screenshotOf } from '../picture/screenshot.js'
import { type ActionStep, actedOn, type Attempt as Entry } from '../receipt.js'
import { labelOf, pathOf } from '../tree/node.js'
import type { Query } from '../tree/query.js'
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

/** One action on its way through its steps, with what is written down about it. */
export class Execution {
  readonly entry: Entry = {
    selector: '',
    step: 'resolve',
    looks: 0,
    timings: { resolve: 0, preflight: 0, dispatch: 0, settle: 0, verify: 0 },
  }
  readonly resolution: Resolution
  /** Whether what the action is about was sent; what prepares for it is not that. */
  acted = false
  /** What had been announced when it was sent. */
  serial = 0
  /** What had been announced when the last look for the element began. */
  lookedAt = 0
  /** The element that was found ready last. */
  found: Found | undefined
  /** Whether the verify condition already held before the action; `undefined` if unknown. */
  heldBefore: boolean | undefined
  private route: NativeRoute = 'none'
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
    const { scope, options, reads, windowOnly = false } = action
    const patient = (options.retries ?? 0) > 0
    const { onAmbiguous } = options
    this.resolution = new Resolution(scope, targets, patience, { reads, patient, windowOnly, onAmbiguous })
    this.entry.selector = this.query.text
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

  /** Runs a part of the action as one of its steps: timed, and named in the error if it fails there. */
  async during<T>(step: Exclude<ActionStep, 'done'>, work: () => Promise<T>): Promise<T> {
    this.entry.step = step
    const began = performance.now()
    try {
      return await work()
    } finally {
      this.entry.timings[step] += performance.now() - began
    }
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

  /** Right before it is sent. */
  sending(route: NativeRoute): void {
    this.acted = true
    this.route = route
    this.serial = this.scope.events.serial
    const { native, events, target } = this.scope
    events.noteAction()
    noteSent(native, target.appKey, this.serial)
  }

  /** What only prepares was sent. */
  prepared(payload: Payload): void {
    this.scope.events.notePreparation()
    const what = inWords(payload)
    this.entry.prepared ??= []
    if (!this.entry.prepared.includes(what)) this.entry.prepared.push(what)
  }

  /** What only prepares was sent to the menu that it is in. */
  opened({ snapshot, node }: Found): void {
    this.entry.prepared ??= []
    this.entry.prepared.push(`${labelOf(snapshot, node)} was opened again`)
  }

  /** What was sent when its answer was lost. */
  get lost(): Act | undefined {
    if (!this.acted || this.found === undefined) return undefined
    return { found: this.found, dispatch: { route: this.route, detail: '', confirmed: false } }
  }

  /** The end of a verb that went through. */
  done(found: Found, dispatch: NativeDispatch, goal?: Goal): Act {
    this.entry.step = 'done'
    return { found, dispatch, ...(goal === undefined ? {} : { goal }) }
  }

  /** What is written down, in ms to the microsecond; what is beyond is noise. */
  written(error?: unknown): Entry {
    const { resolve, preflight, dispatch, settle, verify } = this.entry.timings
    const timings = {
      resolve: round(resolve),
      preflight: round(preflight),
      dispatch: round(dispatch),
      settle: round(settle),
      verify: round(verify),
    }
    const failed = isSurehandError(error) ? { error: error.code } : {}
    return { ...this.entry, selector: this.query.text, timings, ...failed }
  }
}

/** To the microsecond. */
export function round(ms: number): number {
  return Math.round(ms * 1000) / 1000
}
