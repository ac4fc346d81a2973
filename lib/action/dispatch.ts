import { isSurehandError, SurehandError } from '../errors.js'
import type {
  NativeAction,
  NativeDispatch,
  NativeElement,
  NativeInputStep,
  NativeInputTarget,
  NativeLimits,
  NativeRoute,
} from '../native/binding.js'
import type { Attempt } from './attempt.js'

// Errors that say that the application never got the request. Any other leaves open whether it acted on it.
const NOTHING_SENT = [
  'UNSUPPORTED',
  'STALE',
  'INVALID_ARGUMENT',
  'NOT_ACTIONABLE',
  'PERMISSION_DENIED',
  'NO_DESKTOP',
  'REFUSED',
] as const

/**
 * Whether a dispatch is what the action is about, or only prepares for it and may be done any number of times: whether that
 * took effect is seen when the element is looked at next, and a lost answer leaves nothing open.
 */
export type Part = 'acts' | 'prepares'

/** What stands in a receipt when there was nothing to send. */
export const NOTHING_TO_DO: NativeDispatch = { route: 'none', detail: 'it was so already', confirmed: true }

/**
 * Sends the first of `actions` that the element has a native route for. `undefined` when it has none: then nothing
 * was sent. An answer that is lost after sending is OUTCOME_UNKNOWN, and nothing is sent again.
 */
export async function dispatchNative(
  attempt: Attempt,
  element: NativeElement,
  actions: readonly NativeAction[],
  part: Part = 'acts',
): Promise<NativeDispatch | undefined> {
  for (const action of actions) {
    try {
      return await send(attempt, part, 'action', (limits) => attempt.scope.native.invoke(element, action, limits))
    } catch (error) {
      if (!isSurehandError(error, 'UNSUPPORTED')) throw error
    }
  }
  return undefined
}

/** Synthesises pointer or keyboard input: for a window, which then has to have the foreground, or for whoever gets it. */
export function dispatchInput(
  attempt: Attempt,
  steps: NativeInputStep[],
  part: Part = 'acts',
  target: NativeInputTarget = {},
): Promise<NativeDispatch> {
  return send(attempt, part, 'input', (limits) => attempt.scope.native.input(steps, target, limits))
}

function send(
  attempt: Attempt,
  part: Part,
  route: NativeRoute,
  work: (limits: NativeLimits) => Promise<NativeDispatch>,
): Promise<NativeDispatch> {
  // Past this check the request is on its way; before it, abort and deadline still mean that nothing happened.
  attempt.limits.throwIfAborted()
  const step = part === 'acts' ? 'dispatch' : 'preflight'
  return attempt.during(step, () => {
    if (part === 'prepares') return attempt.limits.call(work).catch((error: unknown) => unprepared(attempt, error))
    const { acted } = attempt
    attempt.sending(route)
    return attempt.limits.call(work).catch((error: unknown) => {
      // Another route may have been taken before.
      if (isNothingSent(error)) attempt.acted = acted
      return sent(attempt, error)
    })
  })
}

/** Rethrows an error that came while preparing: whatever became of that, the action itself was not sent. */
function unprepared({ limits, scope, verb }: Attempt, error: unknown): never {
  if (!isSurehandError(error, 'OUTCOME_UNKNOWN')) throw error
  limits.throwIfAborted()
  const message = `${scope.place} did not answer while ${verb} was prepared (${error.message}).`
  throw new SurehandError('APP_UNRESPONSIVE', message, { ...error.details }, { cause: error })
}

/** Rethrows an error that came while or after something was sent. */
export function sent(attempt: Attempt, error: unknown): never {
  if (!isSurehandError(error) || isNothingSent(error)) throw error
  if (error.code === 'OUTCOME_UNKNOWN' || error.code === 'VERIFY_FAILED') throw error
  throw new SurehandError(
    'OUTCOME_UNKNOWN',
    `${attempt.verb} on ${attempt.query.text} was sent to ${attempt.scope.place}, and its answer was lost ` +
      `(${error.code}: ${error.message}). Whether it took effect is not known; look at the application before ` +
      `doing it again.`,
    { reason: error.code },
    { cause: error },
  )
}

function isNothingSent(error: unknown): boolean {
  if (!isSurehandError(error)) return false
  return NOTHING_SENT.some((code) => code === error.code) || error.details.phase === 'queued'
}
