import { expect, test } from 'vitest'
import { PATIENCE } from '../patience.js'
import { kills } from './support/kills.js'

// The long form: SUREHAND_KILLS=500 npx vitest run --project live test/live/kills.test.ts
const KILLS = Number(process.env.SUREHAND_KILLS ?? 15)

test(
  `a workflow of 20 steps, killed with SIGKILL ${KILLS} times on the hard desktop, ends right and does nothing twice`,
  async () => {
    const all = await kills(KILLS, 100, (killed) => {
      if (KILLS > 20) console.log(JSON.stringify(killed))
    })
    expect(all.reduce((sum, { kills }) => sum + kills, 0)).toBe(KILLS)
    const right = {
      unreadable: [],
      status: 'executed_without_error',
      error: undefined,
      done: 20,
      wrong: [],
      double: [],
      repeated: 0,
    }
    for (const { seed, ...killed } of all) expect({ seed, ...killed }).toMatchObject({ seed, ...right })
  },
  6 * PATIENCE + KILLS * 10_000,
)
