import type { Limits } from '../call/limits.js'
import { isSurehandError, type SurehandError } from '../errors.js'
import type { Observation, Waiting } from './observation.js'
import { endedBy, Rest } from './rest.js'
import type { Woken } from './sleepers.js'

// Pauses between looks where nothing is announced, in ms; the last one repeats.
const SILENT: readonly number[] = [0, 10, 20, 50, 100]

// Pauses where events come: of applications that forget some, and of those where looking is only for the exception.
const FORGETFUL: readonly number[] = [10, 20, 50, 100, 100, 100, 200]
const RELIABLE: readonly number[] = [70, 150, 300, 600, 1000]

// A look takes the application's time; so much of it at most is spent on looking without an event. A look that took long because
// something was scrolled meanwhile is no reason to be late, so there is an end to that. ms.
const SHARE_OF_TIME = 0.25
const LONGEST_PAUSE = 1000

// How often elements are asked for that are to go and whose going no event announces: ms at first, then this share of the time that was
// waited, and never for a larger share of the application's time.
const GONE = { quickest: 3, growth: 0.03, share: 0.4 }

// ms; when an application goes on announcing, a look rests as long as it took, and no longer than this.
const BREATH = 50

// ms; an application that does not answer a look that has less than this says nothing about the application.
const HURRY = 200

/** What ended a wait, for receipts. */
export interface Awakening {
  /**
   * What called for the look that had it. `at once`: it was the first; `event`: something was announced; `probe`: a cheap probe noticed
   * a change that was not announced; `look`: neither, and it was looked at again all the same.
   */
  by: 'at once' | 'event' | 'probe' | 'look'
  /** What was announced last, when an event woke it. */
  event?: string
  looks: number
  /** How often the application was probed meanwhile, by all who waited for it. */
  probes: number
}

/** What says that it is worth looking again. */
type Call = Exclude<Awakening['by'], 'at once'>

/** What a wait sleeps on between two looks. */
export interface Wakeups {
  /** The wait begins. */
  enter(): Waiting
  /** Before each look: what happens from here on counts. */
  mark(): void
  /** Resolves when it is worth looking again, and says why; `look` counts from 0, `took` ms. */
  next(look: number, took: number, limits: Limits): Promise<Call>
  readonly event?: string | undefined
  /** The elements of the events that ended the last sleep: what is awaited may be one of them. None for a crowd, which shares its looks. */
  readonly sources: readonly string[]
  /** The next sleep ends after so many ms at the latest. */
  atLatest(ms: number): void
  /**
   * The next sleep is for elements to go. Where no event announces that, it ends soon after `areGone` says so, which should cost little and
   * may be wrong.
   */
  untilGone(areGone: () => Promise<boolean>): void
  /** The next sleep is for something that no fingerprint tells of: it ends by the clock. */
  unseen(): void
  /** The next sleep is measured: whether the application rests meanwhile. */
  watchRest(): void
  /** Whether the application has been at rest for so long that only something new could make it change. */
  readonly rested: boolean
  /** Whether so many wait that they should share their looks. */
  readonly crowded: boolean
}

/** What announces something. */
export interface Announcing {
  readonly events: Observation
}

/** Looks again by the clock alone. */
export const polling: Wakeups = {
  crowded: false,
  sources: [],
  enter: () => ({ probes: 0, end() {} }),
  mark() {},
  atLatest() {},
  untilGone() {},
  unseen() {},
  watchRest() {},
  rested: false,
  async next(look, _took, limits) {
    await limits.sleep(paused(SILENT, look))
    return 'look'
  },
}

/**
 * Looks again when the application announces something, and, since toolkits forget events, when the backstop says so; by the clock
 * when what is waited for is not `told` by fingerprints, or where those are not to be had cheaply.
 */
export function announced({ events }: Announcing, { told = false } = {}): Wakeups {
  return new Announced(events, told)
}

class Announced implements Wakeups {
  event: string | undefined
  private readonly rest: Rest
  private serial: number
  private live: boolean
  private began = 0
  private woken: readonly string[] = []
  private latest = Number.POSITIVE_INFINITY
  private seen: boolean
  private areGone: (() => Promise<boolean>) | undefined
  private entered = 0
  private asked = 0
  private resting = false

  constructor(
    private readonly events: Observation,
    private readonly told: boolean,
  ) {
    this.rest = new Rest(events)
    this.serial = events.serial
    this.live = events.live
    this.seen = told
  }

  enter(): Waiting {
    const waiting = this.events.enter()
    const asked = () => this.asked
    this.entered = performance.now()
    return {
      get probes() {
        return waiting.probes + asked()
      },
      end: () => waiting.end(),
    }
  }

  atLatest(ms: number): void {
    this.latest = ms
  }

  untilGone(areGone: () => Promise<boolean>): void {
    if (this.events.pace.forgetsRemoval && !this.events.crowded) this.areGone = areGone
  }

  unseen(): void {
    this.seen = false
  }

  watchRest(): void {
    this.resting = true
  }

  get rested(): boolean {
    // What was announced during the look may have brought it.
    return this.rest.isLong && this.events.serial === this.serial
  }

  get sources(): readonly string[] {
    return this.events.crowded ? [] : this.woken
  }

  get crowded(): boolean {
    return this.events.crowded
  }

  mark(): void {
    const { events } = this
    events.noteLook()
    this.live = events.live
    this.serial = events.serial
    this.began = performance.now()
    this.event = undefined
    this.latest = Number.POSITIVE_INFINITY
    this.seen = this.told
    this.areGone = undefined
    this.resting = false
  }

  async next(look: number, took: number, limits: Limits): Promise<Call> {
    const { events, serial, latest } = this
    this.woken = []
    // Even the shortest timer takes a millisecond.
    if (latest <= 0) return 'look'
    if (!this.live) {
      await events.begin(limits)
      // A change since the look before was announced to no listener.
      if (events.live) return 'look'
      return polling.next(look, took, limits)
    }
    if (events.serial !== serial && look > 0) await limits.sleep(Math.min(took, BREATH))
    const { forgetful, cheapFingerprint } = events.pace
    const pause = Math.max(paused(forgetful ? FORGETFUL : RELIABLE, look), pauseAfter(took))
    const longest = this.seen && cheapFingerprint ? latest : Math.min(latest, pause)
    const woken = await (this.resting
      ? // The backstop asks meanwhile, which is work for the application: it is looked at again soon in any case.
        this.rest.during(limits, () =>
          events.sleep(serial, Math.min(latest, this.rest.sleepOf(pauseAfter(took))), limits),
        )
      : this.seen
        ? this.asleep(performance.now() + longest, limits)
        : events.sleep(serial, longest, limits))
    if (woken === 'event') {
      this.event = events.last
      this.woken = events.sourcesSince(serial)
    }
    return woken === 'time' ? 'look' : woken
  }

  /** Until `end` at the latest, as the backstop has it, and asking meanwhile whether what is to go is still there. */
  private async asleep(end: number, limits: Limits): Promise<Woken> {
    const { events, serial, areGone } = this
    const began = events.pace.cheapFingerprint ? this.began : undefined
    let took = 0
    for (;;) {
      const now = performance.now()
      const left = end - now
      const pause =
        areGone === undefined ? left : Math.max(GONE.quickest, (now - this.entered) * GONE.growth, took / GONE.share)
      const woken = await events.sleep(serial, Math.min(left, pause), limits, began)
      if (woken !== 'time' || areGone === undefined || pause >= left || limits.expired) return woken
      const asking = performance.now()
      this.asked++
      if (await areGone()) return 'probe'
      took = performance.now() - asking
    }
  }
}

/** ms from a look that took so long to the next one without an event. */
export function pauseAfter(took: number): number {
  return Math.min(LONGEST_PAUSE, took / SHARE_OF_TIME)
}

function paused(pauses: readonly number[], look: number): number {
  return pauses[Math.min(look, pauses.length - 1)] as number
}

/** What a look comes back with while what is awaited has not come; the error to fail with if it never does. */
export class NotYet {
  constructor(
    readonly error: () => SurehandError,
    /** Time ran out in the middle of the look, so it knows less than the one before. */
    readonly hurried = false,
    /**
     * Only what the application is about to do could bring it: unless the caller named a timeout, the wait ends when the application
     * rests. Otherwise it could come at any time, from a server or a person, and is waited for until the deadline.
     */
    readonly endsAtRest = false,
  ) {}
}

/**
 * Looks until `look` gives something other than {@link NotYet}, or fails with the last one's error at the deadline.
 * An application that does not answer may only be busy: that too is waited out.
 */
export async function until<T>(
  limits: Limits,
  wakeups: Wakeups,
  look: (count: number) => Promise<T | NotYet>,
  onEnd?: (awakening: Awakening) => void,
): Promise<T> {
  let last: NotYet | undefined
  let call: Call | undefined
  const wasCut = (error: unknown) => isSurehandError(error, 'INCOMPLETE_TREE') && limits.remaining < HURRY
  // The call may end in the middle of a look or of a sleep: what the look before saw says more.
  const ended = (error: unknown): never => {
    if (last !== undefined && (isSurehandError(error, 'TIMEOUT') || wasCut(error)))
      throw endedBy(last.error(), 'timeout')
    if (last !== undefined && isSurehandError(error, 'ABORTED')) {
      const { code, message } = last.error()
      error.message += ` Last seen: ${code}: ${message}`
      error.details.lastSeen = { code, message }
    }
    throw error
  }
  const waiting = wakeups.enter()
  try {
    for (let count = 0; ; count++) {
      const hurried = limits.remaining < HURRY
      const { event } = wakeups
      wakeups.mark()
      const began = performance.now()
      const outcome = await look(count).catch((error: unknown) => {
        if (!isSurehandError(error, 'APP_UNRESPONSIVE')) return ended(error)
        wakeups.unseen()
        return new NotYet(() => error, hurried)
      })
      if (!(outcome instanceof NotYet)) {
        const { probes } = waiting
        onEnd?.({ by: call ?? 'at once', looks: count + 1, probes, ...(event === undefined ? {} : { event }) })
        return outcome
      }
      if (outcome.hurried) wakeups.unseen()
      if (last === undefined || !outcome.hurried) last = outcome
      if ((outcome.endsAtRest || limits.untilRest) && !limits.given) {
        if (wakeups.rested) throw endedBy(outcome.error(), 'at rest')
        wakeups.watchRest()
      }
      call = await wakeups.next(count, performance.now() - began, limits).catch(ended)
      if (limits.expired) throw endedBy(last.error(), 'timeout')
    }
  } finally {
    waiting.end()
  }
}
