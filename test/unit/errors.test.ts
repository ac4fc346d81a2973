import vm from 'node:vm'
import { expect, test } from 'vitest'
import { fromNative, isSurehandError, SurehandError } from '../../lib/sdk/errors.js'

test('an error carries code, message, details and cause', () => {
  const cause = new Error('beneath')
  const error = new SurehandError('NOT_FOUND', 'nothing matches', { selector: 'role:button' }, { cause })
  expect(error).toBeInstanceOf(Error)
  expect(String(error)).toBe('SurehandError: nothing matches')
  expect(error.code).toBe('NOT_FOUND')
  expect(error.details).toEqual({ selector: 'role:button' })
  expect(error.cause).toBe(cause)
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'SurehandError',
    code: 'NOT_FOUND',
    message: 'nothing matches',
    sent: 'no',
    details: { selector: 'role:button' },
  })
})

test('it is recognised by its brand, with or without a code', () => {
  const error = new SurehandError('STALE', 'gone')
  expect(isSurehandError(error)).toBe(true)
  expect(isSurehandError(error, 'STALE')).toBe(true)
  expect(isSurehandError(error, 'TIMEOUT')).toBe(false)
  expect(isSurehandError(Object.assign(new Error('x'), { code: 'STALE' }))).toBe(false)
  expect(isSurehandError(undefined)).toBe(false)
})

test('it is recognised across realms', () => {
  const foreign = vm.runInNewContext(
    `class E extends Error {}; E.prototype[Symbol.for('surehand.SurehandError')] = true
     Object.assign(new E('gone'), { code: 'STALE' })`,
  )
  expect(foreign).not.toBeInstanceOf(Error)
  expect(isSurehandError(foreign, 'STALE')).toBe(true)
})

test('native errors become SurehandErrors, others stay what they are', () => {
  const native = Object.assign(new Error('no answer'), { code: 'APP_UNRESPONSIVE', details: { app: 'x' } })
  const error = fromNative(native)
  expect(isSurehandError(error, 'APP_UNRESPONSIVE')).toBe(true)
  expect((error as SurehandError).details).toEqual({ app: 'x' })
  expect((error as SurehandError).message).toBe('no answer')
  expect((error as SurehandError).sent).toBe('no')
  expect(fromNative(Object.assign(native, { sent: 'unknown' }))).toMatchObject({ sent: 'unknown' })
  const other = Object.assign(new Error('disk'), { code: 'ENOENT' })
  expect(fromNative(other)).toBe(other)
})

test('details are typed by the code', () => {
  const error: unknown = new SurehandError('AMBIGUOUS', 'Two match.', { count: 2, candidates: [] })
  if (!isSurehandError(error, 'AMBIGUOUS')) throw new Error('it is AMBIGUOUS')
  const count: number | undefined = error.details.count
  expect([error.code satisfies 'AMBIGUOUS', count]).toEqual(['AMBIGUOUS', 2])
  // @ts-expect-error: what is ambiguous has no offset
  const offset: number = error.details.offset
  expect(offset).toBeUndefined()
})
