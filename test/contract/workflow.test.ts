import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stateFolder } from '../../lib/agent/workflow/file/folder.js'
import {
  createStep,
  createWorkflow,
  next,
  type RunWorkflowOptions,
  retry,
  runWorkflow,
  Stop,
  success,
  WorkflowError,
  type WorkflowStep,
} from '../../lib/agent/workflow/index.js'
import { Desktop } from '../../lib/sdk/index.js'

let data: string
let desktop: Desktop
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'surehand-workflow-'))
  desktop = await Desktop.open({
    world: {
      applications: [
        {
          name: 'Desk',
          windows: [
            {
              role: 'window',
              name: 'Desk',
              children: [{ role: 'button', name: 'Send', on: { press: [{ set: 'self', name: 'Sent' }] } }],
            },
          ],
        },
      ],
    },
  })
})
afterEach(async () => {
  await desktop.dispose()
  await rm(data, { recursive: true, force: true })
})

const run = (steps: WorkflowStep[], options: Partial<RunWorkflowOptions> = {}, more: object = {}) =>
  runWorkflow(createWorkflow({ id: 'w', steps, ...more }), { desktop, dataDirectory: data, ...options })

const did: string[] = []
beforeEach(() => {
  did.length = 0
})
const does = (id: string, more: Partial<WorkflowStep> = {}) =>
  createStep({ id, execute: () => void did.push(id), ...more })

/** Resets the connection of the first request that it gets for this path, and answers all others. */
async function server(resets: string) {
  const asked: string[] = []
  let isReset = false
  const server = createServer((request, response) => {
    const path = request.url as string
    asked.push(path)
    if (path === resets && !isReset) {
      isReset = true
      request.socket.resetAndDestroy()
    } else response.end(JSON.stringify({ path }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { asked, url: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => void server.close() }
}

// Terminator (b): it stores a TypeScript workflow only when all of it has succeeded.
test('the network fails at step 14 of 20: the run fails there, and the next one goes on at 14', async () => {
  using network = await server('/14')
  const steps = Array.from({ length: 20 }, (_, index) => {
    const number = index + 1
    return createStep({
      id: `step-${number}`,
      execute: async () =>
        (await (await fetch(`${network.url}/${number}`, { keepalive: false })).json()) as { path: string },
    })
  })
  const failed = await run(steps)
  expect(failed).toMatchObject({ status: 'executed_with_error', error: { code: 'ECONNRESET', step: 'step-14' } })
  expect(failed.steps).toHaveLength(14)
  const state = JSON.parse(await readFile(join(stateFolder('w', data), 'state.json'), 'utf8'))
  expect(state).toMatchObject({
    last_step_id: 'step-14',
    last_step_index: 13,
    env: { 'step-13_result': { path: '/13' }, 'step-14_status': 'executed_with_error' },
  })
  const again = await run(steps, { startFrom: 'step-14' })
  expect(again.status).toBe('executed_without_error')
  expect(again.env['step-1_result']).toEqual({ path: '/1' })
  expect(network.asked).toEqual([...Array(14).keys(), ...[13, 14, 15, 16, 17, 18, 19]].map((index) => `/${index + 1}`))
})

// Terminator: `retries: n` never ends, and onError's attempt is always 0.
test('retries end, with a pause each; onError knows the attempt', async () => {
  const attempts: number[] = []
  const fails = createStep({
    id: 'a',
    retries: 2,
    retryDelayMs: 1,
    execute: () => {
      did.push('a')
      throw new Error('no')
    },
    onError: ({ attempt }) => void attempts.push(attempt),
  })
  expect((await run([fails])).error).toMatchObject({ message: 'no' })
  expect(did).toEqual(['a', 'a', 'a'])
  expect(attempts).toEqual([3])
})

test('a business error is not tried again; onError may go on elsewhere', async () => {
  const fails = createStep({
    id: 'a',
    retries: 5,
    execute: () => {
      did.push('a')
      throw new WorkflowError({
        category: 'business',
        code: 'NO_ORDER',
        message: 'There is no order 7.',
        metadata: { order: 7 },
      })
    },
    onError: ({ error }) => ((error as WorkflowError).code === 'NO_ORDER' ? next('c') : undefined),
  })
  expect((await run([fails, does('b'), does('c')])).status).toBe('executed_without_error')
  expect(did).toEqual(['a', 'c'])
})

// Terminator ignores next, onSuccess and onError of a workflow.
test('next, condition, success, and the ends of a workflow are honoured', async () => {
  const told: string[] = []
  const ends = { onSuccess: () => ({ told: 'output' }), onError: ({ step }: { step: string }) => void told.push(step) }
  const outcome = await run(
    [
      does('a', { next: 'c' }),
      does('b'),
      does('c', { condition: () => false }),
      does('d', { execute: () => success(1) }),
      does('e'),
    ],
    {},
    ends,
  )
  expect(did).toEqual(['a'])
  expect(outcome).toMatchObject({ output: { told: 'output' }, status: 'executed_without_error' })
  await run(
    [
      createStep({
        id: 'a',
        execute: () => {
          throw new Error('no')
        },
      }),
    ],
    {},
    ends,
  )
  expect(told).toEqual(['a'])
})

test('a step that is left out leads to the same step as one that is not', async () => {
  const outcome = await run([does('a', { condition: () => false, next: 'c' }), does('b'), does('c')])
  expect(did).toEqual(['c'])
  expect(outcome.steps.map(({ id, status }) => [id, status])).toEqual([
    ['a', 'skipped'],
    ['c', 'executed_without_error'],
  ])
})

test('steps that lead to one another end the run, and what they did is stored', async () => {
  const outcome = await run([does('a', { next: 'b' }), does('b', { next: 'a' })])
  expect(outcome).toMatchObject({ status: 'executed_with_error', error: { code: 'INVALID_ARGUMENT' } })
  expect(outcome.error?.message).toContain('a jump probably never ends')
  expect(outcome.env).toMatchObject({ a_status: 'executed_without_error' })
})

test('onError that says retry() is one more try, and no more', async () => {
  const fails = createStep({
    id: 'a',
    retryDelayMs: 1,
    execute: () => {
      did.push('a')
      throw new Error('no')
    },
    onError: () => retry(),
  })
  expect((await run([fails])).status).toBe('executed_with_error')
  expect(did).toEqual(['a', 'a'])
})

test('retry() tries again, and not for ever', async () => {
  const again = createStep({
    id: 'a',
    retries: 3,
    retryDelayMs: 1,
    execute: ({ attempt }) => {
      did.push('a')
      return attempt < 3 ? retry() : 'x'
    },
  })
  expect((await run([again])).env.a_result).toBe('x')
  const ever = createStep({ id: 'b', retries: 3, retryDelayMs: 1, execute: () => retry() })
  expect((await run([ever])).steps[0]).toMatchObject({ attempts: 4, status: 'executed_with_error' })
})

// Terminator races a timeout, and the step goes on.
test('a timeout ends what the step waits for, and what it wants to send afterwards is not sent', async () => {
  let late: Promise<unknown> = Promise.resolve()
  const slow = createStep({
    id: 'a',
    timeout: 80,
    execute: async ({ desktop, signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      late = desktop.app('Desk').then((app) => app.locator('role:button|name:Send').click())
      late.catch(() => {})
      await late
    },
  })
  expect((await run([slow])).error).toMatchObject({ code: 'TIMEOUT', sent: 'no' })
  await expect(late).rejects.toMatchObject({ code: 'ABORTED' })
  expect(desktop.simulation?.received().filter(({ what }) => what === 'press')).toEqual([])
})

test('what was sent is not sent again by a retry, unless the step is idempotent', async () => {
  const sends = (more: object) =>
    createStep({
      id: 'a',
      retries: 2,
      retryDelayMs: 1,
      ...more,
      execute: async ({ sending }) => {
        await sending()
        did.push('a')
        throw new Error('no')
      },
    })
  expect((await run([sends({})])).error).toMatchObject({ sent: 'unknown' })
  expect(did).toEqual(['a'])
  await run([sends({ idempotent: true })])
  expect(did).toEqual(['a', 'a', 'a', 'a'])
})

test('ended while it was sending: what it expects says whether it was done', async () => {
  let isSent = false
  const send = createStep({
    id: 'send',
    expect: () => isSent,
    execute: async ({ desktop }) => {
      did.push('send')
      await (await desktop.app('Desk')).locator('role:button|name:Send').click()
      isSent = true
      throw new Error('killed')
    },
  })
  await run([does('a'), send, does('b')])
  const outcome = await run([does('a'), send, does('b')], { resume: true })
  expect(outcome.steps.map(({ id, seen }) => [id, seen])).toEqual([
    ['send', true],
    ['b', undefined],
  ])
  expect(did).toEqual(['a', 'send', 'b'])
})

test('stopped after the step; resumed with the next', async () => {
  const stop = new Stop()
  const steps = [
    createStep({
      id: 'a',
      execute: () => {
        did.push('a')
        stop.stop()
      },
    }),
    does('b'),
  ]
  expect((await run(steps, { stop })).status).toBe('cancelled')
  await run(steps, { resume: true })
  expect(did).toEqual(['a', 'b'])
})

test('secrets of the input are never stored', async () => {
  const steps = [createStep<{ pin: string }>({ id: 'a', execute: ({ input }) => ({ echo: `it is ${input.pin}` }) })]
  await runWorkflow(createWorkflow({ id: 'w', secrets: ['pin'], steps }), {
    desktop,
    dataDirectory: data,
    input: { pin: '271828' },
  })
  expect(await readFile(join(stateFolder('w', data), 'state.json'), 'utf8')).not.toContain('271828')
})

test('a workflow that is wrong is said so before it runs', () => {
  expect(() => createWorkflow({ id: 'w', steps: [does('a'), does('a')] })).toThrow('two steps with the id a')
  expect(() => createWorkflow({ id: 'w', steps: [does('a', { next: 'z' })] })).toThrow('there is no step z')
  expect(() => createStep({ id: 'a', execute: () => {}, retries: -1 })).toThrow('a.retries')
})
