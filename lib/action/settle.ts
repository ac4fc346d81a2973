import type { Limits } from '../call/limits.js'
import { treeOf } from '../look/look.js'
import type { Scope } from '../look/scope.js'
import type { NativeSnapshot } from '../native/binding.js'
import { type Diff, diffNative } from '../tree/diff.js'
import type { Awakening } from '../wait/wait.js'

// ms; how long to wait for quiet.
const LONGEST = 500

/** Waits for the first event since `serial`, and then for quiet; bounded. */
export async function settle(scope: Scope, serial: number, limits: Limits, expectsEvents: boolean): Promise<Awakening> {
  const { events } = scope
  const { firstEvent, quiet } = events.pace
  if (!events.live) {
    await limits.sleep(quiet)
    return { by: 'look', looks: 1, probes: 0 }
  }
  let by: Awakening['by'] = 'look'
  if (events.serial !== serial || !expectsEvents) by = 'at once'
  else if ((await events.sleep(serial, firstEvent, limits)) === 'event') by = 'event'
  const event = events.last
  const began = performance.now()
  while (performance.now() - began < LONGEST && !limits.expired) {
    if ((await events.sleep(events.serial, quiet, limits)) === 'time') break
  }
  return { by, looks: 1, probes: 0, ...(by === 'event' && event !== undefined ? { event } : {}) }
}

/** The tree afterwards and what is different about it. */
export async function changesSince(
  scope: Scope,
  before: NativeSnapshot,
  after: NativeSnapshot | undefined,
  reads: Parameters<typeof treeOf>[1],
  limits: Limits,
): Promise<{ after: NativeSnapshot; diff: Diff }> {
  const tree = after ?? (await treeOf(scope, reads, limits))
  const diff = await limits.call((native) => diffNative(scope.binding, before, tree, {}, native))
  return { after: tree, diff }
}
