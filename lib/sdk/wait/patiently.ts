import type { Limits } from '../call/limits.js'
import { isSurehandError } from '../errors.js'

/**
 * Does `work` with at most `ms` of the time that remains, and again with twice as much while the application does not answer, or has not
 * been asked yet because it was busy with an earlier call: it has refused nothing, and only the caller's own deadline ends the wait for it.
 */
export async function patiently<T>(limits: Limits, ms: number, work: (patience: Limits) => Promise<T>): Promise<T> {
  for (let patience = ms; ; patience *= 2) {
    try {
      return await work(limits.within(patience))
    } catch (error) {
      if (!isUnanswered(error) || limits.expired) throw error
    }
  }
}

// Who has seen anything by the end of that time says what it was. TIMEOUT is what is left to say without.
const UNANSWERED: ReadonlySet<unknown> = new Set(['APP_UNRESPONSIVE', 'TIMEOUT'])

function isUnanswered(error: unknown): boolean {
  if (!isSurehandError(error)) return false
  return UNANSWERED.has(error.code) || UNANSWERED.has(error.details.reason)
}
