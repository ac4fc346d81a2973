import type { ErrorDetails } from './error-details.js'
import { ERROR_CODES, type ErrorCode } from './vocabulary.js'

export type { ErrorDetails } from './error-details.js'
export { ERROR_CODES, type ErrorCode } from './vocabulary.js'

/**
 * Whether anything had been sent to an application when a call failed: nothing, or something that may have had its effect.
 * Only after `no` is trying again always safe.
 */
export type Sent = 'no' | 'unknown'

// In the global symbol registry, so that the ESM copy, the CJS copy and other realms share it.
const BRAND = Symbol.for('surehand.SurehandError')

const KNOWN: ReadonlySet<unknown> = new Set(ERROR_CODES)

/**
 * The one error class of this library.
 *
 * `code` says what kind of thing went wrong, `message` what was tried, what was seen and what to do next, `details`
 * the same for programs ({@link DetailsByCode}), `sent` whether trying again could do something twice, `cause` the error beneath it, if any. To
 * recognise one, use {@link isSurehandError} rather than `instanceof`: it also knows errors of another realm or of the
 * library's other (ESM or CJS) copy.
 */
export class SurehandError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code
  readonly details: ErrorDetails<Code>
  readonly sent: Sent

  constructor(
    code: Code,
    message: string,
    details: Record<string, unknown> = {},
    options?: { cause?: unknown; sent?: Sent },
  ) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = details as ErrorDetails<Code>
    this.sent = options?.sent ?? 'no'
  }

  static {
    Object.defineProperty(this.prototype, 'name', { value: 'SurehandError', configurable: true, writable: true })
    Object.defineProperty(this.prototype, BRAND, { value: true })
  }

  /** Plain data for logs and wires: `{ name, code, message, sent, details }`. */
  toJSON(): { name: string; code: Code; message: string; sent: Sent; details: ErrorDetails<Code> } {
    return { name: this.name, code: this.code, message: this.message, sent: this.sent, details: this.details }
  }
}

/**
 * Whether `value` is an error of this library, and, when `code` is given, one with that code. Works across realms
 * (worker threads, vm contexts) and across the ESM and CJS copies of the library.
 */
export function isSurehandError(value: unknown): value is SurehandError
export function isSurehandError<Code extends ErrorCode>(value: unknown, code: Code): value is SurehandError<Code>
export function isSurehandError(value: unknown, code?: ErrorCode): value is SurehandError {
  if (typeof value !== 'object' || value === null) return false
  if ((value as Record<symbol, unknown>)[BRAND] !== true) return false
  return code === undefined || (value as { code?: unknown }).code === code
}

/**
 * A native error (an `Error` with `code`, `sent` and `details`) as a {@link SurehandError}. Anything else comes back as it
 * is: it is a bug or the caller's own error, and hiding it behind a code of ours would be a lie.
 */
export function fromNative(error: unknown): unknown {
  if (isSurehandError(error) || !(error instanceof Error)) return error
  const { code, sent, details } = error as { code?: unknown; sent?: unknown; details?: unknown }
  if (!KNOWN.has(code)) return error
  const data = typeof details === 'object' && details !== null ? (details as Record<string, unknown>) : {}
  return new SurehandError(code as ErrorCode, error.message, data, { sent: sent === 'unknown' ? 'unknown' : 'no' })
}

/** Runs a synchronous native call; its error is a {@link SurehandError}. */
export function callNative<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw fromNative(error)
  }
}

/** The same error with more to say. */
export function extended(
  error: SurehandError,
  more: string,
  details: Record<string, unknown> = {},
  sent = error.sent,
): SurehandError {
  const { code, message, cause } = error
  return new SurehandError(code, message + more, { ...error.details, ...details }, { cause, sent })
}
