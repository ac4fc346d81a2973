/**
 * npm run bench:compare -- --before <folder> [--rounds 8] [--sessions 3] [--only <application>] [--out <folder>]
 *
 * Whether a change made anything slower: another checkout of this repository, built (`npm run build:native && npm run build`), and this
 * one read and press in the same live applications, in turns, in one process. This one takes two of three turns: how far its two
 * differ is what a ratio is worth. Writes results/compare.{json,md}.
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
    rounds: { type: 'string', default: '8' },
    sessions: { type: 'string', default: '3' },
    only: { type: 'string' },
    out: { type: 'string', default: fileURLToPath(new URL('results', import.meta.url)) },
  },
})
if (values.before === undefined) throw new Error('--before <folder>: the other checkout, built')
const rounds = Number(values.rounds)
const sessions = Number(values.sessions)
const here = fileURLToPath(new URL('..', import.meta.url))

/** The library as it is in a checkout. */
const library = (folder, entry) => import(pathToFileURL(join(resolve(folder), 'dist', `${entry}.js`)).href)

const { HeadlessSession } = await library(here, 'headless')
const before = (await library(values.before, 'index')).Desktop
const after = (await library(here, 'index')).Desktop
const builds = { before, after, again: after }
const turns = Object.keys(builds)

/** One start of an application, driven with the builds in turns. @returns {Promise<{nodes: number, samples: Record<string, object>}>} */
async function measure({ name, command, args, ...target }, callsOf) {
  const session = await HeadlessSession.start({ width: 1280, height: 800 })
  try {
    const { environment } = session
    const desktops = Object.entries(builds).map(async ([key, Desktop]) => [key, await Desktop.open({ environment })])
    const opened = Object.fromEntries(await Promise.all(desktops))
    const launched = await opened.after.launch({ command, args, timeout: 60_000 })
    const nodes = await whole(launched, { name, ...target })
    const samples = {}
    for (let round = -1; round < rounds; round++) {
      // Whoever comes first warms the application's caches, or finds them cold: each is first, second and last in turn.
      const order = turns.map((_, index) => turns[(index + round + turns.length) % turns.length])
      for (const key of order) {
        const app = await opened[key].app({ pid: launched.pid })
        for (const [what, call] of Object.entries(callsOf(target, round + 1 + turns.indexOf(key) * (rounds + 1)))) {
          const began = { wall: performance.now(), us: process.cpuUsage(), app: cpuOf(launched.pid) }
          await call(app)
          const us = process.cpuUsage(began.us)
          if (round < 0) continue
          samples[what] ??= Object.fromEntries(turns.map((turn) => [turn, []]))
          samples[what][key].push({
            ms: performance.now() - began.wall,
            ourCpu: (us.user + us.system) / 1000,
            appCpu: cpuOf(launched.pid) - began.app,
          })
        }
      }
    }
    await Promise.all(Object.values(opened).map((desktop) => desktop.dispose()))
    return { nodes, samples }
  } finally {
    await session.stop()
  }
}

/** All starts of an application. @returns {Promise<{name: string, nodes: number, what: Record<string, object>}>} */
async function compare(subject, callsOf) {
  const started = []
  for (let session = 0; session < sessions; session++) started.push(await measure(subject, callsOf))
  const what = Object.keys(started[0].samples).map((call) => [
    call,
    summary(started.map(({ samples }) => samples[call])),
  ])
  return { name: subject.name, nodes: started[0].nodes, what: Object.fromEntries(what) }
}

function summary(started) {
  const all = (turn) => started.flatMap((samples) => samples[turn])
  const of = (samples, key) => samples.map((sample) => sample[key])
  const figures = (samples) => ({
    p50: median(of(samples, 'ms')),
    p95: percentile(of(samples, 'ms'), 0.95),
    ourCpu: median(of(samples, 'ourCpu')),
    appCpu: median(of(samples, 'appCpu')),
  })
  // Neighbours in time had the same machine: the median of their ratios says more than the ratio of medians.
  const ratio = (later, earlier) => median(all(later).map(({ ms }, index) => ms / all(earlier)[index].ms))
  return {
    before: figures(all('before')),
    after: figures([...all('after'), ...all('again')]),
    ratio: median([ratio('after', 'before'), ratio('again', 'before')]),
    noise: ratio('again', 'after'),
  }
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
      `| ${name}, ${nodes} nodes | ${call} | ${both(figures, 'p50')} | ${both(figures, 'p95')} | ${both(figures, 'ourCpu')} | ${both(figures, 'appCpu')} | ${figures.ratio.toFixed(2)} | ${figures.noise.toFixed(2)} |`,
  ),
)
const text = `# Two builds on the same trees

Written by \`npm run bench:compare\` on ${today()}. ${machine}. ${rounds} rounds in turns, in one process, in each of
${sessions} starts of the application. "Times" is the median of the rounds' ratios, below 1 where the later build is faster; "itself" the same
of two turns of the later build: a ratio that is no further from 1 than this says nothing.

| application | call | ms, median | 95th percentile | our CPU, ms | the application's | times | itself |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`
mkdirSync(values.out, { recursive: true })
writeFileSync(
  join(values.out, 'compare.json'),
  `${JSON.stringify({ machine, date: today(), rounds, sessions, results }, null, 1)}\n`,
)
writeFileSync(join(values.out, 'compare.md'), text)
console.log(text)
