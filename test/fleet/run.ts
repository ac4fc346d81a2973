/**
 * npm run fleet -- [--only NAME,…] [--times N] [--report] [--blind] [--display wayland]
 *
 * Runs the fleet's programs, one after the other. When all were run, and with --report, docs/applications.md is written from the last
 * results of each. With --blind no picture is read, which is most of the
 * processor time. Results, and what was on the screen and in the tree at a failure and at each look, are in .cache/fleet. With
 * `--display wayland` the sessions are Wayland's, their results are in .cache/fleet-wayland, and no report is written.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { drive, type Run } from './drive.js'
import { install } from './packages.js'
import type { FleetProgram } from './program.js'
import { lineOf, type Record, recordOf, reportOf } from './report.js'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(dirname(here))
const programs = join(here, 'programs')

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    times: { type: 'string', default: '1' },
    report: { type: 'boolean', default: false },
    blind: { type: 'boolean', default: false },
    display: { type: 'string', default: 'x11' },
  },
})
const { display } = values
if (display !== 'x11' && display !== 'wayland') throw new Error(`--display is x11 or wayland, not ${display}.`)
const cache = join(root, '.cache', display === 'x11' ? 'fleet' : 'fleet-wayland')
const all = readdirSync(programs)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort()
const names = values.only?.split(',') ?? all
const unknown = names.filter((name) => !all.includes(name))
if (unknown.length > 0) throw new Error(`The fleet has no ${unknown.join(', ')}; it has ${all.join(', ')}.`)

mkdirSync(cache, { recursive: true })
install(['tesseract-ocr', 'tesseract-ocr-eng'])
for (const name of names) {
  const program = await programOf(name)
  install(program.packages)
  const runs: Run[] = []
  for (let time = 0; time < Number(values.times); time++) {
    // The picture is the same each time.
    const run = await drive(program, { display, witness: time === 0 && !values.blind })
    keepEvidence(name, run)
    runs.push(run)
  }
  const record = recordOf(name, program, runs)
  writeFileSync(join(cache, `${name}.json`), JSON.stringify(record, undefined, 1))
  console.log(lineOf(record))
}
if (display === 'x11' && (values.only === undefined || values.report)) {
  const kept = readdirSync(cache).filter(
    (file) => file.endsWith('.json') && all.includes(file.slice(0, -'.json'.length)),
  )
  const records = await Promise.all(
    kept.map(async (file) => {
      const record = JSON.parse(readFileSync(join(cache, file), 'utf8')) as Record
      // Why it fails may have been found after it ran.
      const { knownFailure } = await programOf(record.name)
      return { ...record, knownFailure }
    }),
  )
  writeFileSync(join(root, 'docs', 'applications.md'), reportOf(records))
}
process.exit()

async function programOf(name: string): Promise<FleetProgram> {
  const { program } = (await import(join(programs, `${name}.ts`))) as { program: FleetProgram }
  return program
}

/** The picture and the tree of a failure, and of each look of the witness. */
function keepEvidence(name: string, run: Run): void {
  for (const file of readdirSync(cache)) {
    if (file.startsWith(`${name}.`) && !file.endsWith('.json')) rmSync(join(cache, file))
  }
  const { screenshot, outline } = run.failure ?? {}
  if (screenshot !== undefined) writeFileSync(join(cache, `${name}.png`), screenshot)
  if (outline !== undefined) writeFileSync(join(cache, `${name}.txt`), outline)
  delete run.failure?.screenshot
  delete run.failure?.outline
  for (const { what, evidence } of run.sights) {
    if (evidence === undefined) continue
    const file = join(cache, `${name}.${what.replaceAll(/\W+/g, '-')}`)
    writeFileSync(`${file}.png`, evidence.screenshot)
    writeFileSync(`${file}.txt`, evidence.outline)
  }
  for (const sight of run.sights) delete sight.evidence
}
