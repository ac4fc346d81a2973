import { expect, test } from 'vitest'
import { MacosPlace } from '../../bench/reliability/macos.mjs'
import { type Run, runOn } from '../../bench/reliability/trial.mjs'
import { ax } from './support.js'

// The order desk of bench/reliability over this backend: 20 steps, and what befalls them. A few seeds always; the hundred of
// docs/platforms.md with SUREHAND_SEEDS=1-100.

const [first = 1, last = first] = (process.env.SUREHAND_SEEDS ?? '1-10').split('-').map(Number)
const seeds = Array.from({ length: last - first + 1 }, (_, i) => first + i)

test.each(seeds)(
  'the order desk, seed %i: 20 steps are done, each once, and nothing else is',
  async (seed) => {
    const [run] = await runOn(new MacosPlace(ax), [{ seed, length: 20 }])
    const { verdict, wrong, double, steps } = run as Run
    expect({ verdict, wrong, double, at: steps.filter(({ outcome }) => outcome !== 'done') }).toEqual({
      verdict: 'end to end',
      wrong: [],
      double: [],
      at: [],
    })
  },
  120_000,
)
