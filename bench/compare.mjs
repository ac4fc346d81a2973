/**
 * npm run bench:compare -- --before <folder> [--rounds 15] [--only <application>] [--out <folder>]
 *
 * Whether a change made anything slower: another checkout of this repository, built (`npm run build:native && npm run build`), and this
 * one read and press in the same live applications, in turns, in one process. Writes results/compare.{json,md}.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { actSubjects } from './live/act.mjs'
import { cpuOf, median, percentile } from './live/measure.mjs'
import { LITE, whole } from './live/run.mjs'
import { targets } from './live/targets.mjs'
import { machine, today } from './machine.mjs'

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    rounds: { type: 'string', default: '15' },
    only: { type: 'string' },
    out: { type: 'string', default: fileURLToPath(new URL('results', import.meta.url)) },
  },
})
if (values.before === undefined) throw new Error('--before <folder>: the other checkout, built')
const rounds = Number(values.rounds)
const here = fileURLToPath(new URL('..', import.meta.url))

/** The library as it is in a checkout. */
const library = (folder, entry) => import(pathToFileURL(join(resolve(folder), 'dist', `${entry}.js`)).href)

const { HeadlessSession } = await library(here, 'headless')
const builds = {
  before: (await library(values.before, 'index')).Desktop,
  after: (await library(here, 'index')).Desktop,
}

/** One application, driven with both builds in turns. @returns {Promise<{name: string, nodes: number, what: Record<string, object>}>} */
async function compare({ name, command, args, ...target }, callsOf) {
  const session = await HeadlessSession.start({ width: 1280, height: 800 })
  try {
    const { environment } = session
    const desktops = Object.entries(builds).map(async ([key, Desktop]) => [key, await Desktop.open({ environment })])
    const opened = Object.fromEntries(await Promise.all(desktops))
    const launched = await opened.after.launch({ command, args, timeout: 60_000 })
    const nodes = await whole(launched, { name, ...target })
    const samples = {}
    for (let round = -1; round < rounds; round++) {
      // Whoever comes first warms the application's caches, or finds them cold: the order alternates.
      const order = round % 2 === 0 ? ['before', 'after'] : ['after', 'before']
      for (const key of order) {
        const app = await opened[key].app({ pid: launched.pid })
        for (const [what, call] of Object.entries(callsOf(target, round + 1 + (key === 'after' ? rounds + 1 : 0)))) {
          const began = { wall: performance.now(), us: process.cpuUsage(), app: cpuOf(launched.pid) }
          await call(app)
          const us = process.cpuUsage(began.us)
          if (round < 0) continue
          samples[what] ??= { before: [], after: [] }
          samples[what][key].push({
            ms: performance.now() - began.wall,
            ourCpu: (us.user + us.system) / 1000,
            appCpu: cpuOf(launched.pid) - began.app,
          })
        }
      }
    }
    await Promise.all(Object.values(opened).map((desktop) => desktop.dispose()))
    return {
      name,
      nodes,
      what: Object.fromEntries(Object.entries(samples).map(([what, each]) => [what, summary(each)])),
    }
  } finally {
    await session.stop()
  }
}

function summary({ before, after }) {
  const of = (all, key) => all.map((sample) => sample[key])
  const figures = (all) => ({
    p50: median(of(all, 'ms')),
    p95: percentile(of(all, 'ms'), 0.95),
    ourCpu: median(of(all, 'ourCpu')),
    appCpu: median(of(all, 'appCpu')),
  })
  // Neighbours in time had the same machine: the median of their ratios says more than the ratio of medians.
  const ratio = median(after.map(({ ms }, index) => ms / before[index].ms))
  return { before: figures(before), after: figures(after), ratio }
}

const patient = { timeout: 30_000 }

const reading = ({ button: { role, name } }) => ({
  'snapshot, structure': (app) => app.snapshot({ ...LITE, ...patient }),
  'snapshot, everything': (app) => app.snapshot(patient),
  'snapshot, what shows': (app) => app.snapshot({ ...LITE, ...patient, onlyVisible: true }),
  'count one': (app) => app.locator(`role:${role}|name:"${name}"|first`).count(patient),
})

// What was pressed says so for good: each press is of another button.
const acting = (subject, round) => ({
  'press and diff': (app) => app.locator(subject.button(2 * round)).click(patient),
  'press and verify': (app) =>
    app
      .locator(subject.button(2 * round + 1))
      .click({ ...patient, verify: { exists: subject.says(2 * round + 1), timeout: 10_000 } }),
})

const wanted = ({ name }) => values.only === undefined || name.toLowerCase().includes(values.only.toLowerCase())
const results = []
for (const [subjects, callsOf] of [
  [targets(), reading],
  [actSubjects(), acting],
]) {
  for (const subject of subjects.filter(wanted)) {
    console.error(`${subject.name} …`)
    results.push(await compare(subject, callsOf))
  }
}

const ms = (value) => value.toFixed(value < 10 ? 1 : 0)
const both = ({ before, after }, key) => `${ms(before[key])} → ${ms(after[key])}`
const rows = results.flatMap(({ name, nodes, what }) =>
  Object.entries(what).map(
    ([call, figures]) =>
      `| ${name}, ${nodes} nodes | ${call} | ${both(figures, 'p50')} | ${both(figures, 'p95')} | ${both(figures, 'ourCpu')} | ${both(figures, 'appCpu')} | ${figures.ratio.toFixed(2)} |`,
  ),
)
const text = `# Two builds on the same trees

Written by \`npm run bench:compare\` on ${today()}. ${machine}. ${rounds} rounds in turns, in one process; the last column is the median
of the rounds' ratios, below 1 where the later build is faster.

| application | call | ms, median | 95th percentile | our CPU, ms | the application's | times |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`
mkdirSync(values.out, { recursive: true })
writeFileSync(
  join(values.out, 'compare.json'),
  `${JSON.stringify({ machine, date: today(), rounds, results }, null, 1)}\n`,
)
writeFileSync(join(values.out, 'compare.md'), text)
console.log(text)
