import { SurehandError } from '../../../sdk/errors.js'
import { stateFolder } from '../file/folder.js'
import type { Program } from '../file/program.js'
import type { Secrets } from '../file/secrets.js'
import { Checkpoint, givenState, type Last, type Position, type State } from './checkpoint.js'
import type { Decide } from './doubt.js'
import { EventLog } from './event-log.js'
import type { OnEvent } from './events.js'
import type { RunOutcome } from './outcome.js'
import type { Setting } from './setting.js'
import { Stop, type StopSignals } from './stop.js'

/** What every run may be told. */
export interface RecordOptions {
  /** Where the workflow is from: names its state in files and events. */
  url?: string | undefined
  /** Where workflows keep their state. Default: the data directory of this user. */
  dataDirectory?: string | undefined
  /** Goes on where the run before ended, however it did. */
  resume?: boolean | undefined
  /** A state to go on from, instead of the workflow's own: one of Terminator's, or one that was kept. */
  stateFile?: string | undefined
  startFrom?: string | undefined
  endAt?: string | undefined
  /** Asked where looking does not tell whether a step was done. Default: no decision. */
  decide?: Decide | undefined
  stop?: StopSignals | undefined
  onEvent?: OnEvent | undefined
}

/** What a run is kept under. */
export interface Kept {
  /** For who follows it. */
  readonly name: string
  /** Of its state; without one, nothing is kept. */
  readonly folderName: string | undefined
  readonly about: { workflow_id: string | null; workflow_file: string | null; plan: string }
  readonly secrets: Secrets
}

/** What a run begins with. */
export type Begun = Pick<Setting, 'env' | 'position' | 'checkpoint' | 'decide' | 'stop' | 'onEvent'>

type Outcome = Omit<RunOutcome, 'duration' | 'folder'>

/** A run whose state and events are kept, from where the one before ended on where that is asked for. */
export async function recorded(
  program: Program,
  options: RecordOptions,
  { name, folderName, about, secrets }: Kept,
  run: (begun: Begun) => Promise<Outcome>,
): Promise<RunOutcome> {
  const began = performance.now()
  const { startFrom, endAt, stop = new Stop(), decide } = options
  for (const [option, id] of Object.entries({ start_from_step: startFrom, end_at_step: endAt })) {
    if (id !== undefined && !program.ids.has(id)) throw noStep(option, id, program.ids)
  }
  const folder = folderName === undefined ? undefined : stateFolder(folderName, options.dataDirectory)
  const needed = options.resume || options.stateFile !== undefined
  if (folder === undefined && needed) {
    throw new SurehandError('INVALID_ARGUMENT', `${NO_FOLDER} There is no run to resume.`, {})
  }
  const checkpoint = folder === undefined ? undefined : await Checkpoint.open(folder, about)
  const log = folder === undefined ? undefined : await EventLog.open(folder)
  const onEvent: OnEvent = (event) => {
    log?.write(event)
    options.onEvent?.(event)
  }
  try {
    const before =
      checkpoint && (startFrom !== undefined || needed) ? await lastOf(checkpoint, options.stateFile) : undefined
    const { position, explicit } = whereToBegin(program, checkpoint, before, options)
    const env: State['env'] = { ...before?.state.env }
    const note = folder === undefined ? NO_FOLDER : undefined
    onEvent({ type: 'run_started', name, steps: program.size, folder, note })
    // A doubt stays in what is stored until it is settled.
    await checkpoint?.begin(secrets.hidden(env), position, before?.state)
    const decides: Decide = explicit ? async () => 'again' : (decide ?? (async () => undefined))
    const outcome = await run({ env: { ...env }, position, checkpoint, decide: decides, stop, onEvent })
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

function noStep(name: string, id: string, ids: ReadonlyMap<string, number>): SurehandError {
  const there = [...ids.keys()].join(', ') || 'none with an id'
  return new SurehandError('INVALID_ARGUMENT', `${name}: there is no step '${id}'. There are: ${there}.`, { id })
}

async function lastOf(checkpoint: Checkpoint, stateFile: string | undefined): Promise<Last | undefined> {
  if (stateFile === undefined) return checkpoint.last()
  return checkpoint.lastFrom(await givenState(stateFile))
}

/** `explicit`: a person said to begin there, which settles what looking does not. */
function whereToBegin(
  { ids, end, nodes }: Program,
  checkpoint: Checkpoint | undefined,
  last: Last | undefined,
  { resume, stateFile, startFrom }: RecordOptions,
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
  return { position: { next: at + 1 === end ? nodes.length : at + 1 }, explicit: false }
}
