import { setTimeout as delay } from 'node:timers/promises'
import { fromNative, isSurehandError, SurehandError } from './errors.js'
import type { NativeBinding, NativeLimits } from './native/binding.js'

/** ms; what every waiting call gets unless the desktop, the application or the call says otherwise. */
export const DEFAULT_TIMEOUT = 5_000

/** The options of every call that waits. */
export interface WaitOptions {
  /** How long the whole call may take, in ms. Default: the application's, or the desktop's, or 5,000. */
  timeout?: number
  /** Ends the call with `ABORTED` (with the signal's reason as `cause`) when it fires. */
  signal?: AbortSignal
}

/** The deadline and the signal of one call of the API, shared by everything that is done on its behalf. */
export class Limits {
  readonly timeout: number
  readonly signal: AbortSignal | undefined
  private readonly started: number

  constructor(
    private readonly binding: Pick<NativeBinding, 'createCancel'>,
    options: WaitOptions | undefined,
    defaultTimeout: number,
    /** ms that nobody is to be charged for, of this call as a whole. */
    private readonly absence: { ms: number } = { ms: 0 },
  ) {
    this.timeout = options?.timeout ?? defaultTimeout
    this.signal = options?.signal
    this.started = this.now
  }

  /** ms since the call began. */
  get elapsed(): number {
    return this.now - this.started
  }

  private get now(): number {
    return performance.now() - this.absence.ms
  }

  /** ms; never less than 0. */
  get remaining(): number {
    return Math.max(0, this.timeout - this.elapsed)
  }

  get expired(): boolean {
    return this.remaining === 0
  }

  /** The same signal, and at most so many of the ms that remain. */
  within(ms: number): Limits {
    const timeout = Math.max(0, Math.min(ms, this.remaining))
    return new Limits(this.binding, { timeout, signal: this.signal }, timeout, this.absence)
  }

  /** The same signal, and no end. */
  lasting(): Limits {
    const timeout = Number.POSITIVE_INFINITY
    return new Limits(this.binding, { timeout, signal: this.signal }, timeout, this.absence)
  }

  /** So many ms from now, whatever remains, and the same signal. */
  grace(ms: number): Limits {
    return new Limits(this.binding, { signal: this.signal }, ms)
  }

  /** Limits of their own: so many ms from now, whatever remains, and no signal. */
  alone(ms: number): Limits {
    return new Limits(this.binding, undefined, ms)
  }

  /** Runs what takes a person's time, which no deadline counts. The signal ends the wait for it. */
  async outside<T>(work: () => Promise<T>): Promise<T> {
    this.throwIfAborted()
    const began = performance.now()
    try {
      return await this.unlessAborted(work())
    } finally {
      this.absence.ms += performance.now() - began
      this.throwIfAborted()
    }
  }

  /** What somebody else's work comes to, unless these limits are exceeded first: TIMEOUT, ABORTED. */
  async race<T>(work: Promise<T>): Promise<T> {
    this.throwIfAborted()
    const late = new AbortController()
    const end = delay(Math.ceil(this.remaining), undefined, { signal: late.signal, ref: false }).then(() => {
      throw new SurehandError('TIMEOUT', `The time of this call (${this.timeout} ms) is up.`, { timeout: this.timeout })
    })
    try {
      return await this.unlessAborted(Promise.race([work, end]))
    } finally {
      end.catch(() => undefined)
      late.abort()
    }
  }

  /** What somebody else's work comes to; ABORTED, as soon as the signal fires. */
  private async unlessAborted<T>(work: Promise<T>): Promise<T> {
    const { signal } = this
    if (signal === undefined) return work
    let onAbort: (() => void) | undefined
    const abort = new Promise<never>((_, reject) => {
      onAbort = () => reject(aborted(signal.reason))
      signal.addEventListener('abort', onAbort, { once: true })
    })
    try {
      return await Promise.race([work, abort])
    } finally {
      if (onAbort !== undefined) signal.removeEventListener('abort', onAbort)
    }
  }

  throwIfAborted(): void {
    if (this.signal?.aborted) throw aborted(this.signal.reason)
  }

  /** Runs one native call within these limits. Its error is always a SurehandError. */
  async call<T>(work: (limits: NativeLimits) => Promise<T>): Promise<T> {
    this.throwIfAborted()
    if (this.expired) {
      const details = { timeout: this.timeout, phase: 'queued' }
      throw new SurehandError('TIMEOUT', `The time of this call (${this.timeout} ms) is up.`, details)
    }
    const timeout = Math.ceil(this.remaining)
    if (this.signal === undefined) return await work({ timeout }).catch(rethrow)

    const cancel = this.binding.createCancel()
    const onAbort = () => cancel.cancel()
    this.signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await work({ timeout, cancel })
    } catch (error) {
      const mine = fromNative(error)
      throw isSurehandError(mine, 'ABORTED') && this.signal.aborted ? aborted(this.signal.reason) : mine
    } finally {
      this.signal.removeEventListener('abort', onAbort)
    }
  }

  /** Sleeps `ms` or for what remains, whichever is less. */
  async sleep(ms: number): Promise<void> {
    this.throwIfAborted()
    // Timers drop fractions, and would fire just before the deadline.
    await delay(Math.ceil(Math.min(ms, this.remaining)), undefined, { signal: this.signal }).catch(() =>
      this.throwIfAborted(),
    )
  }
}

function aborted(reason: unknown): SurehandError {
  return new SurehandError('ABORTED', 'The call was ended by its signal.', {}, { cause: reason })
}

function rethrow(error: unknown): never {
  throw fromNative(error)
}
