import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { type App, Desktop } from '../../lib/sdk/index.js'
import { Form, type FormToolkit } from '../live/support/form.js'
import { count, type Outcome, progress, type Values } from './part.js'
import { growth, type Resources, resources } from './resources.js'

/**
 * Actions and snapshots without end (`--actions`, 600; the long form is 100,000), on programs of GTK 3, GTK 4 and Qt that come and
 * go. What the process holds is sampled twenty times; over the second half nothing may grow.
 */

const TOOLKITS: readonly FormToolkit[] = ['gtk3', 'gtk4', 'qt5', 'qt6']
const SAMPLES = 20
// ms
const PATIENCE = 30_000

/** What may grow over the second half of a run; the memory for each thousand actions. */
export const MOST_GROWN = { descriptors: 2, threads: 2, rules: 2, heapMiB: 0.5, rssMiB: 3 }

interface Program {
  form: Form
  app: App
}

async function start(session: HeadlessSession, desktop: Desktop, toolkit: FormToolkit): Promise<Program> {
  const form = await Form.start(session, toolkit)
  return { form, app: await desktop.app({ pid: form.pid }, { timeout: PATIENCE }) }
}

/** One after the other: presses, texts, check boxes, snapshots, and a search that finds nothing. */
async function act({ app }: Program, turn: number): Promise<void> {
  const options = { timeout: PATIENCE }
  switch (turn % 5) {
    case 0:
      return void (await app.locator('role:Button|name:Save').click(options))
    case 1:
      return void (await app.locator('role:TextBox|name:Customer').fill(`Ann ${turn % 7}`, options))
    case 2:
      return void (await app.locator('role:CheckBox|name:Accept').setChecked(turn % 2 === 0, options))
    case 3:
      return void (await app.snapshot(options))
    default:
      return void (await app.locator('name:There is none').count(options))
  }
}

export async function runLong(actions: number): Promise<{ samples: Resources[]; programs: number }> {
  await using session = await HeadlessSession.start()
  await using desktop = await Desktop.open({ environment: { ...session.environment } })
  const samples: Resources[] = []
  let programs = 0
  // Each program lives for a hundredth of a run, at most for a hundred actions.
  const each = Math.max(5, Math.min(100, Math.floor(actions / 100)))
  for (let done = 0; done < actions; ) {
    const toolkit = TOOLKITS[programs++ % TOOLKITS.length] as FormToolkit
    const program = await start(session, desktop, toolkit)
    for (let i = 0; i < each && done < actions; i++) {
      await act(program, done++)
    }
    await program.form.end()
    if (done >= ((samples.length + 1) * actions) / SAMPLES) {
      // What has ended is noticed by the next list.
      await desktop.apps({ timeout: PATIENCE })
      const sample = resources(session.accessibilityBus)
      samples.push(sample)
      progress(`${done} actions, ${programs} programs: ${JSON.stringify(sample)}`)
    }
  }
  return { samples, programs }
}

export async function long(values: Values): Promise<Outcome> {
  const actions = count(values, 'actions', 600)
  const { samples, programs } = await runLong(actions)
  const grown = growth(samples)
  const perSample = actions / SAMPLES
  const faults: string[] = []
  for (const key of ['descriptors', 'threads', 'rules'] as const) {
    if (grown[key].each * (SAMPLES / 2) > MOST_GROWN[key]) faults.push(`${key} grow: ${JSON.stringify(grown[key])}`)
  }
  const slopes = {
    heap: (grown.heapMiB.each / perSample) * 1000,
    rss: (grown.rssMiB.each / perSample) * 1000,
  }
  if (actions >= 5_000 && slopes.heap > MOST_GROWN.heapMiB)
    faults.push(`the heap grows ${slopes.heap.toFixed(2)} MiB per 1,000`)
  if (actions >= 5_000 && slopes.rss > MOST_GROWN.rssMiB)
    faults.push(`the memory grows ${slopes.rss.toFixed(2)} MiB per 1,000`)
  return { figures: { actions, programs, grown, MiBPerThousand: slopes }, faults }
}
