import { expect, test } from 'vitest'
import { isLong, partsOf, sendInParts, timeToType } from '../../lib/sdk/action/keys/typing.js'
import { Limits } from '../../lib/sdk/call/limits.js'
import { SurehandError } from '../../lib/sdk/errors.js'
import type { NativeInputStep } from '../../lib/sdk/native/binding.js'

const binding = { createCancel: () => ({ cancel() {} }) }
const text = (length: number): NativeInputStep => ({ kind: 'text', text: 'x'.repeat(length) })
const typed = (steps: readonly NativeInputStep[]) =>
  steps.map((step) => (step.kind === 'text' ? step.text : '')).join('')
const done = { route: 'input' as const, detail: 'XTEST', confirmed: false }

test('a long text is sent in parts that make up the whole, and no character is split', () => {
  const steps: NativeInputStep[] = [{ kind: 'text', text: '😀'.repeat(150) }]
  const parts = partsOf(steps)
  expect(parts.map(({ characters }) => characters)).toEqual([120, 120, 60])
  expect(parts.map((part) => typed(part.steps)).join('')).toBe('😀'.repeat(150))
  expect(isLong([text(60)])).toBe(false)
})

test('keys that are held stay in one part with what they are held for', () => {
  const held: NativeInputStep[] = [{ kind: 'keyDown', key: 'Shift' }, text(500), { kind: 'keyUp', key: 'Shift' }]
  expect(partsOf(held)).toHaveLength(1)
  const paced: NativeInputStep[] = [text(1), { kind: 'pause', pause: 60 }, text(1)]
  expect(partsOf(paced)).toHaveLength(1)
})

test('the time for keys grows with the text', () => {
  expect(timeToType([text(3000)])).toBeGreaterThanOrEqual(30_000)
  const limits = new Limits(binding, undefined, 5_000)
  limits.extend(timeToType([text(3000)]))
  expect(limits.remaining).toBeGreaterThan(30_000)
  const given = new Limits(binding, { timeout: 1_000 }, 5_000)
  given.extend(60_000)
  expect(given.remaining).toBeLessThanOrEqual(1_000)
})

test('nothing more is sent once the time is up, and the error says how much was', async () => {
  let isUp = false
  const limits = {
    call: async (work: (native: { timeout: number }) => Promise<unknown>) => {
      if (isUp) throw new SurehandError('TIMEOUT', 'The time is up.', {})
      return work({ timeout: 1 })
    },
  } as unknown as Limits
  const sent: string[] = []
  const send = async (steps: NativeInputStep[]) => {
    sent.push(typed(steps))
    return done
  }
  const taken = async (characters: number) => {
    isUp = characters === 120
  }
  const call = sendInParts([text(500)], limits, send, taken)
  await expect(call).rejects.toMatchObject({
    code: 'OUTCOME_UNKNOWN',
    sent: 'unknown',
    details: { sentCharacters: 120 },
  })
  expect(sent).toHaveLength(2)
})

test('what an application has not read is not said to be typed', async () => {
  const limits = { call: (work: (native: object) => Promise<unknown>) => work({}) } as unknown as Limits
  const parts = ['typed', 'unread']
  const send = async () => {
    if (parts.shift() === 'typed') return done
    throw new SurehandError('APP_UNRESPONSIVE', 'It had not read it.', { unread: true, sentCharacters: 0 })
  }
  const call = sendInParts([text(100)], limits, send, async () => {})
  await expect(call).rejects.toMatchObject({
    code: 'OUTCOME_UNKNOWN',
    message: expect.stringMatching(/^60 of 100 characters were typed, and some of the rest are lost/),
    details: { sentCharacters: 60 },
  })
})
