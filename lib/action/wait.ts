import { isSurehandError, type SurehandError } from '../errors.js'
import type { Limits } from '../limits.js'
import type { Scope } from '../scope.js'
import { paceOf } from '../toolkits.js'

/** Pauses between looks where nothing is announced, in ms; the last one repeats. */
export const BACKSTOP: readonly number[] = [0, 10, 20, 50, 100]

// Pauses where events come: of toolkits that forget some, and of those where looking is only for the exception.
const FORGETFUL: readonly number[] = [10, 20, 50, 100, 100, 100, 200]
const RELIABLE: readonly number[] = [70, 150, 300, 600, 1000]

// A look takes the application's time; so much of it at most is spent on looking without an event. A look that took long because
// something was scrolled meanwhile is no reason to be late, so there is an end to that. ms.
const SHARE_OF_TIME = 0.25
const LONGEST_PAUSE = 1000

// ms; an application that does not answer a look that has less than this says nothing about the application.
const HURRY = 200

/** What ended a wait, for receipts. */
export interface Awakening {
  /** `at once` when the first look had it. */
  by: 'at once' | 'event' | 'poll'
  /** What was announced last, when an event woke it. */
  event?: string
  looks: number
}

/** What a wait sleeps on between two looks. */
export interface Wakeups {
  /** Before each look: what is announced from here on counts. */
  mark(): void
  /** Resolves when it is worth looking again, and says what it was; `look` counts from 0, `took` ms. */
  next(look: number, took: number, limits: Limits): Promise<'event' | 'poll'>
  readonly event?: string | undefined
  /** The next sleep ends after so many ms at the latest. */
  atLatest(ms: number): void
  /** Whether many were woken together, so that they should share what they do next. */
  readonly crowded: boolean
}

/** Looks again by the clock alone. */
export const polling: Wakeups = {
  crowded: false,
  mark() {},
  atLatest() {},
  async next(look, _took, limits) {
    await limits.sleep(paused(BACKSTOP, look))
    return 'poll'
  },
}

/** Looks again when the application announces something, and, since toolkits forget events, now and then. */
export function announced({ events, toolkit }: Pick<Scope, 'events' | 'toolkit'>): Wakeups {
  const pauses = paceOf(toolkit).forgetful ? FORGETFUL : RELIABLE
  let serial = events.serial
  let event: string | undefined
  let crowded = false
  let latest = Number.POSITIVE_INFINITY
  return {
    atLatest(ms) {
      latest = ms
    },
    get event() {
      return event
    },
    get crowded() {
      return crowded
    },
    mark() {
      serial = events.live ? events.serial : -1
    },
    async next(look, took, limits) {
      event = undefined
      crowded = false
      if (!events.live) {
        await events.begin(limits)
        if (!events.live) return polling.next(look, took, limits)
        // What changed since the look before has not been announced to anybody.
        if (serial === -1) return 'poll'
      }
      if (events.serial !== serial && look > 0) await limits.sleep(Math.min(took, 50))
      const pause = Math.min(latest, Math.max(paused(pauses, look), Math.min(LONGEST_PAUSE, took / SHARE_OF_TIME)))
      latest = Number.POSITIVE_INFINITY
      const sleeps = events.serial === serial
      const woken = await events.sleep(serial, pause, limits)
      crowded = sleeps && events.crowded
      if (woken !== 'event') return 'poll'
      event = events.last
      return 'event'
    },
  }
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
  let by: Awakening['by'] = 'at once'
  // The call may end in the middle of a look or of a sleep: what the look before saw says more.
  const ended = (error: unknown): never => {
    if (last !== undefined && isSurehandError(error, 'TIMEOUT')) throw last.error()
    if (last !== undefined && isSurehandError(error, 'ABORTED')) {
      const { code, message } = last.error()
      error.message += ` Last seen: ${code}: ${message}`
      error.details.lastSeen = { code, message }
    }
    throw error
  }
  for (let count = 0; ; count++) {
    const hurried = limits.remaining < HURRY
    wakeups.mark()
    const began = performance.now()
    const outcome = await look(count).catch((error: unknown) => {
      if (isSurehandError(error, 'APP_UNRESPONSIVE')) return new NotYet(() => error, hurried)
      return ended(error)
    })
    if (!(outcome instanceof NotYet)) {
      const { event } = wakeups
      onEnd?.({ by, looks: count + 1, ...(by === 'event' && event !== undefined ? { event } : {}) })
      return outcome
    }
    if (last === undefined || !outcome.hurried) last = outcome
    by = await wakeups.next(count, performance.now() - began, limits).catch(ended)
    if (limits.expired) throw last.error()
  }
}
