import { describe, expect, test } from 'vitest'
import { Desktop, type Failure, type SimulatedNode } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { failure, program } from './program.js'

// What `onFailure` decides when an action cannot go on: another selector, once more, or nothing. On the simulated desktop, where it
// goes wrong on purpose.

const SHORT = 200
const buttons = (...names: string[]): SimulatedNode[] => names.map((name) => ({ role: 'button', name, key: name }))
const save = 'role:button|name:Save'

describe('onFailure, where nothing matches', () => {
  test('gives another selector, which is looked for as long as the first was', async () => {
    await using stage = await program([
      ...buttons('Store'),
      { role: 'button', name: 'Later', key: 'later', faults: { late: 2 * SHORT } },
    ])
    const failures: Failure[] = []
    const receipt = await stage.app.locator(save).click({
      timeout: SHORT + 100,
      onFailure: (each) => {
        failures.push(each)
        return { target: 'role:button|name:Later' }
      },
    })
    expect(receipt).toMatchObject({ selector: 'role:button|name:Later', attempts: [{ error: 'NOT_FOUND' }, {}] })
    expect(failures).toMatchObject([{ verb: 'click', selector: save, error: { code: 'NOT_FOUND' } }])
    expect(stage.received('press')).toHaveLength(1)
  })

  test('is told the nearest misses, as candidates, and how many elements were compared', async () => {
    await using stage = await program(buttons('Store', 'Shave'))
    const failures: Failure[] = []
    const error = await failure(
      stage.app.locator(save).click({ timeout: SHORT, onFailure: (each) => void failures.push(each) }),
    )
    expect(error.code).toBe('NOT_FOUND')
    const [told] = failures
    expect(told?.nearMisses).toContainEqual(
      expect.objectContaining({
        role: 'button',
        name: 'Store',
        ref: expect.stringMatching(/^e\d+/),
        fails: ['name:Save'],
      }),
    )
    expect(told?.searched).toBeGreaterThanOrEqual(4)
  })

  test('is called again about what it gave; the error is about the first selector', async () => {
    await using stage = await program(buttons('Store'))
    const asked: string[] = []
    const answers = [{ target: 'role:button|name:Keep' }, undefined]
    const error = await failure(
      stage.app.locator(save).click({
        timeout: SHORT,
        onFailure: ({ error: { message } }) => {
          asked.push(message)
          return answers.shift()
        },
      }),
    )
    expect(asked).toHaveLength(2)
    expect(asked[1]).toContain('name:Keep')
    expect(error).toMatchObject({ code: 'NOT_FOUND', details: { selector: save } })
  })

  test('is told of no near misses when several match', async () => {
    await using stage = await program(buttons('Save', 'Save'))
    const failures: Failure[] = []
    const click = stage.app.locator(save).click({ timeout: SHORT, onFailure: (each) => void failures.push(each) })
    expect((await failure(click)).code).toBe('AMBIGUOUS')
    expect(failures.map(({ nearMisses }) => nearMisses)).toEqual([undefined])
  })

  test('comes after the fallbacks, and does not count against the timeout', async () => {
    await using stage = await program(buttons('Store'))
    const receipt = await stage.app.locator(save).click({
      timeout: SHORT,
      fallbacks: ['role:button|name:Keep'],
      onFailure: () => new Promise((resolve) => setTimeout(resolve, 3 * SHORT, { target: 'role:button|name:Store' })),
    })
    expect(receipt.attempts.map(({ selector }) => selector)).toEqual([
      save,
      'role:button|name:Keep',
      'role:button|name:Store',
    ])
  })
})

describe('onAmbiguous', () => {
  test('is told how many there are of which it sees the first', async () => {
    await using stage = await program(buttons(...Array.from({ length: 25 }, () => 'Save')))
    const told: unknown[] = []
    await stage.app.locator(save).click({
      onAmbiguous: (candidates, about) => {
        told.push(candidates.length, about)
        return candidates[3]
      },
    })
    expect(told).toEqual([10, { selector: save, count: 25 }])
    expect(stage.received('press')).toHaveLength(1)
  })
})

describe('onFailure', () => {
  test('has it tried again, when no retry is left', async () => {
    await using stage = await program([{ role: 'button', name: 'Save', key: 'save', enabled: false }])
    const failures: Failure[] = []
    const receipt = await stage.app.locator(save).click({
      timeout: SHORT,
      onFailure: (each) => {
        failures.push(each)
        if (each.asked === 1) stage.apply({ set: 'save', enabled: true })
        return 'retry'
      },
    })
    expect(failures).toMatchObject([
      { verb: 'click', selector: save, asked: 0, sent: false, error: { code: 'NOT_ACTIONABLE' } },
      { asked: 1 },
    ])
    expect(receipt.attempts).toHaveLength(3)
    expect(stage.received('press')).toHaveLength(1)
  })

  test('gives another selector', async () => {
    await using stage = await program([{ role: 'button', name: 'Save', enabled: false }, ...buttons('Store')])
    const receipt = await stage.app
      .locator(save)
      .click({ timeout: SHORT, onFailure: () => ({ target: 'role:button|name:Store' }) })
    expect(receipt).toMatchObject({ selector: 'role:button|name:Store', element: { name: 'Store' } })
  })

  test('gives up: the failure is the one that it was told of', async () => {
    await using stage = await program(buttons('Store'))
    const failures: Failure[] = []
    const click = stage.app
      .locator(save)
      .click({ timeout: SHORT, retries: 1, onFailure: (each) => void failures.push(each) })
    const error = await failure(click)
    expect(failures).toHaveLength(1)
    expect(error).toMatchObject({
      code: failures[0]?.error.code,
      details: { attempts: failures[0]?.error.details.attempts },
    })
  })

  test('is not asked when doing it again could do something twice', async () => {
    await using stage = await program([
      ...buttons('Count'),
      { role: 'button', name: 'Save', on: { press: [{ set: 'Count', name: 'Counted' }] } },
    ])
    let asked = 0
    const click = stage.app.locator(save).click({
      verify: { exists: 'name:Never', timeout: SHORT },
      onFailure: () => {
        asked++
        return 'retry'
      },
    })
    expect((await failure(click)).code).toBe('VERIFY_FAILED')
    expect(asked).toBe(0)
    expect(stage.received('press')).toHaveLength(1)
  })

  test('is asked when the press provably did nothing', async () => {
    await using stage = await program([
      { role: 'button', name: 'Save', faults: { lostPresses: 1 } },
      { role: 'button', name: 'Store', on: { press: [{ set: 'Done', name: 'Saved' }] } },
      ...buttons('Done'),
    ])
    const receipt = await stage.app.locator(save).click({
      verify: { exists: 'name:Saved', timeout: SHORT },
      onFailure: ({ sent }) => (sent ? { target: 'role:button|name:Store' } : undefined),
    })
    expect(receipt).toMatchObject({ effect: 'verified', element: { name: 'Store' } })
  })

  test('is not asked about a refusal', async () => {
    await using stage = await program(buttons('Save'))
    let asked = 0
    const click = stage.app.locator(save).click({ confirm: () => false, onFailure: () => void asked++ })
    expect((await failure(click)).code).toBe('REFUSED')
    expect(asked).toBe(0)
  })
})

describe('a signal as a default', () => {
  const world = { applications: [{ name: 'Program', windows: [{ role: 'window' as const, name: 'Main' }] }] }

  test.each<[string, (signal: AbortSignal) => Promise<Desktop>]>([
    ['Desktop.open()', (signal) => Desktop.open({ world, signal, defaultTimeout: PATIENCE })],
    ['desktop.with()', async (signal) => (await Desktop.open({ world, defaultTimeout: PATIENCE })).with({ signal })],
  ])('of %s ends every call', async (_, open) => {
    const controller = new AbortController()
    await using desktop = await open(controller.signal)
    const app = await desktop.app('Program')
    const never = app.locator('name:Never')
    const calls = [
      never.click(),
      never.waitFor(),
      never.name(),
      app.window('name:Never'),
      app.waitUntil(() => false),
      desktop.app('Nobody'),
      desktop.locator('process:nobody >> role:button').click(),
      app.watch().next(),
      desktop.watch().next(),
      // Its own signal does not take its place.
      never.click({ signal: new AbortController().signal }),
    ].map(failure)
    controller.abort('enough')
    for (const error of await Promise.all(calls)) expect(error).toMatchObject({ code: 'ABORTED', cause: 'enough' })
  })

  test('of app.with() and locator.with() ends what is called on these', async () => {
    const controller = new AbortController()
    await using desktop = await Desktop.open({ world, defaultTimeout: PATIENCE })
    const app = await desktop.app('Program')
    const { signal } = controller
    const calls = [
      app.with({ signal }).locator('name:Never').click(),
      app.locator('name:Never').with({ signal }).waitFor(),
      (await app.with({ signal }).window()).locator('name:Never').click(),
    ].map(failure)
    controller.abort()
    for (const error of await Promise.all(calls)) expect(error.code).toBe('ABORTED')
    expect(await app.locator('role:window').exists()).toBe(true)
  })
})
