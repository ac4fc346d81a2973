import { type Limits, limitsOf, type WaitOptions } from '../call/limits.js'
import { extended, isSurehandError, SurehandError } from '../errors.js'
import { foregroundOf } from '../look/foreground.js'
import type { NativeDesktop, NativeLimits } from '../native/binding.js'
import { type Acted, type Awaited, type Attempt as Entry, Receipt, type Route } from '../receipt.js'
import { quoted } from '../tree/quoted.js'
import { PASSING } from '../wait/wait-until.js'
import { round, Steps } from './attempt.js'
import { PAST_DEADLINE } from './effect.js'
import { type Hooks, type Outgoing, type Payload, permit, tell } from './hooks.js'
import { pressedByKeys } from './keys/pressed-by-keys.js'
import type { ActionOptions, Defaults } from './options.js'
import { RETRY_PAUSE } from './plan.js'
import { type Recording, recorderOf } from './recording.js'
import { noteSent } from './unsettled.js'

/** The options of what is about no element: a program that is started or ended. */
export interface DirectOptions extends WaitOptions {
  /** Asked right before anything is sent; `false` is `REFUSED`. Does not count against the timeout. */
  confirm?: ActionOptions['confirm']
  /** How often it may be tried again, which is only done when nothing can be done twice by that. Default: 0. */
  retries?: number
}

/** An action that is about no element of a tree. */
export interface DirectAction extends Pick<Outgoing, 'verb' | 'app' | 'payload'> {
  route: Route & Outgoing['route']
  /** Of the receipt: `application`, `desktop`. */
  role: string
  name: string | undefined
  /** Whether the answer itself says that it was done. */
  confirmed: boolean
  /** Once it was sent: what it was done to, whether that shows it, and what there is to say of it. */
  seen?: (limits: Limits) => Promise<{ element?: Acted | undefined; confirmed: boolean; note: string }>
  /** Whether doing it again after this error can do nothing twice. Default: when nothing was sent, and it is not for good. */
  harmless?: (error: SurehandError) => boolean
}

/** What is done with the answer, as a part of the action: whether it did what was asked for. */
type Verifying<T> = (answer: T, limits: Limits) => Promise<Awaited>

interface Place {
  native: NativeDesktop
  binding: Parameters<typeof limitsOf>[0]['binding']
  defaultTimeout: number
  defaults?: Defaults | undefined
}

/** Confirms, asks the hooks, sends it, verifies it, and tells the hooks what came of it. No tree is read but to verify. */
export async function direct<T>(
  place: Place,
  action: DirectAction,
  options: DirectOptions | undefined,
  work: (limits: NativeLimits) => Promise<T>,
  { usual, verify }: { usual?: number; verify?: Verifying<T> | undefined } = {},
): Promise<{ answer: T; receipt: Receipt }> {
  const { verb, app } = action
  const element: Acted = { ref: '', role: action.role, name: action.name, selector: '' }
  const recording = recorderOf(place.native)?.began({ kind: 'action', verb, selector: '', app, scope: undefined })
  const ended = async (outcome: { receipt: Receipt } | { error: unknown }) => {
    await recording?.ended(outcome)
    await tell(place.defaults?.hooks ?? [], { verb, app, selector: '', ...outcome })
  }
  const attempts: Tried[] = []
  try {
    const limits = limitsOf(place, options, usual)
    await agree(place, action, element, options, limits)
    const { answer, steps } = await sent(place, action, options, limits, attempts, recording, work)
    const awaited = verify === undefined ? undefined : await steps.during('verify', () => verify(answer, limits))
    const seen = await action.seen?.(limits.atLeast(PAST_DEADLINE))
    const confirmed = seen?.confirmed ?? action.confirmed
    steps.endedIn('done')
    const receipt = new Receipt({
      verb,
      effect: confirmed || awaited !== undefined ? 'verified' : 'unknown',
      dispatch: { route: action.route, detail: action.payload.kind, confirmed },
      element: seen?.element ?? element,
      selector: '',
      choices: [],
      attempts: attempts.map(written),
      awaited,
      note: seen?.note,
      duration: round(limits.elapsed),
    })
    await ended({ receipt })
    return { answer, receipt }
  } catch (thrown) {
    const error = isSurehandError(thrown) ? told(thrown, verb, attempts) : thrown
    await ended({ error })
    throw error
  }
}

/** The same error with what was done, and every attempt where there were several. */
function told(error: SurehandError, verb: string, attempts: readonly Tried[]): SurehandError {
  const several = attempts.length > 1 ? { attempts: attempts.map(written) } : {}
  return extended(error, '', { verb, ...several, ...error.details })
}

interface Tried {
  steps: Steps
  error?: unknown
}

function written({ steps, error }: Tried): Entry {
  return steps.written('', error)
}

/** Of keys that go wherever the focus is, what they press there. */
async function pressedInFront(native: NativeDesktop, hooks: readonly Hooks[], payload: Payload, limits: Limits) {
  if (payload.kind !== 'keys' || hooks.length === 0) return undefined
  const front = await foregroundOf(native, limits).catch(() => undefined)
  return front === undefined ? undefined : pressedByKeys(native, front.application.key, hooks, payload, limits)
}

/** Sends it, each time as one more of the attempts, until that goes through. */
async function sent<T>(
  { native, defaults = {} }: Place,
  { verb, app, payload, route, harmless = isHarmless }: DirectAction,
  options: DirectOptions | undefined,
  limits: Limits,
  attempts: Tried[],
  recording: Recording | undefined,
  work: (limits: NativeLimits) => Promise<T>,
): Promise<{ answer: T; steps: Steps }> {
  const hooks = defaults.hooks ?? []
  for (let retries = options?.retries ?? defaults.retries ?? 0; ; retries--) {
    const tried: Tried = { steps: new Steps('preflight') }
    const { steps } = tried
    attempts.push(tried)
    const presses = await pressedInFront(native, hooks, payload, limits)
    await permit(hooks, { verb, part: 'acts', app, element: undefined, route, payload, presses }, limits)
    if (recording !== undefined) {
      await limits.outside(() => recording.sending({ part: 'acts', payload, found: undefined }))
    }
    try {
      if (route === 'input') noteSent(native)
      return { answer: await steps.during('dispatch', () => limits.call(work)), steps }
    } catch (error) {
      tried.error = error
      if (retries <= 0 || limits.expired || !isSurehandError(error) || !harmless(error)) throw error
    }
    await limits.sleep(RETRY_PAUSE)
  }
}

function isHarmless(error: SurehandError): boolean {
  return error.sent === 'no' && PASSING.has(error.code)
}

async function agree(
  { defaults = {} }: Place,
  { verb }: DirectAction,
  element: Acted,
  options: DirectOptions | undefined,
  limits: Limits,
): Promise<void> {
  const confirm = options?.confirm ?? defaults.confirm
  if (confirm === undefined) return
  const path = `${element.role} ${quoted(element.name ?? '')}`
  const said = await limits.outside(async () => confirm({ verb, element: { ...element, path } }))
  if (!said) throw new SurehandError('REFUSED', `${verb} was not confirmed. Nothing was sent.`, { verb })
}
