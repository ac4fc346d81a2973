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
import type { Execution } from '../execution.js'
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
  execution: Execution,
  found: Found,
  actions: readonly NativeAction[],
  part: Part = 'acts',
): Promise<NativeDispatch | undefined> {
  for (const action of actions) {
    try {
      return await dispatchOnly(execution, found, action, part)
    } catch (error) {
      if (!isSurehandError(error, 'UNSUPPORTED')) throw error
    }
  }
  return undefined
}

/** Sends an action that there is no other way for: where the element has no native route, UNSUPPORTED says why. */
export function dispatchOnly(
  execution: Execution,
  found: Found,
  action: NativeAction,
  part: Part = 'acts',
): Promise<NativeDispatch> {
  const payload = payloadOf(action, isProtected(found))
  return send(execution, { found, part, route: 'action', payload }, (limits) =>
    execution.scope.native.invoke(found.element, action, limits),
  )
}

/** Synthesises pointer or keyboard input: for a window, which then has to have the foreground, or for whichever window gets it. */
export function dispatchInput(
  execution: Execution,
  found: Found,
  steps: NativeInputStep[],
  part: Part = 'acts',
  target: NativeInputTarget = {},
  secret = isProtected(found),
): Promise<NativeDispatch> {
  const payload = payloadOfInput(steps, secret)
  const { native } = execution.scope
  return send(execution, { found, part, route: 'input', payload }, (limits) =>
    native.input(steps, target, limits).finally(() => notePress(native, steps)),
  )
}

/**
 * The same with keys, of which a long text is sent in parts: `taken` waits until so many characters were taken. The hooks are asked about
 * all of it at once.
 */
export function dispatchKeys(
  execution: Execution,
  found: Found,
  steps: NativeInputStep[],
  { target = {}, secret = isProtected(found), taken, part = 'acts' }: KeysOptions,
): Promise<NativeDispatch> {
  const payload = payloadOfInput(steps, secret)
  const { limits, scope } = execution
  limits.extend(timeToType(steps))
  return send(execution, { found, part, route: 'input', payload }, async (whole) => {
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
  execution: Execution,
  found: Found,
  operation: 'activate' | 'close',
  part: Part = 'acts',
  window: NativeElement = found.element,
): Promise<NativeDispatch> {
  const payload: Payload = { kind: 'window', operation }
  return send(execution, { found, part, route: 'window', payload }, async (limits) => {
    await execution.scope.native[operation](window, limits)
    return { route: 'window', detail: operation, confirmed: false }
  })
}

/** Has the window system place a window otherwise. */
export function dispatchArrangement(
  execution: Execution,
  found: Found,
  arrangement: NativeArrangement,
): Promise<NativeDispatch> {
  const { kind } = arrangement
  const payload: Payload = { kind: 'window', operation: kind }
  return send(execution, { found, part: 'acts', route: 'window', payload }, async (limits) => {
    await execution.scope.native.arrange(found.element, arrangement, limits)
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
async function agreed(execution: Execution, { found, part, route, payload }: Sending): Promise<void> {
  const { scope, verb, limits } = execution
  const { hooks = [] } = execution.action.options
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
async function written({ action: { recording }, limits }: Execution, sending: Sending): Promise<void> {
  if (recording !== undefined) await limits.outside(() => recording.sending(sending))
}

function isProtected({ snapshot, node }: Found): boolean {
  return stateOf(snapshot.node(node).states, 'protected') === true
}

async function send(
  execution: Execution,
  sending: Sending,
  work: (limits: NativeLimits) => Promise<NativeDispatch>,
): Promise<NativeDispatch> {
  await agreed(execution, sending)
  await written(execution, sending)
  const { part, route } = sending
  // Past this check the request is on its way; before it, abort and deadline still mean that nothing happened.
  execution.limits.throwIfAborted()
  const step = part === 'acts' ? 'dispatch' : 'preflight'
  return execution.during(step, () => {
    if (part === 'prepares') return prepare(execution, sending, work)
    const { acted } = execution
    execution.sending(route)
    return execution.limits.call(work).catch((error: unknown) => {
      if (!isSurehandError(error) || error.sent === 'unknown') return lost(execution, error)
      // Another route may have been taken before.
      execution.acted = acted
      throw error
    })
  })
}

async function prepare(
  execution: Execution,
  { payload }: Sending,
  work: (limits: NativeLimits) => Promise<NativeDispatch>,
): Promise<NativeDispatch> {
  try {
    const done = await execution.limits.call(work)
    if (done.route !== 'none') execution.prepared(payload)
    return done
  } catch (error) {
    if (isSurehandError(error) && error.sent === 'unknown') execution.prepared(payload)
    return unprepared(execution, error)
  }
}

/** Rethrows an error that came while preparing: whatever became of that, the action itself was not sent. */
function unprepared({ limits, scope, verb }: Execution, error: unknown): never {
  if (!isSurehandError(error, 'OUTCOME_UNKNOWN')) throw error
  limits.throwIfAborted()
  const message = `${scope.place} did not answer while ${verb} was prepared (${error.message}).`
  throw new SurehandError('APP_UNRESPONSIVE', message, { ...error.details }, { cause: error })
}

/** Rethrows an error that came while or after something was sent. */
export function lost(execution: Execution, error: unknown): never {
  throw leftOpen(execution, error)
}

/** What such an error comes to: whatever ended the call, the outcome is open. */
export function leftOpen(execution: Execution, error: unknown): unknown {
  if (!isSurehandError(error) || error.code === 'OUTCOME_UNKNOWN' || error.code === 'VERIFY_FAILED') return error
  return new SurehandError(
    'OUTCOME_UNKNOWN',
    `${execution.verb} on ${execution.query.text} was sent to ${execution.scope.place}, and its answer was lost ` +
      `(${error.code}: ${error.message}). Whether it took effect is not known; look at the application before ` +
      `doing it again.`,
    { reason: error.code },
    { cause: error, sent: 'unknown' },
  )
}
