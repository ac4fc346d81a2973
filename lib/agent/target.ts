import type { App } from '../sdk/app.js'
import type { Desktop } from '../sdk/desktop.js'
import { isSurehandError, SurehandError } from '../sdk/errors.js'
import type { Locator } from '../sdk/locator.js'
import { splitSelectors } from '../sdk/selector/index.js'
import type { Window } from '../sdk/window.js'
import type { Deadline } from './deadline.js'
import { isAlive, KnownApps } from './known-apps.js'
import type { processOption, selectorOptions, windowOption } from './options/index.js'
import type { ValueOf } from './schema.js'
import type { Session } from './session.js'
import type { Call } from './tool.js'

type Process = ValueOf<{ properties: typeof processOption }>
type Place = Process & ValueOf<{ properties: typeof windowOption }>
export type Selectors = ValueOf<{ properties: typeof selectorOptions }>

/** Where an action looks. Of a ref, or a selector that names its application, there is the element alone. */
export interface Target {
  app?: App | undefined
  window?: Window | undefined
  locator: Locator
}

// ms, for models that name no time. A program that is starting shows itself within seconds, and `open_application` waits for that.
const STARTING = 1_000
const ENDING = 100
const ENDED = 20

/** The application that `process` means, waited for. One that the tools knew and that has ended is not waited for. */
export async function appOf(
  desktop: Desktop,
  process: string | number,
  deadline: Deadline,
  { signal }: Call,
): Promise<App> {
  const text = String(process)
  const query = /^\d+$/.test(text) ? { pid: Number(text) } : text
  const known = KnownApps.of(desktop)
  // One that was there and is not is no longer to come: who starts it again waits for it then.
  const before = known.called(text)
  const usual = before === undefined ? STARTING : isAlive(before.pid) ? ENDING : ENDED
  const first = deadline.given ? deadline.remaining : Math.min(usual, deadline.remaining)
  try {
    const found = await answered(first, deadline, (timeout) => desktop.app(query, { timeout, signal }))
    await known.found(text, found, signal)
    return found
  } catch (error) {
    if (before === undefined || !isSurehandError(error, 'APP_NOT_FOUND')) throw error
    const what = isAlive(before.pid) ? 'shows nothing any more; it is about to end' : 'has ended'
    const message = `${before} (pid ${before.pid}) ${what}. It has to be started again.`
    throw new SurehandError('APP_NOT_FOUND', message, error.details)
  }
}

/** One that has not answered by then may only be busy: nothing says that it is not there, and it is asked again with twice the time. */
async function answered(first: number, deadline: Deadline, ask: (timeout: number) => Promise<App>): Promise<App> {
  for (let timeout = first; ; timeout = Math.min(2 * timeout, deadline.remaining)) {
    try {
      return await ask(timeout)
    } catch (error) {
      if (!isSurehandError(error, 'TIMEOUT') || deadline.remaining <= 1) throw error
    }
  }
}

/** The limits of a call on a locator of {@link targetOf}. */
export function limitsOf(deadline: Deadline, { signal }: Call): { timeout?: number; signal: AbortSignal } {
  return deadline.given ? { timeout: deadline.remaining, signal } : { signal }
}

/** The application, and the window of it when one is asked for. */
export async function placeOf(
  desktop: Desktop,
  { process, window_selector }: Place & { process: string | number },
  deadline: Deadline,
  call: Call,
): Promise<{ app: App; window?: Window | undefined }> {
  const app = await appOf(desktop, process, deadline, call)
  if (window_selector === undefined) return { app }
  const { signal } = call
  if (deadline.given) return { app, window: await app.window(window_selector, { timeout: deadline.remaining, signal }) }
  return { app, window: await app.with({ timeout: deadline.remaining }).window(window_selector, { signal }) }
}

/** The application that `process` means, which has to be the one that shows at a point of the screen. */
export async function appAt(
  desktop: Desktop,
  process: string | number,
  { x, y }: { x: number; y: number },
  deadline: Deadline,
  call: Call,
): Promise<App> {
  const app = await appOf(desktop, process, deadline, call)
  const there = await desktop.elementAt(x, y, { timeout: deadline.remaining, signal: call.signal })
  if (there?.pid === app.pid) return app
  const seen =
    there === undefined ? 'nothing that can be acted on' : `${there} of ${there.process ?? 'another application'}`
  throw wrong(`at ${x},${y} there is ${seen}, and not ${app}. Nothing was sent`)
}

/** Where the selector of an input is looked for. Where the model named no time, an application at rest is not waited for. */
export async function targetOf(
  session: Session,
  input: Selectors & { selector: string },
  deadline: Deadline,
  call: Call,
): Promise<Target> {
  const target = await placed(session, input, deadline, call)
  return deadline.given ? target : { ...target, locator: target.locator.untilRest(deadline.remaining) }
}

async function placed(
  { desktop, seen }: Session,
  input: Selectors & { selector: string },
  deadline: Deadline,
  call: Call,
): Promise<Target> {
  const { process, window_selector } = input
  // Models write a ref as outlines have it, or as the command line takes it, and no selector looks like either.
  const ref = /^(?:ref:|@)?(e\d+)$/.exec(input.selector.trim())?.[1]
  const selector = ref === undefined ? input.selector : `ref:${ref}`
  const told = async (element: Locator) =>
    seen.selector(ref as string, element, { timeout: deadline.remaining, signal: call.signal })
  if (process !== undefined) {
    const { app, window } = await placeOf(desktop, { process, window_selector }, deadline, call)
    const place = window ?? app
    const locator = place.locator(selector)
    return { app, window, locator: ref === undefined ? locator : place.locator(await told(locator)) }
  }
  if (window_selector !== undefined) throw wrong('window_selector needs `process`: whose window it is')
  if (ref === undefined) return { locator: byItself(desktop, selector) }
  const element = desktop.ref(ref)
  return { locator: element.and(await told(element)) }
}

function byItself(desktop: Desktop, selector: string): Locator {
  try {
    return desktop.locator(selector)
  } catch (error) {
    if ((error as SurehandError).code !== 'INVALID_ARGUMENT') throw error
    throw wrong(`which application? Give \`process\`, or begin the selector with one: process:gedit >> ${selector}`)
  }
}

/** A list of selectors as it is, or split at its top-level commas. */
export function listOf(selectors: string | string[] | undefined): string[] {
  if (selectors === undefined) return []
  if (Array.isArray(selectors)) return selectors
  return selectors.trim() === '' ? [] : splitSelectors(selectors)
}

export function wrong(what: string): SurehandError {
  return new SurehandError('INVALID_ARGUMENT', `${what}.`, {})
}
