import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Run, runOn } from '../../bench/reliability/trial.mjs'
import { WindowsPlace } from '../../bench/reliability/windows.mjs'

// The order desk of bench/reliability with Windows' own controls: 20 steps, and what befalls them. A few seeds always; the hundred of
// docs/platforms.md with SUREHAND_SEEDS=1-100.

const [first = 1, last = first] = (process.env.SUREHAND_SEEDS ?? '1-5').split('-').map(Number)
const seeds = Array.from({ length: last - first + 1 }, (_, i) => first + i)
const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'win32-desk', 'win32-desk.exe')

test.each(seeds)(
  'the order desk, seed %i: 20 steps are done, each once, and nothing else is',
  async (seed) => {
    const [run] = await runOn(await WindowsPlace.start(program), [{ seed, length: 20 }])
    const { verdict, wrong, double, steps } = run as Run
    expect({ verdict, wrong, double, at: steps.filter(({ outcome }) => outcome !== 'done') }).toEqual({
      verdict: 'end to end',
      wrong: [],
      double: [],
      at: [],
    })
  },
  180_000,
)
