import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from 'surehand'
import type { HeadlessSession } from 'surehand/headless'
import { healTrace } from '../../lib/cli/heal/heal.js'
import type { HealOutcome } from '../../lib/cli/heal/outcome.js'
import { elementsFileOf, readElements } from '../../lib/test/elements/element-file.js'
import { type Desk, Desks } from '../../lib/test/testkit/desk.js'
import { type Form, type Trial, worldOf } from './changes.js'

// A test passes on one version of a program, fails on the next, is healed, and is run again as it was written.

export const PLACES = ['gtk3', 'gtk4', 'qt', 'simulated'] as const
export type Place = (typeof PLACES)[number]

export type Verdict = 'right' | 'not healed' | 'wrong' | 'did not fail'

export interface Result {
  verdict: Verdict
  outcome: HealOutcome
  /** What the program's log says was used by the healed test. */
  used: string[]
}

const APPS = join(import.meta.dirname, '..', '..', 'test', 'fixtures', 'apps')
// ms for what is to work, and for the step that is to fail.
const LONG = 20_000
const SHORT = 1_000

const desks = new Desks()

export async function tried(trial: Trial, place: Place, session: HeadlessSession | undefined): Promise<Result> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'surehand-heal-')))
  const started = process.cwd()
  try {
    const testPath = join(folder, 'orders.test.mjs')
    const line = `await ${trial.locator}.${trial.call}`
    await writeFile(testPath, `export async function run(app) {\n  ${line}\n}\n`)
    await on(trial.before, place, session, { heal: 'record', timeout: LONG }, async ({ desk, app }) => {
      await runOf(testPath, app)
      await desk.keepFound({ testPath, currentTestName: 'orders', snapshotState: { _updateSnapshot: 'all' } })
    })
    const elements = await readElements(elementsFileOf(testPath))
    if (elements.orders?.length !== 1)
      throw new Error(`seed ${trial.seed}: ${elements.orders?.length} elements were recorded`)
    const results = join(folder, '__results__', 'orders.test.mjs', 'orders')
    const failed = await on(trial.after, place, session, { trace: 'on', timeout: SHORT }, async ({ desk, app }) => {
      await mkdir(results, { recursive: true })
      const error = await runOf(testPath, app).then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      await desk.keepRecords(results, String(error))
      return error !== undefined
    })
    process.chdir(folder)
    const outcome = await healTrace(join(results, 'test.trace'), [], true)
    if (!failed) return { verdict: 'did not fail', outcome, used: [] }
    if (!outcome.applied) return { verdict: verdictWithout(trial, outcome), outcome, used: [] }
    const healedPath = join(folder, 'healed.mjs')
    await writeFile(healedPath, await readFile(testPath))
    const used = await on(trial.after, place, session, { timeout: LONG }, async ({ app, log }) => {
      await runOf(healedPath, app)
      return log()
    })
    return { verdict: verdictOn(trial, used), outcome, used }
  } finally {
    process.chdir(started)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Nothing was pressed. Of two that are alike, and of what is gone, that is right when it is said. */
function verdictWithout({ change }: Trial, { status }: HealOutcome): Verdict {
  if (change === 'duplicated') return status === 'several' ? 'right' : 'not healed'
  if (change === 'removed') return status === 'nothing alike' || status === 'several' ? 'right' : 'not healed'
  return 'not healed'
}

function verdictOn({ change, target }: Trial, used: readonly string[]): Verdict {
  if (change === 'duplicated' || change === 'removed') return 'wrong'
  return used.length > 0 && used.every((key) => key === target.key) ? 'right' : 'wrong'
}

async function runOf(file: string, app: App): Promise<void> {
  const { run } = (await import(/* @vite-ignore */ file)) as { run(app: App): Promise<void> }
  await run(app)
}

interface Running {
  desk: Desk
  app: App
  log(): Promise<string[]>
}

async function on<T>(
  form: Form,
  place: Place,
  session: HeadlessSession | undefined,
  options: Parameters<Desks['open']>[0],
  work: (running: Running) => Promise<T>,
): Promise<T> {
  if (place === 'simulated') {
    const desk = await desks.open({ ...options, backend: 'simulated', world: worldOf(form) }, 'orders')
    const app = await desk.desktop.app('orders')
    const log = async () =>
      (desk.desktop.simulation?.received() ?? []).flatMap(({ key }) => (key === undefined ? [] : [key]))
    return work({ desk, app, log }).finally(() => desk.end())
  }
  if (session === undefined) throw new Error(`${place} needs a session`)
  const desk = await desks.open({ ...options, session: { ...session.environment } as Record<string, string> }, 'orders')
  try {
    const command = { command: '/usr/bin/python3', args: [join(APPS, `changed_${place}.py`), JSON.stringify(form)] }
    const app = await desk.launch(command)
    const log = async () => {
      await app.waitForIdle({ timeout: LONG })
      const lines = (await app.program?.stdout())?.trim().split('\n') ?? []
      return lines.filter((line) => line.startsWith('{')).map((line) => (JSON.parse(line) as { used: string }).used)
    }
    return await work({ desk, app, log })
  } finally {
    await desk.end()
  }
}
