import { isSurehandError } from './errors.js'
import { EVENT_KINDS } from './event-kinds.js'
import type { Limits } from './limits.js'
import type { NativeDesktop, NativeEvent, NativeSubscription } from './native/binding.js'
import { Sleepers, type Woken } from './sleepers.js'

// ms that a subscription outlives the last who needed it. A script's next step comes sooner, and need not wait for it anew.
const LINGER = 10_000

// ms; asking for events is a matter of the bus and never of the application, so longer means that something is wrong.
const PATIENCE = 1_000

/**
 * What one application announces, asked for once and shared by all who wait for it. An event says that looking again is
 * worthwhile, never what is there: toolkits forget some.
 */
export class Observation {
  private subscription: NativeSubscription | undefined
  private starting: Promise<void> | undefined
  private supported = true
  private announced = 0
  private latest: NativeEvent | undefined
  private counts = { events: 0, dropped: 0 }
  private ending: NodeJS.Timeout | undefined
  private looks = new Map<string, Promise<unknown>>()
  private readonly sleepers = new Sleepers(() => {
    this.looks = new Map()
  })

  constructor(
    private readonly native: NativeDesktop,
    private readonly appKey: string,
  ) {}

  /** Whether events come now. */
  get live(): boolean {
    return this.subscription !== undefined
  }

  /** How many batches of events have come. */
  get serial(): number {
    return this.announced
  }

  /** How many events have come, and how many were dropped because they came faster than they were taken. */
  get totals(): { readonly events: number; readonly dropped: number } {
    return this.counts
  }

  /** What was announced last, in the platform's words: `StateChanged:showing of "Saved"`. */
  get last(): string | undefined {
    if (this.latest === undefined) return undefined
    const { detail, name } = this.latest
    return name === undefined ? detail : `${detail} of ${JSON.stringify(name)}`
  }

  /** Whether so many were woken together that they should share what they do next. */
  get crowded(): boolean {
    return this.sleepers.crowded
  }

  /** From its resolution on, what the application announces is noticed; unless {@link live} stays false. */
  async begin(limits: Limits): Promise<void> {
    this.linger()
    if (this.live || !this.supported) return
    this.starting ??= this.start(limits).finally(() => {
      this.starting = undefined
    })
    await this.starting
  }

  /** Sleeps until there is more than `serial`, or for `ms`. Rejects with ABORTED. */
  async sleep(serial: number, ms: number, limits: Limits): Promise<Woken> {
    limits.throwIfAborted()
    if (this.announced !== serial) return 'event'
    const woken = await this.sleepers.sleep(Math.min(ms, limits.remaining), limits.signal)
    this.linger()
    limits.throwIfAborted()
    return woken
  }

  /** What all who were woken at the same time would each do for themselves, done once. Only right after waking. */
  share<T>(what: string, work: () => Promise<T>): Promise<T> {
    const known = this.looks.get(what) as Promise<T> | undefined
    if (known !== undefined) return known
    const made = work()
    this.looks.set(what, made)
    return made
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
    this.announced++
    this.counts = { events: this.counts.events + events.length, dropped: this.counts.dropped + dropped }
    this.latest = events[events.length - 1]
    this.sleepers.wakeAll()
  }

  private linger(): void {
    if (this.ending !== undefined) {
      this.ending.refresh()
      return
    }
    this.ending = setTimeout(() => {
      if (this.sleepers.size > 0) {
        this.ending?.refresh()
        return
      }
      this.ending = undefined
      const last = this.subscription
      this.subscription = undefined
      // It may be gone with its desktop.
      last?.close().catch(() => undefined)
    }, LINGER)
    this.ending.unref()
  }
}

const known = new WeakMap<NativeDesktop, Map<string, Observation>>()

/** The one observation of an application. */
export function observationOf(native: NativeDesktop, appKey: string): Observation {
  let ofDesktop = known.get(native)
  if (ofDesktop === undefined) {
    ofDesktop = new Map()
    known.set(native, ofDesktop)
  }
  let observation = ofDesktop.get(appKey)
  if (observation === undefined) {
    observation = new Observation(native, appKey)
    ofDesktop.set(appKey, observation)
  }
  return observation
}
