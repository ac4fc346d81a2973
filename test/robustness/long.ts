import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { type App, Desktop } from '../../lib/sdk/index.js'
import { Form } from '../live/support/form.js'
import { openPage } from '../live/support/web.js'
import { count, type Outcome, progress, type Values } from './part.js'
import { growth, type Resources, resources } from './resources.js'

/**
 * Actions and snapshots without end (`--actions`, 600; the long form is 100,000), on programs that come and go, several at once
 * (`--at-once`, 1). What the process holds is sampled twenty times, when all programs have ended; over the second half nothing may grow.
 */

const TOOLKITS = ['gtk3', 'gtk4', 'qt5', 'qt6', 'chromium'] as const
type Toolkit = (typeof TOOLKITS)[number]
// Those whose programs read cheapest: what is looked for is in the library, and 100,000 actions are to end within hours.
const USUAL = 'gtk3,gtk4,qt5,qt6'
const SAMPLES = 20
// ms
const PATIENCE = 30_000

/** What may grow over the second half of a run; the memory for each thousand actions. */
export const MOST_GROWN = { descriptors: 2, threads: 2, rules: 2, heapMiB: 0.5, rssMiB: 3 }

interface Program {
  app: App
  end(): Promise<unknown>
}

const PAGE = `data:text/html,<title>Order</title><label>Customer <input></label><label><input type=checkbox>Accept</label>
<button onclick="document.title='Order '+ ++this.value" value=0>Save</button>`

let profiles = 0

async function start(session: HeadlessSession, desktop: Desktop, toolkit: Toolkit): Promise<Program> {
  if (toolkit !== 'chromium') {
    const form = await Form.start(session, toolkit)
    return { app: await desktop.app({ pid: form.pid }, { timeout: PATIENCE }), end: () => form.end() }
  }
  const profile = join(session.directory, `profile ${++profiles}`)
  const app = await openPage(desktop, profile, PAGE)
  await app.locator('role:Button|name:Save').waitFor({ state: 'visible', timeout: PATIENCE })
  const end = async () => {
    await app.quit({ force: true, timeout: PATIENCE })
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  return { app, end }
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

export interface LongRun {
  actions: number
  toolkits?: readonly Toolkit[]
  atOnce?: number
}

export async function runLong({ actions, toolkits = USUAL.split(',') as Toolkit[], atOnce = 1 }: LongRun): Promise<{
  samples: Resources[]
  programs: number
}> {
  await using session = await HeadlessSession.start()
  await using desktop = await Desktop.open({ environment: { ...session.environment } })
  const samples: Resources[] = []
  let [programs, done] = [0, 0]
  // Each program lives for a hundredth of a run, at most for a hundred actions.
  const each = Math.max(5, Math.min(100, Math.floor(actions / 100)))
  const until = async (target: number): Promise<void> => {
    while (done < target) {
      const turns = Math.min(each, target - done)
      done += turns
      const program = await start(session, desktop, toolkits[programs++ % toolkits.length] as Toolkit)
      for (let turn = 0; turn < turns; turn++) await act(program, turn)
      await program.end()
    }
  }
  while (samples.length < SAMPLES) {
    const target = ((samples.length + 1) * actions) / SAMPLES
    await Promise.all(Array.from({ length: atOnce }, () => until(target)))
    // What has ended is noticed by the next list.
    await desktop.apps({ timeout: PATIENCE })
    const sample = resources(session.accessibilityBus)
    samples.push(sample)
    progress(`${done} actions, ${programs} programs: ${JSON.stringify(sample)}`)
  }
  return { samples, programs }
}

export async function long(values: Values): Promise<Outcome> {
  const actions = count(values, 'actions', 600)
  const toolkits = (values.toolkits ?? USUAL).split(',') as Toolkit[]
  const unknown = toolkits.filter((toolkit) => !TOOLKITS.includes(toolkit))
  if (unknown.length > 0) throw new Error(`--toolkits takes ${TOOLKITS.join(',')}, not ${unknown.join(',')}`)
  const { samples, programs } = await runLong({ actions, toolkits, atOnce: count(values, 'at-once', 1) })
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
  return { figures: { actions, toolkits, programs, grown, MiBPerThousand: slopes }, faults }
}
