import type { Limits } from '../call/limits.js'
import type { SurehandError } from '../errors.js'
import type { Observation } from './observation.js'
import type { Woken } from './sleepers.js'

/**
 * How a wait ended without what was waited for. `at once`: no change of the application can bring it (a button takes no text).
 * `at rest`: only the application could have brought it, and it had nothing left to do. `timeout`: it could have come until the end.
 */
export type WaitEnd = 'at once' | 'at rest' | 'timeout'

// ms of rest after which nothing comes that only a person or a new request could bring. One that rested until it was asked says little more
// than that it was: GTK 3 announces the cells and check marks that a look makes.
const LONG_ENOUGH = 300
const LONG_ENOUGH_AGAIN = 50

// ms from an action that was sent. An answer that the application waits for (of a server, of a timer) shows in no processor time.
const AFTER_ACTION = 2_000

// ms; the longest sleep while rest is measured, unless looks take long, and the shortest.
const LONGEST_SLEEP = 150
const SHORTEST_SLEEP = 10

/** Measures for how long an application has been at rest: it announced nothing and had nothing to do while the waiter slept. */
export class Rest {
  private slept: number
  private worked = 0
  private longEnough: number

  constructor(private readonly events: Observation) {
    this.slept = events.restedBefore
    this.longEnough = this.slept >= LONG_ENOUGH ? LONG_ENOUGH_AGAIN : LONG_ENOUGH
  }

  /** Sleeps by `sleep`, and adds what the application did meanwhile. Its work for a look is not counted: that is over before. */
  async during(limits: Limits, sleep: () => Promise<Woken>): Promise<Woken> {
    const { work } = this.events
    const from = await work.read(limits)
    const woken = await sleep()
    const now = await work.read(limits)
    // Without events, or without a figure for its work, nothing says that it rests.
    if (!this.events.live || woken === 'event' || from === undefined || now === undefined) {
      this.begin()
      return woken
    }
    this.slept += now.at - from.at
    this.worked += Math.max(0, now.worked - from.worked)
    if (this.slept >= this.longEnough && !this.rests) {
      this.longEnough = LONG_ENOUGH
      this.begin()
    }
    return woken
  }

  /** Whether it has been at rest for long enough, and no action was sent to it a moment ago. */
  get isLong(): boolean {
    return this.slept >= this.longEnough && this.rests && this.events.sinceAction >= AFTER_ACTION
  }

  /** ms to sleep until it may have been at rest for long enough, and no longer than the `pause` between two looks. */
  sleepOf(pause: number): number {
    const left = Math.max(this.longEnough - this.slept, AFTER_ACTION - this.events.sinceAction)
    return Math.min(Math.max(SHORTEST_SLEEP, left), Math.max(LONGEST_SLEEP, pause))
  }

  private get rests(): boolean {
    return this.events.work.isAtRest(this.worked / Math.max(1, this.slept))
  }

  private begin(): void {
    this.slept = 0
    this.worked = 0
  }
}

/** What a message says of a wait that ended at rest. */
export const AT_REST =
  ' It was not waited for any longer: the application is at rest, and only something new could bring it.'

const SAYS: Record<WaitEnd, string> = {
  'at once': ' It was not waited for: no change of the application can make it possible.',
  'at rest': AT_REST,
  timeout: '',
}

/** The error with how its wait ended. */
export function endedBy(error: SurehandError, end: WaitEnd): SurehandError {
  error.details.waitEnd = end
  error.message += SAYS[end]
  return error
}
