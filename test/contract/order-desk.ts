import { expect, test } from 'vitest'
import { type Run, runOn } from '../../bench/reliability/trial.mjs'

type Place = Parameters<typeof runOn>[0]

/**
 * The order desk of bench/reliability on a backend's own controls: 20 steps, and what befalls them. A few seeds always (`usual`, "1-5"); the
 * hundred of docs/internals/windows.md with SUREHAND_SEEDS=1-100. `timeout` is of a seed, in ms.
 */
export function orderDesk(start: () => Place | Promise<Place>, usual: string, timeout: number): void {
  const [first = 1, last = first] = (process.env.SUREHAND_SEEDS ?? usual).split('-').map(Number)
  const seeds = Array.from({ length: last - first + 1 }, (_, i) => first + i)

  test.each(seeds)(
    'the order desk, seed %i: 20 steps are done, each once, and nothing else is',
    async (seed) => {
      const [run] = await runOn(await start(), [{ seed, length: 20 }])
      const { verdict, wrong, double, steps } = run as Run
      expect({ verdict, wrong, double, at: steps.filter(({ outcome }) => outcome !== 'done') }).toEqual({
        verdict: 'end to end',
        wrong: [],
        double: [],
        at: [],
      })
    },
    timeout,
  )
}
