import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RETRY_PAUSE } from '../../lib/sdk/action/plan.js'
import type { Effect, Receipt, SimulatedNode } from '../../lib/sdk/index.js'
import { Observation } from '../../lib/sdk/wait/observation.js'
import { PATIENCE, SOON } from '../patience.js'
import { failure, type Program, program } from './program.js'

// The six steps of an action, each met by what goes wrong in it, on the simulated desktop.

const ok = 'role:button|name:OK'
const status: SimulatedNode = { role: 'text', key: 'status', name: 'Ready' }
const done: Effect = { set: 'status', name: 'Done' }
const button = (more: Partial<SimulatedNode> = {}): SimulatedNode => ({
  role: 'button',
  name: 'OK',
  key: 'ok',
  ...more,
})

const modal: SimulatedNode = {
  role: 'dialog',
  name: 'One moment',
  key: 'modal',
  modal: true,
  bounds: { x: 100, y: 100, width: 200, height: 100 },
}

interface Step {
  name: string
  /** Where the action is when it is ended. */
  step: string
  children: SimulatedNode[]
  /** What happened to the program before. */
  before?: Effect[]
  options?: object
  /** How often the button was pressed by then. */
  presses: number
  sent: 'no' | 'unknown'
  /** What the message says of that, where it is more than yes or no. */
  said?: string
  /** What a deadline in this step is. */
  late: string
  /** What the message says was seen. */
  seen: RegExp
}

const steps: Step[] = [
  {
    name: 'resolve',
    step: 'resolve',
    children: [status, { role: 'button', name: 'Cancel' }],
    presses: 0,
    sent: 'no',
    late: 'NOT_FOUND',
    seen: /button "Cancel" fails name:OK/,
  },
  {
    name: 'preflight',
    step: 'preflight',
    children: [status, button({ enabled: false })],
    presses: 0,
    sent: 'no',
    late: 'NOT_ACTIONABLE',
    seen: /button "OK" \(e\d+\) cannot be acted on: it is disabled/,
  },
  {
    name: 'preflight for the pointer',
    step: 'preflight',
    children: [status, button()],
    before: [{ openWindow: modal, application: 'Program' }],
    options: { route: 'input' },
    presses: 0,
    sent: 'no',
    late: 'NOT_ACTIONABLE',
    seen: /cannot be acted on: dialog "One moment" is modal and takes every click/,
  },
  {
    name: 'preflight, while it is scrolled into view',
    step: 'preflight',
    children: [
      status,
      {
        role: 'list',
        bounds: { x: 0, y: 50, width: 200, height: 100 },
        children: [
          button({ bounds: { x: 0, y: 400, width: 100, height: 20 }, on: { scrollIntoView: [{ hang: 60_000 }] } }),
        ],
      },
    ],
    options: { route: 'input' },
    presses: 0,
    sent: 'no',
    said: 'it was not sent, but what prepares for it: it was scrolled to',
    // What the look before saw or, where the one after it had time enough to be believed, that it got no answer.
    late: expect.stringMatching(/^(NOT_ACTIONABLE|APP_UNRESPONSIVE)$/) as string,
    seen: /button "OK" \(e\d+\) cannot be acted on: it is not in view|did not answer while click was prepared/,
  },
  {
    name: 'dispatch',
    step: 'dispatch',
    children: [status, button({ on: { press: [done, { hang: 60_000 }] } })],
    presses: 1,
    sent: 'unknown',
    late: 'OUTCOME_UNKNOWN',
    seen: /not answered/,
  },
  {
    name: 'verify',
    step: 'verify',
    children: [status, button({ on: { press: [done] } })],
    options: { verify: { exists: 'name:Never', timeout: 60_000 } },
    presses: 1,
    sent: 'unknown',
    late: 'VERIFY_FAILED',
    seen: /nothing matches name:Never/,
  },
]

let stage: Program
afterEach(() => stage[Symbol.asyncDispose]())

describe.each(steps)('in $name', ({ step, children, before = [], options, presses, sent, said, late, seen }) => {
  beforeEach(async () => {
    stage = await program(children)
    stage.apply(...before)
  })

  test('the deadline ends it, and the error says where it was and what was last seen', async () => {
    const began = performance.now()
    const error = await failure(stage.app.locator(ok).click({ ...options, timeout: 1000 }))
    const took = performance.now() - began
    expect(error).toMatchObject({
      code: late,
      message: expect.stringMatching(seen),
      sent,
      details: { verb: 'click', selector: ok, step, place: 'Program', attempts: [{ step, error: late }] },
    })
    expect(error.message).toContain(`click ended in step ${step} after `)
    expect(error.message).toContain(said ?? (sent === 'unknown' ? 'it had been sent' : 'nothing was sent'))
    expect(took).toBeGreaterThanOrEqual(999)
    expect(took).toBeLessThan(SOON)
    expect(stage.received('press')).toHaveLength(presses)
  })

  test('an abort ends it at once, and the error says where it was and what was last seen', async () => {
    const controller = new AbortController()
    const call = failure(stage.app.locator(ok).click({ ...options, signal: controller.signal, timeout: 60_000 }))
    setTimeout(() => controller.abort('enough'), 800)
    const began = performance.now()
    const error = await call
    expect(performance.now() - began).toBeLessThan(SOON)
    // A request that was on its way when the signal fired may have been carried out.
    expect(error.code).toBe(step === 'dispatch' ? 'OUTCOME_UNKNOWN' : 'ABORTED')
    expect(error).toMatchObject({ sent, details: { step, attempts: [{ step, error: error.code }] } })
    expect(error.message).toContain(`click ended in step ${step} after `)
    if (step !== 'dispatch') {
      expect(error.cause).toBe('enough')
      expect(error.message).toMatch(seen)
    }
    expect(stage.received('press')).toHaveLength(presses)
  })
})

test('a verb that scrolls says that it did, when its answer is lost', async () => {
  stage = await program([
    button({ on: { scrollIntoView: [{ hang: 60_000 }] }, bounds: { x: 0, y: 900, width: 9, height: 9 } }),
  ])
  const error = await failure(stage.app.locator(ok).scrollIntoView({ timeout: 200 }))
  expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', sent: 'unknown', details: { step: 'dispatch' } })
})

test('a verb that types says that nothing was typed, when asking for the focus was not answered', async () => {
  stage = await program([{ role: 'textbox', name: 'OK', on: { focus: [{ hang: 60_000 }] } }])
  const error = await failure(stage.app.locator('role:textbox').pressSequentially('abc', { timeout: 200 }))
  expect(error).toMatchObject({ code: 'APP_UNRESPONSIVE', sent: 'no' })
  expect(stage.received('type')).toEqual([])
})

describe('in settle', () => {
  /** Does what it is told, and then answers nothing for so many ms. */
  const hanging = (ms: number) => [
    status,
    button({
      on: {
        press: [
          { ...done, after: 20 },
          { hang: ms, after: 21 },
        ],
      },
    }),
  ]

  test('the deadline leaves an action that was sent as what it is: sent, with an effect that nobody saw', async () => {
    stage = await program(hanging(60_000))
    const began = performance.now()
    const receipt = await stage.app.locator(ok).click({ timeout: 200 })
    expect(performance.now() - began).toBeLessThan(SOON)
    expect(receipt).toMatchObject({ effect: 'unknown', diff: undefined, attempts: [{ step: 'done' }] })
    expect(stage.received('press')).toHaveLength(1)
  })

  test('an application that is busy for more than a second with what it was sent is looked at when it answers again', async () => {
    stage = await program(hanging(1500))
    const receipt = await stage.app.locator(ok).click()
    expect(receipt).toMatchObject({ effect: 'changed', attempts: [{ step: 'done' }] })
  })

  test('an abort says that it had been sent', async () => {
    stage = await program(hanging(60_000))
    const controller = new AbortController()
    const call = failure(stage.app.locator(ok).click({ signal: controller.signal }))
    setTimeout(() => controller.abort('enough'), 150)
    const began = performance.now()
    expect(await call).toMatchObject({ code: 'ABORTED', cause: 'enough', sent: 'unknown', details: { step: 'settle' } })
    expect(performance.now() - began).toBeLessThan(SOON)
    expect(stage.received('press')).toHaveLength(1)
  })
})

describe('between two attempts', () => {
  const lost = [status, button({ faults: { lostPresses: 1 } })]
  const options = { retries: 5, verify: { exists: 'name:Done', timeout: 60 } }

  test('the deadline ends it with what the last attempt saw', async () => {
    stage = await program(lost)
    const error = await failure(stage.app.locator(ok).click({ ...options, retries: 100, timeout: 2000 }))
    expect(error).toMatchObject({ code: 'VERIFY_FAILED', sent: 'unknown' })
    expect(error.details.attempts).toContainEqual(expect.objectContaining({ step: 'verify', error: 'VERIFY_FAILED' }))
  })

  test('an abort ends it, and says that it had been sent', async () => {
    stage = await program([status, button({ on: { press: [] } })])
    const controller = new AbortController()
    const { sleep } = Observation.prototype
    using _ = vi.spyOn(Observation.prototype, 'sleep').mockImplementation(function (this: Observation, ...given) {
      if (given[1] === RETRY_PAUSE) controller.abort('enough')
      return sleep.apply(this, given)
    })
    const error = await failure(stage.app.locator(ok).click({ ...options, signal: controller.signal }))
    expect(error).toMatchObject({ code: 'ABORTED', cause: 'enough', sent: 'unknown' })
    expect(error.details.attempts).toMatchObject([{ step: 'verify', error: 'VERIFY_FAILED' }])
  })
})

describe('while somebody is asked', () => {
  test.each(['confirm', 'onAmbiguous'])('an abort ends a %s that never answers', async (hook) => {
    const twins = hook === 'onAmbiguous' ? [button(), button({ key: 'twin' })] : [button()]
    stage = await program(twins)
    const controller = new AbortController()
    const never = () => new Promise<never>(() => {})
    const call = failure(stage.app.locator(ok).click({ [hook]: never, signal: controller.signal }))
    setTimeout(() => controller.abort('enough'), 100)
    expect(await call).toMatchObject({ code: 'ABORTED', cause: 'enough', sent: 'no' })
    expect(stage.received('press')).toHaveLength(0)
  })

  test('no deadline counts the time it takes', async () => {
    stage = await program([button()])
    const slow = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 4000))
    const receipt = await stage.app.locator(ok).click({ confirm: slow, timeout: 3000 })
    expect(receipt.duration).toBeLessThan(3000)
    expect(stage.received('press')).toHaveLength(1)
  })

  test('what they agreed to is looked at again: what is another one by then is asked about anew', async () => {
    stage = await program([button()])
    const asked: string[] = []
    await stage.app.locator(ok).click({
      confirm: ({ element }) => {
        asked.push(element.ref)
        if (asked.length === 1) stage.apply({ recreate: 'ok' })
        return true
      },
    })
    expect(asked).toHaveLength(2)
    expect(new Set(asked).size).toBe(2)
    expect(stage.received('press')).toHaveLength(1)
  })
})

// Elements that are trouble, met by a click that goes by the native action, by the pointer, and with verification.

const ways: [string, object][] = [
  ['by the native action', {}],
  ['by the pointer', { route: 'input' }],
  ['with verification', { verify: { exists: 'role:text|name:Done' } }],
]
const pressed = (faults: SimulatedNode['faults']) => button({ faults: faults ?? {}, on: { press: [done] } })

describe.each(ways)('%s', (_, options) => {
  const click = (more: object = {}): Promise<Receipt> => stage.app.locator(ok).click({ ...options, ...more })
  const once = async (): Promise<void> => {
    expect(stage.received('press')).toHaveLength(1)
    expect(await stage.app.locator('role:text').name()).toBe('Done')
  }

  test('one that comes late is waited for', async () => {
    stage = await program([status, pressed({ late: 200 })])
    expect((await click()).attempts).toMatchObject([{ step: 'done' }])
    await once()
  })

  test('one that moves is hit where it comes to rest', async () => {
    stage = await program([status, pressed({ moving: { for: 250, x: 200, y: 100 } })])
    await click()
    await once()
  })

  test('one that is re-created again and again is pressed as the one that it is then', async () => {
    const again: Effect[] = [20, 40, 60, 80, 100, 120].map((after) => ({ recreate: 'ok', after }))
    stage = await program([status, pressed({})])
    stage.apply(...again)
    const [receipt] = [await click()]
    expect(receipt?.attempts.at(-1)?.step).toBe('done')
    await once()
  })

  test('one that is there twice is AMBIGUOUS, and none is pressed', async () => {
    stage = await program([status, pressed({ duplicated: true })])
    const error = await failure(click())
    expect(error).toMatchObject({ code: 'AMBIGUOUS', sent: 'no', details: { step: 'resolve', count: 2 } })
    expect(stage.received('press')).toHaveLength(0)
  })

  test('one that is there twice for a moment is pressed when it is alone, with a retry', async () => {
    stage = await program([status, pressed({ duplicated: 150 })])
    const receipt = await click({ retries: 1 })
    expect(receipt.attempts[0]?.looks).toBeGreaterThan(1)
    await once()
  })

  test('one that is disabled for a moment is waited for', async () => {
    stage = await program([status, pressed({ disabled: 200 })])
    await click()
    await once()
  })

  // The hidden one stays as it is, while the rest of the program goes on changing.
  test('one that comes to show beside a hidden twin is pressed', async () => {
    stage = await program([status, { ...button(), key: 'twin', visible: false }])
    stage.apply(
      ...[30, 60, 90, 120, 150, 180].map((after): Effect => ({ set: 'status', name: `Step ${after}`, after })),
      { add: pressed({}), to: 'main', after: 200 },
    )
    const began = performance.now()
    await click({ timeout: PATIENCE })
    expect(performance.now() - began).toBeLessThan(SOON)
    await once()
  })

  test('one that vanishes while it is waited for is NOT_FOUND or NOT_ACTIONABLE, and nothing was sent', async () => {
    stage = await program([status, { ...pressed({ vanishing: 150 }), enabled: false }])
    const error = await failure(click({ timeout: 400 }))
    expect(error).toMatchObject({ code: 'NOT_FOUND', sent: 'no' })
    expect(stage.received('press')).toHaveLength(0)
  })

  test('one whose application hangs for a moment is waited for', async () => {
    stage = await program([status, pressed({})])
    stage.apply({ hang: 300, application: 'Program' })
    await click()
    await once()
  })

  test('one whose application hangs on the press is pressed once all the same', async () => {
    stage = await program([status, button({ on: { press: [done, { hang: 200 }] } })])
    await click({ retries: 2 })
    await once()
  })
})

test('one that a modal dialog is in front of is pressed when the dialog is gone', async () => {
  stage = await program([status, pressed({})])
  stage.apply({ openWindow: modal, application: 'Program' }, { closeWindow: 'modal', after: 250 })
  await stage.app.locator(ok).click({ route: 'input' })
  expect(stage.received('press').at(0)?.at).toBeGreaterThan(240)
  expect(stage.received('press')).toHaveLength(1)
})
