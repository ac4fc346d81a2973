import { Limits } from '../call/limits.js'
import { isSurehandError } from '../errors.js'
import type { NativeBinding, NativeDesktop, NativeEvent, NativePace, NativeSubscription } from '../native/binding.js'
import { quoted } from '../tree/quoted.js'
import { EVENT_KINDS } from '../vocabulary.js'
import { Backstop, type Pauses } from './backstop.js'
import { Echoes } from './echoes.js'
import { SharedLooks } from './shared-looks.js'
import { CROWD, Sleepers, type Woken } from './sleepers.js'
import { TreeCost } from './tree-cost.js'
import { type Reading, shareOf, Work } from './work.js'

// ms that a subscription outlives the last who needed it. A script's next step comes sooner, and need not wait for it anew.
const LINGER = 10_000
// ms; a model thinks for longer between two calls.
const AWAY = 60_000

// ms; asking for events is a matter of the bus and never of the application, so longer means that something is wrong.
const PATIENCE = 1_000

// A probe is cheap, and made of applications that are known to forget. Another look finds what no probe knows of.
const PROBES: Pauses = { quickest: 10, growth: 0.05, slowest: 250, share: 0.2, longest: Number.POSITIVE_INFINITY }
const LOOKS: Pauses = { quickest: 100, growth: 0.5, slowest: 500, share: 0.02, longest: 1_000 }

// ms; an application that takes longer is busy with something else.
const PROBE = 1_000
const LOOK = 5_000

// ms without an event after which it may be at rest again.
const QUIET = 100

/** Elements; more are not looked at one by one. */
export const FEW = 8
const REMEMBERED = 4 * FEW

/** Told of everything that an application announces, and how many events were dropped. */
type Hearer = (appKey: string, events: readonly NativeEvent[], dropped: number) => void

const hearers = new WeakMap<NativeDesktop, Hearer>()

/** What receives the events of a desktop's applications for the waits on them; `undefined` once it is closed. */
export function setHearer(desktop: NativeDesktop, hearer: Hearer | undefined): void {
  if (hearer === undefined) hearers.delete(desktop)
  else hearers.set(desktop, hearer)
}

/** A wait, from its beginning to its end. */
export interface Waiting {
  /** How often the application was asked since whether anything changed, by all who waited. */
  readonly probes: number
  end(): void
}

/**
 * What one application announces, asked for once and shared by all who wait for it. An event says that looking again is
 * worthwhile, never what is there: toolkits forget some. A {@link Backstop} notices what they forget.
 */
export class Observation {
  private subscription: NativeSubscription | undefined
  private starting: Promise<void> | undefined
  private supported = true
  private announcements = 0
  private latest: NativeEvent | undefined
  private sources: { serial: number; identity: string; kind: NativeEvent['kind'] }[] = []
  private counts = { events: 0, dropped: 0 }
  private ending: NodeJS.Timeout | undefined
  private waits = 0
  private actedAt = Number.NEGATIVE_INFINITY
  private left: { reading: Reading; serial: number } | undefined
  /** Nothing is asked of it now: between {@link leave} and {@link resume}. */
  private away = false
  private leftAt = 0
  private remeasuring: NodeJS.Timeout | undefined
  private rested = { ms: 0, serial: 0 }
  private readonly sleepers = new Sleepers()
  private readonly echoes = new Echoes()
  private readonly probes: Backstop | undefined
  private readonly backstops: readonly Backstop[]
  /** How much it is at work. */
  readonly work: Work
  /** What all who are woken at the same time would each do for themselves. */
  readonly looks = new SharedLooks()
  /** What a look at all of it costs. */
  readonly cost = new TreeCost()

  constructor(
    private readonly binding: Pick<NativeBinding, 'createCancel'>,
    private readonly native: NativeDesktop,
    private readonly appKey: string,
    /** What it announces, and when. */
    readonly pace: NativePace,
  ) {
    this.work = new Work(native, appKey)
    // Where asking costs the application as much as a look, waits look by the clock instead.
    if (!pace.cheapFingerprint) {
      this.backstops = []
      return
    }
    const looks = new Backstop(LOOKS, this.asking(true, LOOK), (time) => this.wakeWatched(time, 'look'))
    if (pace.forgetful) {
      this.probes = new Backstop(PROBES, this.asking(false, PROBE), (time, seen) =>
        this.wakeWatched(time, seen ? 'probe' : 'look'),
      )
    }
    this.backstops = this.probes === undefined ? [looks] : [this.probes, looks]
  }

  /** Whether events come now. */
  get live(): boolean {
    return this.subscription !== undefined
  }

  /** An action is sent to it now. */
  noteAction(): void {
    this.actedAt = performance.now()
    this.rested.ms = 0
  }

  /** What only prepares an action was sent to it now: that it rested before says nothing of what comes of that. */
  notePreparation(): void {
    this.rested.ms = 0
  }

  /** It is about to be read. */
  noteLook(): void {
    this.echoes.look()
  }

  /** Nothing is asked of it for a while: what it does from here on, it does by itself. */
  async leave(limits: Limits): Promise<void> {
    await this.begin(limits)
    this.away = true
    this.leftAt = performance.now()
    await this.measure(limits)
  }

  private async measure(limits: Limits): Promise<void> {
    const { serial } = this
    const reading = await this.work.read(limits)
    if (!this.away) return
    this.left = reading === undefined || !this.live ? undefined : { reading, serial }
  }

  /** What it does after what it announced last is measured anew: what an action set off goes on for a while after its call. */
  private measureAgain(): void {
    if (this.remeasuring !== undefined) {
      this.remeasuring.refresh()
      return
    }
    this.remeasuring = setTimeout(() => {
      this.remeasuring = undefined
      if (this.away) this.measure(new Limits(this.binding, {}, PROBE)).catch(() => {})
    }, QUIET)
    this.remeasuring.unref()
  }

  /** It is asked again: what it did since {@link leave} says whether it was at rest. */
  async resume(limits: Limits): Promise<void> {
    const { left, serial } = this
    clearTimeout(this.remeasuring)
    this.remeasuring = undefined
    this.away = false
    this.left = undefined
    this.rested = { ms: 0, serial }
    if (left === undefined || !this.live || left.serial !== serial) return
    const now = await this.work.read(limits)
    if (now !== undefined && this.work.isAtRest(shareOf(left.reading, now))) this.rested.ms = now.at - left.reading.at
  }

  /** ms that it was at rest before it was asked again; 0 when it announced something since, or something was sent to it. */
  get restedBefore(): number {
    return this.live && this.rested.serial === this.serial ? this.rested.ms : 0
  }

  /** ms since the last action was sent to it, by any caller that shares this observation. */
  get sinceAction(): number {
    return performance.now() - this.actedAt
  }

  /** How many batches of events have come. */
  get serial(): number {
    return this.announcements
  }

  /** How many events have come, and how many were dropped because they came faster than they were taken. */
  get totals(): { readonly events: number; readonly dropped: number } {
    return this.counts
  }

  /** What was announced last, in the platform's words: `StateChanged:showing of "Saved"`. */
  get last(): string | undefined {
    if (this.latest === undefined) return undefined
    const { detail, name } = this.latest
    return name === undefined ? detail : `${detail} of ${quoted(name)}`
  }

  /** The elements that announced something after `serial`, the last first; none when they were many. */
  sourcesSince(serial: number): string[] {
    const since = this.sources.filter((source) => source.serial > serial).map(({ identity }) => identity)
    const distinct = [...new Set(since.reverse())]
    return distinct.length > FEW ? [] : distinct
  }

  /** The elements that announced after `serial` that they got or lost the focus, the last first; of many the last few. */
  focusSince(serial: number): string[] {
    const since = this.sources.filter((source) => source.serial > serial && source.kind === 'focus')
    return [...new Set(since.map(({ identity }) => identity).reverse())].slice(0, FEW)
  }

  /** Whether this element announced anything after `serial`, or so many did that it may have. */
  toldOf(identity: string, serial: number): boolean {
    const since = this.sources.filter((source) => source.serial > serial)
    return since.length >= REMEMBERED || since.some((source) => source.identity === identity)
  }

  /** Whether so many wait that they should share their looks. */
  get crowded(): boolean {
    return this.waits >= CROWD
  }

  /** A wait begins. */
  enter(): Waiting {
    const asked = () => this.probes?.asked ?? 0
    const before = asked()
    this.waits++
    for (const backstop of this.backstops) backstop.enter()
    return {
      get probes() {
        return asked() - before
      },
      end: () => {
        this.waits--
        if (this.waits === 0) for (const backstop of this.backstops) backstop.forget()
      },
    }
  }

  /** From its resolution on, what the application announces is noticed; unless {@link live} stays false. */
  async begin(limits: Limits): Promise<void> {
    this.linger()
    if (this.live || !this.supported) return
    const others = this.starting
    this.starting ??= this.start(limits).finally(() => {
      this.starting = undefined
    })
    try {
      await this.starting
    } catch (error) {
      // When the wait that began it gives up, the others go on.
      if (others === undefined || !isSurehandError(error, 'ABORTED')) throw error
      limits.throwIfAborted()
      await this.begin(limits)
    }
  }

  /**
   * Sleeps until there is more than `serial`, or for `ms`; given `since`, when a look began, also until the backstop finds that
   * it is worth looking again. Rejects with ABORTED.
   */
  async sleep(serial: number, ms: number, limits: Limits, since?: number): Promise<Woken> {
    limits.throwIfAborted()
    if (this.announcements !== serial) return 'event'
    const sleep = this.sleepers.sleep(Math.min(ms, limits.remaining), limits.signal, since)
    if (since !== undefined) for (const backstop of this.backstops) backstop.watch()
    const woken = await sleep
    if (this.sleepers.size === 0) for (const backstop of this.backstops) backstop.rest()
    this.linger()
    limits.throwIfAborted()
    return woken
  }

  private asking(whole: boolean, patience: number): (signal: AbortSignal) => Promise<bigint> {
    return (signal) =>
      new Limits(this.binding, { signal }, patience).call((native) =>
        this.native.fingerprint(this.appKey, whole, native),
      )
  }

  private wakeWatched(time: number, by: Woken): boolean {
    this.sleepers.wakeWatched(time, by)
    return this.sleepers.watched
  }

  private async start(limits: Limits): Promise<void> {
    try {
      const subscription = await limits
        .within(PATIENCE)
        .call((native) => this.native.observe({ appKey: this.appKey }, [...EVENT_KINDS], native))
      subscription.listen((events, dropped) => this.receive(events, dropped))
      this.subscription = subscription
      this.linger()
    } catch (error) {
      if (isSurehandError(error, 'ABORTED')) throw error
      // Without events there is still looking again; another wait may have more luck with a bus that is only slow.
      if (isSurehandError(error, 'UNSUPPORTED')) this.supported = false
    }
  }

  private receive(events: NativeEvent[], dropped: number): void {
    hearers.get(this.native)?.(this.appKey, events, dropped)
    this.counts = { events: this.counts.events + events.length, dropped: this.counts.dropped + dropped }
    if (dropped === 0 && this.echoes.areAll(events)) return
    this.announcements++
    this.latest = events[events.length - 1]
    const serial = this.announcements
    for (const { kind, source, child } of events) {
      for (const identity of [source, child]) if (identity) this.sources.push({ serial, identity, kind })
    }
    this.sources = this.sources.slice(-REMEMBERED)
    this.sleepers.wakeAll()
    if (this.away) this.measureAgain()
  }

  private linger(): void {
    if (this.ending !== undefined) {
      this.ending.refresh()
      return
    }
    this.ending = setTimeout(() => {
      const thinks = this.away && performance.now() - this.leftAt < AWAY
      if (this.sleepers.size > 0 || thinks) {
        this.ending?.refresh()
        return
      }
      this.end()
    }, LINGER)
    this.ending.unref()
  }

  /** Whether nothing waits for it. */
  get idle(): boolean {
    return this.waits === 0 && this.sleepers.size === 0
  }

  /** No longer listens; who waits again begins anew. */
  end(): void {
    clearTimeout(this.ending)
    clearTimeout(this.remeasuring)
    this.ending = undefined
    this.remeasuring = undefined
    this.subscription?.close()
    this.subscription = undefined
  }
}

const known = new WeakMap<NativeDesktop, Map<string, Observation>>()

/** The one observation of an application. */
export function observationOf(
  binding: Pick<NativeBinding, 'createCancel'>,
  native: NativeDesktop,
  appKey: string,
  pace: NativePace,
): Observation {
  let ofDesktop = known.get(native)
  if (ofDesktop === undefined) {
    ofDesktop = new Map()
    known.set(native, ofDesktop)
  }
  let observation = ofDesktop.get(appKey)
  if (observation === undefined) {
    observation = new Observation(binding, native, appKey, pace)
    ofDesktop.set(appKey, observation)
  }
  return observation
}

/** Of the applications of a desktop only those of `running` are left: who has ended announces nothing more. */
export function forgetEnded(native: NativeDesktop, running: readonly { readonly key: string }[]): void {
  const ofDesktop = known.get(native)
  if (ofDesktop === undefined) return
  const keys = new Set(running.map(({ key }) => key))
  for (const [key, observation] of ofDesktop) {
    if (keys.has(key) || !observation.idle) continue
    observation.end()
    ofDesktop.delete(key)
  }
}
