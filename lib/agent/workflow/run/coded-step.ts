import type { Hooks } from '../../../sdk/action/hooks.js'
import type { Desktop } from '../../../sdk/desktop.js'
import { isSurehandError, SurehandError } from '../../../sdk/errors.js'
import { type StepContext, Turn, type WorkflowStep } from '../author.js'
import type { Value } from '../file/expression.js'
import { WorkflowError } from '../workflow-error.js'
import type { StopSignals } from './stop.js'
import type { Failure, StepCall } from './toolbox.js'

// ms for the check of a step before it runs. Its effect cannot come yet, so a longer wait is useless.
const LOOK = 1_000
// ms between two tries.
const PAUSE = 1_000

/** What came of one try. */
export interface CodeAnswer {
  readonly value?: Value
  readonly turn?: Turn | undefined
  readonly failure?: Failure | undefined
  /** `asked`: the step itself wants to be tried again. `useless`: it says that this changes nothing. */
  readonly retry?: 'asked' | 'useless' | undefined
}

/** What the steps of a TypeScript workflow share. */
export interface CodeSetting {
  readonly desktop: Desktop
  readonly input: unknown
  readonly env: Record<string, Value>
  readonly stop: StopSignals
}

/** A step of a TypeScript workflow, as a run calls it. */
export class CodedStep {
  readonly tool = undefined
  /** What its last try threw. */
  thrown: unknown

  constructor(
    readonly step: WorkflowStep,
    private readonly setting: CodeSetting,
  ) {}

  get repeatable(): boolean {
    return this.step.idempotent === true
  }

  /** ms between two tries. */
  get pause(): number {
    return this.step.retryDelayMs ?? PAUSE
  }

  async isDue(): Promise<boolean> {
    return this.step.condition === undefined || (await this.step.condition(this.idle()))
  }

  /** The step after it, where it names one. */
  get next(): string | undefined {
    const { next } = this.step
    return typeof next === 'function' ? next(this.idle()) : next
  }

  /** Whether what it expects is so; `before` it is tried, or where a run ended while it was. */
  async holds(when: 'before' | 'later'): Promise<boolean | undefined> {
    if (this.step.expect === undefined) return undefined
    const { now } = this.setting.stop
    const signal = when === 'before' ? AbortSignal.any([now, AbortSignal.timeout(LOOK)]) : now
    try {
      return await this.step.expect(this.context(1, signal, refuse))
    } catch {
      return when === 'before' ? false : undefined
    }
  }

  /** One try. */
  async run(attempt: number, call: StepCall): Promise<CodeAnswer> {
    const { timeout } = this.step
    const late = timeout === undefined ? undefined : AbortSignal.timeout(timeout)
    const signal = late === undefined ? call.signal : AbortSignal.any([call.signal, late])
    let sent = false
    const sending = async () => {
      signal.throwIfAborted()
      if (!sent) await call.sending()
      sent = true
    }
    this.thrown = undefined
    try {
      const context = this.context(attempt, signal, sending)
      const returned = await unlessAborted(async () => this.step.execute(context), signal, late)
      if (returned instanceof Turn && returned.kind === 'retry') {
        const { code, message } = invalid('It asked to be tried again')
        return { failure: { code, message, sent: sent ? 'unknown' : 'no' }, retry: 'asked' }
      }
      if (this.step.expect !== undefined && !(await this.step.expect(context))) throw this.unmet(sent)
      return returned instanceof Turn ? { value: returned.value, turn: returned } : { value: returned as Value }
    } catch (thrown) {
      this.thrown = thrown ?? new Error('It threw nothing.')
      const isFinal = thrown instanceof WorkflowError && !thrown.recoverable
      return { failure: failureOf(this.thrown, sent), retry: isFinal ? 'useless' : undefined }
    }
  }

  /** How to go on when all tries have failed. */
  async recovered(attempt: number): Promise<Turn | undefined> {
    const turn = await this.step.onError?.({ ...this.idle(attempt), error: this.thrown })
    return turn instanceof Turn ? turn : undefined
  }

  private unmet(sent: boolean): SurehandError {
    const message = `${this.step.id}: its expectation does not hold.`
    return new SurehandError('VERIFY_FAILED', message, {}, { sent: sent ? 'unknown' : 'no' })
  }

  /** Of what sends nothing of its own. */
  private idle(attempt = 1): StepContext {
    return this.context(attempt, this.setting.stop.now, async () => {})
  }

  private context(attempt: number, signal: AbortSignal, sending: () => Promise<void>): StepContext {
    const { desktop, input, env } = this.setting
    const hooks: Hooks = {
      beforeDispatch: async ({ part }) => {
        if (part === 'acts') await sending()
      },
    }
    return { desktop: desktop.with({ signal, hooks }), input, env, attempt, signal, sending }
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

export function invalid(message: string): SurehandError {
  return new SurehandError('INVALID_ARGUMENT', `${message}.`, {})
}
