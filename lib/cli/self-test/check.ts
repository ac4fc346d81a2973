import type { App } from '../../sdk/app.js'
import type { Desktop } from '../../sdk/desktop.js'
import { type ErrorCode, isSurehandError } from '../../sdk/errors.js'
import { quoted } from '../../sdk/tree/quoted.js'
import type { Form } from './form.js'

/** Where a check is tried. */
export interface Place {
  desktop: Desktop
  app: App
  form: Form
}

/** One thing that surehand promises. It holds when `run` resolves. */
export interface Check {
  /** `press: a button is pressed exactly once`. */
  name: string
  /** What is done, for the report of a failure. */
  tries: string
  run(place: Place): Promise<void>
}

/** What a check saw is not what it expected. */
export class Unexpected extends Error {}

/** The program says this of itself; anything else is {@link Unexpected}. */
export function expectSame(what: string, seen: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(seen), JSON.stringify(expected)]
  if (is !== should) throw new Unexpected(`${what} is ${is}, expected ${should}`)
}

export function expectTrue(holds: boolean, otherwise: string): void {
  if (!holds) throw new Unexpected(otherwise)
}

/** The call fails with one of the codes. */
export async function expectError(call: Promise<unknown>, codes: readonly ErrorCode[]): Promise<Error> {
  const error = await call.then(
    (value) => {
      throw new Unexpected(`it resolved to ${quoted(String(value))}, expected ${codes.join(' or ')}`)
    },
    (reason: unknown) => reason,
  )
  if (isSurehandError(error) && codes.includes(error.code)) return error
  throw error
}
