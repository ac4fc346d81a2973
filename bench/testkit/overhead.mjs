/**
 * npm run bench:testkit [-- --pairs 30] [--out <folder>]
 *
 * What the test kit adds: a test of a real program beside the same one by hand, in turns, and the private desktop of a worker. Writes
 * results/overhead.{json,md}.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
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
  options: { pairs: { type: 'string', default: '30' }, out: { type: 'string', default: join(here, 'results') } },
})
const pairs = Number(values.pairs)

/** ms from the beginning of each test to that of the next one, with all that is set back between them. */
function tests() {
  const folder = mkdtempSync(join(tmpdir(), 'surehand-overhead-'))
  const result = join(folder, 'result.json')
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
  const config = join(here, 'vitest.config.mjs')
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', '--config', config, '--root', join(here, 'overhead')],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, PAIRS: `${pairs}`, RESULT: result } },
  )
  if (status !== 0) throw new Error('a test failed')
  const began = JSON.parse(readFileSync(result, 'utf8'))
  rmSync(folder, { recursive: true, force: true })
  const took = { kit: [], bare: [] }
  began.forEach(({ name, at }, index) => {
    const [kind, pair] = name.split(' ')
    // The first pair starts the desktop.
    if (kind in took && pair !== '0') took[kind].push(began[index + 1].at - at)
  })
  return took
}

async function sessions() {
  const took = []
  for (let round = 0; round <= pairs; round++) {
    const began = performance.now()
    const session = await HeadlessSession.start()
    await session.desktop()
    if (round > 0) took.push(performance.now() - began)
    await session.stop()
  }
  return took
}

const { kit, bare } = tests()
const started = await sessions()
const row = (name, ms) => [name, figure(median(ms)), figure(percentile(ms, 0.95)), `${ms.length}`]
const share = 100 * (median(kit) / median(bare) - 1)
// Neighbours, so that what else the machine does is the same for both.
const differences = kit.map((ms, index) => ms - bare[index])
const page = `# What the test kit adds

${machine}, ${today()}. \`npm run bench:testkit -- --pairs ${pairs}\`: galculator is started, asked for 6 × 7 and ended, by a test of the kit and
by one without it, in turns, from the beginning of one test to that of the next.

${table(['', 'ms (median)', 'ms (p95)', 'runs'], [row('with the kit', kit), row('by hand', bare), row('the desktop of a worker, ready', started)])}

The kit takes ${share.toFixed(1)} % more (median of the differences of neighbours: ${figure(median(differences))} ms).
`
save(values.out, 'overhead', { machine, day: today(), kit, bare, started }, page)
