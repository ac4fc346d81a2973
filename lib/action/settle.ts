import type { Limits } from '../call/limits.js'
import { type Found, treeOf } from '../look/look.js'
import type { Scope } from '../look/scope.js'
import { surroundingsNow } from '../look/surroundings.js'
import type { NativeSnapshot } from '../native/binding.js'
import { type Diff, diffNative } from '../tree/diff.js'
import type { Awakening } from '../wait/wait.js'
import { type Reading, shareOf } from '../wait/work.js'

// ms; how long to wait for quiet.
const LONGEST = 500

// ms; how long to wait for an application that is at work. What takes longer is for `verify` to wait for.
const LONGEST_WORK = 2_000

// ms; over less than this it cannot be told from a thread that waits for its turn that an application rests.
const MOMENT = 100

export interface Settled {
  awakening: Awakening
  /** Whether the application was seen to rest: for a moment it announced nothing and had nothing to do. */
  rests: boolean
}

/** Waits for the first event since `serial`, and then for quiet, and for as long as the application is at work; bounded. */
export async function settle(scope: Scope, serial: number, limits: Limits, expectsEvents: boolean): Promise<Settled> {
  const { events } = scope
  const { firstEvent, quiet } = events.pace
  let from = await events.work.read(limits)
  if (!events.live) {
    await limits.sleep(quiet)
    return { awakening: { by: 'look', looks: 1, probes: 0 }, rests: (await calm(scope, from, limits)) === 'rests' }
  }
  let by: Awakening['by'] = 'look'
  if (events.serial !== serial || !expectsEvents) by = 'at once'
  else if ((await events.sleep(serial, firstEvent, limits)) === 'event') by = 'event'
  const event = events.last
  const began = performance.now()
  // Without an event, all of the time since it was sent says whether it works.
  if (by !== 'look') from = await events.work.read(limits)
  while (performance.now() - began < LONGEST && !limits.expired) {
    if ((await events.sleep(events.serial, quiet, limits)) === 'time') break
    from = await events.work.read(limits)
  }
  const rests = (await calm(scope, from, limits)) === 'rests'
  const told = by === 'event' && event !== undefined ? { event } : {}
  return { awakening: { by, looks: 1, probes: 0, ...told }, rests }
}

/** How an application was in the time of which was last read how much it worked. */
type Calm = 'rests' | 'works' | 'too short to tell' | undefined

/** Waits for as long as the application is at work; bounded. How it is then, as far as the time since `from` tells. */
async function calm(scope: Scope, from: Reading | undefined, limits: Limits): Promise<Calm> {
  const { work, pace } = scope.events
  const began = performance.now()
  for (let last = from; last !== undefined; ) {
    const now = await work.read(limits)
    if (now === undefined) return undefined
    const share = shareOf(last, now)
    if (!work.isAtWork(share)) {
      if (now.at - last.at < MOMENT) return 'too short to tell'
      return work.isAtRest(share) ? 'rests' : 'works'
    }
    if (limits.expired) return 'works'
    if (performance.now() - began >= LONGEST_WORK) {
      work.neverRests()
      return 'works'
    }
    last = now
    await limits.sleep(Math.max(MOMENT / 4, pace.quiet))
  }
  return undefined
}

/** Whether the application rests: for a moment it announces nothing and has nothing to do. Waits for that; bounded. */
export async function rests(scope: Scope, limits: Limits): Promise<boolean> {
  const { events } = scope
  const began = performance.now()
  const waited = () => performance.now() - began
  while (waited() < LONGEST_WORK) {
    const { serial } = events
    const from = await events.work.read(limits)
    await limits.sleep(MOMENT)
    const now = await calm(scope, from, limits)
    if (now === undefined || limits.expired) return false
    if (now === 'rests' && events.serial === serial) return true
    // What it announces all the time, or is at all the time, is not waited for.
    if (now === 'rests' ? waited() > LONGEST : events.work.restless) return false
  }
  events.work.neverRests()
  return false
}

/** The tree afterwards and what is different about it; of what is near the element, when no more was looked at before. */
export async function changesSince(
  scope: Scope,
  found: Found,
  after: NativeSnapshot | undefined,
  reads: Parameters<typeof treeOf>[1],
  limits: Limits,
): Promise<{ after: NativeSnapshot; diff: Diff }> {
  const look = () => (found.near ? surroundingsNow(scope, found, reads, limits) : treeOf(scope, reads, limits))
  const tree = after ?? (await look())
  const diff = await limits.call((native) => diffNative(scope.binding, found.snapshot, tree, {}, native))
  return { after: tree, diff }
}
