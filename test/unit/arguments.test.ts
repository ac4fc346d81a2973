import { expect, test } from 'vitest'
import { pointing } from '../../lib/sdk/action/options.js'
import {
  abortSignal,
  checkArgument,
  checkOptions,
  either,
  environmentRecord,
  milliseconds,
  oneOf,
  secretText,
  text,
  waiting,
} from '../../lib/sdk/call/arguments.js'
import { isSurehandError, type SurehandError } from '../../lib/sdk/errors.js'

function refusal(work: () => void): SurehandError {
  try {
    work()
  } catch (error) {
    if (isSurehandError(error, 'INVALID_ARGUMENT')) return error
    throw error
  }
  throw new Error('nothing was refused')
}

test('what fits passes, and so do options that are left out', () => {
  checkArgument('f(x)', 'x', 'text', text)
  checkOptions('f(options)', undefined, waiting)
  checkOptions('f(options)', { timeout: undefined, signal: new AbortController().signal }, waiting)
})

test('a wrong argument is named, with what was given and what is expected', () => {
  const error = refusal(() => checkArgument('locator.nth(index)', 'index', 'two', oneOf('a', 'b')))
  expect(error.message).toBe("locator.nth(index): index is 'two'; expected one of 'a', 'b'.")
  expect(error.details).toEqual({
    call: 'locator.nth(index)',
    argument: 'index',
    given: "'two'",
    expected: "one of 'a', 'b'",
  })
})

test('an unknown option is refused with the nearest known one', () => {
  const error = refusal(() => checkOptions('locator.click(options)', { timeuot: 5 }, waiting))
  expect(error.message).toContain("no option 'timeuot'")
  expect(error.message).toContain("Did you mean 'timeout'?")
  expect(error.details.nearest).toBe('timeout')
  expect(refusal(() => checkOptions('f()', { zebra: 1 }, waiting)).details.nearest).toBeUndefined()
})

test('options that are no object are refused', () => {
  for (const options of [null, 5, 'fast', []]) {
    expect(refusal(() => checkOptions('f(options)', options, waiting)).details.argument).toBe('options')
  }
})

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '5', null])('%s is no timeout', (timeout) => {
  expect(refusal(() => checkOptions('f(options)', { timeout }, waiting)).details.argument).toBe('options.timeout')
})

test('fractions of a millisecond are a timeout', () => {
  expect(milliseconds.accepts(0.5)).toBe(true)
  expect(milliseconds.accepts(2 ** 31 - 1)).toBe(true)
})

test('what may be a secret is not repeated', () => {
  const error = refusal(() => checkArgument('locator.fill(text)', 'text', 4711, secretText))
  expect(JSON.stringify(error)).not.toContain('4711')
  expect(error.message).toContain('of type number')
})

test('either takes what one of its parts takes, and says both', () => {
  const check = either(text, abortSignal)
  expect(check.accepts('x')).toBe(true)
  expect(check.accepts(new AbortController().signal)).toBe(true)
  expect(check.accepts(1)).toBe(false)
  expect(check.expected).toBe('a string or an AbortSignal')
})

test('an environment may have names without a value, as process.env is typed', () => {
  expect(environmentRecord.accepts({ DISPLAY: ':1', LANG: undefined })).toBe(true)
  expect(environmentRecord.accepts({ DISPLAY: 1 })).toBe(false)
})

test('what is inside an option is checked like the options themselves, and named by its path', () => {
  const check = (options: unknown) => refusal(() => checkOptions('locator.click(options)', options, pointing))
  expect(check({ position: { x: 1, z: 2 } }).details).toMatchObject({
    argument: 'options.position.z',
    known: ['x', 'y'],
  })
  expect(check({ position: { x: '1' } }).details).toMatchObject({ argument: 'options.position.x', given: "'1'" })
  expect(check({ verify: { exist: 'name:Saved' } }).details).toMatchObject({ nearest: 'exists' })
  expect(check({ verify: {} }).message).toContain('expected an object with `exists`, `notExists` or both')
  expect(check({ verify: 'name:Saved' }).details).toMatchObject({ argument: 'options.verify' })
  checkOptions(
    'locator.click(options)',
    { verify: { exists: 'name:Saved', timeout: 10 }, position: { x: 1 } },
    pointing,
  )
})
