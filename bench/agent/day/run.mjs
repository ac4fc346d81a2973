/**
 * npm run bench:day [-- --before <folder> --only <program>,… --out <folder>]
 *
 * An agent's day, replayed over MCP: twelve tasks on twelve real programs, with the calls of a model, wrong ones included. Given another
 * checkout of this repository, built (`npm run build:native && npx tsup --no-dts`), the same transcript is replayed there, too. Writes
 * bench/agent/day.md, and every call to bench/agent/results/day.json.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { install } from '../../../test/fleet/packages.ts'
import { replay } from './replay.mjs'

const root = resolve(import.meta.dirname, '..', '..', '..')
const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    only: { type: 'string' },
    out: { type: 'string', default: join(root, 'bench', 'agent') },
  },
})

const files = readdirSync(join(import.meta.dirname, 'tasks')).sort()
const wanted = values.only?.split(',')
const tasks = []
for (const file of files) {
  const { task } = await import(`./tasks/${file}`)
  if (wanted === undefined || wanted.includes(file.slice(0, -'.mjs'.length))) tasks.push(task)
}

const builds = { now: root, ...(values.before === undefined ? {} : { before: resolve(values.before) }) }
const runs = {}
for (const task of tasks) {
  install(task.packages)
  // A desktop each, at the same time: most of a replay is the model's pauses.
  const each = Object.entries(builds).map(async ([build, checkout]) => {
    const run = await replay(task, checkout)
    runs[build] = [...(runs[build] ?? []), run]
    const ms = run.calls.reduce((sum, call) => sum + call.ms, 0)
    console.error(`${task.program}, ${build}: ${(ms / 1000).toFixed(1)} s, ${run.done ? 'done' : run.failure}`)
  })
  await Promise.all(each)
}
mkdirSync(join(values.out, 'results'), { recursive: true })
writeFileSync(join(values.out, 'results', 'day.json'), JSON.stringify(runs, undefined, 1))
const { report } = await import('./report.mjs')
const text = report(runs)
writeFileSync(join(values.out, 'day.md'), text)
console.log(text)
process.exit()
