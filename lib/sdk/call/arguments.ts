import { SurehandError } from '../errors.js'
import { nearest } from '../selector/suggest.js'

/** What a value at the edge of the API must be. */
export interface Requirement {
  accepts(value: unknown): boolean
  /** Completes "expected …". */
  expected: string
  /** Its value may be a secret: errors name its type only. */
  secret?: boolean
  /** Why a call does not have this option, which others have: said instead of "there is no option". */
  refusal?: string
  /** Of an object: what it may have, and what each member must be. They are checked before it as a whole. */
  members?: Shape
}

/** The option names that a call knows, and what each must be. */
export type Shape = Record<string, Requirement>

export const LONGEST_TIMEOUT = 2 ** 31 - 1

export const text: Requirement = { accepts: (value) => typeof value === 'string', expected: 'a string' }
export const secretText: Requirement = { ...text, secret: true }
export const someText: Requirement = {
  accepts: (value) => typeof value === 'string' && value.trim() !== '',
  expected: 'a string that is not empty',
}
export const flag: Requirement = { accepts: (value) => typeof value === 'boolean', expected: 'true or false' }
export const finite: Requirement = { accepts: (value) => Number.isFinite(value), expected: 'a finite number' }
export const whole: Requirement = { accepts: (value) => Number.isSafeInteger(value), expected: 'an integer' }
export const count: Requirement = {
  accepts: (value) => Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 32,
  expected: 'an integer from 0 to 2^32 - 1',
}
export const processId: Requirement = {
  accepts: (value) => Number.isSafeInteger(value) && (value as number) > 0,
  expected: 'a positive integer',
}
export const milliseconds: Requirement = {
  accepts: (value) => Number.isFinite(value) && (value as number) > 0 && (value as number) <= LONGEST_TIMEOUT,
  expected: `a number of milliseconds, more than 0 and at most ${LONGEST_TIMEOUT}`,
}
export const asked: Requirement = { accepts: (value) => typeof value === 'function', expected: 'a function' }
export const abortSignal: Requirement = {
  accepts: (value) => typeof value === 'object' && value !== null && 'aborted' in value && 'addEventListener' in value,
  expected: 'an AbortSignal',
}
export const area: Requirement = {
  accepts: (value) =>
    isRecord(value) &&
    ['x', 'y', 'width', 'height'].every((side) => Number.isFinite(value[side])) &&
    (value.width as number) > 0 &&
    (value.height as number) > 0,
  expected: 'an area { x, y, width, height } with a width and a height of more than 0',
}
export const texts: Requirement = {
  accepts: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  expected: 'an array of strings',
}
export const textRecord: Requirement = {
  accepts: (value) => isRecord(value) && Object.values(value).every((item) => typeof item === 'string'),
  expected: 'an object whose values are strings',
}
/** As `process.env` is typed: names without a value are left out. */
export const environmentRecord: Requirement = {
  accepts: (value) =>
    isRecord(value) && Object.values(value).every((item) => item === undefined || typeof item === 'string'),
  expected: 'an object whose values are strings',
}
export const record: Requirement = { accepts: isRecord, expected: 'an object' }

/** An object with these members and no others, each of which may be left out. */
export function objectOf(members: Shape, expected = record.expected): Requirement {
  return { ...record, expected, members }
}

export function oneOf(...values: readonly string[]): Requirement {
  return {
    accepts: (value) => values.includes(value as string),
    expected: `one of ${values.map((value) => `'${value}'`).join(', ')}`,
  }
}

export function either(...checks: readonly Requirement[]): Requirement {
  return {
    accepts: (value) => checks.some((check) => check.accepts(value)),
    expected: checks.map((check) => check.expected).join(' or '),
    secret: checks.some((check) => check.secret),
  }
}

/** These options of other calls, refused for this reason. */
export function refusing(reason: string, ...names: readonly string[]): Shape {
  const refused: Requirement = { accepts: () => false, expected: 'nothing', refusal: reason }
  return Object.fromEntries(names.map((name) => [name, refused]))
}

/** The names of what a call takes. */
export function optionsOf(shape: Shape): string[] {
  return Object.keys(shape).filter((name) => shape[name]?.refusal === undefined)
}

/** The options of everything that waits. */
export const waiting: Shape = { timeout: milliseconds, signal: abortSignal }

/**
 * Refuses with INVALID_ARGUMENT unless `value` is what `check` accepts. `call` is the call as its user writes it,
 * `name` the argument's name.
 */
export function checkArgument(call: string, name: string, value: unknown, check: Requirement): void {
  if (check.accepts(value)) return
  throw invalidArgument(call, name, value, check)
}

/**
 * Refuses unknown option names and values that are not what the shape says, those of objects in it too; `undefined` counts as
 * left out.
 */
export function checkOptions(call: string, options: unknown, shape: Shape): void {
  if (options !== undefined) checkMembers(call, 'options', options, objectOf(shape), shape)
}

function checkMembers(call: string, path: string, value: unknown, check: Requirement, shape: Shape): void {
  if (!isRecord(value)) throw invalidArgument(call, path, value, check)
  for (const [name, member] of Object.entries(value)) {
    // A shape is an object: of `constructor` and `toString` it has what every object has.
    const own = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (own === undefined) throw unknownOption(call, `${path}.${name}`, name, optionsOf(shape))
    if (member === undefined) continue
    if (own.refusal !== undefined) throw refusedOption(call, `${path}.${name}`, name, own.refusal)
    if (own.members !== undefined) checkMembers(call, `${path}.${name}`, member, own, own.members)
    if (!own.accepts(member)) throw invalidArgument(call, `${path}.${name}`, member, own)
  }
}

export function invalidArgument(call: string, name: string, value: unknown, check: Requirement): SurehandError {
  const given = shown(value, check.secret === true)
  return new SurehandError('INVALID_ARGUMENT', `${call}: ${name} is ${given}; expected ${check.expected}.`, {
    call,
    argument: name,
    given,
    expected: check.expected,
  })
}

function unknownOption(call: string, path: string, name: string, known: readonly string[]): SurehandError {
  const meant = nearest(name, known)
  const hint = meant === undefined ? '' : ` Did you mean '${meant}'?`
  return new SurehandError(
    'INVALID_ARGUMENT',
    `${call}: there is no option '${name}'.${hint} The options are ${known.join(', ')}.`,
    { call, argument: path, known, ...(meant === undefined ? {} : { nearest: meant }) },
  )
}

function refusedOption(call: string, path: string, name: string, reason: string): SurehandError {
  return new SurehandError('INVALID_ARGUMENT', `${call}: it takes no '${name}': ${reason}.`, {
    call,
    argument: path,
    reason,
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shown(value: unknown, secret: boolean): string {
  if (value === null || value === undefined) return String(value)
  if (secret) return `of type ${typeof value}`
  if (typeof value === 'string') return `'${value.length > 60 ? `${value.slice(0, 60)}…` : value}'`
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object'
    ? `an object (${value.constructor?.name ?? 'without prototype'})`
    : `a ${typeof value}`
}
