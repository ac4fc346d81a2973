import { fromNative, isSurehandError, type Sent, SurehandError } from '../errors.js'
import type { NativeBinding, NativeLimits } from '../native/binding.js'
import { eitherSignal, onAbort } from './abort.js'

/** ms; what every waiting call gets unless the desktop, the application or the call says otherwise. */
export const DEFAULT_TIMEOUT = 5_000

/** ms; Node fires timers that are set to more at once. */
export const LONGEST_TIMER = 2 ** 31 - 1

/** The options of every call that waits. */
export interface WaitOptions {
  /** How long the whole call may take, in ms. Default: the application's, or the desktop's, or 5,000. */
  timeout?: number
  /**
   * Ends the call with `ABORTED` (with the signal's reason as `cause`) when it fires, as does the one that its desktop was opened
   * with, or that `with()` gave.
   */
  signal?: AbortSignal
}

/** The deadline and the signal of one call of the API, shared by everything that is done on its behalf. */
export class Limits {
  readonly timeout: number
  readonly signal: AbortSignal | undefined
  private readonly started: number
  private readonly grantedBefore: number

  constructor(
    private readonly binding: Pick<NativeBinding, 'createCancel'>,
    options: { timeout?: number | undefined; signal?: AbortSignal | undefined } | undefined,
    defaultTimeout: number,
    /** ms that do not count against the timeout of the whole call, and ms that it was given on top. */
    private readonly absence: { ms: number; granted: number } = { ms: 0, granted: 0 },
    /** ms of the call that these are a part of, for messages: what remained of it for the part says nothing to its caller. */
    private readonly whole = options?.timeout ?? defaultTimeout,
    /** Whether the caller named the timeout. Then the wait for what may still come is not cut short. */
    readonly given = options?.timeout !== undefined,
    /** Without such a timeout, whatever is waited for is given up when the application is at rest. */
    readonly untilRest = false,
  ) {
    this.grantedBefore = absence.granted
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
    const granted = this.absence.granted - this.grantedBefore
    return Math.max(0, this.timeout + granted - this.elapsed)
  }

  /** ms, as the timeout of another call, of which none takes 0: TIMEOUT when nothing is left. */
  timeLeft(): number {
    if (this.expired) throw this.exceeded()
    return this.remaining
  }

  get expired(): boolean {
    return this.remaining === 0
  }

  /** The same signal, and at most so many of the ms that remain. */
  within(ms: number): Limits {
    const timeout = Math.max(0, Math.min(ms, this.remaining))
    const { absence, whole, given, untilRest } = this
    return new Limits(this.binding, { timeout, signal: this.signal }, timeout, absence, whole, given, untilRest)
  }

  /** The same, waited for to the end also where the application is at rest. */
  toTheEnd(): Limits {
    const { binding, remaining: timeout, signal, absence, whole, given } = this
    return new Limits(binding, { timeout, signal }, timeout, absence, whole, given)
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

  /** These, or so many ms from now where less remains. */
  atLeast(ms: number): Limits {
    return this.remaining < ms ? this.grace(ms) : this
  }

  /** Limits of their own: so many ms from now, whatever remains, and no signal. */
  alone(ms: number): Limits {
    return new Limits(this.binding, undefined, ms)
  }

  /** As much time again as there was at first: `onFailure` gave the call something new to do. */
  renew(): void {
    this.absence.granted += Math.max(0, this.timeout - this.remaining)
  }

  /** So many ms more, where the caller named no timeout: what is to be done takes longer than calls usually do. */
  extend(ms: number): void {
    if (!this.given) this.absence.granted += ms
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

  /** The result of another call's work, unless these limits are exceeded first: TIMEOUT, ABORTED. */
  async race<T>(work: Promise<T>): Promise<T> {
    // It goes on when these limits are exceeded, and its failure is then ignored.
    work.catch(() => {})
    this.throwIfAborted()
    let timer: NodeJS.Timeout | undefined
    const end = new Promise<never>((_, reject) => {
      const late = () => reject(this.exceeded())
      timer = setTimeout(late, Math.min(LONGEST_TIMER, Math.ceil(this.remaining))).unref()
    })
    try {
      return await this.unlessAborted(Promise.race([work, end]))
    } finally {
      clearTimeout(timer)
    }
  }

  /** The result of another call's work; ABORTED, as soon as the signal fires. */
  private async unlessAborted<T>(work: Promise<T>): Promise<T> {
    const { signal } = this
    if (signal === undefined) return work
    let leave: (() => void) | undefined
    const abort = new Promise<never>((_, reject) => {
      leave = onAbort(signal, () => reject(aborted(signal.reason)))
    })
    try {
      return await Promise.race([work, abort])
    } finally {
      leave?.()
    }
  }

  private exceeded(): SurehandError {
    const message = `The time of this call (${Math.round(this.whole)} ms) is up.`
    return new SurehandError('TIMEOUT', message, { timeout: this.whole })
  }

  throwIfAborted(): void {
    if (this.signal?.aborted) throw aborted(this.signal.reason)
  }

  /** Runs one native call within these limits. Its error is always a SurehandError. */
  async call<T>(work: (limits: NativeLimits) => Promise<T>): Promise<T> {
    this.throwIfAborted()
    if (this.expired) throw this.exceeded()
    const timeout = Math.ceil(this.remaining)
    if (this.signal === undefined) return await work({ timeout }).catch(rethrow)

    const cancel = this.binding.createCancel()
    const leave = onAbort(this.signal, () => cancel.cancel())
    try {
      return await work({ timeout, cancel })
    } catch (error) {
      const mine = fromNative(error)
      throw isSurehandError(mine, 'ABORTED') && this.signal.aborted ? aborted(this.signal.reason, mine.sent) : mine
    } finally {
      leave()
    }
  }

  /** Sleeps `ms` or for what remains, whichever is less. */
  async sleep(ms: number): Promise<void> {
    this.throwIfAborted()
    let leave: (() => void) | undefined
    await new Promise<void>((resolve) => {
      // Timers drop fractions, and count from a clock that may be a millisecond behind: one more, or it would end just before the deadline.
      const { remaining } = this
      const timer = setTimeout(resolve, ms < remaining ? Math.ceil(ms) : Math.ceil(remaining) + 1)
      if (this.signal === undefined) return
      leave = onAbort(this.signal, () => {
        clearTimeout(timer)
        resolve()
      })
    })
    leave?.()
    this.throwIfAborted()
  }
}

/** What a call gets: its own options, and those of the place where it is made. Either's signal ends it. */
export function limitsOf(
  place: {
    binding: Pick<NativeBinding, 'createCancel'>
    defaultTimeout: number
    defaults?: { signal?: AbortSignal | undefined }
    untilRest?: boolean
  },
  options: WaitOptions | undefined,
  usual = place.defaultTimeout,
): Limits {
  const signal = eitherSignal(place.defaults?.signal, options?.signal)
  const own = { timeout: options?.timeout, signal }
  return new Limits(place.binding, own, usual, undefined, undefined, undefined, place.untilRest)
}

function aborted(reason: unknown, sent: Sent = 'no'): SurehandError {
  return new SurehandError('ABORTED', 'The call was ended by its signal.', {}, { cause: reason, sent })
}

function rethrow(error: unknown): never {
  throw fromNative(error)
}

/** Options for the rest of a call: a `timeout` that the caller gave is what is left of it. */
export function remaining<Options extends WaitOptions>(
  options: Options | undefined,
  limits: Limits,
): Options | undefined {
  return options?.timeout === undefined ? options : { ...options, timeout: Math.max(1, limits.remaining) }
}
