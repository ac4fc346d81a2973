import type { Limits } from '../../call/limits.js'
import { type Found, treeOf } from '../../look/look.js'
import type { Scope } from '../../look/scope.js'
import { surroundingsNow } from '../../look/surroundings.js'
import type { NativeSnapshot } from '../../native/binding.js'
import { type Diff, diffNative } from '../../tree/diff.js'
import type { Awakening } from '../../wait/wait.js'
import { type Reading, shareOf, type Work } from '../../wait/work.js'

// ms; how long to wait for quiet.
const LONGEST = 500

// ms; how long to wait for an application that is at work. What takes longer is for `verify` to wait for.
const LONGEST_WORK = 2_000

// ms; over less than this it cannot be told from a thread that waits for its turn that an application rests.
const MOMENT = 100

// Of the quiet: what has gone by when a look is begun.
const EARLY = 1 / 4

// Of looks that were begun before it was quiet, and were of no use because it was not.
const MOST_VAIN_LOOKS = 2

export interface Settled {
  awakening: Awakening
  /** Whether the application was seen to rest: for a moment it announced nothing and had nothing to do. */
  rests: boolean
  /** What `look` saw, of an application that announced nothing since. */
  tree?: NativeSnapshot | undefined
}

/**
 * Waits for the first event since `serial`, and then for quiet, and for as long as the application is at work; bounded. A `look` is
 * begun while it is waited for quiet, and may be over when that is: of 290 elements of GTK 4 it takes 40 ms.
 */
export async function settle(
  scope: Scope,
  serial: number,
  limits: Limits,
  expectsEvents: boolean,
  look?: () => Promise<NativeSnapshot>,
): Promise<Settled> {
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
  const told = by === 'event' && event !== undefined ? { event } : {}
  const awakening: Awakening = { by, looks: 1, probes: 0, ...told }
  let vain = 0
  while (performance.now() - began < LONGEST && !limits.expired) {
    const { serial: last } = events
    if (look !== undefined && vain < MOST_VAIN_LOOKS) {
      if ((await events.sleep(last, quiet * EARLY, limits)) === 'time') {
        // What it works for being looked at is not what it has to do: that is read beforehand.
        const before = calmBetween(events.work, from, await events.work.read(limits))
        const seen = before === 'at work' ? undefined : look().catch(() => undefined)
        vain++
        if ((await events.sleep(last, quiet * (1 - EARLY), limits)) === 'time') {
          const tree = await seen
          if (tree === undefined) break
          if (events.serial === last) return { awakening, rests: before === 'rests', tree }
        }
      }
    } else if ((await events.sleep(last, quiet, limits)) === 'time') break
    from = await events.work.read(limits)
  }
  return { awakening, rests: (await calm(scope, from, limits)) === 'rests' }
}

/** How an application was in the time of which was last read how much it worked. */
type Calm = 'rests' | 'works' | 'at work' | 'too short to tell' | undefined

/** `at work` is worth waiting for; what `works` has a little to do. */
function calmBetween(work: Work, from: Reading | undefined, now: Reading | undefined): Calm {
  if (from === undefined || now === undefined) return undefined
  const share = shareOf(from, now)
  if (work.isAtWork(share)) return 'at work'
  if (now.at - from.at < MOMENT) return 'too short to tell'
  return work.isAtRest(share) ? 'rests' : 'works'
}

/** Waits for as long as the application is at work; bounded. How it is then, as far as the time since `from` tells. */
async function calm(scope: Scope, from: Reading | undefined, limits: Limits): Promise<Calm> {
  const { work, pace } = scope.events
  const began = performance.now()
  for (let last = from; last !== undefined; ) {
    const now = await work.read(limits)
    if (now !== undefined) work.note(shareOf(last, now))
    const state = calmBetween(work, last, now)
    if (now === undefined || state !== 'at work' || limits.expired) return state
    if (performance.now() - began >= LONGEST_WORK) {
      work.neverRests()
      return state
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

/**
 * The tree now; what is near the element, when no more was looked at before. Of one that is kept, all is read again if it is to be the `whole`.
 */
export function lookAgain(
  scope: Scope,
  found: Found,
  reads: Parameters<typeof treeOf>[1],
  limits: Limits,
  whole = false,
): Promise<NativeSnapshot> {
  if (found.near) return surroundingsNow(scope, found, reads, limits)
  const keeping = whole ? { renew: true } : { fresh: [found.element.identity] }
  return treeOf(scope, reads, limits, false, found.kept ? keeping : undefined)
}

/** The tree afterwards and what is different about it. */
export async function changesSince(
  scope: Scope,
  found: Found,
  after: NativeSnapshot | undefined,
  reads: Parameters<typeof treeOf>[1],
  limits: Limits,
): Promise<{ after: NativeSnapshot; diff: Diff }> {
  const tree = after ?? (await lookAgain(scope, found, reads, limits))
  const diff = await limits.call((native) => diffNative(scope.binding, found.snapshot, tree, {}, native))
  return { after: tree, diff }
}
