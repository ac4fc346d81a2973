/**
 * npm run bench [-- --only <application> --rounds <n> --out <folder>]
 *
 * Measures, writes bench/results/{results.json,results.md,snapshot.svg}, and says which goals were met.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measureActs } from './live/act.mjs'
import { measureIsolation } from './live/isolation.mjs'
import { measureTargets } from './live/run.mjs'
import { machine, today } from './machine.mjs'
import { measureMicro } from './micro/run.mjs'
import { markdown, ratios, svg } from './report.mjs'

const { values } = parseArgs({
  options: { only: { type: 'string' }, rounds: { type: 'string', default: '7' }, out: { type: 'string' } },
})
const out = values.out ?? fileURLToPath(new URL('results', import.meta.url))

const rounds = Number(values.rounds)
// First: what the others leave on the heap is collected at times of its own.
const isolation = values.only ? undefined : await measureIsolation()
const micro = await measureMicro()
const live = await measureTargets({ only: values.only, rounds })
const acts = values.only ? undefined : await measureActs()
const report = { machine, date: today(), rounds, live, micro, isolation, acts }

mkdirSync(out, { recursive: true })
writeFileSync(join(out, 'results.json'), `${JSON.stringify(report, null, 1)}\n`)
writeFileSync(join(out, 'results.md'), markdown(report))
writeFileSync(join(out, 'snapshot.svg'), svg(live))

console.log(markdown(report))
for (const result of live) {
  for (const [kind, goal] of Object.entries(result.goal)) {
    const got = ratios(result)[kind]
    console.log(`${got >= goal ? 'met   ' : 'MISSED'} ${result.name}, ${kind}: ${got?.toFixed(1)}× (goal ${goal}×)`)
  }
}
