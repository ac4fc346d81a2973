import { expect, test } from 'vitest'
import { SOON } from '../patience.js'
import { contract } from './stage.js'

contract((stage) => {
  test('a disabled element is not pressed: NOT_ACTIONABLE names the check', async () => {
    const error = await stage()
      .app.locator('role:button|name:Submit')
      .click({ timeout: 1000 })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      code: 'NOT_ACTIONABLE',
      details: { check: 'enabled', role: 'button', name: 'Submit', attempts: [{ step: 'preflight' }] },
    })
    expect(stage().events()).toEqual([])
  })

  test('it is waited for until it is enabled', async () => {
    const click = stage().app.locator('role:button|name:Submit').click()
    await stage().app.locator('role:checkbox|name:Accept').check()
    await click
    await stage().received({ event: 'clicked', name: 'Submit' })
  })

  test('what does not show is not pressed', async () => {
    const error = await stage()
      .app.locator('role:button|name:Reset')
      .click({ timeout: 2000 })
      .catch((reason: unknown) => reason)
    // A toolkit may also keep the contents of a closed tab out of its tree.
    expect(error).toMatchObject({ code: expect.stringMatching(/^(NOT_ACTIONABLE|NOT_FOUND)$/) })
    expect(stage().events()).toEqual([])
  })

  test('what cannot be edited is not filled', async () => {
    const error = await stage()
      .app.locator('role:button|name:Save')
      .fill('x', { timeout: 1000 })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', details: { check: 'editable' } })
  })

  test('a verb that makes no sense for an element is refused at once, with the reason', async () => {
    const { app } = stage()
    const began = performance.now()
    await expect(app.locator('role:button|name:Save').check()).rejects.toMatchObject({ code: 'NOT_ACTIONABLE' })
    await expect(app.locator('role:button|name:Save').expand()).rejects.toMatchObject({ code: 'NOT_ACTIONABLE' })
    await expect(app.locator('role:button|name:Save').select()).rejects.toMatchObject({ code: 'NOT_ACTIONABLE' })
    await expect(app.locator('role:button|name:Save').invoke('fly')).rejects.toThrow(/no action 'fly'; its actions: /)
    expect(performance.now() - began).toBeLessThan(SOON)
    expect(stage().events()).toEqual([])
  })
})
