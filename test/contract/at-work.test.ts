import { describe, expect, test } from 'vitest'
import type { Effect, SimulatedNode } from '../../lib/sdk/index.js'
import { failure, type Program, program } from './program.js'

// `unchanged` is said of an application that rests. One that computes in another thread answers all the while, and shows nothing yet.

const ok = 'role:button|name:OK'
const status: SimulatedNode = { role: 'text', key: 'status', name: 'Ready' }
const done = (after: number): Effect => ({ set: 'status', name: 'Done', after })
const button = (...press: Effect[]): SimulatedNode => ({ role: 'button', name: 'OK', key: 'ok', on: { press } })
const shows = async (stage: Program, name: string) => stage.app.locator(`role:text|name:${name}`).exists()

describe('an application that answers and is at work', () => {
  test.each([500, 1500])('is waited for: an effect after %i ms is in the diff', async (ms) => {
    await using stage = await program([status, button({ work: ms }, done(ms - 50))])
    const receipt = await stage.app.locator(ok).click()
    expect(receipt.effect).toBe('changed')
    expect(receipt.diff?.modified.map(({ node }) => node.name)).toEqual(['Done'])
  })

  test('is not waited for without end, and then nobody says that nothing changed', async () => {
    await using stage = await program([status, button({ work: 60_000 }, done(4000))])
    const receipt = await stage.app.locator(ok).click()
    expect(receipt.effect).toBe('unknown')
    expect(await shows(stage, 'Done')).toBe(false)
  })

  test('is not sent a second press, though verification failed and nothing has changed yet', async () => {
    await using stage = await program([status, button({ work: 60_000 }, done(4000))])
    const verify = { exists: 'role:text|name:Done', timeout: 300 }
    const error = await failure(stage.app.locator(ok).click({ retries: 3, verify }))
    expect(error).toMatchObject({ code: 'VERIFY_FAILED', details: { attempts: [{ step: 'verify' }] } })
    expect(error.message).toContain('It was not tried again: the application is still at work')
    expect(stage.received('press')).toHaveLength(1)
  })

  test('nor when the effect comes after verification gave up', async () => {
    await using stage = await program([status, button({ work: 1000 }, done(900))])
    const verify = { exists: 'role:text|name:Done', timeout: 300 }
    const error = await failure(stage.app.locator(ok).click({ retries: 3, verify }))
    expect(error.message).toContain('It was not tried again: something changed')
    expect(stage.received('press')).toHaveLength(1)
  })

  test('that never rests makes one action wait, not all of them', async () => {
    await using stage = await program([status, button()], { faults: { working: { for: 600_000 } } })
    const first = await stage.app.locator(ok).click()
    const second = await stage.app.locator(ok).click()
    expect([first.effect, second.effect]).toEqual(['unknown', 'unknown'])
    expect(second.duration).toBeLessThan(first.duration / 2)
  })
})

test('an application that rests is not waited for, and not said to have done nothing: verify waits for what it does by the clock', async () => {
  await using stage = await program([status, button(done(1500))])
  expect((await stage.app.locator(ok).click()).effect).toBe('unknown')
  expect(await shows(stage, 'Done')).toBe(false)
  await stage.app.locator('role:text|name:Done').waitFor()
  stage.apply({ set: 'status', name: 'Ready' })
  const receipt = await stage.app.locator(ok).click({ verify: { exists: 'role:text|name:Done', timeout: 10_000 } })
  expect(receipt.effect).toBe('verified')
})

test('a verification that held before still settles: what the action changed is in the diff', async () => {
  await using stage = await program([status, button(done(60))])
  const receipt = await stage.app.locator(ok).click({ verify: { exists: ok } })
  expect(receipt).toMatchObject({ effect: 'changed', heldBefore: true })
  expect(receipt.diff?.modified.map(({ node }) => node.name)).toEqual(['Done'])
})

test('one that held before and no longer does has failed', async () => {
  await using stage = await program([status, button({ remove: 'status', after: 60 })])
  const error = await failure(stage.app.locator(ok).click({ verify: { exists: 'role:text|name:Ready', timeout: 300 } }))
  expect(error).toMatchObject({ code: 'VERIFY_FAILED' })
})

test('a press that the element showed to have arrived is not sent again', async () => {
  const press: Effect[] = [
    { set: 'ok', busy: true },
    { set: 'ok', busy: false, after: 20 },
  ]
  await using stage = await program([status, button(...press)])
  const verify = { exists: 'role:text|name:Done', timeout: 300 }
  const error = await failure(stage.app.locator(ok).click({ retries: 3, verify }))
  expect(error).toMatchObject({ code: 'VERIFY_FAILED', details: { attempts: [{ step: 'verify' }] } })
  expect(error.message).toContain('It was not tried again: the element announced something')
  expect(stage.received('press')).toHaveLength(1)
})
