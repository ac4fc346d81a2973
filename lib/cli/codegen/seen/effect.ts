import { type Diff, diff } from '../../../sdk/tree/diff.js'
import type { Snapshot } from '../../../sdk/tree/snapshot.js'
import type { LiveApp } from '../../inspect/live-app.js'

// ms
const QUIET = 250
const PATIENCE = 5_000

/** What is otherwise than in the tree from before, once the program has come to rest, or when `signal` says that something else was done. */
export async function changesSince(live: LiveApp, before: Snapshot, signal: AbortSignal): Promise<Diff | undefined> {
  // What keeps moving is compared as it is then.
  await live.app.waitForIdle({ quiet: QUIET, timeout: PATIENCE, signal }).catch(() => {})
  if (!signal.aborted) await live.refresh()
  const after = live.latest?.snapshot
  return after === undefined || after === before ? undefined : diff(before, after)
}
