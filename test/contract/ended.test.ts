import { describe, expect, test } from 'vitest'
import { program } from './program.js'

describe('an application that ends', () => {
  test('is what the press did: the receipt says so, with its exit code', async () => {
    await using stage = await program([
      { role: 'button', name: 'Quit', on: { press: [{ exit: true, code: 3 }] } },
      { role: 'text', name: 'Draft' },
    ])
    const receipt = await stage.app.locator('role:button|name:Quit').click()
    expect(receipt).toMatchObject({ effect: 'changed', ended: { code: 3, signal: null }, diff: undefined })
    expect(receipt.toString()).toContain('the application has ended (exit code 3)')
    expect(receipt.toJSON()).toMatchObject({ ended: { code: 3, signal: null } })
  })

  test('by a crash is told with its signal', async () => {
    await using stage = await program([
      { role: 'button', name: 'Crash', on: { press: [{ exit: true, signal: 'SIGSEGV' }] } },
    ])
    const receipt = await stage.app.locator('role:button|name:Crash').click()
    expect(receipt.effect).toBe('changed')
    expect(receipt.toString()).toContain('the application has ended (SIGSEGV)')
  })

  test('shows nothing any more: what was to come fails to be verified', async () => {
    await using stage = await program([{ role: 'button', name: 'Quit', on: { press: [{ exit: true }] } }])
    const awaited = stage.app.locator('role:button').click({ verify: { exists: 'name:Saved' } })
    await expect(awaited).rejects.toMatchObject({ code: 'VERIFY_FAILED', sent: 'unknown' })
    await expect(awaited).rejects.toThrow(/the application has ended/)
  })

  test('fails the next call at once, by its name', async () => {
    await using stage = await program([{ role: 'button', name: 'Quit', on: { press: [{ exit: true }] } }])
    await stage.app.locator('role:button').click()
    const next = stage.app.locator('role:button').click({ timeout: 60_000 })
    await expect(next).rejects.toMatchObject({ code: 'APP_EXITED', details: { application: 'Program' } })
  })
})
