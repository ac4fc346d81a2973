/**
 * npm run bench:floor [-- --only <application> --rounds <n>]
 *
 * How near a snapshot is to what the applications allow. GTK 3, LibreOffice, Chromium and Firefox are read with two calls;
 * beside our snapshot (lite) and libatspi's walk these two calls are made by our own client and their answers thrown away.
 * Writes results/floor.md.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { HeadlessSession } from '../../dist/headless.js'
import { Desktop } from '../../dist/index.js'
import { machine, today } from '../machine.mjs'
import { figure, table } from '../reliability/tables.mjs'
import { Alternative, cpuOf, median } from './measure.mjs'
import { buildWalker, LITE, whole } from './run.mjs'
import { targets } from './targets.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '7' },
  },
})

function buildTwoCalls() {
  const binary = join(mkdtempSync(join(tmpdir(), 'surehand-floor-')), 'two_calls')
  const { linux } = JSON.parse(readFileSync(here('../../sources.json'), 'utf8'))
  const sources = linux
    .filter((path) => /\/(dbus\/\w+|bus|calls)\.cc$/.test(path))
    .concat('src-native/core/run/limits.cc')
  const files = [here('alternatives/two_calls.cc'), ...sources.map((path) => here(`../../${path}`))]
  const flags = ['-std=c++17', '-O2', '-pthread', '-I', here('../../src-native'), '-o', binary]
  const built = spawnSync('g++', [...flags, ...files], { encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`the two calls do not build: ${built.stderr}`)
  return binary
}

async function measure(target, rounds, programs) {
  const session = await HeadlessSession.start({ width: 1280, height: 800 })
  try {
    return await measureIn(session, target, rounds, programs)
  } finally {
    await session.stop()
  }
}

async function measureIn(session, target, rounds, { walker, twoCalls }) {
  const desktop = await Desktop.open({ environment: session.environment })
  const app = await desktop.launch({ command: target.command, args: target.args, timeout: 60_000 })
  const nodes = await whole(app, target)
  const start = (program, ...args) => new Alternative(program, args, session.environment)
  const theirs = start(walker, '--pid', String(app.pid), '--fields', 'lite')
  const calls = start(twoCalls, String(app.pid))
  const readers = {
    libatspi: () => theirs.run(60_000),
    ours: async () => {
      const began = performance.now()
      const { size } = await app.snapshot(LITE)
      return { nodes: size, ms: performance.now() - began }
    },
    calls: () => calls.run(60_000),
  }
  const samples = Object.fromEntries(Object.keys(readers).map((key) => [key, []]))
  for (let round = -1; round < rounds; round++) {
    for (const [key, reader] of Object.entries(readers)) {
      const before = cpuOf(app.pid)
      const { nodes, ms } = await reader()
      if (round >= 0) samples[key].push({ nodes, ms, cpu: cpuOf(app.pid) - before })
    }
  }
  theirs.end()
  calls.end()
  await desktop.dispose()
  const of = (key, field) => median(samples[key].map((sample) => sample[field]))
  return {
    name: target.name,
    nodes,
    told: of('calls', 'nodes'),
    libatspi: of('libatspi', 'ms'),
    ours: of('ours', 'ms'),
    calls: of('calls', 'ms'),
    waiting: of('calls', 'ms') / of('calls', 'cpu'),
  }
}

const programs = { walker: buildWalker(), twoCalls: buildTwoCalls() }
const rows = []
for (const target of targets()) {
  if (!target.twoCalls || !target.name.toLowerCase().includes(values.only.toLowerCase())) continue
  console.error(`${target.name} …`)
  rows.push(await measure(target, Number(values.rounds) * (target.more ?? 1), programs))
}

const text = `${[
  '# What the applications allow',
  '',
  `Written by \`npm run bench:floor\` on ${today()}. ${machine}. Medians of interleaved rounds on the same live trees, ms. Structure, name, role, states and bounds.`,
  '',
  'The two calls (`Collection.GetTree`, `Cache.GetItems`) are made by our own client, which throws the answers away: no reader that makes',
  'them is faster. Elements below lists and tables are in neither answer and cost calls of their own.',
  '',
  table(
    [
      'application',
      'nodes',
      'in the answers',
      'libatspi',
      'ours',
      'the two calls',
      'libatspi / ours',
      'libatspi / the two calls',
      'the two calls / their processor time',
    ],
    rows.map((row) => [
      row.name,
      row.nodes,
      row.told,
      figure(row.libatspi),
      figure(row.ours),
      figure(row.calls),
      `${(row.libatspi / row.ours).toFixed(1)}×`,
      `${(row.libatspi / row.calls).toFixed(1)}×`,
      row.waiting.toFixed(2),
    ]),
  ),
].join('\n')}\n`
console.log(text)
if (values.only === '') writeFileSync(here('../results/floor.md'), text)
