import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { pathToFileURL } from 'node:url'
import { createRegistry } from '../agent/index.js'
import { policy } from '../agent/policy/index.js'
import type { Value } from '../agent/workflow/file/expression.js'
import { readPlan } from '../agent/workflow/file/file.js'
import { typed } from '../agent/workflow/file/inputs.js'
import type { Plan } from '../agent/workflow/file/plan.js'
import type { Decide, Decision } from '../agent/workflow/run/doubt.js'
import type { RunEvent } from '../agent/workflow/run/events.js'
import type { RunOutcome } from '../agent/workflow/run/outcome.js'
import { runPlan } from '../agent/workflow/run/run.js'
import { runWorkflow } from '../agent/workflow/run/run-workflow.js'
import { Stop } from '../agent/workflow/run/stop.js'
import { summary } from '../agent/workflow/run/summary.js'
import { Desktop } from '../sdk/desktop.js'
import { isSurehandError, SurehandError } from '../sdk/errors.js'
import type { World } from '../sdk/simulated/world.js'
import { isModule, workflowOf } from './workflow-module.js'

export interface RunCommandOptions {
  check?: boolean
  resume?: boolean
  state?: string
  input?: readonly string[]
  startFromStep?: string
  endAtStep?: string
  followFallback?: boolean
  executeJumpsAtEnd?: boolean
  dataDirectory?: string
  world?: string
}

/** What a run ends the command with. */
const EXIT = { executed_without_error: 0, executed_with_error: 0, cancelled: 130 } as const
const FAILED = 1
const WRONG = 2

/** Runs a workflow's file, or only checks it. Gives the exit code: 0 done, 1 failed, 2 the file is wrong and nothing was run, 130 stopped. */
export async function run(file: string, options: RunCommandOptions): Promise<number> {
  const url = pathToFileURL(resolve(file)).href
  const desktops = new Desktops(options.world)
  const hooks = policy({
    rules: { 'named-so': 'allow' },
    ...(isPerson() ? { ask: ({ reason }) => yes(`${reason}. Do it?`) } : {}),
  })
  const registry = createRegistry(() => desktops.open(), { hooks })
  const tools = registry.stepNames
  const stop = new Stop()
  const onSignal = () => {
    console.error(stop.stop() === 'at once' ? 'Stopping at once.' : 'Stopping after this step; once more: at once.')
  }
  const common = {
    url,
    dataDirectory: options.dataDirectory,
    resume: options.resume,
    stateFile: options.state,
    startFrom: options.startFromStep,
    endAt: options.endAtStep,
    ...(isPerson() ? { decide } : {}),
    stop,
    onEvent: tell,
  }
  try {
    const runs = isModule(file) ? await program() : await plan()
    if (options.check) {
      console.log(`${file}: nothing is wrong with it.`)
      return 0
    }
    process.on('SIGINT', onSignal)
    const outcome = await runs()
    report(outcome)
    return exitOf(outcome)
  } catch (error) {
    if (!isSurehandError(error, 'INVALID_ARGUMENT')) throw error
    console.error(error.message)
    return WRONG
  } finally {
    process.off('SIGINT', onSignal)
    await desktops.dispose()
  }

  async function plan(): Promise<() => Promise<RunOutcome>> {
    const { plan } = await readPlan(url, { tools })
    const inputs = inputsIn(options.input ?? [], plan.variables)
    const { followFallback, executeJumpsAtEnd } = options
    return async () =>
      runPlan(plan, { ...common, tools: await registry.steps(), inputs, followFallback, executeJumpsAtEnd })
  }

  async function program(): Promise<() => Promise<RunOutcome>> {
    const workflow = await workflowOf(url)
    const input = inputsIn(options.input ?? [], {})
    return async () => runWorkflow(workflow, { ...common, desktop: await registry.desktop(), input })
  }
}

function report(outcome: RunOutcome): void {
  const { output, folder, status } = outcome
  console.log(`\n${summary(outcome)}`)
  if (output !== undefined) console.log(`output: ${JSON.stringify(output, null, 2)}`)
  if (folder !== undefined && status !== 'executed_without_error') {
    console.log(`To go on: add --resume. State and events: ${folder}`)
  }
}

function exitOf({ status, error }: RunOutcome): number {
  return status !== 'cancelled' && error !== undefined ? FAILED : EXIT[status]
}

class Desktops {
  private opened: Desktop | undefined

  constructor(private readonly world: string | undefined) {}

  async open(): Promise<Desktop> {
    const world = this.world === undefined ? undefined : (JSON.parse(await readFile(this.world, 'utf8')) as World)
    this.opened = await Desktop.open(world === undefined ? {} : { world })
    return this.opened
  }

  async dispose(): Promise<void> {
    await this.opened?.dispose()
  }
}

function inputsIn(given: readonly string[], variables: Plan['variables'] = {}): Record<string, Value> {
  return Object.fromEntries(
    given.map((each) => {
      const [, name, text] = /^([^=]+)=(.*)$/s.exec(each) ?? []
      if (name === undefined || text === undefined) {
        throw new SurehandError('INVALID_ARGUMENT', `--input ${each}: expected name=value.`, {})
      }
      return [name, typed(text, variables[name])]
    }),
  )
}

function tell(event: RunEvent): void {
  const line = lineOf(event)
  if (line !== undefined) console.log(line)
}

function lineOf(event: RunEvent): string | undefined {
  switch (event.type) {
    case 'run_started':
      return [`${event.name}: ${event.steps} steps`, ...(event.note === undefined ? [] : [event.note])].join('\n')
    case 'run_resumed':
      return `[${event.number}] ${event.step}: the run before was ended in it; ${event.how}`
    case 'step_started': {
      const tool = event.tool === undefined || event.tool === event.step ? '' : ` (${event.tool})`
      return `[${event.number}/${event.of}] ${event.step}${tool} …`
    }
    case 'step_retried':
      return `        ${event.error.code}; try ${event.attempt}`
    case 'step_ended': {
      if (event.status === 'skipped') return `[${event.number}/${event.of}] ${event.step}: left out`
      const what = event.error === undefined ? (event.effect ?? 'done') : `${event.error.code}: ${event.error.message}`
      return `        ${what} (${Math.round(event.duration)} ms)`
    }
    case 'jumped':
      return `        → ${event.to}${event.reason === undefined ? '' : `: ${event.reason}`}`
    case 'run_ended':
      return undefined
  }
}

function isPerson(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true
}

async function yes(question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await answer(`${question} [y/N] `))
}

const DECISIONS: Readonly<Record<string, Decision>> = { d: 'again', s: 'done', w: 'wait' }

const decide: Decide = async ({ step, why }) => {
  console.log(`The run before was ended while '${step}' was being sent. ${why} Look at the application.`)
  return (
    DECISIONS[
      await answer('[d]o it, it was not done; [s]kip it, it was done; [w]ait and look again; anything else: stop. ')
    ] ?? 'stop'
  )
}

async function answer(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await lines.question(question)).trim().toLowerCase()
  } finally {
    lines.close()
  }
}
