/**
 * npm run bench:wake [-- --rounds 30] [--out <folder>]
 *
 * How soon a matcher passes after the application has changed, beside a loop that looks every 50 ms, in turns: a button comes 400 ms after
 * another was pressed, in the order form on GTK 3 and on the simulated desktop. Writes results/wake.{json,md}.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { median, percentile } from '../live/measure.mjs'
import { machine, today } from '../machine.mjs'
import { figure, save, table } from '../reliability/tables.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '30' }, out: { type: 'string', default: join(here, 'results') } },
})

const folder = mkdtempSync(join(tmpdir(), 'surehand-wake-'))
const result = join(folder, 'result.json')
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', join(here, 'vitest.config.mjs'), '--root', join(here, 'wake')],
  { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, RESULT: result, ROUNDS: values.rounds } },
)
if (status !== 0) throw new Error('the measurement failed')
const took = JSON.parse(readFileSync(result, 'utf8'))
rmSync(folder, { recursive: true, force: true })

const rows = Object.entries(took).flatMap(([name, kinds]) =>
  Object.entries(kinds).map(([kind, ms]) => [
    `${name}, ${kind === 'woken' ? '`toBeVisible()`' : 'a look every 50 ms'}`,
    figure(median(ms)),
    figure(percentile(ms, 0.95)),
    `${ms.length}`,
  ]),
)
const page = `# How soon a matcher passes

${machine}, ${today()}. \`npm run bench:wake -- --rounds ${values.rounds}\`: ms from when the press was sent, 400 ms after which a button comes, to when it is
known that it shows. The two take turns.

${table(['', 'ms (median)', 'ms (p95)', 'runs'], rows)}
`
save(values.out, 'wake', { machine, day: today(), took }, page)
