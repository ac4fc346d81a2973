import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { type Outgoing, payloadOf, payloadOfInput, permit } from '../../lib/sdk/action/hooks.js'
import { type ActionDefaults, merged } from '../../lib/sdk/action/options.js'
import { Limits } from '../../lib/sdk/call/limits.js'

const outgoing: Outgoing = {
  verb: 'click',
  part: 'acts',
  app: undefined,
  element: { role: 'button', name: 'OK', ref: 'e1', protected: false },
  route: 'action',
  payload: { kind: 'action', action: 'press' },
}
const limits = () => new Limits({ createCancel: () => ({ cancel() {} }) }, { timeout: 100 }, 100)

test('everything that is sent is sent by these files, which ask the hooks', () => {
  const lib = join(import.meta.dirname, '..', '..', 'lib')
  const sends = /native\s*(?:\.(?:invoke|input|activate|arrange|close|quit|launch|writeClipboard)\(|\[operation\]\()/g
  const sending = readdirSync(lib, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const count = [...readFileSync(join(lib, file), 'utf8').matchAll(sends)].length
      return count === 0 ? [] : [`${file}: ${count}`]
    })
  // Whoever adds a place that sends has it ask first: through action/dispatch.ts, or, where there is no element, action/direct.ts.
  // One of the two of desktop.ts lets go of what is held and presses nothing: there is nothing to refuse.
  expect(sending.sort()).toEqual([
    'sdk/action/keys/desktop-keys.ts: 1',
    'sdk/action/steps/dispatch.ts: 5',
    'sdk/app.ts: 1',
    'sdk/desktop.ts: 2',
    'sdk/desktop/launch.ts: 1',
    'sdk/menu.ts: 1',
    'sdk/pointer/mouse.ts: 1',
  ])
})

test.each([
  ['a native action', payloadOf({ kind: 'press' }, false), { kind: 'action', action: 'press' }],
  [
    'a named one',
    payloadOf({ kind: 'named', name: 'dance' }, false),
    { kind: 'action', action: 'named', name: 'dance' },
  ],
  ['a number', payloadOf({ kind: 'setValue', number: 5 }, false), { kind: 'value', number: 5 }],
  ['keys', payloadOfInput([{ kind: 'keyDown', key: 's' }], false), { kind: 'keys', keys: ['s'], protected: false }],
  [
    'a click with a key held',
    payloadOfInput(
      [
        { kind: 'keyDown', key: 'Control' },
        { kind: 'move', x: 3, y: 4 },
        { kind: 'down', button: 3 },
      ],
      false,
    ),
    { kind: 'pointer', x: 3, y: 4, buttons: [3], wheel: false, keys: ['Control'] },
  ],
  [
    'the wheel',
    payloadOfInput([{ kind: 'wheel', x: 0, y: 1 }], false),
    { kind: 'pointer', x: undefined, y: undefined, buttons: [], wheel: true, keys: [] },
  ],
])('a payload says what is sent: %s', (_, payload, expected) => {
  expect(payload).toEqual(expected)
})

test('the text of a payload is there, and shows in nothing that shows all of it', () => {
  const payloads = [
    payloadOf({ kind: 'setText', text: 'swordfish' }, true),
    payloadOfInput(
      [
        { kind: 'keyDown', key: 'a' },
        { kind: 'text', text: 'swordfish' },
      ],
      false,
    ),
  ]
  for (const payload of payloads) {
    expect(payload).toMatchObject({ kind: 'text', text: 'swordfish', length: 9 })
    expect(JSON.stringify({ ...payload }) + inspect(payload)).not.toContain('swordfish')
  }
  expect(payloads[1]).toMatchObject({ keys: ['a'] })
  const keys = payloadOfInput([{ kind: 'keyDown', key: 'x' }], true)
  expect(keys).toMatchObject({ keys: ['x'] })
  expect(inspect(keys)).not.toContain("'x'")
})

test('all are asked in order, up to the first that refuses', async () => {
  const asked: number[] = []
  const hooks = [
    { beforeDispatch: () => void asked.push(1) },
    {},
    {
      beforeDispatch: async () => {
        asked.push(2)
        return { refuse: 'no', rule: 'sundays' }
      },
    },
    { beforeDispatch: () => void asked.push(3) },
  ]
  await expect(permit(hooks, outgoing, limits())).rejects.toMatchObject({
    code: 'REFUSED',
    message: expect.stringContaining('click on button "OK" (e1) was refused by beforeDispatch: no'),
    details: { reason: 'no', rule: 'sundays', part: 'acts', payload: 'action' },
  })
  expect(asked).toEqual([1, 2])
})

test('defaults: hooks and signals add up, the last word counts for the rest', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const [first, second] = [{ afterAction: () => {} }, { afterAction: () => {} }]
  const own = merged<ActionDefaults>({ retries: 1, diff: false }, { hooks: first, signal: one.signal })
  const both = merged<ActionDefaults>(own, { hooks: [second], signal: other.signal, retries: 2, diff: undefined })
  expect(both).toMatchObject({ retries: 2, diff: false, hooks: [first, second] })
  other.abort('enough')
  expect([both.signal?.reason, own.signal?.aborted]).toEqual(['enough', false])
})

test('a call that is given something new to do has as much time again', async () => {
  const call = limits()
  while (!call.expired) await call.sleep(1000)
  call.renew()
  expect(call.remaining).toBeGreaterThan(50)
  expect(call.within(20).remaining).toBeLessThanOrEqual(20)
})
