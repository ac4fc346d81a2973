import { SurehandError } from '../../../sdk/errors.js'
import { check, type Problem } from '../file/check-file.js'
import type { Value } from '../file/expression.js'
import { folderName, stateFolder } from '../file/folder.js'
import { inputsOf } from '../file/inputs.js'
import type { Plan } from '../file/plan.js'
import { programOf } from '../file/program.js'
import { Secrets } from '../file/secrets.js'
import { substitute } from '../file/template.js'
import { Checkpoint, fingerprintOf, givenState, type Last, type Position } from './checkpoint.js'
import type { Decide } from './doubt.js'
import { Execution } from './engine.js'
import { EventLog } from './event-log.js'
import type { OnEvent } from './events.js'
import type { RunOutcome } from './outcome.js'
import { parseOutput, treeIn } from './output-parser.js'
import { Stop, type StopSignals } from './stop.js'
import type { Toolbox } from './toolbox.js'

export interface RunOptions {
  tools: Toolbox
  inputs?: Readonly<Record<string, Value>> | undefined
  /** Where the plan is from: names its state in files and events. */
  url?: string | undefined
  /** Where workflows keep their state. Default: the data directory of this user. */
  dataDirectory?: string | undefined
  /** Goes on where the run before ended, however it did. */
  resume?: boolean | undefined
  /** A state to go on from, instead of the workflow's own: one of Terminator's, or one that was kept. */
  stateFile?: string | undefined
  startFrom?: string | undefined
  endAt?: string | undefined
  followFallback?: boolean | undefined
  executeJumpsAtEnd?: boolean | undefined
  /** Asked where looking does not tell whether a step was done. Default: no decision. */
  decide?: Decide | undefined
  stop?: StopSignals | undefined
  onEvent?: OnEvent | undefined
  /** ms between two tries of a step. Default: 500. */
  pause?: number | undefined
}

/** Runs a plan. INVALID_ARGUMENT, with every problem and its place, before anything is done; what happens later is in the outcome. */
export async function runPlan(given: unknown, options: RunOptions): Promise<RunOutcome> {
  const began = performance.now()
  const problems = check(given, options.tools.names)
  if (problems.length > 0) throw wrongPlan(problems)
  const plan = given as Plan
  const values = inputsOf(plan, options.inputs)
  const secrets = new Secrets(plan, values)
  const startFrom = options.startFrom ?? plan.start_from_step
  const endAt = options.endAt ?? plan.end_at_step
  const { ids, size } = programOf(plan)
  for (const [name, id] of Object.entries({ start_from_step: startFrom, end_at_step: endAt })) {
    if (id !== undefined && !ids.has(id)) throw noStep(name, id, ids)
  }

  const name = folderName(options.url, plan.workflow_id)
  const folder = name === undefined ? undefined : stateFolder(name, options.dataDirectory)
  const needed = options.resume || options.stateFile !== undefined
  if (folder === undefined && needed) {
    throw new SurehandError('INVALID_ARGUMENT', `${NO_FOLDER} There is no run to resume.`, {})
  }
  const checkpoint = folder === undefined ? undefined : await Checkpoint.open(folder, aboutOf(plan, options.url))
  const log = folder === undefined ? undefined : await EventLog.open(folder)
  const onEvent: OnEvent = (event) => {
    log?.write(event)
    options.onEvent?.(event)
  }
  try {
    const before =
      checkpoint && (startFrom !== undefined || needed) ? await lastOf(checkpoint, options.stateFile) : undefined
    const { position, explicit } = whereToBegin(plan, ids, checkpoint, before, startFrom, options)
    const env = before?.state.env ?? {}
    onEvent({
      type: 'run_started',
      name: plan.name ?? name ?? 'workflow',
      steps: size,
      folder,
      note: folder === undefined ? NO_FOLDER : undefined,
    })
    const stop = options.stop ?? new Stop()
    const decide = explicit ? async () => 'again' as const : (options.decide ?? (async () => undefined))
    // A doubt stays in what is stored until it is settled.
    await checkpoint?.begin(secrets.hidden(env), position, before?.state)
    const execution = new Execution(plan, {
      tools: options.tools,
      values,
      secrets,
      env,
      position,
      checkpoint,
      endAt,
      followFallback: options.followFallback ?? plan.follow_fallback ?? endAt === undefined,
      jumpsAtEnd: options.executeJumpsAtEnd ?? plan.execute_jumps_at_end ?? false,
      decide,
      stop,
      onEvent,
      pause: options.pause,
    })
    let outcome: Omit<RunOutcome, 'duration' | 'folder'> = await execution.run()
    if (outcome.error === undefined && outcome.status !== 'cancelled' && endAt === undefined) {
      outcome = await withOutput(plan, execution, outcome, secrets)
    }
    const duration = performance.now() - began
    onEvent({ type: 'run_ended', status: outcome.status, duration, error: outcome.error })
    return { ...outcome, duration, ...(folder === undefined ? {} : { folder }) }
  } finally {
    await log?.close()
    await checkpoint?.close()
  }
}

const NO_FOLDER =
  'This workflow cannot be taken up again: it lies in no folder below `workflows`, and has no workflow_id to keep its state under.'

export function wrongPlan(problems: readonly Problem[]): SurehandError {
  const said = problems.map(({ place, message }) => (place === '' ? message : `${place}: ${message}`))
  return new SurehandError(
    'INVALID_ARGUMENT',
    `The workflow is wrong, and nothing of it was run.\n${said.join('\n')}`,
    { problems },
  )
}

function noStep(name: string, id: string, ids: ReadonlyMap<string, number>): SurehandError {
  const there = [...ids.keys()].join(', ') || 'none with an id'
  return new SurehandError('INVALID_ARGUMENT', `${name}: there is no step '${id}'. There are: ${there}.`, { id })
}

function aboutOf(plan: Plan, url: string | undefined) {
  return {
    workflow_id: plan.workflow_id ?? null,
    workflow_file: url ?? null,
    plan: fingerprintOf([plan.steps, plan.troubleshooting ?? []]),
  }
}

async function lastOf(checkpoint: Checkpoint, stateFile: string | undefined): Promise<Last | undefined> {
  if (stateFile === undefined) return checkpoint.last()
  return checkpoint.lastFrom(await givenState(stateFile))
}

/** `explicit`: a person said to begin there, which settles what looking does not. */
function whereToBegin(
  plan: Plan,
  ids: ReadonlyMap<string, number>,
  checkpoint: Checkpoint | undefined,
  last: Last | undefined,
  startFrom: string | undefined,
  { resume, stateFile }: RunOptions,
): { position: Position; explicit: boolean } {
  const isSame = last !== undefined && (checkpoint?.isSame(last.state) ?? false)
  if (startFrom !== undefined) {
    const next = ids.get(startFrom) as number
    const doubt = isSame && last.position?.next === next ? last.position.doubt : undefined
    return { position: { next, ...(doubt && { doubt }) }, explicit: true }
  }
  if (last === undefined || !(resume || stateFile !== undefined)) return { position: { next: 0 }, explicit: false }
  if (last.position !== undefined && isSame) return { position: last.position, explicit: false }
  if (last.position !== undefined) {
    const message =
      'The workflow is no longer the one that was run: where it was then is no place in it. Say where to go on with --start-from-step.'
    throw new SurehandError('INVALID_ARGUMENT', message, {})
  }
  // Terminator's: the step after the one that it stored last.
  const { last_step_id: id } = last.state
  const at = id === null ? undefined : ids.get(id)
  if (at === undefined) {
    throw new SurehandError(
      'INVALID_ARGUMENT',
      `The state names no step of this workflow (${id ?? 'none'}). Say where to go on with --start-from-step.`,
      { id },
    )
  }
  return { position: { next: at + 1 === programOf(plan).end ? programOf(plan).nodes.length : at + 1 }, explicit: false }
}

async function withOutput(
  plan: Plan,
  execution: Execution,
  outcome: Omit<RunOutcome, 'duration' | 'folder'>,
  secrets: Secrets,
): Promise<Omit<RunOutcome, 'duration' | 'folder'>> {
  const { output, output_parser: parser } = plan
  if (output === undefined && parser === undefined) return outcome
  try {
    const made =
      parser === undefined
        ? substitute(output, execution.named, 'output')
        : await parseOutput((parser.javascript_code ?? parser.run) as string, {
            tree: treeIn(execution.texts.get(parser.ui_tree_source_step_id)),
            sequenceResult: { status: outcome.status, env: outcome.env, steps: outcome.steps } as unknown as Value,
          })
    return { ...outcome, output: secrets.hidden(made) }
  } catch (error) {
    if (!(error instanceof SurehandError)) throw error
    const { code, message } = secrets.hidden({ code: error.code, message: error.message })
    return { ...outcome, status: 'executed_with_error', error: { code, message, sent: 'no', place: 'output' } }
  }
}
