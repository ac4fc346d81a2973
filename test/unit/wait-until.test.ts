import { expect, test } from 'vitest'
import { Limits } from '../../lib/sdk/call/limits.js'
import { SurehandError } from '../../lib/sdk/errors.js'
import type { Observation } from '../../lib/sdk/wait/observation.js'
import { waitUntil } from '../../lib/sdk/wait/wait-until.js'
import { PACE } from './pace.js'

// An application that announces nothing: what is left is the clock.
const events = {
  pace: PACE,
  serial: 0,
  live: false,
  restedBefore: 0,
  noteLook() {},
  begin: async () => {},
  enter: () => ({ probes: 0, end() {} }),
}
const scope = { events: events as unknown as Observation, place: 'gedit' }
const limits = (timeout: number) => new Limits({ createCancel: () => ({ cancel() {} }) }, { timeout }, timeout)

test('it reads until the value satisfies, and gives that', async () => {
  let value = 0
  expect(
    await waitUntil(
      scope,
      () => ++value,
      async (now) => now > 3,
      limits(5_000),
    ),
  ).toBe(4)
})

test('what cannot be read yet is read again', async () => {
  let reads = 0
  const read = async () => {
    if (++reads < 3) throw new SurehandError('NOT_FOUND', 'not there yet')
    return 'here'
  }
  expect(await waitUntil(scope, read, Boolean, limits(5_000))).toBe('here')
})

test.each<[string, unknown, string]>([
  ['plain data', { total: 5 }, 'the last value was {"total":5}'],
  ['nothing', undefined, 'the last value was undefined'],
  ['what is no JSON', 10n, 'the last value was 10'],
  ['what is long', 'x'.repeat(500), `${'x'.repeat(199)}…`],
])('TIMEOUT shows the last value: %s', async (_, value, words) => {
  const waiting = waitUntil(
    scope,
    () => value,
    () => false,
    limits(30),
  )
  await expect(waiting).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: expect.stringContaining(words),
    details: { last: value },
  })
})
