import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { HeadlessPlace } from '../../../bench/reliability/headless.mjs'
import { judge } from '../../../bench/reliability/judge.mjs'
import { makePlan, type Step } from '../../../bench/reliability/plan.mjs'
import { Random } from '../../../bench/reliability/random.mjs'
import { stateFolder } from '../../../lib/agent/workflow/file/folder.js'
import { stateOf } from '../../../lib/agent/workflow/run/checkpoint.js'
import type { Job } from './killed-run.js'
import { translated } from './translated.js'

const KILLED_RUN = join(import.meta.dirname, 'killed-run.ts')
const ROOT = join(import.meta.dirname, '..', '..', '..')
// ms from when the run begins; a step takes some 200.
const LATEST = 1_500
// Every workflow comes to its end: after so many kills it is let run.
const KILLS_EACH = 20

/** What became of one workflow of 20 steps, by the application's own record. */
export interface Killed {
  seed: number
  kills: number
  /** The state could not be read after so many of them. */
  unreadable: string[]
  /** Of the last run. */
  status: string | undefined
  error: string | undefined
  done: number
  wrong: unknown[]
  double: unknown[]
  /** What the application received that was not due. */
  repeated: number
  /** Kills that hit a step being sent, which the next run settled; those of them that a person was asked about. */
  settled: number
  asked: number
}

/** Kills runs with SIGKILL at seeded moments until there were so many, resumes each, and lets each workflow come to its end. */
export async function kills(count: number, seed: number, told: (killed: Killed) => void = () => {}): Promise<Killed[]> {
  await using program = await translated(KILLED_RUN)
  const place = await HeadlessPlace.start('gtk')
  try {
    const all: Killed[] = []
    for (let left = count; left > 0; ) {
      const killed = await workflow(place, seed + all.length, Math.min(left, KILLS_EACH), program.main)
      left -= killed.kills
      all.push(killed)
      told(killed)
    }
    return all
  } finally {
    await place.stop()
  }
}

async function workflow(place: HeadlessPlace, seed: number, most: number, program: string): Promise<Killed> {
  const random = new Random(seed)
  const desk = planOf(seed)
  const dataDirectory = await mkdtemp(join(tmpdir(), 'surehand-kills-'))
  const file = join(dataDirectory, 'job.json')
  const job: Job = {
    environment: place.environment,
    process: place.pid,
    dataDirectory,
    plan: { workflow_id: 'desk', steps: desk.steps.flatMap((step, index) => stepsOf(step, index, place.pid)) },
    shows: Object.fromEntries(
      desk.steps.flatMap(({ shows }, index) => [
        [idOf(index), shows],
        [menuOf(index), 'Print'],
      ]),
    ),
  }
  await writeFile(file, JSON.stringify(job))
  await place.reset(desk)
  await place.begin()
  const result: Killed = {
    seed,
    kills: 0,
    unreadable: [],
    status: undefined,
    error: undefined,
    done: 0,
    wrong: [],
    double: [],
    repeated: 0,
    settled: 0,
    asked: 0,
  }
  const state = join(stateFolder('desk', dataDirectory), 'state.json')
  for (;;) {
    const last = result.kills >= most
    const ended = await run(program, file, last ? undefined : random.between(0, LATEST), (line) => {
      if (line === 'settled') result.settled++
      if (line === 'asked') result.asked++
    })
    if (ended !== undefined) {
      Object.assign(result, {
        status: ended.status,
        error: ended.error && `${ended.error.place}: ${ended.error.message}`,
      })
      break
    }
    result.kills++
    const readable = await stateOf(state).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? undefined : error,
    )
    if (readable instanceof Error) result.unreadable.push(readable.message)
  }
  // What a slow step brings about comes a little later.
  await place.until(() => place.record.some(({ event }) => event === 'finished'), 6_000)
  const { done, wrong, double } = judge(desk, place.record)
  await rm(dataDirectory, { recursive: true, force: true })
  const repeated = place.record.filter(({ event, right }) => event === 'received' && !right).length
  return { ...result, done, wrong, double, repeated }
}

/** 20 steps. Without the one that is typed key by key: what a kill leaves half typed is for a person to clear, not to be done again. */
function planOf(seed: number) {
  const plan = makePlan(seed, 24)
  return { ...plan, steps: plan.steps.filter(({ kind }) => kind !== 'type').slice(0, 20) }
}

interface Ended {
  status: string
  error?: { place?: string; message: string }
}

/** How a run ended, or nothing where it was killed. */
async function run(
  program: string,
  file: string,
  killAfter: number | undefined,
  heard: (line: string) => void,
): Promise<Ended | undefined> {
  const child: ChildProcess = spawn(process.execPath, [program, file], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let said: Ended | undefined
  let errors = ''
  let timer: NodeJS.Timeout | undefined
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    if (line === 'running' && killAfter !== undefined) timer = setTimeout(() => child.kill('SIGKILL'), killAfter)
    heard(line)
    if (line.startsWith('{')) said = JSON.parse(line) as Ended
  })
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  clearTimeout(timer)
  if (said !== undefined) return said
  if (signal === 'SIGKILL') return undefined
  throw new Error(`The run ended by itself: ${errors}`)
}

const idOf = (index: number) => `step-${index + 1}`

const menuOf = (index: number) => `menu-${index + 1}`

/** A step of the desk as the author of the workflow writes it, who knows nothing of faults; what is in a menu needs the menu opened. */
function stepsOf(step: Step, index: number, process: number): object[] {
  const opening = {
    id: menuOf(index),
    tool_name: 'click_element',
    arguments: { process, selector: 'role:menu|name:Order', verify_element_exists: 'role:menuitem|name:Print' },
  }
  return [...(step.kind === 'menu' ? [opening] : []), stepOf(step, index, process)]
}

function stepOf(step: Step, index: number, process: number): object {
  const { kind, role, name, target, text, checked, shows } = step
  const where = {
    process,
    selector: `role:${role}|name:"${name}"`,
    ...(kind === 'tab' ? {} : { alternative_selectors: [`role:${role}|id:${target}`] }),
  }
  const sure = { retries: 2, verify_element_exists: `role:text|name:"${shows}"`, verify_timeout_ms: 6_000 }
  const [tool_name, own] = toolOf(kind, text, checked)
  return { id: idOf(index), tool_name, arguments: { ...where, ...sure, ...own } }
}

function toolOf(kind: string, text: string | undefined, checked: boolean | undefined): [string, object] {
  switch (kind) {
    case 'row':
    case 'tab':
      return ['set_selected', { state: true }]
    case 'fill':
      return ['set_value', { value: text }]
    case 'check':
      return ['set_selected', { state: checked }]
    default:
      return ['click_element', {}]
  }
}
