/**
 * npm run test:robustness -- PART… [--option value]     (docs/internals/robustness.md has the parts and their options)
 *
 * Prints the faults and the figures of each part, and ends with 1 when a part broke a promise.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { deaths } from './deaths.js'
import { hostileCases } from './hostile-cases.js'
import { long } from './long.js'
import { opens } from './opens.js'
import type { Outcome, Values } from './part.js'
import { secrets } from './secrets.js'
import { surprise } from './surprise.js'

const PARTS: Record<string, (values: Values) => Promise<Outcome>> = {
  hostile: hostileCases,
  deaths,
  long,
  opens,
  secrets,
  surprise,
}
const NAMES = 'cases seed only times actions toolkits at-once desktops sessions snapshots'.split(' ')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries(NAMES.map((name) => [name, { type: 'string' as const }])),
})
const unknown = positionals.filter((part) => !(part in PARTS))
if (unknown.length > 0 || positionals.length === 0) {
  const not = unknown.length > 0 ? `, not ${unknown.join(', ')}` : ''
  throw new Error(`Name the part to run (${Object.keys(PARTS).join(', ')})${not}.`)
}
for (const part of positionals) {
  const began = performance.now()
  const { figures, faults } = await (PARTS[part] as (values: Values) => Promise<Outcome>)(values as Values)
  for (const fault of faults) console.log(`${part}: ${fault}`)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(JSON.stringify({ part, ...figures, faults: faults.length, seconds, load: loadavg()[1]?.toFixed(1) }))
  if (faults.length > 0) process.exitCode = 1
}
process.exit()
