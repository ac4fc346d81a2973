/**
 * npm run bench:workers [-- --rounds 20] [--workers 1,2,4] [--out <folder>]
 *
 * Forty tests of four real programs (GTK 3, GTK 4, Qt, Chromium) on so many workers, again and again: whether each test comes to the same
 * result each time, how long all of them take, and what is left afterwards. Writes results/workers.{json,md}.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { median } from '../live/measure.mjs'
import { machine, today } from '../machine.mjs'
import { figure, save, table } from '../reliability/tables.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    workers: { type: 'string', default: '1,2,4' },
    out: { type: 'string', default: join(here, 'results') },
  },
})
const rounds = Number(values.rounds)
const SOCKETS = '/tmp/.X11-unix'
const counts = values.workers.split(',').map(Number)

/** Processes that were started with this folder, or one in it, for their temporary files, which is to say, by one of the tests. */
function processesOf(folder) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
        if (!environment.some((each) => each.startsWith(`TMPDIR=${folder}`))) return []
        return [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()}`]
      } catch {
        // It ended meanwhile.
        return []
      }
    })
}

/** Displays whose server is gone and whose sockets are not. */
async function deadDisplays() {
  const dead = () => {
    const names = existsSync(SOCKETS) ? readdirSync(SOCKETS) : []
    const open = readFileSync('/proc/net/unix', 'utf8').split('\n')
    return names.filter((name) => !open.some((line) => line.endsWith(` ${SOCKETS}/${name}`)))
  }
  const names = dead()
  // Others start and end displays, too: one that ends closes its socket before it removes it.
  await delay(names.length === 0 ? 0 : 500)
  const still = dead()
  return names.filter((name) => still.includes(name))
}

/** ms that all cores together have been at work, and at leisure, whoever it was for. */
function cores() {
  const times = cpus().map((each) => each.times)
  const sum = (of) => times.reduce((total, each) => total + of(each), 0)
  return { busy: sum(({ user, nice, sys, irq }) => user + nice + sys + irq), idle: sum(({ idle }) => idle) }
}

async function run(workers) {
  // Short: names of sockets are limited to 107 bytes.
  const folder = mkdtempSync(join(tmpdir(), 'sk-'))
  const temporary = join(folder, 't')
  mkdirSync(temporary)
  const dead = new Set(await deadDisplays())
  const output = join(folder, 'result.json')
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
  const config = join(here, 'vitest.config.mjs')
  const [began, before] = [performance.now(), cores()]
  spawnSync(
    process.execPath,
    [vitest, 'run', '--config', config, '--maxWorkers', `${workers}`, '--reporter=json', `--outputFile=${output}`],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, TMPDIR: temporary } },
  )
  const [seconds, after] = [(performance.now() - began) / 1000, cores()]
  const busy = (after.busy - before.busy) / (after.busy - before.busy + after.idle - before.idle)
  const tests = JSON.parse(readFileSync(output, 'utf8')).testResults.flatMap(({ assertionResults }) => assertionResults)
  const results = Object.fromEntries(tests.map(({ fullName, status }) => [fullName, status]))
  const messages = tests.flatMap(({ failureMessages = [] }) => failureMessages)
  const left = {
    processes: processesOf(temporary),
    files: readdirSync(temporary),
    displays: (await deadDisplays()).filter((name) => !dead.has(name)),
  }
  rmSync(folder, { recursive: true, force: true })
  return { workers, seconds, busy, results, messages, left }
}

const runs = []
for (let round = 1; round <= rounds; round++) {
  for (const workers of counts) {
    const one = await run(workers)
    runs.push(one)
    const passed = Object.values(one.results).filter((status) => status === 'passed').length
    const left = Object.values(one.left).flat()
    console.error(
      `round ${round}, ${workers} workers: ${passed} of ${Object.keys(one.results).length} passed, ${one.seconds.toFixed(1)} s, cores ${Math.round(100 * one.busy)} % busy, left: ${left.join('; ') || 'nothing'}`,
    )
    for (const message of one.messages) console.error(message.slice(0, 1000))
  }
  report()
}

/** Also of what has been run so far: all of it takes long. */
function report() {
  const names = [...new Set(runs.flatMap(({ results }) => Object.keys(results)))]
  const differing = names.filter((name) => new Set(runs.map(({ results }) => results[name])).size > 1)
  const first = median(runs.filter((one) => one.workers === counts[0]).map(({ seconds }) => seconds))
  const rows = counts.map((workers) => {
    const own = runs.filter((one) => one.workers === workers)
    const statuses = own.flatMap(({ results }) => Object.values(results))
    const seconds = own.map((one) => one.seconds)
    return [
      `${workers}`,
      `${own.length}`,
      `${statuses.filter((status) => status === 'passed').length} of ${statuses.length}`,
      figure(median(seconds)),
      `${figure(Math.min(...seconds))} – ${figure(Math.max(...seconds))}`,
      (median(seconds) / first).toFixed(2),
      `${Math.round(100 * median(own.map(({ busy }) => busy)))} %`,
      `${own.flatMap(({ left }) => Object.values(left).flat()).length}`,
    ]
  })
  const page = `# Forty tests of four programs, on several workers

${machine}, ${today()}. \`npm run bench:workers -- --rounds ${runs.length / counts.length}\`: ten tests each of galculator (GTK 3), gnome-calculator (GTK 4),
speedcrunch (Qt) and Chromium, each of which starts its program anew; the runs with so many workers take turns. How busy the cores were includes whatever else ran on the machine.

${table(['workers', 'runs', 'tests passed', 's (median)', 's', 'of the first', 'cores busy', 'processes and files left'], rows)}

${differing.length === 0 ? 'Each test had the same result each time.' : `Not the same each time: ${differing.join(', ')}.`}
`
  save(values.out, 'workers', { machine, day: today(), runs }, page)
}
