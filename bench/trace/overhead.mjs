/**
 * npm run bench:trace [-- --rounds 30] [--out <folder>]
 *
 * What tracing adds: the same twelve actions and waits on the GTK 3 order form with it and without it, in turns, in one session and on one
 * program. Writes results/overhead.{json,md}.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { HeadlessSession } from 'surehand/headless'
import { median, percentile } from '../live/measure.mjs'
import { machine, today } from '../machine.mjs'
import { figure, save, table } from '../reliability/tables.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '30' }, out: { type: 'string', default: join(here, 'results') } },
})
const rounds = Number(values.rounds)
const form = fileURLToPath(new URL('../../test/fixtures/apps/form_gtk3.py', import.meta.url))

/** @param {import('surehand').App} app @param {number} round */
async function work(app, round) {
  for (const [at, name] of ['Save', 'Later', 'Count', 'Edit'].entries()) {
    await app.locator(`role:button|name:${name}|first`).click()
    await app.locator('role:textbox|name:Customer').fill(`Customer ${round}.${at}`)
    await app.locator('role:button|name:Save').waitFor()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'surehand-trace-bench-'))
const session = await HeadlessSession.start()
const desktop = await session.desktop()
const app = await desktop.launch({ command: '/usr/bin/python3', args: [form] })
/** @type {Record<'plain' | 'traced' | 'writing', number[]>} */
const took = { plain: [], traced: [], writing: [] }

/** @param {boolean} traced @param {number} round */
async function one(traced, round) {
  if (traced) await desktop.tracing.start()
  const began = performance.now()
  await work(app, round)
  const ms = performance.now() - began
  if (!traced) return took.plain.push(ms)
  await desktop.tracing.stop({ path: join(folder, 'round.trace') })
  took.traced.push(ms)
  return took.writing.push(performance.now() - began - ms)
}

await work(app, -1)
for (let round = 0; round < rounds; round++) {
  // Whichever comes first finds the program as the other left it: they take turns in that, too.
  await one(round % 2 === 0, round)
  await one(round % 2 === 1, round)
}
await app.quit({ force: true })
await desktop.dispose()
await session.stop()
rmSync(folder, { recursive: true, force: true })

const row = (name, ms) => [name, figure(median(ms)), figure(percentile(ms, 0.95)), `${ms.length}`]
// Neighbours, so that what else the machine does is the same for both.
const shares = took.plain.map((ms, round) => 100 * (took.traced[round] / ms - 1))
const page = `# What tracing adds

${machine}, ${today()}. \`npm run bench:trace -- --rounds ${rounds}\`: four clicks, four fills and four waits on the GTK 3 order form, with tracing and
without it, in turns.

${table(['', 'ms (median)', 'ms (p95)', 'runs'], [row('without', took.plain), row('with tracing', took.traced), row('the file, at the end', took.writing)])}

Tracing takes ${median(shares).toFixed(1)} % more (median of the shares of neighbours).
`
save(values.out, 'overhead', { machine, day: today(), ...took }, page)
