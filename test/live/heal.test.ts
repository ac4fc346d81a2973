import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHANGES, trialOf } from '../../bench/heal/changes.js'
import { type Place, tried } from '../../bench/heal/trial.js'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'

// A test that passed on one version of a real program is healed on the next, and run again; what it used there, the program's own log says.
// Longer, and with what may not be healed counted: bench/heal/run.ts.

const SEED = 40
let session: HeadlessSession

beforeAll(async () => {
  session = await HeadlessSession.start({ width: 1280, height: 800 })
})
afterAll(() => session.stop())

describe.each<Place>(['gtk3', 'gtk4', 'qt'])('%s', (place) => {
  test.each(CHANGES.map((change, at) => [change, SEED + at] as const))('%s (seed %i)', async (change, seed) => {
    const trial = trialOf(seed, change)
    const { verdict, outcome, used } = await tried(trial, place, session)
    expect(
      verdict,
      `${trial.locator} means ${trial.target.key}, used ${used}; ${JSON.stringify(outcome, null, 2)}`,
    ).toBe('right')
  })

  test(`removed (seed ${SEED}): nothing is taken for what is gone`, async () => {
    const { outcome } = await tried(trialOf(SEED, 'removed'), place, session)
    expect(outcome.applied, JSON.stringify(outcome, null, 2)).toBe(false)
  })
})
