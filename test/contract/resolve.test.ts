import { expect, test } from 'vitest'
import { type Candidate, isSurehandError } from '../../lib/sdk/index.js'
import { SOON } from '../patience.js'
import { failing } from './program.js'
import { clicked, contract } from './stage.js'

contract((stage) => {
  test('the one element that matches is acted on, once', async () => {
    const receipt = await stage().app.locator('role:button|name:Save').click()
    await stage().received({ event: 'clicked', name: 'Save' })
    expect(clicked(stage())).toHaveLength(1)
    expect(receipt).toMatchObject({
      verb: 'click',
      selector: 'role:button|name:Save',
      element: { role: 'button', name: 'Save', ref: expect.stringMatching(/^e\d+$/) },
    })
    expect(receipt.attempts).toMatchObject([{ step: 'done' }])
    expect(receipt.duration).toBeGreaterThan(0)
  })

  test('several matches are AMBIGUOUS, and nothing is pressed', async () => {
    const error = await stage()
      .app.locator('role:button|name:Edit')
      .click()
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'AMBIGUOUS', details: { count: 2, verb: 'click' } })
    expect(stage().events()).toEqual([])
  })

  test('each candidate of AMBIGUOUS can be told from the others: by ref, by path, by selector', async () => {
    const error = await stage()
      .app.locator('role:button|name:Edit')
      .click()
      .catch((reason: unknown) => reason)
    if (!isSurehandError(error, 'AMBIGUOUS')) throw error
    const candidates = error.details.candidates as Candidate[]
    expect(candidates.map(({ role, name }) => [role, name])).toEqual([
      ['button', 'Edit'],
      ['button', 'Edit'],
    ])
    expect(new Set(candidates.map(({ ref }) => ref)).size).toBe(2)
    for (const { selector, ref } of candidates) {
      expect(await stage().app.locator(selector).count()).toBe(1)
      const [found] = await stage().app.locator(selector).all()
      expect(found?.selector).toBe(`ref:${ref}`)
      expect(error.message).toContain(selector)
    }
    await stage()
      .app.locator(candidates[1]?.selector ?? '')
      .click()
    await stage().received({ event: 'clicked', name: 'Edit shipping' })
  })

  test.each([
    ['first()', 'Edit billing'],
    ['last()', 'Edit shipping'],
    ['nth(1)', 'Edit shipping'],
    ['a chain', 'Edit shipping'],
    ['filter({ has })', 'Edit billing'],
  ])('%s chooses', async (how, name) => {
    const { app } = stage()
    const edit = app.locator('role:button|name:Edit')
    const choices = {
      'first()': edit.first(),
      'last()': edit.last(),
      'nth(1)': edit.nth(1),
      'a chain': app.locator('role:group|name:Shipping').locator(edit),
      'filter({ has })': app.locator('role:group').filter({ has: edit }).and('name:Billing').locator(edit),
    }
    await choices[how as keyof typeof choices].click()
    expect(await stage().received({ event: 'clicked' })).toMatchObject({ name })
  })

  test('no match is NOT_FOUND at the deadline, with the nearest misses', async () => {
    const began = performance.now()
    const nearly = stage().app.locator('role:button|name:Sve')
    const error = await failing(1000, (timeout) => nearly.click({ timeout }))
    const took = performance.now() - began
    expect(error).toMatchObject({ code: 'NOT_FOUND', details: { selector: 'role:button|name:Sve' } })
    expect(error.message).toContain('"Save"')
    expect(took).toBeGreaterThanOrEqual(999)
    expect(took).toBeLessThan(SOON)
  })

  test('an element that comes late is waited for', async () => {
    await stage().app.locator('role:button|name:Later').click()
    await stage().app.locator('role:button|name:Late').click()
    await stage().received({ event: 'clicked', name: 'Late' })
  })

  test('a locator looks anew each time: an element that was replaced is found again by its selector', async () => {
    const { app } = stage()
    const old = app.locator('role:button|name:Old')
    expect(await old.count()).toBe(1)
    await app.locator('role:button|name:Replace').click()
    await old.waitFor({ state: 'detached' })
    await app.locator('role:button|name:New').click()
    await stage().received({ event: 'clicked', name: 'New' })
  })

  test('a ref names its element', async () => {
    const [save] = await stage().app.locator('role:button|name:Save').all()
    await save?.click()
    await stage().received({ event: 'clicked', name: 'Save' })
  })

  test('a ref whose element is gone is STALE, at once', async () => {
    const { app } = stage()
    const [old] = await app.locator('role:button|name:Old').all()
    await app.locator('role:button|name:Replace').click()
    await app.locator('role:button|name:New').waitFor()
    const began = performance.now()
    await expect(old?.click()).rejects.toMatchObject({ code: 'STALE' })
    expect(performance.now() - began).toBeLessThan(SOON)
  })

  test('a ref that was never handed out is STALE', async () => {
    await expect(stage().app.locator('ref:e999999').click()).rejects.toMatchObject({ code: 'STALE' })
  })

  test('the same element keeps its ref from one look to the next', async () => {
    const { app } = stage()
    const first = (await app.snapshot()).find('role:button|name:Save')
    const second = (await app.snapshot()).find('role:button|name:Save')
    expect(first?.ref).toBe(second?.ref)
  })

  test('a signal ends the wait with ABORTED and its reason', async () => {
    const controller = new AbortController()
    const click = stage().app.locator('role:button|name:Never').click({ signal: controller.signal })
    const began = performance.now()
    setTimeout(() => controller.abort('enough'), 50)
    await expect(click).rejects.toMatchObject({ code: 'ABORTED', cause: 'enough' })
    expect(performance.now() - began).toBeLessThan(SOON)
  })

  test('a signal that fired before does not even look', async () => {
    const click = stage()
      .app.locator('role:button|name:Save')
      .click({ signal: AbortSignal.abort('no') })
    await expect(click).rejects.toMatchObject({ code: 'ABORTED', cause: 'no' })
    expect(stage().events()).toEqual([])
  })

  test('the default timeout is the one that was set for the application', async () => {
    stage().app.setDefaultTimeout(1000)
    const began = performance.now()
    await expect(stage().app.locator('role:button|name:Never').click()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(performance.now() - began).toBeLessThan(SOON)
  })
})
