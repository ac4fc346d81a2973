import { expect, test } from 'vitest'
import { Attempt } from '../../lib/sdk/action/attempt.js'
import { saysNumber } from '../../lib/sdk/action/parts/shown-text.js'
import { dragSteps } from '../../lib/sdk/action/pointer.js'
import { dispatchNative } from '../../lib/sdk/action/steps/dispatch.js'
import * as verbs from '../../lib/sdk/action/verbs/simple.js'
import { Limits } from '../../lib/sdk/call/limits.js'
import { SurehandError } from '../../lib/sdk/errors.js'
import { cutsThatHide } from '../../lib/sdk/look/absence.js'
import { type Found, look } from '../../lib/sdk/look/look.js'
import type { Scope } from '../../lib/sdk/look/scope.js'
import type { NativeDesktop, NativeNode, NativeSnapshot } from '../../lib/sdk/native/binding.js'
import { parse } from '../../lib/sdk/selector/index.js'
import { Query, queryOf } from '../../lib/sdk/tree/query.js'
import { Snapshot } from '../../lib/sdk/tree/snapshot.js'
import { patiently } from '../../lib/sdk/wait/patiently.js'
import { TreeCost } from '../../lib/sdk/wait/tree-cost.js'
import { NotYet, polling, until } from '../../lib/sdk/wait/wait.js'

const binding = { createCancel: () => ({ cancel() {} }) }
const limits = (timeout: number, signal?: AbortSignal) => new Limits(binding, { timeout, signal }, timeout)
const native = (code: string, sent = 'no') => Object.assign(new Error(`it said ${code}`), { code, sent, details: {} })

// Waiting

test('until looks again and again until there is an answer', async () => {
  let looks = 0
  const answer = await until(limits(1000), polling, async () =>
    ++looks < 4 ? new NotYet(() => new SurehandError('NOT_FOUND', '')) : 'here',
  )
  expect([answer, looks]).toEqual(['here', 4])
})

test('at the deadline it fails with what the last look saw', async () => {
  const looked = until(
    limits(60),
    polling,
    async (count) => new NotYet(() => new SurehandError('NOT_FOUND', `look ${count}`)),
  )
  await expect(looked).rejects.toMatchObject({ code: 'NOT_FOUND', message: expect.stringMatching(/^look [1-9]/) })
})

test('a look that runs out of time is no news: what the look before saw is', async () => {
  const looked = until(limits(1000), polling, async (count) => {
    if (count === 0) return new NotYet(() => new SurehandError('NOT_FOUND', 'seen'))
    throw new SurehandError('TIMEOUT', 'no answer')
  })
  await expect(looked).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'seen' })
})

test('neither is a tree that the deadline cut; one that was cut before is', async () => {
  const cut = new SurehandError('INCOMPLETE_TREE', 'it may be there')
  const looked = (timeout: number) =>
    until(limits(timeout), polling, async (count) => {
      if (count === 0) return new NotYet(() => new SurehandError('NOT_ACTIONABLE', 'seen'))
      throw cut
    })
  await expect(looked(100)).rejects.toMatchObject({ code: 'NOT_ACTIONABLE', message: 'seen' })
  await expect(looked(60_000)).rejects.toBe(cut)
})

test('an application that is busy for a moment is waited out', async () => {
  const looked = until(limits(1000), polling, async (count) => {
    if (count < 2) throw new SurehandError('APP_UNRESPONSIVE', 'busy')
    return 'back'
  })
  expect(await looked).toBe('back')
})

test.each(['TIMEOUT', 'APP_UNRESPONSIVE'] as const)(
  'a part of the time that ends with %s, before anything was seen, is not all there is: more of it follows',
  async (code) => {
    const parts: number[] = []
    const outcome = await patiently(limits(1000), 10, async ({ timeout }) => {
      parts.push(timeout)
      if (timeout < 40) throw new SurehandError(code, 'an earlier call to the same application had not ended')
      return 'asked'
    })
    expect([outcome, ...parts]).toEqual(['asked', 10, 20, 40])
  },
)

test('a part of the time in which something was seen is not gone on with', async () => {
  let parts = 0
  const work = patiently(limits(1000), 10, async () => {
    parts++
    throw new SurehandError('NOT_ACTIONABLE', 'it has not the focus')
  })
  await expect(work).rejects.toMatchObject({ code: 'NOT_ACTIONABLE' })
  expect(parts).toBe(1)
})

test('other errors end the wait at once', async () => {
  let looks = 0
  const looked = until(limits(1000), polling, async () => {
    looks++
    throw new SurehandError('APP_EXITED', 'gone')
  })
  await expect(looked).rejects.toMatchObject({ code: 'APP_EXITED' })
  expect(looks).toBe(1)
})

// Limits

test('a native call is cancelled by the signal, with its reason', async () => {
  const controller = new AbortController()
  let cancelled = false
  const bounds = new Limits(
    { createCancel: () => ({ cancel: () => (cancelled = true) }) },
    { signal: controller.signal },
    1000,
  )
  const call = bounds.call(
    () => new Promise((_, reject) => setTimeout(() => reject(native(cancelled ? 'ABORTED' : 'TIMEOUT')), 30)),
  )
  controller.abort('stop')
  await expect(call).rejects.toMatchObject({ code: 'ABORTED', cause: 'stop' })
  expect(cancelled).toBe(true)
})

test('a call gets what time remains, and none is made when there is none', async () => {
  const bounds = limits(40)
  const first = await bounds.call(async ({ timeout }) => timeout)
  expect(first).toBeGreaterThan(30)
  expect(first).toBeLessThanOrEqual(40)
  while (!bounds.expired) await bounds.sleep(1000)
  let called = false
  const late = bounds.call(async () => {
    called = true
  })
  await expect(late).rejects.toMatchObject({ code: 'TIMEOUT' })
  expect(called).toBe(false)
})

// Dispatch

const query = new Query(parse('role:button'), 'role:button')
function attempt(invoke: NativeDesktop['invoke'], signal?: AbortSignal): Attempt {
  const scope = {
    binding,
    native: { invoke },
    place: 'gedit',
    events: { serial: 0, noteAction() {} },
    target: { appKey: 'gedit' },
    defaults: {},
  } as unknown as Scope
  const bounds = limits(1000, signal)
  return new Attempt({ verb: 'click', scope, options: {}, limits: bounds, reads: {} }, [{ query }], bounds)
}
const found = {
  snapshot: { role: () => 'button', name: () => 'Save', ref: () => 'e1', node: () => ({ role: 'button', states: [] }) },
  node: 0,
  element: { appKey: 'a', identity: 'b' },
} as unknown as Found
const press = [{ kind: 'toggle' as const }, { kind: 'press' as const }]

test('routes are tried in order while the element has none of the kind', async () => {
  const tried: string[] = []
  const dispatch = await dispatchNative(
    attempt(async (_, { kind }) => {
      tried.push(kind)
      if (kind === 'toggle') throw native('UNSUPPORTED')
      return { route: 'action', detail: 'click', confirmed: false }
    }),
    found,
    press,
  )
  expect(dispatch?.detail).toBe('click')
  expect(tried).toEqual(['toggle', 'press'])
})

test.each(['TIMEOUT', 'APP_UNRESPONSIVE', 'APP_EXITED', 'ABORTED', 'UNSUPPORTED'])(
  '%s of what may have been sent leaves the outcome open, and nothing is sent again',
  async (code) => {
    let sent = 0
    const dispatch = dispatchNative(
      attempt(async () => {
        sent++
        throw native(code, 'unknown')
      }),
      found,
      press,
    )
    await expect(dispatch).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      sent: 'unknown',
      details: { reason: code },
      cause: { code },
    })
    expect(sent).toBe(1)
  },
)

test.each(['STALE', 'TIMEOUT', 'APP_EXITED', 'ABORTED'])(
  '%s of what sent nothing is passed on as it is',
  async (code) => {
    const going = attempt(async () => {
      throw native(code)
    })
    await expect(dispatchNative(going, found, press)).rejects.toMatchObject({
      code,
      message: `it said ${code}`,
      sent: 'no',
    })
    expect(going.acted).toBe(false)
  },
)

test('an outcome that is not known is passed on as it is', async () => {
  const dispatch = dispatchNative(
    attempt(async () => {
      throw native('OUTCOME_UNKNOWN', 'unknown')
    }),
    found,
    press,
  )
  await expect(dispatch).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', message: 'it said OUTCOME_UNKNOWN' })
})

test('an abort before dispatch sends nothing', async () => {
  let sent = 0
  const dispatch = dispatchNative(
    attempt(async () => {
      sent++
      return { route: 'action', detail: '', confirmed: false }
    }, AbortSignal.abort()),
    found,
    press,
  )
  await expect(dispatch).rejects.toMatchObject({ code: 'ABORTED' })
  expect(sent).toBe(0)
})

// What a tree proves

/** A window with a sheet that is cut, and a dialog in front of it. */
const cutTree = async (reason: string) => {
  const sheet = { role: 'table', name: 'Sheet', cut: { reason } }
  const tree = {
    role: 'application',
    children: [
      { role: 'window', children: [sheet] },
      { role: 'dialog', name: 'Save' },
    ],
  }
  return (await Snapshot.from(JSON.stringify(tree))).native
}

test.each([
  ['role:button', 'deadline', 1],
  ['role:button', 'virtual', 1],
  ['role:dialog', 'virtual', 0],
  ['role:dialog|name:Save', 'virtual', 0],
  ['role:dialog || role:window', 'virtual', 0],
  ['role:dialog || role:button', 'virtual', 1],
  ['role:dialog >> role:button', 'virtual', 0],
  ['role:dialog|name:Open >> role:button', 'virtual', 0],
  ['role:dialog >> role:button', 'deadline', 1],
  ['role:window >> role:button', 'virtual', 1],
  ['role:window >> role:table >> role:button', 'virtual', 1],
  ['role:table >> role:button', 'virtual', 1],
  ['role:dialog', 'unresponsive', 1],
  ['role:button', 'closed', 0],
  ['role:menuitem', 'closed', 1],
  ['name:Save', 'closed', 1],
  ['role:menuitem|visible:true', 'closed', 0],
])('%s on a tree that is cut (%s): %i cuts could hide it', async (selector, reason, count) => {
  expect(cutsThatHide(await cutTree(reason), parse(selector))).toHaveLength(count)
})

test.each([
  ['deadline', 'nothing is known'],
  ['unresponsive', 'nothing is known'],
  ['virtual', 'STALE'],
])('a ref that is not in a tree which is cut (%s): %s', async (reason, outcome) => {
  const tree = await cutTree(reason)
  const scope = {
    native: { snapshot: async () => tree, elementOfRef: () => ({ appKey: 'a', identity: 'i' }) },
    target: { appKey: 'a' },
    events: { cost: new TreeCost() },
  } as unknown as Scope
  const looked = look(scope, queryOf('test', 'ref:e4711'), limits(1000))
  expect(
    await looked.then(
      ({ nodes }) => (nodes.length === 0 ? 'nothing is known' : nodes),
      ({ code }) => code,
    ),
  ).toBe(outcome)
})

test('what is cut in one window hides nothing of what is looked for in another', async () => {
  const tree = await cutTree('deadline')
  // Trees of data have no identities.
  const within = (selector: string) => {
    const [node] = tree.match(queryOf('test', selector).compiled, {})
    const own = { findIdentity: () => node, cuts: () => tree.cuts(), subtreeEnd: (at: number) => tree.subtreeEnd(at) }
    return cutsThatHide(own as unknown as NativeSnapshot, parse('role:button'), { appKey: 'a', identity: 'i' })
  }
  expect(within('role:dialog')).toEqual([])
  expect(within('role:window')).toHaveLength(1)
})

test('a deadline is told of the call that it ends, not of the part that came too late', async () => {
  const limits = new Limits(binding, { timeout: 40 }, 5_000)
  await limits.sleep(50)
  const late = limits.within(500).call(async () => 'never')
  await expect(late).rejects.toMatchObject({ code: 'TIMEOUT', message: 'The time of this call (40 ms) is up.' })
})

// Where a click goes

test('a drag begins and ends on its elements, with the button down between', () => {
  const steps = dragSteps({ x: 0, y: 0 }, { x: 80, y: 40 })
  expect(steps.slice(0, 2)).toEqual([
    { kind: 'move', x: 0, y: 0 },
    { kind: 'down', button: 1 },
  ])
  expect(steps.filter(({ kind }) => kind !== 'pause').slice(-2)).toEqual([
    { kind: 'move', x: 80, y: 40 },
    { kind: 'up', button: 1 },
  ])
})

// Goals

const node = (role: string, states: string[], value?: string) => ({ role, states, value }) as NativeNode

test.each([
  [40, '40', true],
  [40, '40 %', true],
  [0.1, '0,1', true],
  [0.1, '0.10000000149', true],
  [40, '41', false],
  [40, undefined, false],
  [-3, '-3', true],
])('the number %d is reached when the value reads %j: %s', (number, value, met) => {
  expect(saysNumber(value, number)).toBe(met)
})

test('checked means checked, or pressed for what has no check mark', () => {
  expect(verbs.check.goal?.met(node('button', ['pressed']))).toBe(true)
  expect(verbs.check.goal?.met(node('checkbox', ['checked=mixed']))).toBe(false)
  expect(verbs.uncheck.goal?.met(node('checkbox', ['checked=false']))).toBe(true)
  expect(verbs.check.objection?.(node('button', []))).toBeDefined()
  expect(verbs.uncheck.objection?.(node('radio', ['checked']))).toContain('another one')
})
