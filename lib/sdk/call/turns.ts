import { setImmediate as nextTurn } from 'node:timers/promises'

// ms; half of what the event loop may be held up for, because machines are slower than the one it was tried on.
const TURN = 2

/** Does something for each of many items, and lets other work have its turn whenever this has taken a while. */
export async function forEachInTurns<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let began = performance.now()
  for (const item of items) {
    work(item)
    if (performance.now() - began < TURN) continue
    await nextTurn()
    began = performance.now()
  }
}
