import type { Limits } from '../call/limits.js'
import { isSurehandError } from '../errors.js'

/**
 * Does `work` with at most `ms` of the time that remains, and again with twice as much while the application does not answer: one that
 * is busy for a moment has refused nothing, and only the caller's own deadline ends the wait for it.
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

function isUnanswered(error: unknown): boolean {
  if (!isSurehandError(error)) return false
  return error.code === 'APP_UNRESPONSIVE' || error.details.reason === 'APP_UNRESPONSIVE'
}
