import { isSurehandError, type SurehandError } from '../errors.js'
import type { Limits } from '../limits.js'

/** Pauses between looks, in ms; the last one repeats. */
export const BACKSTOP: readonly number[] = [0, 10, 20, 50, 100]

// ms; an application that does not answer a look that has less than this says nothing about the application.
const HURRY = 200

/** What a wait sleeps on between two looks. */
export interface Wakeups {
  /** Resolves when it is worth looking again, and says what it was; `look` counts from 0. */
  next(look: number, limits: Limits): Promise<'event' | 'poll'>
}

/** Looks again by the clock alone. */
export const polling: Wakeups = {
  async next(look, limits) {
    await limits.sleep(BACKSTOP[Math.min(look, BACKSTOP.length - 1)] as number)
    return 'poll'
  },
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
  look: (count: number) => Promise<T | NotYet>,
  wakeups: Wakeups = polling,
): Promise<T> {
  let last: NotYet | undefined
  for (let count = 0; ; count++) {
    const hurried = limits.remaining < HURRY
    const outcome = await look(count).catch((error: unknown) => {
      if (isSurehandError(error, 'APP_UNRESPONSIVE')) return new NotYet(() => error, hurried)
      // The deadline hit in the middle of a look: what the look before saw says more.
      if (isSurehandError(error, 'TIMEOUT') && last !== undefined) throw last.error()
      throw error
    })
    if (!(outcome instanceof NotYet)) return outcome
    if (last === undefined || !outcome.hurried) last = outcome
    await wakeups.next(count, limits)
    if (limits.expired) throw last.error()
  }
}
