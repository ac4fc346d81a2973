/**
 * npm run fleet:mirror -- [--toolkit NAME,…] [--mutations N] [--seed N] [--questions N] [--clicks SHARE] [--break stale|field|click] [--events TIMES]
 *   [--only MUTATION,…] [--verbose]
 *
 * Mutates a program of each toolkit at random, and compares after each mutation what a desktop that has been open all the time answers
 * with what a desktop answers that is opened for the question: `snapshot()`, `tree()`, `count()` and the diff of a `click()`. Prints the
 * differences; ends with exit code 1 when there are any. `--break` spoils one side, to see that a difference is found. `--events` compares
 * nothing: it lists what each kind of mutation changes, and which signals announce it. Results are in .cache/fleet-mirror.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { HeadlessSession } from 'surehand/headless'
import { install, versionOf } from '../packages.js'
import { listen } from './events.js'
import { Random } from './random.js'
import { type Result, resultsText } from './results.js'
import { type Break, Rounds } from './rounds.js'
import { chromium } from './subjects/chromium.js'
import type { SubjectKind } from './subjects/subject.js'
import { WIDGETS } from './subjects/widgets.js'

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const cache = join(root, '.cache', 'fleet-mirror')
const KINDS: Record<string, SubjectKind> = { chromium, ...WIDGETS }
const { values } = parseArgs({
  options: {
    toolkit: { type: 'string', default: Object.keys(KINDS).join() },
    mutations: { type: 'string', default: '100' },
    seed: { type: 'string' },
    questions: { type: 'string', default: '3' },
    clicks: { type: 'string', default: '0.25' },
    break: { type: 'string' },
    events: { type: 'string' },
    only: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})
const BREAKS: readonly string[] = ['stale', 'field', 'click']
if (values.break !== undefined && !BREAKS.includes(values.break))
  throw new Error(`--break ${values.break} is none of ${BREAKS.join(', ')}`)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
mkdirSync(cache, { recursive: true })

async function run(name: string): Promise<Result | undefined> {
  const kind = KINDS[name]
  if (kind === undefined) throw new Error(`There is no toolkit ${name}; there are ${Object.keys(KINDS).join(', ')}.`)
  install(kind.packages)
  await using session = await HeadlessSession.start({ width: 1280, height: 900 })
  const desktop = await session.desktop({ defaultTimeout: 30_000 })
  const subject = await kind.start(session, desktop)
  const app = await desktop.app({ pid: subject.pid })
  // Until it is active, the window changes without a mutation.
  await app.waitForIdle({ quiet: 1_500, timeout: 20_000 })
  const random = new Random(seed)
  try {
    if (values.events !== undefined) {
      await listen(session, app, subject, random, Number(values.events), join(cache, `events-${name}.txt`))
      return
    }
    const rounds = new Rounds(session, app, subject, random, {
      questions: Number(values.questions),
      clicks: Number(values.clicks),
      verbose: values.verbose,
      ...(values.only !== undefined && { only: values.only.split(',') }),
      ...(values.break !== undefined && { break: values.break as Break }),
    })
    const began = Date.now()
    let said = 0
    while (rounds.tally.mutations < Number(values.mutations)) {
      await rounds.next()
      const { mutations, findings } = rounds.tally
      if (mutations < said + 25) continue
      said = mutations
      const seconds = Math.round((Date.now() - began) / 1_000)
      console.error(`${name}: ${mutations} mutations, ${findings.length} differences, ${seconds} s`)
      // What was found is kept, also where the run is ended before its time.
      writeFileSync(
        join(cache, `${name}.json`),
        JSON.stringify({ toolkit: name, seed, tally: rounds.tally }, undefined, 1),
      )
    }
    return { toolkit: name, version: versionOf(kind.packages[0]) ?? '', seed, tally: rounds.tally }
  } finally {
    await subject.close()
  }
}

const results: Result[] = []
for (const name of values.toolkit.split(',')) {
  const result = await run(name)
  if (result === undefined) continue
  results.push(result)
  writeFileSync(join(cache, `${name}.json`), JSON.stringify(result, undefined, 1))
  writeFileSync(join(cache, 'results.md'), resultsText(results))
}
if (results.length > 0) console.log(resultsText(results))
process.exit(results.some(({ tally }) => tally.findings.length > 0) ? 1 : 0)
