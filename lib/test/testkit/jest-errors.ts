/**
 * What the running test of Jest has failed with so far. Hooks are not told: only a test environment would be, which each project would
 * have to configure. jest-circus (29 and 30) keeps what it knows in the global scope; where it does not, nothing is known here.
 */
export function errorsOfTest(): Error[] {
  const key = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === 'JEST_STATE_SYMBOL')
  const state = key && (globalThis as Record<symbol, unknown>)[key]
  const errors: unknown[] = (state as CircusState | undefined)?.currentlyRunningTest?.errors ?? []
  // Each with the error of the place that it is said to have happened at.
  return errors.flatMap((each) => (Array.isArray(each) ? each[0] : each)).filter((each) => isError(each))
}

interface CircusState {
  currentlyRunningTest?: { errors?: unknown[] }
}

/** Of any realm: Jest runs tests in one of their own. */
function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'message' in value && 'stack' in value
}
