import type { Limits } from '../call/limits.js'
import { type ErrorCode, isSurehandError, SurehandError } from '../errors.js'
import { type Announcing, announced, NotYet, until } from './wait.js'

/** What a read, or an action that sent nothing, may fail with for now: what it is about is not there yet, or not ready at this moment. */
export const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'NOT_FOUND',
  'AMBIGUOUS',
  'STALE',
  'NOT_ACTIONABLE',
  'INCOMPLETE_TREE',
  'APP_UNRESPONSIVE',
  'TIMEOUT',
])

/** What announces something, and what messages call it. */
type Place = Announcing & { place: string }

// Characters of the last value that a message shows.
const SHOWN = 200

/**
 * Reads until what is read satisfies the predicate, and gives it back; again whenever the application announces something, and,
 * since toolkits forget some, by the clock. TIMEOUT says what was read last.
 */
export async function waitUntil<T>(
  scope: Place,
  read: () => T | Promise<T>,
  predicate: (value: T) => boolean | Promise<boolean>,
  limits: Limits,
): Promise<T> {
  const { value } = await until(limits, announced(scope), async () => {
    try {
      // Whatever the read does, this call ends in time.
      const value = await limits.race(Promise.resolve(read()))
      if (await limits.race(Promise.resolve(predicate(value)))) return { value }
      return new NotYet(() => timedOut(scope, limits, `the last value was ${shown(value)}`, { last: value }))
    } catch (error) {
      if (!isSurehandError(error) || !PASSING.has(error.code) || limits.expired) throw error
      const seen = `reading it failed last with ${error.code}: ${error.message}`
      // One whose own time was up before it saw anything says less than the one before.
      return new NotYet(() => timedOut(scope, limits, seen, {}, error), error.code === 'TIMEOUT')
    }
  })
  return value
}

function timedOut(
  scope: Place,
  limits: Limits,
  seen: string,
  details: Record<string, unknown>,
  cause?: SurehandError,
): SurehandError {
  return new SurehandError(
    'TIMEOUT',
    `The condition did not hold in ${scope.place} within ${limits.timeout} ms; ${seen}.`,
    { waited: Math.round(limits.elapsed), ...details },
    { cause },
  )
}

function shown(value: unknown): string {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch {
    // It refers to itself, or holds a bigint.
  }
  text ??= String(value)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
