import type { Surroundings } from './app/desktop-surroundings.js'
import { App } from './app.js'
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
  const watcher = new Watcher(surroundings, signal)
  const iterator = endable((end) => {
    watcher.endsWith(end)
    return watcher.events()
  })
  return Object.assign(iterator, {
    ready: async () => {
      await watcher.begin()
    },
  })
}

class Watcher {
  private readonly known = new Map<string, Known>()
  /** The applications that announced something since the last look. */
  private readonly stirred = new Set<string>()
  private ends: AbortSignal | undefined
  private wake: () => void = () => {}
  private focus: Place | undefined
  private beginning: Promise<unknown> | undefined
  private over = false
  private took = 0

  constructor(
    private readonly surroundings: Surroundings,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.ends = signal
  }

  endsWith(end: AbortSignal): void {
    this.ends = eitherSignal(this.signal, end)
  }

  begin(): Promise<unknown> {
    this.beginning ??= this.look()
    return this.beginning
  }

  async *events(): AsyncGenerator<DesktopEvent> {
    try {
      await this.begin()
      for (;;) {
        await this.rest(this.limits(), Math.max(CALM, this.took / SHARE))
        yield* await this.look()
      }
    } finally {
      this.over = true
      for (const { subscription } of this.known.values()) subscription?.close()
    }
  }

  private async look(): Promise<DesktopEvent[]> {
    const { known } = this
    const began = performance.now()
    const own = this.limits()
    const applications = await own.call((bounds) => this.surroundings.native.applications(bounds))
    const events: DesktopEvent[] = []
    for (const [key, { application, subscription }] of known) {
      if (applications.some((each) => each.key === key)) continue
      known.delete(key)
      subscription?.close()
      events.push({ what: 'went', app: this.appOf(application) })
      if (this.focus?.application.key === key) this.focus = undefined
    }
    const fresh = applications.filter(({ key }) => !known.has(key))
    await Promise.all(fresh.map((application) => this.meet(application, own)))
    events.push(...fresh.map((application) => ({ what: 'came' as const, app: this.appOf(application) })))
    const place = await this.focusNow(own)
    if (place !== undefined && place.key !== this.focus?.key) {
      this.focus = place
      const { application, window, element } = place
      events.push({ what: 'focused', app: this.appOf(application), window, element })
    }
    this.took = performance.now() - began
    return events
  }

  /** What it announces of windows and focus is a reason to look. One that cannot be asked is looked at by the clock. */
  private async meet(application: NativeApplication, own: Limits): Promise<void> {
    const { key } = application
    const met: Known = { application, subscription: undefined }
    this.known.set(key, met)
    this.stirred.add(key)
    const subscription = await own
      .within(PATIENCE)
      .call((bounds) => this.surroundings.native.observe({ appKey: key }, ['window', 'focus'], bounds))
      .catch(unlessAborted)
    subscription?.listen(() => {
      this.stirred.add(key)
      this.wake()
    })
    if (this.over) subscription?.close()
    else met.subscription = subscription
  }

  /** Where the keyboard is, among the applications that stirred; one that did not has it no more than before. */
  private async focusNow(own: Limits): Promise<Place | undefined> {
    const asked = [...this.stirred].flatMap((key) => this.known.get(key)?.application ?? [])
    this.stirred.clear()
    const places = await Promise.all(asked.map((application) => this.focusIn(application, own).catch(unlessAborted)))
    return places.find((place) => place !== undefined)
  }

  private async focusIn(application: NativeApplication, own: Limits): Promise<Place | undefined> {
    const { key } = application
    const { native } = this.surroundings
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
  private async rest(own: Limits, ms: number): Promise<void> {
    own.throwIfAborted()
    if (this.stirred.size === 0) {
      let timer: NodeJS.Timeout | undefined
      let leave: (() => void) | undefined
      await new Promise<void>((resolve) => {
        this.wake = resolve
        timer = setTimeout(resolve, ms)
        if (own.signal !== undefined) leave = onAbort(own.signal, resolve)
      })
      clearTimeout(timer)
      leave?.()
    }
    if (this.stirred.size > 0) await own.sleep(TOGETHER)
    own.throwIfAborted()
  }

  private limits(): Limits {
    return limitsOf(this.surroundings, { signal: this.ends, timeout: LOOK })
  }

  private appOf(application: NativeApplication): App {
    return new App(this.surroundings, application)
  }
}

function unlessAborted(error: unknown): undefined {
  if (isSurehandError(error, 'ABORTED')) throw error
}
