import { isSurehandError, type SurehandError } from '../errors.js'

/** How a program ended: with a code, or by a signal. The other one is `null`, as in Node's `child_process`. */
export interface ExitStatus {
  code: number | null
  /** `SIGSEGV`. */
  signal: string | null
}

/** How an application ended: as an error of the system says, where this library started it. */
export interface Ended extends ExitStatus {
  error: SurehandError
}

/** What an error says of an application that has ended; `undefined` for any other error. */
export function endOf(error: unknown): Ended | undefined {
  if (!isSurehandError(error, 'APP_EXITED')) return undefined
  const { exitCode, signal } = error.details
  return {
    error,
    code: typeof exitCode === 'number' ? exitCode : null,
    signal: typeof signal === 'string' ? signal : null,
  }
}

/** In words: `the application has ended (SIGSEGV)`. */
export function inWords({ code, signal }: ExitStatus): string {
  const how = signal ?? (code === null ? undefined : `exit code ${code}`)
  return `the application has ended${how === undefined ? '' : ` (${how})`}`
}
