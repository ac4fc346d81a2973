/**
 * Reads the same live trees with us and with the alternatives, interleaved: each round runs every reader once, so
 * that what else the machine does falls on all of them. Medians over the rounds.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HeadlessSession } from '../../dist/headless.js'
import { Desktop } from '../../dist/index.js'
import { Alternative, cpuOf, median, peakMemory, percentile } from './measure.mjs'
import { targets } from './targets.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

export const LITE = { text: false, actions: false, attributes: false }
const FULL = {}

/** An alternative that needs longer than this for one run is not asked again; the table says so. ms. */
const PATIENCE = 30_000

/** @param {{only?: string, rounds?: number, log?: (line: string) => void}} options */
export async function measureTargets({ only, rounds = 7, log = console.error } = {}) {
  const walker = buildWalker()
  const results = []
  for (const target of targets()) {
    if (only && !target.name.toLowerCase().includes(only.toLowerCase())) continue
    log(`${target.name} …`)
    results.push(await measureTarget(target, walker, rounds * (target.more ?? 1), log))
  }
  return results
}

export function buildWalker() {
  const binary = join(mkdtempSync(join(tmpdir(), 'surehand-walk-')), 'atspi_walk')
  const flags = spawnSync('pkg-config', ['--cflags', '--libs', 'atspi-2', 'gobject-2.0'], { encoding: 'utf8' })
  const source = here('../../test/fixtures/truth/atspi_walk.c')
  const built = spawnSync('gcc', ['-O2', '-o', binary, source, ...flags.stdout.trim().split(/\s+/)], {
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(`the libatspi walker does not build (libatspi2.0-dev?): ${built.stderr}`)
  return binary
}

async function measureTarget(target, walker, rounds, log) {
  const session = await HeadlessSession.start({ width: 1280, height: 800 })
  try {
    return await measureIn(session, target, walker, rounds, log)
  } finally {
    await session.stop()
  }
}

async function measureIn(session, target, walker, rounds, log) {
  const desktop = await Desktop.open({ environment: session.environment })
  const app = await desktop.launch({ command: target.command, args: target.args, timeout: 60_000 })
  const nodes = await whole(app, target)
  const pid = app.pid
  const python = (script, ...args) =>
    new Alternative('/usr/bin/python3', [here(`alternatives/${script}`), String(pid), ...args], session.environment)
  const walk = (...args) => new Alternative(walker, ['--pid', String(pid), ...args], session.environment)
  const { role, atspiRole, name } = target.button
  const selector = `role:${role}|name:"${name}"`

  const ours = (options) => async () => {
    const snapshot = await app.snapshot(options)
    return { nodes: snapshot.size }
  }
  const theirs = (alternative) => {
    let given = false
    return Object.assign(
      async () => {
        if (given) return undefined
        const answer = await alternative.run(PATIENCE)
        given = answer === undefined
        return answer
      },
      { end: () => alternative.end() },
    )
  }

  /** @type {Record<string, (() => Promise<{nodes: number, ms?: number} | undefined>) & {end?: () => void}>} */
  const readers = {
    'surehand lite': ours(LITE),
    'surehand full': ours(FULL),
    'surehand showing': ours({ ...LITE, onlyVisible: true }),
    'surehand find': async () => ({ nodes: await app.locator(`${selector}|first`).count() }),
    'libatspi lite': theirs(walk('--fields', 'lite')),
    'libatspi lite warm': theirs(walk('--fields', 'lite', '--warm')),
    'libatspi full': theirs(walk('--fields', 'full')),
    'libatspi find': theirs(walk('--find', atspiRole, name)),
    'pyatspi full': theirs(python('pyatspi_walk.py')),
    'pyatspi find': theirs(python('pyatspi_walk.py', '--find', atspiRole, name)),
    'dogtail dump': theirs(python('dogtail_dump.py')),
    'dogtail find': theirs(python('dogtail_dump.py', '--find', atspiRole, name)),
  }

  const samples = Object.fromEntries(Object.keys(readers).map((key) => [key, []]))
  const slow = new Set()
  for (let round = -1; round < rounds; round++) {
    for (const [key, reader] of Object.entries(readers)) {
      // What takes seconds is run three times at most: its median does not move, the benchmark's length does.
      if (slow.has(key) && samples[key].length >= 3) continue
      const before = { app: cpuOf(pid), us: process.cpuUsage() }
      const start = performance.now()
      const answer = await reader()
      const wall = performance.now() - start
      if (answer === undefined) {
        slow.add(key)
        samples[key].push(undefined)
        continue
      }
      const us = process.cpuUsage(before.us)
      const ms = answer.ms ?? wall
      if (ms > 3000) slow.add(key)
      const sample = { nodes: answer.nodes, ms, appCpu: cpuOf(pid) - before.app, ourCpu: (us.user + us.system) / 1000 }
      if (round >= 0 || slow.has(key)) samples[key].push(sample)
    }
    log(`  round ${round + 1}/${rounds}`)
  }
  for (const reader of Object.values(readers)) reader.end?.()

  const full = await app.snapshot(FULL)
  const summary = Object.fromEntries(
    Object.entries(samples).map(([key, all]) => {
      const done = all.filter((sample) => sample !== undefined)
      if (done.length === 0) return [key, { tooSlow: PATIENCE }]
      return [
        key,
        {
          runs: done.length,
          nodes: done[done.length - 1].nodes,
          ms: median(done.map((sample) => sample.ms)),
          p95: percentile(
            done.map((sample) => sample.ms),
            0.95,
          ),
          appCpu: median(done.map((sample) => sample.appCpu)),
          ...(key.startsWith('surehand') ? { ourCpu: median(done.map((sample) => sample.ourCpu)) } : {}),
        },
      ]
    }),
  )
  const result = {
    name: target.name,
    toolkit: app.toolkit,
    nodes,
    goal: target.goal,
    cached: target.cached,
    bytesPerNode: full.memory.nodes / full.size,
    textBytesPerNode: full.memory.text / full.size,
    peakMemoryMiB: peakMemory(),
    readers: summary,
  }
  await desktop.dispose()
  return result
}

/** Waits until the application's tree has the nodes it should have and has stopped growing. */
export async function whole(app, target) {
  const deadline = performance.now() + 60_000
  let last = -1
  while (performance.now() < deadline) {
    const { size } = await app.snapshot({ ...LITE, timeout: 30_000 })
    if (size >= target.atLeast && size === last) return size
    last = size
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error(`${target.name}: ${last} nodes after 60 s, expected ${target.atLeast}`)
}
