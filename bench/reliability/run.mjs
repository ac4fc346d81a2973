/**
 * npm run bench:reliability [-- --runs 400 --steps 20,30 --contestants a,b,c,d --desktop gtk|gtk4|qt6|simulated]
 *   [--display x11|wayland] [--first <seed>] [--sessions <n>] [--only <fault>|none] [--out <folder>]
 *
 * Seeded runs of the workflow on the hard desktop, the contestants one after the other on each seed. Writes
 * bench/reliability/results/{results.json,results.md,success.svg}, and of another desktop than GTK 3 {results-gtk4.json,…}.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { machine, today } from '../machine.mjs'
import { contest } from './contest.mjs'
import * as defaults from './contestants/defaults.mjs'
import * as plain from './contestants/plain.mjs'
import * as surehand from './contestants/surehand.mjs'
import * as terminator from './contestants/terminator.mjs'
import { HeadlessPlace } from './headless.mjs'
import { makePlan } from './plan.mjs'
import { markdown, summarise, svg } from './report.mjs'
import { SimulatedPlace } from './simulated.mjs'
import { TOOLKITS } from './toolkits.mjs'

const CONTESTANTS = { a: plain, b: terminator, c: surehand, d: defaults }

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '400' },
    steps: { type: 'string', default: '20,30' },
    contestants: { type: 'string', default: Object.keys(CONTESTANTS).join() },
    desktop: { type: 'string', default: 'gtk' },
    display: { type: 'string', default: 'x11' },
    first: { type: 'string', default: '1' },
    sessions: { type: 'string', default: '6' },
    only: { type: 'string' },
    out: { type: 'string', default: fileURLToPath(new URL('results', import.meta.url)) },
  },
})
const toolkit = TOOLKITS[values.desktop]
if (toolkit === undefined) throw new Error(`--desktop is one of ${Object.keys(TOOLKITS).join(', ')}`)
const letters = values.contestants.split(',')
const [runs, first] = [Number(values.runs), Number(values.first)]

// Seeds; of a process of GTK 4 no menu opens any more once a run has ended with one open.
const OF_ONE_PROCESS = 10

/** @returns {Promise<Record<string, import('./contest.mjs').Run[]>>} the runs of each contestant */
async function measure(length) {
  const results = Object.fromEntries(letters.map((letter) => [letter, []]))
  let next = first
  async function session() {
    while (next < first + runs) {
      const place = await (toolkit.app === undefined
        ? SimulatedPlace.start()
        : HeadlessPlace.start(values.desktop, values.display))
      try {
        for (let seeds = 0; seeds < OF_ONE_PROCESS && next < first + runs; seeds++) await seed(place)
      } finally {
        await place.stop()
      }
    }
  }
  async function seed(place) {
    const plan = makePlan(next++, length, { only: values.only })
    if ((next - first) % 50 === 0) console.error(`${length} steps: ${next - first} of ${runs} seeds`)
    for (const letter of letters) {
      const run = await contest(place, CONTESTANTS[letter], plan)
      results[letter].push(run)
      if (!run.success && letter !== 'a') console.error(`${letter}, seed ${run.seed}: ${failure(run)}`)
    }
  }
  await Promise.all(Array.from({ length: Number(values.sessions) }, session))
  for (const all of Object.values(results)) all.sort((one, other) => one.seed - other.seed)
  return results
}

function failure({ verdict, steps, wrong, double }) {
  const { index, kind, outcome, error, fault } = steps[steps.length - 1]
  return JSON.stringify({ verdict, step: index, kind, fault, outcome, error, wrong, double })
}

const workflows = []
for (const length of values.steps.split(',').map(Number)) {
  const began = performance.now()
  const results = await measure(length)
  const contestants = letters.map((letter) => summarise(letter, CONTESTANTS[letter].name, length, results[letter]))
  workflows.push({ length, runs, first, seconds: Math.round((performance.now() - began) / 1000), contestants })
}
const report = { machine, date: today(), desktop: toolkit.title, workflows }

mkdirSync(values.out, { recursive: true })
const stem = values.desktop === 'gtk' ? 'results' : `results-${values.desktop}`
writeFileSync(join(values.out, `${stem}.json`), `${JSON.stringify(report, null, 1)}\n`)
writeFileSync(join(values.out, `${stem}.md`), markdown(report))
writeFileSync(join(values.out, `${stem.replace('results', 'success')}.svg`), svg(report))
console.log(markdown(report))
