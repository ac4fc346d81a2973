import type { Limits } from '../call/limits.js'
import type { Scope } from '../look/scope.js'
import type { NativeDesktop } from '../native/binding.js'
import { settle } from './steps/settle.js'

// What an action sets off may show a moment later. Actions settle by themselves; those with `diff: false`, and keys that go wherever the
// focus is, leave it to the next read of a tree.

/** When something was sent, and how many batches of events had come by then, where that was counted. */
interface Sent {
  at: number
  serial?: number | undefined
}

interface Known {
  /** By application; empty: whichever has the focus. */
  sent: Map<string, Sent>
  settled: Map<string, number>
}

// ms; what was sent longer ago has shown what it does, or is for `verify` to wait for.
const RECENT = 2_000

const desktops = new WeakMap<NativeDesktop, Known>()

function knownOf(native: NativeDesktop): Known {
  let known = desktops.get(native)
  if (known === undefined) {
    known = { sent: new Map(), settled: new Map() }
    desktops.set(native, known)
  }
  return known
}

/** Something is sent to an application, or, without one, to whichever has the focus. */
export function noteSent(native: NativeDesktop, appKey = '', serial?: number): void {
  knownOf(native).sent.set(appKey, { at: performance.now(), serial })
}

/** The application was waited for until it had come to rest. */
export function noteSettled(native: NativeDesktop, appKey: string): void {
  knownOf(native).settled.set(appKey, performance.now())
}

/** Before a tree is read: waits until what was sent a moment ago has come to rest. Takes at most half of what remains. */
export async function settleFirst(scope: Scope, limits: Limits): Promise<void> {
  const { native, events } = scope
  const { appKey } = scope.target
  const { sent, settled } = knownOf(native)
  const [own, any] = [sent.get(appKey), sent.get('')]
  const last = (own?.at ?? 0) >= (any?.at ?? 0) ? own : any
  const now = performance.now()
  if (last === undefined || now - last.at > RECENT || last.at <= (settled.get(appKey) ?? 0)) return
  const part = limits.within(limits.remaining / 2)
  const wasLive = events.live
  await events.begin(part)
  await settle(scope, (wasLive ? last.serial : undefined) ?? events.serial, part, true)
  noteSettled(native, appKey)
}
