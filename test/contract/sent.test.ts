import { afterEach, expect, test } from 'vitest'
import type { Effect, SimulatedNode } from '../../lib/sdk/index.js'
import { failure, type Program, program } from './program.js'

// Whether anything was sent is what an error says, and what a silent retry rests on.

const ok = 'role:button|name:OK'
const button = (more: Partial<SimulatedNode> = {}): SimulatedNode => ({
  role: 'button',
  name: 'OK',
  key: 'ok',
  ...more,
})

let stage: Program
afterEach(() => stage[Symbol.asyncDispose]())

interface Case {
  code: string
  sent: 'no' | 'unknown'
  node: SimulatedNode
  before?: Effect
  options?: object
  presses: number
}

const cases: Case[] = [
  { code: 'NOT_FOUND', sent: 'no', node: button({ name: 'Cancel' }), presses: 0 },
  { code: 'NOT_ACTIONABLE', sent: 'no', node: button({ enabled: false }), presses: 0 },
  { code: 'UNSUPPORTED', sent: 'no', node: button({ role: 'text' }), options: { route: 'native' }, presses: 0 },
  {
    code: 'APP_UNRESPONSIVE',
    sent: 'no',
    node: button(),
    before: { hang: 60_000, application: 'Program' },
    presses: 0,
  },
  { code: 'OUTCOME_UNKNOWN', sent: 'unknown', node: button({ on: { press: [{ hang: 60_000 }] } }), presses: 1 },
  { code: 'VERIFY_FAILED', sent: 'unknown', node: button(), options: { verify: { exists: 'name:Never' } }, presses: 1 },
]

test.each(cases)('$code: sent $sent', async ({ code, sent, node, before, options, presses }) => {
  stage = await program([node])
  if (before !== undefined) stage.apply(before)
  const target = node.role === 'text' ? 'role:text' : ok
  const error = await failure(stage.app.locator(target).click({ timeout: 500, ...options }))
  expect(error).toMatchObject({ code, sent })
  expect(stage.received('press')).toHaveLength(presses)
})

test('what was not sent is tried again without asking; what may have been is not', async () => {
  stage = await program([button({ faults: { disabled: 200 }, on: { press: [{ hang: 60_000 }] } })])
  const error = await failure(stage.app.locator(ok).click({ retries: 5, timeout: 1500 }))
  expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', sent: 'unknown' })
  expect(stage.received('press')).toHaveLength(1)
})
