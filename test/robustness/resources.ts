import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
export const collect = runInNewContext('gc') as () => void

/** What this process holds, after a collection. */
export interface Resources {
  rssMiB: number
  heapMiB: number
  descriptors: number
  threads: number
  /** Of this process's connections to the accessibility bus. `undefined` where the bus does not count them. */
  rules: number | undefined
}

const MiB = 2 ** 20

export function resources(bus?: string): Resources {
  collect()
  collect()
  const { rss, heapUsed } = process.memoryUsage()
  return {
    rssMiB: rss / MiB,
    heapMiB: heapUsed / MiB,
    descriptors: readdirSync('/proc/self/fd').length,
    threads: readdirSync('/proc/self/task').length,
    rules: bus === undefined ? undefined : rulesOn(bus),
  }
}

/** All rules on a bus, by its own count. */
function rulesOn(bus: string): number | undefined {
  try {
    const method = 'org.freedesktop.DBus.Debug.Stats.GetStats'
    const words = ['--print-reply', `--bus=${bus}`, '--dest=org.freedesktop.DBus', '/org/freedesktop/DBus', method]
    const answer = execFileSync('dbus-send', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const found = /"MatchRules"\s+variant\s+uint32 (\d+)/.exec(answer)?.[1]
    return found === undefined ? undefined : Number(found)
  } catch {
    return undefined
  }
}

/** By how much `values` grow from one to the next, by least squares. */
export function slope(values: readonly number[]): number {
  const n = values.length
  const mean = values.reduce((sum, each) => sum + each, 0) / n
  const middle = (n - 1) / 2
  let [over, under] = [0, 0]
  for (const [i, value] of values.entries()) {
    over += (i - middle) * (value - mean)
    under += (i - middle) ** 2
  }
  return under === 0 ? 0 : over / under
}

/** Of each resource: first and last sample, and its growth from one sample to the next over the second half. */
export function growth(
  samples: readonly Resources[],
): Record<keyof Resources, { first: number; last: number; each: number }> {
  const half = samples.slice(samples.length >> 1)
  const of = (key: keyof Resources) => {
    const values = samples.map((sample) => sample[key] ?? Number.NaN)
    const round = (value: number) => Number(value.toFixed(3))
    return {
      first: round(values[0] as number),
      last: round(values.at(-1) as number),
      each: round(slope(half.map((sample) => sample[key] ?? Number.NaN))),
    }
  }
  return {
    rssMiB: of('rssMiB'),
    heapMiB: of('heapMiB'),
    descriptors: of('descriptors'),
    threads: of('threads'),
    rules: of('rules'),
  }
}
