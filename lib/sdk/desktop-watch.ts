import { App, type Surroundings } from './app.js'
import { eitherSignal, onAbort } from './call/abort.js'
import { endable } from './call/endable.js'
import { type Limits, limitsOf } from './call/limits.js'
import { isSurehandError } from './errors.js'
import type { NativeApplication, NativeSubscription } from './native/binding.js'
import { queryOf } from './tree/query.js'

/** What happened on a desktop, as far as one look after another shows. */
export type DesktopEvent =
  | { what: 'came'; app: App }
  | { what: 'went'; app: App }
  /** `window`: its title. `element`: what has the keyboard in it, where that shows. */
  | { what: 'focused'; app: App; window: string; element: Focused | undefined }

/** The element that has the keyboard. */
export interface Focused {
  ref: string
  role: string
  name: string | undefined
}

/** What happens on a desktop, for as long as it is iterated. */
export interface DesktopWatch extends AsyncIterableIterator<DesktopEvent> {
  /** Resolves when it has seen what there is: what happens from then on is told. Otherwise the first `next()` looks. */
  ready(): Promise<void>
}

// ms between two looks at which applications there are. No event says that they come and go to a listener of
// applications, and who starts programs waits for their windows anyway.
const CALM = 500
// Looking takes at most this share of the time.
const SHARE = 0.05
// ms; what moves the focus announces several things at once.
const TOGETHER = 20
// ms; for what one application is asked: the others do not wait for one that hangs.
const PATIENCE = 1_000
const LOOK = 5_000

interface Known {
  application: NativeApplication
  subscription: NativeSubscription | undefined
}

/** Where the keyboard is: the same text as long as it is in the same place. */
interface Place {
  key: string
  application: NativeApplication
  window: string
  element: Focused | undefined
}

/**
 * Tells which applications come and go and where the keyboard moves. A slow reader gets the difference: what came and
 * went meanwhile is not.
 */
export function watchDesktop(surroundings: Surroundings, signal: AbortSignal | undefined): DesktopWatch {
  const { native } = surroundings
  let ends = signal
  const limits = () => limitsOf(surroundings, { signal: ends, timeout: LOOK })
  const known = new Map<string, Known>()
  const stirred = new Set<string>()
  let wake: () => void = () => {}
  let focus: Place | undefined
  let beginning: Promise<unknown> | undefined
  let over = false
  let took = 0

  function begin(): Promise<unknown> {
    beginning ??= look()
    return beginning
  }

  async function* watching(): AsyncGenerator<DesktopEvent> {
    try {
      await begin()
      for (;;) {
        await rest(limits(), Math.max(CALM, took / SHARE))
        yield* await look()
      }
    } finally {
      over = true
      for (const { subscription } of known.values()) subscription?.close()
    }
  }

  async function look(): Promise<DesktopEvent[]> {
    const began = performance.now()
    const own = limits()
    const applications = await own.call((bounds) => native.applications(bounds))
    const events: DesktopEvent[] = []
    for (const [key, { application, subscription }] of known) {
      if (applications.some((each) => each.key === key)) continue
      known.delete(key)
      subscription?.close()
      events.push({ what: 'went', app: appOf(application) })
      if (focus?.application.key === key) focus = undefined
    }
    const fresh = applications.filter(({ key }) => !known.has(key))
    await Promise.all(fresh.map((application) => meet(application, own)))
    events.push(...fresh.map((application) => ({ what: 'came' as const, app: appOf(application) })))
    const place = await focusNow(own)
    if (place !== undefined && place.key !== focus?.key) {
      focus = place
      const { application, window, element } = place
      events.push({ what: 'focused', app: appOf(application), window, element })
    }
    took = performance.now() - began
    return events
  }

  /** What it announces of windows and focus is a reason to look. One that cannot be asked is looked at by the clock. */
  async function meet(application: NativeApplication, own: Limits): Promise<void> {
    const { key } = application
    const met: Known = { application, subscription: undefined }
    known.set(key, met)
    stirred.add(key)
    const subscription = await own
      .within(PATIENCE)
      .call((bounds) => native.observe({ appKey: key }, ['window', 'focus'], bounds))
      .catch(unlessAborted)
    subscription?.listen(() => {
      stirred.add(key)
      wake()
    })
    if (over) subscription?.close()
    else met.subscription = subscription
  }

  /** Where the keyboard is, among the applications that stirred; one that did not has it no more than before. */
  async function focusNow(own: Limits): Promise<Place | undefined> {
    const asked = [...stirred].flatMap((key) => known.get(key)?.application ?? [])
    stirred.clear()
    const places = await Promise.all(asked.map((application) => focusIn(application, own).catch(unlessAborted)))
    return places.find((place) => place !== undefined)
  }

  async function focusIn(application: NativeApplication, own: Limits): Promise<Place | undefined> {
    const { key } = application
    const patience = own.within(PATIENCE)
    const windows = await patience.call((bounds) => native.windows(key, bounds))
    const window = windows.find(({ active }) => active)
    if (window === undefined) return undefined
    const { snapshot, nodes } = await patience.call((bounds) =>
      native.find(window.element, queryOf('desktop.watch()', 'focused:true').compiled, { limit: 1 }, bounds),
    )
    const [node] = nodes
    const element =
      node === undefined ? undefined : { ref: snapshot.ref(node), role: snapshot.role(node), name: snapshot.name(node) }
    return {
      key: JSON.stringify([key, window.element.identity, element?.ref]),
      application,
      window: window.title,
      element,
    }
  }

  /** Until something stirs, or for so many ms. */
  async function rest(own: Limits, ms: number): Promise<void> {
    own.throwIfAborted()
    if (stirred.size === 0) {
      let timer: NodeJS.Timeout | undefined
      let leave: (() => void) | undefined
      await new Promise<void>((resolve) => {
        wake = resolve
        timer = setTimeout(resolve, ms)
        if (own.signal !== undefined) leave = onAbort(own.signal, resolve)
      })
      clearTimeout(timer)
      leave?.()
    }
    if (stirred.size > 0) await own.sleep(TOGETHER)
    own.throwIfAborted()
  }

  const appOf = (application: NativeApplication) => new App(surroundings, application)
  const iterator = endable((end) => {
    ends = eitherSignal(signal, end)
    return watching()
  })
  return Object.assign(iterator, {
    ready: async () => {
      await begin()
    },
  })
}

function unlessAborted(error: unknown): undefined {
  if (isSurehandError(error, 'ABORTED')) throw error
}
