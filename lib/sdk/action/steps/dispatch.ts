import { isSurehandError, SurehandError } from '../../errors.js'
import { type Found, reread } from '../../look/look.js'
import { ownerOf } from '../../look/scope.js'
import type {
  NativeAction,
  NativeArrangement,
  NativeDispatch,
  NativeElement,
  NativeInputStep,
  NativeInputTarget,
  NativeLimits,
  NativeRoute,
} from '../../native/binding.js'
import { labelOf } from '../../tree/node.js'
import { stateOf } from '../../tree/states.js'
import type { Attempt } from '../attempt.js'
import { type Outgoing, type Payload, payloadOf, payloadOfInput, permit } from '../hooks.js'
import { pressedByKeys } from '../keys/pressed-by-keys.js'
import { sendInParts, timeToType } from '../keys/typing.js'
import { sameRect } from '../rect.js'
import { notePress } from './last-press.js'
import { notActionable } from './not-actionable.js'

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
  found: Found,
  actions: readonly NativeAction[],
  part: Part = 'acts',
): Promise<NativeDispatch | undefined> {
  for (const action of actions) {
    try {
      return await dispatchOnly(attempt, found, action, part)
    } catch (error) {
      if (!isSurehandError(error, 'UNSUPPORTED')) throw error
    }
  }
  return undefined
}

/** Sends an action that there is no other way for: where the element has no native route, UNSUPPORTED says why. */
export function dispatchOnly(
  attempt: Attempt,
  found: Found,
  action: NativeAction,
  part: Part = 'acts',
): Promise<NativeDispatch> {
  const payload = payloadOf(action, isProtected(found))
  return send(attempt, { found, part, route: 'action', payload }, (limits) =>
    attempt.scope.native.invoke(found.element, action, limits),
  )
}

/** Synthesises pointer or keyboard input: for a window, which then has to have the foreground, or for whichever window gets it. */
export function dispatchInput(
  attempt: Attempt,
  found: Found,
  steps: NativeInputStep[],
  part: Part = 'acts',
  target: NativeInputTarget = {},
  secret = isProtected(found),
): Promise<NativeDispatch> {
  const payload = payloadOfInput(steps, secret)
  const { native } = attempt.scope
  return send(attempt, { found, part, route: 'input', payload }, (limits) =>
    native.input(steps, target, limits).finally(() => notePress(native, steps)),
  )
}

/**
 * The same with keys, of which a long text is sent in parts: `taken` waits until so many characters were taken. The hooks are asked about
 * all of it at once.
 */
export function dispatchKeys(
  attempt: Attempt,
  found: Found,
  steps: NativeInputStep[],
  { target = {}, secret = isProtected(found), taken, part = 'acts' }: KeysOptions,
): Promise<NativeDispatch> {
  const payload = payloadOfInput(steps, secret)
  const { limits, scope } = attempt
  limits.extend(timeToType(steps))
  return send(attempt, { found, part, route: 'input', payload }, async (whole) => {
    const input = (part: NativeInputStep[], native: NativeLimits) => scope.native.input(part, target, native)
    return (await sendInParts(steps, limits, input, taken)) ?? input(steps, whole)
  })
}

interface KeysOptions {
  target?: NativeInputTarget
  secret?: boolean
  part?: Part
  taken: (characters: number) => Promise<void>
}

/** Has the window system do something with a window, that of an element if it is not said which. */
export function dispatchWindow(
  attempt: Attempt,
  found: Found,
  operation: 'activate' | 'close',
  part: Part = 'acts',
  window: NativeElement = found.element,
): Promise<NativeDispatch> {
  const payload: Payload = { kind: 'window', operation }
  return send(attempt, { found, part, route: 'window', payload }, async (limits) => {
    await attempt.scope.native[operation](window, limits)
    return { route: 'window', detail: operation, confirmed: false }
  })
}

/** Has the window system place a window otherwise. */
export function dispatchArrangement(
  attempt: Attempt,
  found: Found,
  arrangement: NativeArrangement,
): Promise<NativeDispatch> {
  const { kind } = arrangement
  const payload: Payload = { kind: 'window', operation: kind }
  return send(attempt, { found, part: 'acts', route: 'window', payload }, async (limits) => {
    await attempt.scope.native.arrange(found.element, arrangement, limits)
    return { route: 'window', detail: kind, confirmed: false }
  })
}

/** Something to send, and what the application showed of the element that it is about. */
interface Sending extends Pick<Outgoing, 'part' | 'payload'> {
  found: Found
  route: NativeRoute & Outgoing['route']
}

// ms; who takes longer to agree has let the application go on meanwhile.
const MEANWHILE = 100

/** Asks who is to be asked. What it was to be sent to may have changed by the time they agree: then it is not sent. */
async function agreed(attempt: Attempt, { found, part, route, payload }: Sending): Promise<void> {
  const { scope, verb, limits } = attempt
  const { hooks = [] } = attempt.action.options
  if (hooks.length === 0) return
  const { snapshot, node } = found
  const [role, name, ref] = [snapshot.role(node), snapshot.name(node), snapshot.ref(node)]
  const element = { role, name, ref, protected: isProtected(found) }
  const app = ownerOf(scope.app, snapshot, node)
  const presses = await pressedByKeys(scope.native, scope.target.appKey, hooks, payload, limits)
  const took = await permit(hooks, { verb, part, app, element, route, payload, presses }, limits)
  if (took < MEANWHILE) return
  const before = snapshot.node(node)
  const now = await reread(scope, found.element, limits)
  if (now.role === role && now.name === name && sameRect(now.bounds, before.bounds)) return
  const seen = `${labelOf(snapshot, node)} changed while beforeDispatch was asked`
  throw notActionable(found, 'stable', seen)
}

/** Does not count against the timeout. */
async function written({ action: { recording }, limits }: Attempt, sending: Sending): Promise<void> {
  if (recording !== undefined) await limits.outside(() => recording.sending(sending))
}

function isProtected({ snapshot, node }: Found): boolean {
  return stateOf(snapshot.node(node).states, 'protected') === true
}

async function send(
  attempt: Attempt,
  sending: Sending,
  work: (limits: NativeLimits) => Promise<NativeDispatch>,
): Promise<NativeDispatch> {
  await agreed(attempt, sending)
  await written(attempt, sending)
  const { part, route } = sending
  // Past this check the request is on its way; before it, abort and deadline still mean that nothing happened.
  attempt.limits.throwIfAborted()
  const step = part === 'acts' ? 'dispatch' : 'preflight'
  return attempt.during(step, () => {
    if (part === 'prepares') return prepare(attempt, sending, work)
    return attempt
      .sending(route, () => attempt.limits.call(work))
      .catch((error: unknown) => {
        if (isSurehandError(error) && error.sent === 'no') throw error
        return lost(attempt, error)
      })
  })
}

async function prepare(
  attempt: Attempt,
  { payload }: Sending,
  work: (limits: NativeLimits) => Promise<NativeDispatch>,
): Promise<NativeDispatch> {
  try {
    const done = await attempt.limits.call(work)
    if (done.route !== 'none') attempt.prepared(payload)
    return done
  } catch (error) {
    if (isSurehandError(error) && error.sent === 'unknown') attempt.prepared(payload)
    return unprepared(attempt, error)
  }
}

/** Rethrows an error that came while preparing: whatever became of that, the action itself was not sent. */
function unprepared({ limits, scope, verb }: Attempt, error: unknown): never {
  if (!isSurehandError(error, 'OUTCOME_UNKNOWN')) throw error
  limits.throwIfAborted()
  const message = `${scope.place} did not answer while ${verb} was prepared (${error.message}).`
  throw new SurehandError('APP_UNRESPONSIVE', message, { ...error.details }, { cause: error })
}

/** Rethrows an error that came while or after something was sent. */
export function lost(attempt: Attempt, error: unknown): never {
  throw leftOpen(attempt, error)
}

/** What such an error comes to: whatever ended the call, the outcome is open. */
export function leftOpen(attempt: Attempt, error: unknown): unknown {
  if (!isSurehandError(error) || error.code === 'OUTCOME_UNKNOWN' || error.code === 'VERIFY_FAILED') return error
  return new SurehandError(
    'OUTCOME_UNKNOWN',
    `${attempt.verb} on ${attempt.query.text} was sent to ${attempt.scope.place}, and its answer was lost ` +
      `(${error.code}: ${error.message}). Whether it took effect is not known; look at the application before ` +
      `doing it again.`,
    { reason: error.code },
    { cause: error, sent: 'unknown' },
  )
}
