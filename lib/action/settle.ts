import type { Limits } from '../call/limits.js'
import { treeOf } from '../look/look.js'
import type { Scope } from '../look/scope.js'
import type { NativeSnapshot } from '../native/binding.js'
import { type Diff, diffNative } from '../tree/diff.js'
import { paceOf } from '../wait/toolkits.js'
import type { Awakening } from '../wait/wait.js'

// ms without an event that count as quiet, and how long to wait for that.
const QUIET = 20
const LONGEST = 500

/** Waits for the first event since `serial`, and then for quiet; bounded. */
export async function settle(scope: Scope, serial: number, limits: Limits, expectsEvents: boolean): Promise<Awakening> {
  const { events } = scope
  if (!events.live) {
    await limits.sleep(QUIET)
    return { by: 'look', looks: 1, probes: 0 }
  }
  let by: Awakening['by'] = 'look'
  if (events.serial !== serial || !expectsEvents) by = 'at once'
  else if ((await events.sleep(serial, paceOf(scope.toolkit).firstEvent, limits)) === 'event') by = 'event'
  const event = events.last
  const began = performance.now()
  while (performance.now() - began < LONGEST && !limits.expired) {
    if ((await events.sleep(events.serial, QUIET, limits)) === 'time') break
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
