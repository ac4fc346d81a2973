import { type Limits, limitsOf, type WaitOptions } from '../call/limits.js'
import { isSurehandError, SurehandError } from '../errors.js'
import type { NativeLimits } from '../native/binding.js'
import { type Acted, type Attempt as Entry, Receipt, type Route } from '../receipt.js'
import { round } from './execution.js'
import { type Outgoing, permit, tell } from './hooks.js'
import type { ActionOptions, Defaults } from './options.js'

/** The options of what is about no element: a program that is started or ended, keys that go wherever the focus is. */
export interface DirectOptions extends WaitOptions {
  /** Asked right before anything is sent; `false` is `REFUSED`. The time it takes is nobody's: no deadline counts it. */
  confirm?: ActionOptions['confirm']
}

/** An action that is about no element of a tree. */
export interface DirectAction extends Pick<Outgoing, 'verb' | 'app' | 'payload'> {
  route: Route & Outgoing['route']
  /** Of the receipt: `application`, `desktop`. */
  role: string
  name: string | undefined
  /** Whether the answer itself says that it was done. */
  confirmed: boolean
}

interface Place {
  binding: Parameters<typeof limitsOf>[0]['binding']
  defaultTimeout: number
  defaults?: Defaults | undefined
}

/** Confirms, asks the hooks, sends it once, and tells the hooks what came of it. No tree is read for it. */
export async function direct<T>(
  place: Place,
  action: DirectAction,
  options: DirectOptions | undefined,
  work: (limits: NativeLimits) => Promise<T>,
  usual?: number,
): Promise<{ answer: T; receipt: Receipt }> {
  const { verb, app } = action
  const hooks = place.defaults?.hooks ?? []
  const element: Acted = { ref: '', role: action.role, name: action.name, selector: '' }
  const entry = entryOf()
  try {
    const limits = limitsOf(place, options, usual)
    const answer = await send(place, action, element, options, limits, entry, work)
    const receipt = receiptOf(action, element, entry, limits)
    await tell(hooks, { verb, app, selector: '', receipt })
    return { answer, receipt }
  } catch (error) {
    if (isSurehandError(error)) error.details.verb ??= verb
    await tell(hooks, { verb, app, selector: '', error })
    throw error
  }
}

async function send<T>(
  { defaults = {} }: Place,
  { verb, app, payload, route }: DirectAction,
  element: Acted,
  options: DirectOptions | undefined,
  limits: Limits,
  entry: Entry,
  work: (limits: NativeLimits) => Promise<T>,
): Promise<T> {
  const confirm = options?.confirm ?? defaults.confirm
  const path = `${element.role} ${JSON.stringify(element.name ?? '')}`
  if (confirm !== undefined) {
    const said = await limits.outside(async () => confirm({ verb, element: { ...element, path } }))
    if (!said) throw new SurehandError('REFUSED', `${verb} was not confirmed. Nothing was sent.`, { verb })
  }
  await permit(defaults.hooks ?? [], { verb, part: 'acts', app, element: undefined, route, payload }, limits)
  entry.step = 'dispatch'
  const began = performance.now()
  try {
    return await limits.call(work)
  } finally {
    entry.timings.dispatch = round(performance.now() - began)
  }
}

function entryOf(): Entry {
  const timings = { resolve: 0, preflight: 0, dispatch: 0, settle: 0, verify: 0 }
  return { selector: '', step: 'preflight', looks: 0, timings }
}

function receiptOf(action: DirectAction, element: Acted, entry: Entry, limits: Limits): Receipt {
  const { verb, route, confirmed, payload } = action
  return new Receipt({
    verb,
    effect: confirmed ? 'verified' : 'unknown',
    dispatch: { route, detail: payload.kind, confirmed },
    element,
    selector: '',
    choices: [],
    attempts: [{ ...entry, step: 'done' }],
    duration: round(limits.elapsed),
  })
}
