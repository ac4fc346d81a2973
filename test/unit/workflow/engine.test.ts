import { expect, test } from 'vitest'
import type { RunEvent } from '../../../lib/agent/workflow/run/events.js'
import { type RunOptions, runPlan } from '../../../lib/agent/workflow/run/run.js'
import { Stop } from '../../../lib/agent/workflow/run/stop.js'
import { failed, tools } from './tools.js'

type Answers = Parameters<typeof tools>[0]

async function ran(plan: object, answers: Answers = {}, options: Partial<RunOptions> = {}) {
  const made = tools(answers)
  const events: RunEvent[] = []
  const outcome = await runPlan(plan, {
    tools: made.toolbox,
    pause: 0,
    onEvent: (event) => events.push(event),
    ...options,
  })
  return { ...made, outcome, events }
}

const press = (what: string, more: object = {}) => ({ tool_name: 'press', id: what, arguments: { what }, ...more })
const statuses = (outcome: { steps: readonly { id?: string | undefined; status: string }[] }) =>
  Object.fromEntries(outcome.steps.map(({ id, status }) => [id, status]))

test('steps run in order, and results are there for what follows, with their types', async () => {
  const plan = {
    variables: { count: { type: 'number', default: 3 }, who: { type: 'string' } },
    selectors: { ok: 'role:button|name:OK' },
    steps: [
      {
        tool_name: 'read',
        id: 'look',
        arguments: { n: '{{count}}', s: '{{selectors.ok}}', both: '{{who}}: {{count}}' },
      },
      {
        tool_name: 'press',
        arguments: { what: '{{look_result.items[1].name}}' },
        if: "look_status == 'executed_without_error'",
      },
    ],
    output: { chosen: '{{look_result.items[1]}}' },
  }
  const { calls, outcome } = await ran(
    plan,
    { read: () => ({ items: [{ name: 'a' }, { name: 'b' }] }) },
    { inputs: { who: 'Ann' } },
  )
  expect(calls.map(({ input }) => input)).toEqual([{ n: 3, s: 'role:button|name:OK', both: 'Ann: 3' }, { what: 'b' }])
  expect(outcome.output).toEqual({ chosen: { name: 'b' } })
})

test('a plan that is wrong runs nothing, and says every place', async () => {
  const made = tools()
  const wrong = runPlan(
    { steps: [press('a'), { tool_name: 'nope', retrys: 1 }, press('b', { if: 'c_status' })] },
    { tools: made.toolbox },
  )
  await expect(wrong).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringMatching(/steps\[1\]\.retrys[\s\S]*steps\[1\]\.tool_name[\s\S]*steps\[2\]\.if/),
  })
  expect(made.calls).toEqual([])
})

test('variables: a regex is enforced, a missing one is said, one that is not there as well', async () => {
  const plan = {
    variables: { mail: { type: 'string', regex: '^\\S+@\\S+$' }, n: { type: 'number' } },
    steps: [press('a')],
  }
  const made = tools()
  const wrong = runPlan(plan, { tools: made.toolbox, inputs: { mail: 'unavailable', m: 1 } })
  await expect(wrong).rejects.toMatchObject({
    message: expect.stringMatching(/m: there is no such variable.*mail: Expected a text like.*n: It needs a value/),
  })
  expect(made.sent).toEqual([])
})

// Terminator (c): its flags are not reset, and a retry that succeeds counts as failed.
test('a step that succeeds on a retry has succeeded: no fallback, no end', async () => {
  let tries = 0
  const plan = {
    steps: [press('a', { retries: 2, fallback_id: 'help' }), press('b')],
    troubleshooting: [press('help')],
  }
  const { outcome, sent } = await ran(plan, { press: ({ what }) => (what === 'a' && ++tries < 3 ? failed() : {}) })
  expect(outcome.status).toBe('executed_without_error')
  expect(outcome.steps[0]).toMatchObject({ status: 'executed_without_error', attempts: 3 })
  expect(sent).toEqual(['a', 'a', 'a', 'b'])
})

test('what may have been done is not tried again, unless doing it twice is doing it once', async () => {
  const plan = { stop_on_error: false, steps: [press('a', { retries: 3 }), { tool_name: 'set', id: 's', retries: 1 }] }
  const { outcome, sent } = await ran(plan, {
    press: () => failed('unknown', 'VERIFY_FAILED'),
    set: () => failed('unknown'),
  })
  expect(sent).toEqual(['a', 'set', 'set'])
  expect(outcome.steps.map(({ attempts }) => attempts)).toEqual([1, 2])
})

// Terminator (d): ignored for steps that are one tool.
test('stop_on_error: false and continue_on_error count for single steps, too', async () => {
  const fails = { press: ({ what }: { what?: unknown }) => (what === 'a' ? failed() : {}) }
  const going = await ran({ stop_on_error: false, steps: [press('a'), press('b')] }, fails)
  expect(statuses(going.outcome)).toEqual({ a: 'executed_with_error', b: 'executed_without_error' })
  expect(going.outcome.error).toBeUndefined()
  const tolerated = await ran({ steps: [press('a', { continue_on_error: true }), press('b')] }, fails)
  expect(tolerated.sent).toEqual(['a', 'b'])
  const stopped = await ran({ steps: [press('a'), press('b')] }, fails)
  expect(stopped.outcome).toMatchObject({
    status: 'executed_with_error',
    error: { code: 'NOT_FOUND', step: 'a', place: 'steps[0]' },
  })
  expect(stopped.sent).toEqual(['a'])
})

// Terminator (e): a slice at a byte in the middle of a character.
test('messages and results of any script are taken as they are', async () => {
  const text = '日本語のとても長いメッセージ😀'.repeat(20)
  const { outcome } = await ran(
    { steps: [{ tool_name: 'read', id: 'r' }], output: '{{r_result.text}}' },
    { read: () => ({ text }) },
  )
  expect(outcome.output).toBe(text)
})

test.each([
  ['a || b && c', { a: true, b: false, c: false }, true],
  ['!a && b', { a: false, b: false }, false],
  ['(a || b) && c', { a: true, b: false, c: false }, false],
  ["who == 'x && y'", { who: 'x && y' }, true],
])('if: %s', async (condition, inputs, runs) => {
  const { sent } = await ran({ inputs, steps: [press('a', { if: condition })] })
  expect(sent).toEqual(runs ? ['a'] : [])
})

test('after a failure only what asks for always() is done', async () => {
  const plan = {
    steps: [
      press('a'),
      press('b'),
      { group_name: 'clean', if: 'always()', steps: [press('c'), press('d')] },
      press('e', { if: "always() && a_status == 'executed_with_error'" }),
    ],
  }
  const { sent, outcome } = await ran(plan, { press: ({ what }) => (what === 'a' ? failed() : {}) })
  expect(sent).toEqual(['a', 'c', 'd', 'e'])
  expect(outcome.error).toMatchObject({ step: 'a' })
})

test('groups: skippable leaves the rest of it out; a fallback of the group is followed; its retries are its steps’', async () => {
  let tries = 0
  const answers: Answers = { press: ({ what }) => (what === 'x' || (what === 'late' && ++tries < 2) ? failed() : {}) }
  const skippable = await ran(
    {
      steps: [
        { id: 'g', group_name: 'G', skippable: true, steps: [press('a'), press('x'), press('b')] },
        press('c', { if: "g_status == 'executed_with_error'" }),
      ],
    },
    answers,
  )
  expect(skippable.sent).toEqual(['a', 'x', 'c'])
  const fallback = await ran(
    {
      steps: [{ group_name: 'G', fallback_id: 'help', steps: [press('x'), press('b')] }, press('c')],
      troubleshooting: [press('help', { jumps: [{ if: 'true', to_id: 'c' }] })],
    },
    answers,
  )
  expect(fallback.sent).toEqual(['x', 'help', 'c'])
  const retried = await ran({ steps: [{ group_name: 'G', retries: 1, steps: [press('a'), press('late')] }] }, answers)
  // What had succeeded is not done again.
  expect(retried.sent).toEqual(['a', 'late', 'late'])
})

test('nobody walks into troubleshooting; who went there by a fallback and does not come back has not succeeded', async () => {
  const walked = await ran({ steps: [press('a')], troubleshooting: [press('help')] })
  expect(walked.sent).toEqual(['a'])
  const strayed = await ran(
    { steps: [press('a', { fallback_id: 'help' }), press('b')], troubleshooting: [press('help')] },
    { press: ({ what }) => (what === 'a' ? failed() : {}) },
  )
  expect(strayed.sent).toEqual(['a', 'help'])
  expect(strayed.outcome.status).toBe('executed_with_error')
})

test('jumps: the first whose condition holds, after a success only', async () => {
  const jumps = [
    { if: 'false', to_id: 'a' },
    { if: 'true', to_id: 'c', reason: 'because' },
    { if: 'true', to_id: 'a' },
  ]
  const { sent, events } = await ran({ steps: [press('a', { jumps }), press('b'), press('c')] })
  expect(sent).toEqual(['a', 'c'])
  expect(events).toContainEqual({ type: 'jumped', step: 'a', to: 'c', why: 'jump', reason: 'because' })
  const fails = await ran(
    { stop_on_error: false, steps: [press('a', { jumps }), press('b'), press('c')] },
    { press: ({ what }) => (what === 'a' ? failed() : {}) },
  )
  expect(fails.sent).toEqual(['a', 'b', 'c'])
})

test('a plan that jumps in a circle is stopped, and the error says so', async () => {
  const { outcome, sent } = await ran({ steps: [press('a', { jumps: [{ if: 'true', to_id: 'a' }] })] })
  expect(outcome.error).toMatchObject({ message: expect.stringContaining('a jump probably never ends') })
  expect(sent).toHaveLength(1_000)
})

test('end_at_step: its jumps and fallbacks are left out unless asked for', async () => {
  const plan = {
    end_at_step: 'b',
    steps: [press('a'), press('b', { jumps: [{ if: 'true', to_id: 'd' }], fallback_id: 'd' }), press('c'), press('d')],
  }
  expect((await ran(plan)).sent).toEqual(['a', 'b'])
  expect((await ran(plan, {}, { executeJumpsAtEnd: true })).sent).toEqual(['a', 'b', 'd'])
  const fails: Answers = { press: ({ what }) => (what === 'b' ? failed() : {}) }
  expect((await ran(plan, fails)).sent).toEqual(['a', 'b'])
  expect((await ran(plan, fails, { followFallback: true })).sent).toEqual(['a', 'b', 'd'])
})

test('start_from_step and end_at_step inside a group', async () => {
  const plan = { steps: [press('a'), { group_name: 'G', steps: [press('b'), press('c'), press('d')] }, press('e')] }
  expect((await ran(plan, {}, { startFrom: 'c', endAt: 'd' })).sent).toEqual(['c', 'd'])
  await expect(ran(plan, {}, { startFrom: 'z' })).rejects.toThrow("start_from_step: there is no step 'z'")
})

test('a placeholder without a value fails its step, and nothing of it is sent', async () => {
  const { outcome, sent } = await ran({ steps: [press('a', { arguments: { what: '{{env.nope}}' } })] })
  expect(sent).toEqual([])
  expect(outcome.error).toMatchObject({
    code: 'INVALID_ARGUMENT',
    sent: 'no',
    message: expect.stringContaining('steps[0].arguments.what'),
  })
})

test('set_env and steps with an id store into env; reads do not', async () => {
  const plan = {
    steps: [
      { tool_name: 'read', id: 'r' },
      press('a'),
      { tool_name: 'press', id: 'b', arguments: { what: '{{env.token}}' } },
    ],
  }
  const { outcome, sent } = await ran(plan, {
    read: () => ({ set_env: { no: 1 } }),
    press: ({ what }) => (what === 'a' ? { set_env: { token: 'T' }, effect: 'verified' } : {}),
  })
  expect(sent).toEqual(['a', 'T'])
  expect(Object.keys(outcome.env).sort()).toEqual(['a_result', 'a_status', 'b_result', 'b_status', 'token'])
})

test('stopped once: after the step; twice: at once', async () => {
  const stop = new Stop()
  const once = await ran({ steps: [press('a'), press('b')] }, { press: () => void stop.stop() }, { stop })
  expect(once.outcome.status).toBe('cancelled')
  expect(once.sent).toEqual(['a'])
  const again = new Stop()
  const hang: Answers = {
    press: (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(failed('unknown', 'ABORTED')))
        again.stop()
        again.stop()
      }),
  }
  const twice = await ran({ steps: [press('a', { retries: 3 }), press('b')] }, hang, { stop: again })
  expect(statuses(twice.outcome)).toEqual({ a: 'cancelled' })
})

test('a delay is waited for after the step', async () => {
  const began = performance.now()
  await ran({ steps: [press('a', { delay: '60ms' })] })
  expect(performance.now() - began).toBeGreaterThanOrEqual(59)
})
