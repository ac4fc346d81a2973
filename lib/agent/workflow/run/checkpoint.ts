import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isSurehandError, SurehandError } from '../../../sdk/errors.js'
import type { Value } from '../file/expression.js'
import { PRIVATE, replaceFile } from './durable.js'
import { lock } from './lock.js'

const VERSION = 1

/** Where a run goes on. */
export interface Position {
  /** What comes next: an index of the plan as it was then. */
  readonly next: number
  /** Something of it was sent, and the outcome is not known. `held`: whether what it verifies was so before. */
  readonly doubt?: { readonly held?: boolean | undefined } | undefined
  /** The groups that it is in, one of whose steps has failed. */
  readonly failedGroups?: readonly number[]
}

/** `state.json`: Terminator's keys, and what ours needs besides. */
export interface State {
  readonly last_updated: string
  readonly last_step_id: string | null
  readonly last_step_index: number | null
  readonly workflow_id: string | null
  readonly workflow_file: string | null
  readonly env: Readonly<Record<string, Value>>
  readonly format_version?: number
  /** Which run wrote it; the journal of another one says nothing about it. */
  readonly run?: string
  readonly steps?: number
  readonly position?: Position
  /** Of the plan that the position is one of. */
  readonly plan?: string
  readonly checksum?: string
}

/** One line of the journal. `step` counts the steps of a run, so that it and the state tell which of them is the later. */
type Entry =
  | { journal: number; run: string }
  | { step: number; sending: number; held?: boolean; over?: Position }
  | { step: number; position: Position }

/** What is known of the run before. */
export interface Last {
  readonly state: State
  readonly position: Position | undefined
  readonly steps: number
}

/**
 * What survives a run, however it ends: `state.json`, written whole after each step that stores something, and beside it a journal of what
 * is about to be sent, each line on the disk before it is. What a run was doing when it was killed is what the journal says last.
 */
export class Checkpoint {
  private readonly run = randomUUID()
  private journal: FileHandle | undefined
  private state: State | undefined
  private steps = 0

  private constructor(
    readonly folder: string,
    private readonly about: { workflow_id: string | null; workflow_file: string | null; plan: string },
    private readonly release: () => Promise<void>,
  ) {}

  /** REFUSED while another run has it. */
  static async open(folder: string, about: Checkpoint['about']): Promise<Checkpoint> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return new Checkpoint(folder, about, await lock(folder))
  }

  get file(): string {
    return join(this.folder, 'state.json')
  }

  /** What the run before left; nothing where there was none. A damaged file is refused, with the previous one offered. */
  async last(): Promise<Last | undefined> {
    const state = await stateOf(this.file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    return state && this.lastFrom(state)
  }

  /** The same of a state that was given: the journal counts where it belongs to it. */
  async lastFrom(state: State): Promise<Last> {
    const steps = state.steps ?? 0
    const entries = await entriesOf(join(this.folder, 'journal.jsonl'))
    const isOurs = entries.some((entry) => 'journal' in entry && entry.run === state.run)
    const latest = isOurs ? entries.findLast((entry) => 'step' in entry) : undefined
    if (latest === undefined || !('step' in latest) || latest.step <= steps) {
      return { state, position: state.position, steps }
    }
    if ('position' in latest) return { state, position: latest.position, steps: latest.step }
    // What ran after the run had failed does not move the place where it failed.
    const position = latest.over ?? { next: latest.sending, doubt: { held: latest.held } }
    return { state, position, steps: latest.step }
  }

  /** Whether the plan is the one that the last run had. */
  isSame(state: State): boolean {
    return state.plan === this.about.plan
  }

  /** Begins anew, or goes on with what there was. */
  async begin(
    env: State['env'],
    position: Position,
    last?: Pick<State, 'last_step_id' | 'last_step_index'>,
  ): Promise<void> {
    await this.write(env, position, last?.last_step_id ?? null, last?.last_step_index ?? null)
    const path = join(this.folder, 'journal.jsonl')
    await replaceFile(path, `${JSON.stringify({ journal: VERSION, run: this.run } satisfies Entry)}\n`)
    this.journal = await open(path, 'a', PRIVATE)
  }

  /** A step is about to send something. On the disk when this resolves. */
  async sending(node: number, held: boolean | undefined, over: Position | undefined): Promise<void> {
    await this.note({
      step: this.steps + 1,
      sending: node,
      ...(held === undefined ? {} : { held }),
      ...(over && { over }),
    })
  }

  /** A step that stores nothing has ended. */
  async passed(position: Position): Promise<void> {
    this.steps++
    await this.note({ step: this.steps, position })
  }

  /** A step has ended, and the environment is what it is now. */
  async store(env: State['env'], position: Position, id: string | undefined, index: number): Promise<void> {
    this.steps++
    await this.write(env, position, id ?? null, index)
  }

  async close(): Promise<void> {
    await this.journal?.close()
    this.journal = undefined
    await this.release()
  }

  private async write(env: State['env'], position: Position, id: string | null, index: number | null): Promise<void> {
    const { workflow_id, workflow_file, plan } = this.about
    this.state = {
      last_updated: new Date().toISOString(),
      last_step_id: id,
      last_step_index: index,
      workflow_id,
      workflow_file,
      env,
      format_version: VERSION,
      run: this.run,
      steps: this.steps,
      position,
      plan,
    }
    const text = JSON.stringify({ ...this.state, checksum: checksumOf(this.state) }, null, 2)
    await replaceFile(this.file, `${text}\n`, previousOf(this.file))
  }

  private async note(entry: Entry): Promise<void> {
    if (this.journal === undefined) throw new Error('The journal is closed.')
    await this.journal.appendFile(`${JSON.stringify(entry)}\n`)
    await this.journal.datasync()
  }
}

export function previousOf(file: string): string {
  return file.replace(/(\.json)?$/, '.previous$1')
}

/** A state file, ours or Terminator's (which has no version and no checksum). Refused where it is damaged. */
export async function stateOf(file: string): Promise<State> {
  const text = await readFile(file, 'utf8').catch(async (error: NodeJS.ErrnoException) => {
    // Nothing was kept yet.
    if (error.code === 'ENOENT') throw error
    throw await damaged(file, `it cannot be read (${error.code})`, error)
  })
  let state: State
  try {
    state = JSON.parse(text) as State
    if (typeof state !== 'object' || state === null || typeof state.env !== 'object' || state.env === null)
      throw new Error('no env')
  } catch (cause) {
    throw await damaged(file, 'it cannot be read', cause)
  }
  const { checksum, ...rest } = state
  if (state.format_version === undefined) return state
  if (state.format_version > VERSION) {
    const message = `${file} has the format ${state.format_version}, and this version of surehand knows ${VERSION}. Update surehand.`
    throw new SurehandError('UNSUPPORTED', message, { file })
  }
  if (checksum !== checksumOf(rest)) throw await damaged(file, 'its checksum is another one')
  return state
}

/** A state file that the caller named. INVALID_ARGUMENT where there is none. */
export async function givenState(file: string): Promise<State> {
  return stateOf(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause
    throw new SurehandError('INVALID_ARGUMENT', `${file} cannot be read: there is no such file.`, { file }, { cause })
  })
}

async function damaged(file: string, how: string, cause?: unknown): Promise<SurehandError> {
  const previous = previousOf(file)
  const offered =
    file === previous
      ? undefined
      : await stateOf(previous).catch((error: unknown) => {
          if (isSurehandError(error) || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
          throw error
        })
  const todo =
    offered === undefined
      ? 'There is no previous one that can be read: begin anew, or say where with --start-from-step.'
      : `The one before it is whole (${offered.last_updated}, after step ${offered.last_step_id ?? offered.last_step_index ?? 'none'}): use it with --state ${previous}`
  return new SurehandError(
    'INVALID_ARGUMENT',
    `${file} is damaged: ${how}. ${todo}`,
    { file, previous: offered === undefined ? undefined : previous },
    { cause },
  )
}

async function entriesOf(path: string): Promise<Entry[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new SurehandError(
      'INVALID_ARGUMENT',
      `${path} cannot be read: ${error.code}.`,
      { file: path },
      { cause: error },
    )
  })
  // What stands behind the last line's end was being written when the run was killed: nothing had been sent yet.
  const lines = text.split('\n').slice(0, -1)
  return lines.map((line, index) => {
    try {
      return JSON.parse(line) as Entry
    } catch (cause) {
      throw new SurehandError(
        'INVALID_ARGUMENT',
        `${path} is damaged in line ${index + 1}: what was sent last is not known. Look at the application, and say where to go on with --start-from-step.`,
        { file: path, line: index + 1 },
        { cause },
      )
    }
  })
}

/** Of the same facts in the same order, whatever the white space. */
function checksumOf(state: object): string {
  return createHash('sha256').update(JSON.stringify(state)).digest('hex')
}

/** Names a plan by what it does. */
export function fingerprintOf(plan: unknown): string {
  return checksumOf({ plan }).slice(0, 16)
}
