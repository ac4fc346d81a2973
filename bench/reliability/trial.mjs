/** A few runs of surehand with its options on a real order desk: what keeps all of this alive in the tests. */
import { contest } from './contest.mjs'
import * as surehand from './contestants/surehand.mjs'
import { HeadlessPlace } from './headless.mjs'
import { makePlan } from './plan.mjs'

/**
 * @param {{seed: number, length: number, only?: string}[]} trials
 * @param {'gtk' | 'gtk4' | 'qt6'} [desktop]
 */
export async function run(trials, desktop = 'gtk') {
  return runOn(await HeadlessPlace.start(desktop), trials)
}

/** @param {HeadlessPlace | import('./macos.mjs').MacosPlace} place is ended */
export async function runOn(place, trials) {
  try {
    const runs = []
    for (const { seed, length, only } of trials)
      runs.push(await contest(place, surehand, makePlan(seed, length, { only })))
    return runs
  } finally {
    await place.stop()
  }
}
