import { setTimeout as sleep } from 'node:timers/promises'
import type { Hooks } from '../../../sdk/action/hooks.js'
import type { Desktop } from '../../../sdk/desktop.js'
import { isSurehandError, SurehandError } from '../../../sdk/errors.js'
import { type StepContext, Turn, type Workflow, type WorkflowStep } from '../author.js'
import type { Value } from '../file/expression.js'
import { folderName, stateFolder } from '../file/folder.js'
import { Secrets } from '../file/secrets.js'
import { WorkflowError } from '../workflow-error.js'
import { Checkpoint, fingerprintOf, givenState, type Position } from './checkpoint.js'
import { type Decide, settled, unsettled } from './doubt.js'
import { EventLog } from './event-log.js'
import type { OnEvent } from './events.js'
import type { RunOutcome, StepOutcome } from './outcome.js'
import { Stop, type StopSignals } from './stop.js'
import type { Failure } from './toolbox.js'

export interface RunWorkflowOptions {
  desktop: Desktop
  input?: unknown
  /** Of the workflow's file: names its state. */
  url?: string | undefined
  /** Where workflows keep their state. Default: the data directory of this user. */
  dataDirectory?: string | undefined
  /** Goes on where the run before ended, however it did. */
  resume?: boolean | undefined
  stateFile?: string | undefined
  startFrom?: string | undefined
  endAt?: string | undefined
  decide?: Decide | undefined
  stop?: StopSignals | undefined
  onEvent?: OnEvent | undefined
}

// No workflow does more steps by intention.
const MOST = 1_000
const RETRY_DELAY = 1_000
// ms for the check of a step before it runs. Its effect cannot come yet, so a longer wait is useless.
const LOOK = 1_000

type Env = Record<string, Value>

/** Runs a TypeScript workflow. Stored after every step, also where a later one fails. */
export async function runWorkflow<Input>(workflow: Workflow<Input>, options: RunWorkflowOptions): Promise<RunOutcome> {
  const began = performance.now()
  const input = (workflow.input === undefined ? options.input : workflow.input.parse(options.input)) as Input
  const ids = workflow.steps.map(({ id }) => id)
  for (const [name, id] of Object.entries({ startFrom: options.startFrom, endAt: options.endAt })) {
    if (id !== undefined && !ids.includes(id))
      throw invalid(`${name}: there is no step '${id}'. There are: ${ids.join(', ')}`)
  }
  const folder = stateFolder(folderName(options.url, workflow.id) as string, options.dataDirectory)
  const about = { workflow_id: workflow.id, workflow_file: options.url ?? null, plan: fingerprintOf(ids) }
  const checkpoint = await Checkpoint.open(folder, about)
  const log = await EventLog.open(folder)
  try {
    const run = new WorkflowRun(workflow, input, checkpoint, {
      ...options,
      onEvent: (event) => {
        log.write(event)
        options.onEvent?.(event)
      },
    })
    const outcome = await run.run(folder)
    const duration = performance.now() - began
    log.write({ type: 'run_ended', status: outcome.status, duration, error: outcome.error })
    options.onEvent?.({ type: 'run_ended', status: outcome.status, duration, error: outcome.error })
    return { ...outcome, duration, folder }
  } finally {
    await log.close()
    await checkpoint.close()
  }
}

class WorkflowRun<Input> {
  private readonly secrets: Secrets
  private readonly outcomes = new Map<number, StepOutcome>()
  private readonly stop: StopSignals
  private readonly onEvent: OnEvent
  private env: Env = {}
  private held: boolean | undefined

  constructor(
    private readonly workflow: Workflow<Input>,
    private readonly input: Input,
    private readonly checkpoint: Checkpoint,
    private readonly options: RunWorkflowOptions & { onEvent: OnEvent },
  ) {
    const secret = workflow.secrets ?? []
    const variables = Object.fromEntries(secret.map((name) => [name, { type: 'string' as const, secret: true }]))
    this.secrets = new Secrets({ variables }, (input ?? {}) as Record<string, Value>)
    this.stop = options.stop ?? new Stop()
    this.onEvent = options.onEvent
  }

  async run(folder: string): Promise<Omit<RunOutcome, 'duration' | 'folder'>> {
    const { steps, name, id } = this.workflow
    const { position, explicit, before } = await this.begin()
    this.env = { ...before?.env }
    this.onEvent({ type: 'run_started', name: name ?? id, steps: steps.length, folder })
    await this.checkpoint.begin(this.secrets.hidden(this.env), position, before)
    let at = position.next
    let failed: { failure: Failure; thrown: unknown; step: WorkflowStep<Input> } | undefined
    let output: Value
    let isDone: boolean | undefined
    if (position.doubt !== undefined && at < steps.length) {
      const step = steps[at] as WorkflowStep<Input>
      const verdict = await this.taken(step, at, position.doubt.held, explicit)
      if (verdict === undefined) {
        const thrown = unsettled({ step: step.name ?? step.id, id: step.id, place: `steps[${at}]` })
        const failure = { code: thrown.code, message: thrown.message, sent: thrown.sent }
        this.ended(at, step, { status: 'executed_with_error', attempts: 0, duration: 0, error: failure })
        return this.outcome({ failure, step })
      }
      isDone = verdict === 'done'
    }
    for (let visits = 0; at < steps.length && !this.stop.after.aborted; visits++) {
      const step = steps[at] as WorkflowStep<Input>
      if (visits >= MOST) throw invalid(`${MOST} steps ran, the last was ${step.id}; a jump probably never ends`)
      const went = isDone ? { value: undefined, turn: undefined, seen: true as const } : await this.step(at, step)
      if (isDone) {
        this.ended(at, step, { status: 'executed_without_error', attempts: 0, duration: 0, seen: true })
        isDone = undefined
      }
      if ('failure' in went) {
        failed = { ...went, step }
        break
      }
      if (went.turn?.kind === 'success') output = went.turn.value
      const isLast = went.turn?.kind === 'success' || step.id === this.options.endAt
      const next = isLast ? steps.length : this.after(at, step, went.turn)
      await this.checkpoint.store(this.secrets.hidden(this.env), { next }, step.id, at)
      at = next
    }
    if (failed !== undefined) {
      const { failure, thrown, step } = failed
      const position = { next: at, ...(failure.sent === 'no' ? {} : { doubt: { held: this.held } }) }
      await this.checkpoint.store(this.secrets.hidden(this.env), position, step.id, at)
      if (!this.stop.now.aborted)
        await this.workflow.onError?.({ env: this.env, input: this.input, error: thrown, step: step.id })
      return this.outcome({ failure, step })
    }
    if (!this.stop.after.aborted || at >= steps.length) {
      const told = await this.workflow.onSuccess?.({ env: this.env, input: this.input })
      output = (told as Value | undefined) ?? output
      return { ...this.outcome(undefined), ...(output === undefined ? {} : { output: this.secrets.hidden(output) }) }
    }
    return { ...this.outcome(undefined), status: 'cancelled' }
  }

  private async begin(): Promise<{
    position: Position
    explicit: boolean
    before: Awaited<ReturnType<typeof givenState>> | undefined
  }> {
    const { resume, stateFile, startFrom } = this.options
    const isResumed = resume || stateFile !== undefined
    const last =
      startFrom === undefined && !isResumed
        ? undefined
        : stateFile === undefined
          ? await this.checkpoint.last()
          : await this.checkpoint.lastFrom(await givenState(stateFile))
    const isSame = last !== undefined && this.checkpoint.isSame(last.state)
    if (startFrom !== undefined) {
      const next = this.workflow.steps.findIndex(({ id }) => id === startFrom)
      const doubt = isSame && last.position?.next === next ? last.position.doubt : undefined
      return { position: { next, ...(doubt && { doubt }) }, explicit: true, before: last?.state }
    }
    if (last === undefined) return { position: { next: 0 }, explicit: false, before: undefined }
    if (last.position === undefined || !isSame) {
      throw invalid('The workflow is no longer the one that was run. Say where to go on with startFrom')
    }
    return { position: last.position, explicit: false, before: last.state }
  }

  private after(at: number, step: WorkflowStep<Input>, turn: Turn | undefined): number {
    const said = typeof step.next === 'function' ? step.next(this.context(1, this.stop.now, async () => {})) : step.next
    const to = turn?.kind === 'next' ? turn.to : said
    if (to === undefined) return at + 1
    const index = this.workflow.steps.findIndex(({ id }) => id === to)
    if (index < 0) throw invalid(`${step.id} goes on with '${to}', and there is no such step`)
    this.onEvent({ type: 'jumped', step: step.name ?? step.id, to, why: 'jump' })
    return index
  }

  private async step(
    at: number,
    step: WorkflowStep<Input>,
  ): Promise<{ turn: Turn | undefined } | { failure: Failure; thrown: unknown }> {
    const idle = this.context(1, this.stop.now, async () => {})
    if (step.condition !== undefined && !(await step.condition(idle))) {
      this.ended(at, step, { status: 'skipped', attempts: 0, duration: 0 })
      return { turn: undefined }
    }
    this.onEvent({ type: 'step_started', ...this.about(at, step) })
    const began = performance.now()
    const most = 1 + (step.retries ?? 0)
    let more = 0
    for (let attempt = 1; ; attempt++) {
      const { returned, thrown, sent } = await this.attempt(at, step, attempt)
      const duration = () => performance.now() - began
      const isRetry = returned instanceof Turn && returned.kind === 'retry'
      if (thrown === undefined && !isRetry) {
        const turn = returned instanceof Turn ? returned : undefined
        const result = (turn === undefined ? returned : turn.value) as Value
        this.env[`${step.id}_result`] = result ?? null
        this.ended(at, step, { status: 'executed_without_error', attempts: attempt, duration: duration(), result })
        return { turn }
      }
      const failure = failureOf(isRetry ? invalid('It asked to be tried again') : thrown, sent)
      const mayBeAgain = isRetry || failure.sent === 'no' || step.idempotent === true
      const isFinal = thrown instanceof WorkflowError && !thrown.recoverable
      if (attempt < most + more && mayBeAgain && !isFinal && !this.stop.after.aborted) {
        await this.pause(at, step, attempt, failure)
        continue
      }
      const status = this.stop.now.aborted ? 'cancelled' : 'executed_with_error'
      const turn = status === 'cancelled' ? undefined : await this.recovered(step, attempt, thrown)
      if (turn?.kind === 'retry' && more === 0) {
        more = attempt - most + 1
        await this.pause(at, step, attempt, failure)
        continue
      }
      this.ended(at, step, { status, attempts: attempt, duration: duration(), error: failure })
      return turn === undefined || turn.kind === 'retry' ? { failure, thrown } : { turn }
    }
  }

  private async recovered(step: WorkflowStep<Input>, attempt: number, error: unknown): Promise<Turn | undefined> {
    const turn = await step.onError?.({ ...this.context(attempt, this.stop.now, async () => {}), error })
    return turn instanceof Turn ? turn : undefined
  }

  private async pause(at: number, step: WorkflowStep<Input>, attempt: number, error: Failure): Promise<void> {
    const { step: name, number } = this.about(at, step)
    this.onEvent({ type: 'step_retried', step: name, number, attempt: attempt + 1, error: this.secrets.hidden(error) })
    await sleep(step.retryDelayMs ?? RETRY_DELAY, undefined, { signal: this.stop.now }).catch(() => {})
  }

  /** One try. `sent`: whether anything went out. */
  private async attempt(
    at: number,
    step: WorkflowStep<Input>,
    attempt: number,
  ): Promise<{ returned?: unknown; thrown?: unknown; sent: boolean }> {
    this.held = await this.expected(step)
    const late = step.timeout === undefined ? undefined : AbortSignal.timeout(step.timeout)
    const signal = late === undefined ? this.stop.now : AbortSignal.any([this.stop.now, late])
    let sent = false
    const sending = async () => {
      signal.throwIfAborted()
      if (!sent) await this.checkpoint.sending(at, this.held, undefined)
      sent = true
    }
    const context = this.context(attempt, signal, sending)
    try {
      const returned = await unlessAborted(async () => step.execute(context), signal, late)
      if (
        step.expect !== undefined &&
        !(returned instanceof Turn && returned.kind === 'retry') &&
        !(await step.expect(context))
      ) {
        throw new SurehandError(
          'VERIFY_FAILED',
          `${step.id}: its expectation does not hold.`,
          {},
          { sent: sent ? 'unknown' : 'no' },
        )
      }
      return { returned, sent }
    } catch (thrown) {
      return { thrown: thrown ?? new Error('It threw nothing.'), sent }
    }
  }

  private async expected(step: WorkflowStep<Input>): Promise<boolean | undefined> {
    if (step.expect === undefined) return undefined
    const signal = AbortSignal.any([this.stop.now, AbortSignal.timeout(LOOK)])
    try {
      return await step.expect(this.context(1, signal, refuse))
    } catch {
      return false
    }
  }

  private async taken(step: WorkflowStep<Input>, at: number, held: boolean | undefined, explicit: boolean) {
    const doubt = { step: step.name ?? step.id, id: step.id, place: `steps[${at}]` }
    const look = async () => {
      if (step.expect === undefined) return undefined
      try {
        return await step.expect(this.context(1, this.stop.now, refuse))
      } catch {
        return undefined
      }
    }
    const decide: Decide = explicit ? async () => 'again' : (this.options.decide ?? (async () => undefined))
    const verdict = await settled(doubt, held, look, decide, this.stop.now)
    if (verdict !== undefined) {
      this.onEvent({
        type: 'run_resumed',
        ...this.about(at, step),
        how: verdict === 'done' ? 'it was done' : 'it was not done',
      })
    }
    return verdict
  }

  private context(attempt: number, signal: AbortSignal, sending: () => Promise<void>): StepContext<Input> {
    const hooks: Hooks = {
      beforeDispatch: async ({ part }) => {
        if (part === 'acts') await sending()
      },
    }
    return {
      desktop: this.options.desktop.with({ signal, hooks }),
      input: this.input,
      env: this.env,
      attempt,
      signal,
      sending,
    }
  }

  private ended(
    at: number,
    step: WorkflowStep<Input>,
    how: Pick<StepOutcome, 'status' | 'attempts' | 'duration' | 'result' | 'error' | 'seen'>,
  ): void {
    const { id, name = id } = step
    const { result: _, ...said } = this.secrets.hidden(how)
    this.env[`${id}_status`] = how.status
    this.outcomes.set(at, { number: at + 1, place: `steps[${at}]`, id, name, ...this.secrets.hidden(how) })
    this.onEvent({ type: 'step_ended', ...this.about(at, step), ...said })
  }

  private about(at: number, { id, name = id }: WorkflowStep<Input>): { step: string; number: number; of: number } {
    return { step: name, number: at + 1, of: this.workflow.steps.length }
  }

  private outcome(
    failed: { failure: Failure; step: WorkflowStep<Input> } | undefined,
  ): Omit<RunOutcome, 'duration' | 'folder'> {
    const steps = [...this.outcomes.values()].sort((one, other) => one.number - other.number)
    const env = this.secrets.hidden(this.env)
    if (failed === undefined) return { status: 'executed_without_error', steps, env }
    const error = this.secrets.hidden({ ...failed.failure, step: failed.step.id })
    return { status: this.stop.now.aborted ? 'cancelled' : 'executed_with_error', steps, env, error }
  }
}

async function refuse(): Promise<void> {
  throw new Error('expect() looks, and sends nothing')
}

/** A step that does not listen to its signal is left to itself, and nothing it wants to send afterwards goes out. */
function unlessAborted<T>(work: () => Promise<T>, signal: AbortSignal, late: AbortSignal | undefined): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () =>
      reject(
        new SurehandError(
          late?.aborted ? 'TIMEOUT' : 'ABORTED',
          late?.aborted ? 'The step took longer than its timeout.' : 'The step was stopped.',
          {},
        ),
      )
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}

function failureOf(thrown: unknown, sent: boolean): Failure {
  const error = thrown as { code?: unknown; message?: unknown; cause?: { code?: unknown; message?: unknown } }
  const cause = error?.cause?.code === undefined ? '' : ` (${error.cause.code}: ${error.cause.message})`
  const code = String(error?.code ?? error?.cause?.code ?? 'ERROR')
  return {
    code,
    message: `${error?.message ?? thrown}${cause}`,
    // What it did before, it did.
    sent: sent || (isSurehandError(thrown) && thrown.sent === 'unknown') ? 'unknown' : 'no',
  }
}

function invalid(message: string): SurehandError {
  return new SurehandError('INVALID_ARGUMENT', `${message}.`, {})
}
