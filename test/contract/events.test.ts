import { execFile } from 'node:child_process'
import { getEventListeners } from 'node:events'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import {
  Desktop,
  type Effect,
  type Receipt,
  type SimulatedApplication,
  type SimulatedNode,
  type SimulatedPace,
} from '../../lib/sdk/index.js'
import type { NativeBinding, NativeDesktop, NativePace } from '../../lib/sdk/native/binding.js'
import { type Observation, observationOf } from '../../lib/sdk/wait/observation.js'
import { PATIENCE } from '../patience.js'
import { failure, type Program, program, window } from './program.js'

// What wakes a wait: an event, or, since toolkits forget some, the backstop. On the simulated desktop, where what is announced can be
// chosen.

const FORGETFUL: SimulatedPace = { forgetful: true }
const NO_REMOVALS: SimulatedPace = { forgetful: true, forgetsRemoval: true }
// As a platform says of itself that forgets most, and where a fingerprint costs as much as a look.
const FORGETS_MOST: SimulatedPace = { forgetful: true, forgetsRemoval: true, cheapFingerprint: false }

const ok = 'role:button|name:OK'
const page = (after: number, value = '0'): SimulatedNode[] => [
  { role: 'group', key: 'place' },
  { role: 'text', key: 'status', name: 'Ready', value: '0' },
  {
    role: 'button',
    name: 'OK',
    on: {
      press: [
        { add: { role: 'text', name: 'Added' }, to: 'place', after },
        { set: 'status', name: 'Done', value, after },
      ],
    },
  },
]

// ms. The backstop looks at about 675 and 1,010 ms and probes every 40: a machine that pauses for a while does not change which
// of them is the first to notice.
const BETWEEN_LOOKS = 850

async function awaited(
  more: Partial<SimulatedApplication>,
  exists: string,
  after = 250,
): Promise<NonNullable<Receipt['awaited']>> {
  await using stage = await program(page(after, exists === 'value:1' ? '1' : '0'), more)
  const receipt = await stage.app.locator(ok).click({ verify: { exists } })
  expect(receipt.effect).toBe('verified')
  expect(stage.received('press')).toHaveLength(1)
  if (receipt.awaited === undefined) throw new Error('nothing was awaited')
  return receipt.awaited
}

describe('what ended a wait is in the receipt', () => {
  test('an event', async () => {
    const { by, event } = await awaited({}, 'name:Added')
    expect(by).toBe('event')
    expect(event).toMatch(/^(ChildrenChanged:add|PropertyChange:accessible-name)/)
  })

  test('nothing, when it was so at the first look', async () => {
    await using stage = await program(page(0))
    const receipt = await stage.app.locator(ok).click({ verify: { exists: 'name:Done' } })
    expect(receipt.awaited).toMatchObject({ by: 'at once', looks: 1 })
  })

  test.each<[string, Partial<SimulatedApplication>, string]>([
    [
      'what forgets additions, as GTK 4 does',
      { pace: FORGETFUL, forgets: ['ChildrenChanged:add', 'property'] },
      'name:Added',
    ],
    ['what forgets structure, as Qt does', { pace: NO_REMOVALS, forgets: ['structure', 'property'] }, 'name:Added'],
    ['what announces nothing at all and says that it forgets', { pace: FORGETFUL, silent: true }, 'name:Done'],
  ])('a probe, with %s', async (_, more, exists) => {
    const { by, looks, probes } = await awaited(more, exists, BETWEEN_LOOKS)
    expect(by).toBe('probe')
    expect(looks).toBeLessThanOrEqual(7)
    expect(probes).toBeGreaterThan(5)
  })

  test('a look, with an application that announces nothing and is not known to forget', async () => {
    const { by, looks, probes } = await awaited({ silent: true }, 'name:Added')
    expect({ by, probes }).toEqual({ by: 'look', probes: 0 })
    expect(looks).toBeLessThanOrEqual(4)
  })

  test('a look, of what no probe sees because it does not show', async () => {
    const hidden: Effect = { add: { role: 'text', name: 'Added', states: [] }, to: 'place', after: 250 }
    await using stage = await program(
      [page(0)[0] as SimulatedNode, { role: 'button', name: 'OK', on: { press: [hidden] } }],
      {
        silent: true,
        pace: FORGETFUL,
      },
    )
    const receipt = await stage.app.locator(ok).click({ verify: { exists: 'name:Added|visible:false' } })
    expect(receipt).toMatchObject({ effect: 'verified', awaited: { by: 'look' } })
  })

  test.each([FORGETFUL, {}])('a look, of a value, which no probe tells of: %o', async (pace) => {
    const { by } = await awaited({ silent: true, pace }, 'value:1')
    expect(by).toBe('look')
  })

  test('toString() says which', async () => {
    await using stage = await program(page(BETWEEN_LOOKS), { silent: true, pace: FORGETFUL })
    const receipt = await stage.app.locator(ok).click({ verify: { exists: 'name:Added' } })
    expect(receipt.toString()).toMatch(/verify after \d+ ms \(probe, \d looks, \d+ probes?\)/)
  })
})

test('an element that moves is waited for without an event or a probe telling so', async () => {
  await using stage = await program([{ role: 'button', name: 'OK', faults: { moving: { for: 200, x: 300, y: 0 } } }], {
    silent: true,
  })
  await stage.app.locator(ok).click({ route: 'input' })
  expect(stage.received('press')).toHaveLength(1)
})

interface Inside {
  surroundings: { binding: NativeBinding; native: NativeDesktop }
}

/** The observation of the program, and how often its native calls were made. */
function spied(stage: Program): { events: Observation; calls: Record<string, number> } {
  const { binding, native } = (stage.desktop as unknown as Inside).surroundings
  const calls: Record<string, number> = { observe: 0, snapshot: 0, find: 0, findAmong: 0, fingerprint: 0 }
  const counting = new Proxy(native, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        if (typeof name === 'string' && name in calls) calls[name] = (calls[name] ?? 0) + 1
        return Reflect.apply(member, target, given)
      }
    },
  })
  const surroundings = (stage.app as unknown as { desktop: { native: NativeDesktop } }).desktop
  surroundings.native = counting
  const { key, pace } = stage.app as unknown as { key: string; pace: NativePace }
  return { events: observationOf(binding, counting, key, pace), calls }
}

describe('an event says which element it is about', () => {
  const renamed: Effect = { set: 'status', name: 'Done' }

  /** A wait that sleeps, and how often the tree is looked at from then on. */
  async function waiting(stage: Program, selector: string, state: 'attached' | 'visible' | 'detached' = 'attached') {
    const { calls } = spied(stage)
    await stage.app.changes(() => undefined)
    const outcome = stage.app
      .locator(selector)
      .waitFor({ state, timeout: 1000 })
      .then(() => 'done')
      .catch((error: { code: string }) => error.code)
    const looks = () => (calls.find ?? 0) + (calls.snapshot ?? 0)
    let before = 0
    await expect
      .poll(() => {
        const asBefore = looks() > 1 && looks() === before
        before = looks()
        return asBefore
      })
      .toBe(true)
    return { outcome, looked: () => looks() - before }
  }

  test.each(['name:Done', 'role:window >> role:text|name:Done'])('that one alone is looked at for %s', async (text) => {
    await using stage = await program(page(0))
    const { outcome, looked } = await waiting(stage, text)
    stage.apply(renamed)
    expect(await outcome).toBe('done')
    expect(looked()).toBe(0)
  })

  test.each(['name:Done|nth:0', 'role:window|has:(name:Done)'])(
    'where that one does not decide, the tree is looked at: %s',
    async (text) => {
      await using stage = await program(page(0))
      const { outcome, looked } = await waiting(stage, text)
      stage.apply(renamed)
      expect(await outcome).toBe('done')
      expect(looked()).toBeGreaterThan(0)
    },
  )

  test('that there is another one like it is not overlooked', async () => {
    await using stage = await program([...page(0), { role: 'text', key: 'other', name: 'Other' }])
    const { outcome } = await waiting(stage, 'name:Done', 'visible')
    stage.apply({ set: 'other', name: 'Done' }, renamed)
    expect(await outcome).toBe('AMBIGUOUS')
  })

  test('that it goes is believed of the whole tree alone', async () => {
    await using stage = await program([...page(0), { role: 'text', key: 'other', name: 'Ready' }])
    const { outcome, looked } = await waiting(stage, 'name:Ready', 'detached')
    stage.apply(renamed)
    expect(await outcome).toBe('TIMEOUT')
    expect(looked()).toBeGreaterThan(0)
  })
})

describe('what is to go is asked for alone where its going is not announced', () => {
  async function going(pace: SimulatedPace, ends: (stage: Program) => Promise<unknown>) {
    await using stage = await program(page(0), { pace, forgets: ['structure'] })
    const { calls } = spied(stage)
    await stage.app.changes(() => undefined)
    const before = { ...calls }
    stage.apply({ remove: 'status', after: 200 })
    await ends(stage)
    const of = (name: string) => (calls[name] ?? 0) - (before[name] ?? 0)
    return { alone: of('findAmong'), looks: of('find') + of('snapshot') }
  }
  const gone = (stage: Program) => stage.app.locator('role:text|name:Ready').waitFor({ state: 'detached' })
  const verifiedGone = async (stage: Program) => {
    const verify = { notExists: 'role:text|name:Ready' }
    const receipt = await stage.app.locator('role:group').click({ verify, route: 'input' })
    expect(receipt).toMatchObject({ effect: 'verified', awaited: { by: 'probe' } })
    expect(receipt.awaited?.probes).toBeGreaterThan(3)
  }

  test('by a wait', async () => {
    const { alone, looks } = await going(NO_REMOVALS, gone)
    expect(alone).toBeGreaterThan(3)
    expect(looks).toBeLessThan(6)
  })

  test('by a verification', async () => {
    expect((await going(NO_REMOVALS, verifiedGone)).alone).toBeGreaterThan(3)
  })

  test('not where it is announced', async () => {
    expect((await going(FORGETFUL, gone)).alone).toBe(0)
  })
})

describe('a backend that forgets most and has no cheap fingerprint', () => {
  const silent = { silent: true, pace: FORGETS_MOST }
  // ms; the clock looks every 200, and a machine may pause.
  const CHANGES = 300
  const NOTICED = CHANGES + 1_000

  test.each<[string, Partial<SimulatedApplication>]>([
    ['announces nothing', silent],
    ['forgets what comes and goes', { forgets: ['structure', 'property'], pace: FORGETS_MOST }],
  ])('is looked at by the clock, soon, and is never asked for a fingerprint: it %s', async (_, more) => {
    await using stage = await program(page(CHANGES), more)
    const { calls } = spied(stage)
    const began = performance.now()
    const receipt = await stage.app.locator(ok).click({ verify: { exists: 'name:Added' } })
    expect(performance.now() - began).toBeLessThan(NOTICED)
    expect(receipt).toMatchObject({ effect: 'verified', awaited: { by: 'look', probes: 0 } })
    expect(calls.fingerprint).toBe(0)
  })

  test('what is to go is asked for alone, and looked for by the clock as well', async () => {
    await using stage = await program(page(0), silent)
    const { calls } = spied(stage)
    stage.apply({ remove: 'status', after: CHANGES })
    const began = performance.now()
    await stage.app.locator('role:text|name:Ready').waitFor({ state: 'detached' })
    expect(performance.now() - began).toBeLessThan(NOTICED)
    expect(calls.findAmong).toBeGreaterThan(3)
    expect(calls.fingerprint).toBe(0)
  })

  test('how soon the first event is expected after an action, and what counts as quiet, is its word', async () => {
    await using slow = await program(page(400), { pace: { firstEvent: 2_000 } })
    expect((await slow.app.locator(ok).click()).effect).toBe('changed')
    await using quick = await program(page(400), { pace: { firstEvent: 50 } })
    expect((await quick.app.locator(ok).click()).effect).toBe('unknown')
  })
})

describe('subscriptions', () => {
  test('are one for an application, however many wait for it', async () => {
    await using stage = await program(page(200))
    const { calls } = spied(stage)
    const waits = Array.from({ length: 50 }, (_, index) =>
      stage.app.locator(`name:Added || name:"Never ${index}"`).waitFor({ state: 'attached' }),
    )
    await stage.app.locator(ok).click()
    await Promise.all(waits)
    expect(calls.observe).toBe(1)
    await stage.app.locator('name:Done').waitFor({ state: 'attached' })
    expect(calls.observe).toBe(1)
  })

  test('many waits share their looks and their probes', async () => {
    await using stage = await program(page(60_000), { silent: true, pace: FORGETFUL })
    const { calls } = spied(stage)
    const signal = AbortSignal.timeout(1500)
    const waits = Array.from({ length: 200 }, (_, index) =>
      failure(stage.app.locator(`name:"Never ${index}"`).waitFor({ signal, timeout: 60_000 })),
    )
    for (const error of await Promise.all(waits)) expect(error.code).toBe('ABORTED')
    expect(calls.observe).toBe(1)
    expect((calls.snapshot ?? 0) + (calls.find ?? 0)).toBeLessThan(100)
    expect(calls.fingerprint).toBeLessThan(160)
  })

  test('are one for each application', async () => {
    const world = {
      applications: ['Program', 'Other'].map((name) => ({
        name,
        windows: [window({ role: 'button' as const, name })],
      })),
    }
    await using desktop = await Desktop.open({ world })
    const [one, other] = [await desktop.app('Program'), await desktop.app('Other')]
    await Promise.all([one.locator('role:button').click(), other.locator('role:button').click()])
    await expect(one.locator('role:button|name:Other').waitFor({ timeout: 100 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    })
  })

  test('come again on another desktop after the first was disposed of, and nothing is left unhandled', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    for (let round = 0; round < 3; round++) {
      const stage = await program(page(20))
      const never = failure(stage.app.locator('name:Never').waitFor({ timeout: 60_000 }))
      const receipt = await stage.app.locator(ok).click({ verify: { exists: 'name:Added' } })
      expect(receipt.effect).toBe('verified')
      await stage.desktop.dispose()
      expect(await never).toMatchObject({ code: 'ABORTED' })
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })
})

describe('a wait that is over leaves nothing behind', () => {
  test('no listener on the signal and no timer, whether it was aborted or came true', async () => {
    await using stage = await program(page(100))
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length
    await stage.app.locator(ok).waitFor()
    const before = timers()
    const controller = new AbortController()
    const { signal } = controller
    const listeners = () => getEventListeners(signal, 'abort').length
    const never = Array.from({ length: 20 }, () =>
      failure(stage.app.locator('name:Never').waitFor({ signal, timeout: 60_000 })),
    )
    await stage.app.locator(ok).click({ signal, verify: { exists: 'name:Added' } })
    // One for all, when they sleep again: Node warns of more than ten.
    await expect.poll(listeners).toBe(1)
    controller.abort()
    for (const error of await Promise.all(never)) expect(error.code).toBe('ABORTED')
    expect(listeners()).toBe(0)
    // A probe that is under way ends by itself.
    await expect.poll(timers).toBeLessThanOrEqual(before)
  })

  test('Node ends when nothing else is to be done, though the subscription lingers', async () => {
    const script = `
      import { Desktop } from './lib/sdk/index.ts'
      const desktop = await Desktop.open({ world: ${JSON.stringify({ applications: [{ name: 'Program', windows: [window(...page(50))] }] })} })
      const app = await desktop.app('Program')
      const receipt = await app.locator('${ok}').click({ verify: { exists: 'name:Added' } })
      console.log(receipt.effect)
    `
    const run = promisify(execFile)
    const { stdout } = await run(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      timeout: PATIENCE,
    })
    expect(stdout.trim()).toBe('verified')
  })
})
