/** A few runs of surehand with its options on the real order desk: what keeps all of this alive in the tests. */
import { contest } from './contest.mjs'
import * as surehand from './contestants/surehand.mjs'
import { GtkPlace } from './gtk.mjs'
import { makePlan } from './plan.mjs'

/** @param {{seed: number, length: number, only?: string}[]} trials */
export async function run(trials) {
  const place = await GtkPlace.start()
  try {
    const runs = []
    for (const { seed, length, only } of trials)
      runs.push(await contest(place, surehand, makePlan(seed, length, { only })))
    return runs
  } finally {
    await place.stop()
  }
}
