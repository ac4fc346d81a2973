import { eitherSignal, onAbort } from './call/abort.js'
import { oneOf, type Requirement } from './call/arguments.js'
import { endable } from './call/endable.js'
import { type Limits, limitsOf } from './call/limits.js'
import { SurehandError } from './errors.js'
import type { Scope } from './look/scope.js'
import type { NativeEvent, NativeSubscription } from './native/binding.js'
import { EVENT_KINDS, type EventKind } from './vocabulary.js'

/** What an application announced. It says that something may have changed, and not what is there now: toolkits forget some. */
export interface AppEvent {
  kind: EventKind
  /** The platform's own name: `StateChanged:checked`, `ChildrenChanged:add`. */
  detail: string
  /** Names the element that it is about: the same text for the same element. Empty: the application. */
  source: string
  /** The element's name, where it came with the event. */
  name?: string
  /** Names the element that was added, as `source` does, where the event says. */
  child?: string
}

/** Events, one after the other, for as long as the caller asks. */
export interface AppEvents extends AsyncIterableIterator<AppEvent> {
  /** Resolves when the application is listened to. Otherwise the first `next()` begins to. */
  ready(): Promise<void>
  /** How many events were lost because the caller took them too slowly. */
  readonly dropped: number
}

export const eventKinds: Requirement = {
  accepts: (value) =>
    Array.isArray(value) && value.length > 0 && value.every((kind) => oneOf(...EVENT_KINDS).accepts(kind)),
  expected: `an array of ${EVENT_KINDS.map((kind) => `'${kind}'`).join(', ')}`,
}

// Events that wait to be taken; more than these are lost, the newest first.
const MOST = 10_000
// ms between two looks whether the application is still there: its end is no event.
const CHECK = 500
// ms; for what is asked of the system.
const PATIENCE = 5_000

/** Listens to an application. An event is handed over once, in the order in which the application sent them. */
export function listenTo(
  scope: Scope & { readonly defaults: { signal?: AbortSignal } },
  kinds: readonly EventKind[],
  signal: AbortSignal | undefined,
): AppEvents {
  const { native, target, place } = scope
  const waiting: NativeEvent[] = []
  let lost = 0
  let wake = () => {}
  let ends = signal
  let ended = false
  let subscribed: Promise<NativeSubscription> | undefined
  const limits = () => limitsOf(scope, { timeout: PATIENCE, signal: ends })

  const begin = () => {
    subscribed ??= limits()
      .call((bounds) => native.observe(target, [...kinds], bounds))
      .then((subscription) => {
        if (ended) subscription.close()
        else subscription.listen(keep)
        return subscription
      })
    return subscribed
  }
  function keep(events: readonly NativeEvent[], dropped: number): void {
    const room = Math.max(0, MOST - waiting.length)
    waiting.push(...events.slice(0, room))
    lost += dropped + Math.max(0, events.length - room)
    wake()
  }

  async function* listening(): AsyncGenerator<AppEvent> {
    const subscription = await begin()
    try {
      for (;;) {
        const event = waiting.shift()
        if (event !== undefined) yield event
        else
          await pause(limits(), (resolve) => {
            wake = resolve
          })
        if (waiting.length === 0) await refuseEnded()
      }
    } finally {
      subscription.close()
    }
  }

  let checked = performance.now()
  async function refuseEnded(): Promise<void> {
    const own = limits()
    own.throwIfAborted()
    if (performance.now() - checked < CHECK) return
    checked = performance.now()
    const applications = await own.call((bounds) => native.applications(bounds))
    if (waiting.length > 0 || applications.some(({ key }) => key === target.appKey)) return
    throw new SurehandError('APP_EXITED', `${place} has ended; it announces nothing more.`, {})
  }

  const iterator = endable((end) => {
    ends = eitherSignal(signal, end)
    // Who never called next() has begun nothing that a generator could end.
    onAbort(end, () => {
      ended = true
      subscribed?.then((subscription) => subscription.close()).catch(() => {})
    })
    return listening()
  })
  return Object.defineProperty(Object.assign(iterator, { ready: async () => void (await begin()) }), 'dropped', {
    get: () => lost,
  }) as unknown as AppEvents
}

/** Until it is woken, or it is time to look whether the application is still there. */
async function pause(limits: Limits, onWake: (wake: () => void) => void): Promise<void> {
  limits.throwIfAborted()
  let timer: NodeJS.Timeout | undefined
  let leave: (() => void) | undefined
  await new Promise<void>((resolve) => {
    onWake(resolve)
    timer = setTimeout(resolve, CHECK)
    if (limits.signal !== undefined) leave = onAbort(limits.signal, resolve)
  })
  clearTimeout(timer)
  leave?.()
  limits.throwIfAborted()
}
