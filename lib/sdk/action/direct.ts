import { type Limits, limitsOf, type WaitOptions } from '../call/limits.js'
import { isSurehandError, SurehandError } from '../errors.js'
import { foregroundOf } from '../look/foreground.js'
import type { NativeDesktop, NativeLimits } from '../native/binding.js'
import { type Acted, type Awaited, type Attempt as Entry, Receipt, type Route } from '../receipt.js'
import { quoted } from '../tree/quoted.js'
import { PASSING } from '../wait/wait-until.js'
import { PAST_DEADLINE } from './effect.js'
import { round } from './execution.js'
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
  const hooks = place.defaults?.hooks ?? []
  const element: Acted = { ref: '', role: action.role, name: action.name, selector: '' }
  const entries: [Entry, ...Entry[]] = [entryOf()]
  const recording = recorderOf(place.native)?.began({ kind: 'action', verb, selector: '', app, scope: undefined })
  try {
    const limits = limitsOf(place, options, usual)
    await agree(place, action, element, options, limits)
    const answer = await sent(place, action, options, limits, entries, recording, work)
    const [entry] = entries
    const awaited = verify === undefined ? undefined : await timed(entry, 'verify', () => verify(answer, limits))
    const seen = await action.seen?.(limits.atLeast(PAST_DEADLINE))
    const told = seen === undefined ? action : { ...action, confirmed: seen.confirmed }
    const receipt = receiptOf(told, seen?.element ?? element, entries, limits, awaited, seen?.note)
    await recording?.ended({ receipt })
    await tell(hooks, { verb, app, selector: '', receipt })
    return { answer, receipt }
  } catch (error) {
    if (isSurehandError(error)) {
      error.details.verb ??= verb
      if (entries.length > 1) error.details.attempts ??= [...entries].reverse()
    }
    await recording?.ended({ error })
    await tell(hooks, { verb, app, selector: '', error })
    throw error
  }
}

/** Of keys that go wherever the focus is, what they press there. */
async function pressedInFront(native: NativeDesktop, hooks: readonly Hooks[], payload: Payload, limits: Limits) {
  if (payload.kind !== 'keys' || hooks.length === 0) return undefined
  const front = await foregroundOf(native, limits).catch(() => undefined)
  return front === undefined ? undefined : pressedByKeys(native, front.application.key, hooks, payload, limits)
}

/** Of several attempts, the last comes first. */
async function sent<T>(
  { native, defaults = {} }: Place,
  { verb, app, payload, route, harmless = isHarmless }: DirectAction,
  options: DirectOptions | undefined,
  limits: Limits,
  entries: [Entry, ...Entry[]],
  recording: Recording | undefined,
  work: (limits: NativeLimits) => Promise<T>,
): Promise<T> {
  for (let retries = options?.retries ?? defaults.retries ?? 0; ; retries--) {
    const [entry] = entries
    const hooks = defaults.hooks ?? []
    const presses = await pressedInFront(native, hooks, payload, limits)
    await permit(hooks, { verb, part: 'acts', app, element: undefined, route, payload, presses }, limits)
    if (recording !== undefined) {
      await limits.outside(() => recording.sending({ part: 'acts', payload, found: undefined }))
    }
    try {
      if (route === 'input') noteSent(native)
      return await timed(entry, 'dispatch', () => limits.call(work))
    } catch (error) {
      if (isSurehandError(error)) entry.error = error.code
      if (retries <= 0 || limits.expired || !isSurehandError(error) || !harmless(error)) throw error
    }
    await limits.sleep(RETRY_PAUSE)
    entries.unshift(entryOf())
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

async function timed<T>(entry: Entry, step: 'dispatch' | 'verify', work: () => Promise<T>): Promise<T> {
  entry.step = step
  const began = performance.now()
  try {
    return await work()
  } finally {
    entry.timings[step] = round(performance.now() - began)
  }
}

function entryOf(): Entry {
  const timings = { resolve: 0, preflight: 0, dispatch: 0, settle: 0, verify: 0 }
  return { selector: '', step: 'preflight', looks: 0, timings }
}

function receiptOf(
  action: DirectAction,
  element: Acted,
  [last, ...before]: readonly [Entry, ...Entry[]],
  limits: Limits,
  awaited: Awaited | undefined,
  note: string | undefined,
): Receipt {
  const { verb, route, confirmed, payload } = action
  return new Receipt({
    verb,
    effect: confirmed || awaited !== undefined ? 'verified' : 'unknown',
    dispatch: { route, detail: payload.kind, confirmed },
    element,
    selector: '',
    choices: [],
    attempts: [...before.reverse(), { ...last, step: 'done' }],
    awaited,
    note,
    duration: round(limits.elapsed),
  })
}
