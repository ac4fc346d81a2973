import { expect, test } from 'vitest'
import { brief, SOON } from '../patience.js'
import { failing, failure, program } from './program.js'
import { contract } from './stage.js'

contract((stage, backend) => {
  const at = (selector: string) => stage().app.locator(selector)
  const saved = 'role:text|name:Saved'

  test('exists: what comes to be there', async () => {
    const receipt = await at('role:button|name:Save').click({ verify: { exists: saved } })
    expect(receipt).toMatchObject({ effect: 'verified', heldBefore: false, awaited: { what: 'verify' } })
    expect(receipt.after?.find(saved)).toBeDefined()
  })

  test('notExists: what goes', async () => {
    const receipt = await at('role:button|name:Replace').click({ verify: { notExists: 'role:button|name:Old' } })
    expect(receipt).toMatchObject({ effect: 'verified', heldBefore: false })
    expect(receipt.after?.find('role:button|name:Old')).toBeUndefined()
  })

  test('what was asked for and is not there comes with what nearly is', async () => {
    const error = await failure(
      at('role:button|name:Save').click({ verify: { exists: 'role:text|name:Svaed', timeout: brief(1_000) } }),
    )
    expect(error.message).toMatch(/Nearest: text "Saved" \(e\d+\) fails name:Svaed/)
    expect(error.details.nearMisses).toContainEqual(expect.objectContaining({ name: 'Saved', fails: ['name:Svaed'] }))
  })

  test('both, and several of each, have to hold at once', async () => {
    const receipt = await at('role:button|name:Replace').click({
      verify: { exists: ['role:button|name:New', 'role:button|name:Save'], notExists: ['role:button|name:Old', saved] },
    })
    expect(receipt.effect).toBe('verified')

    const error = await failure(
      at('role:button|name:Save').click({
        verify: { exists: [saved, 'name:Never'], notExists: saved, timeout: brief(1_000) },
      }),
    )
    expect(error).toMatchObject({ code: 'VERIFY_FAILED', sent: 'unknown', details: { step: 'verify' } })
    expect(error.message).toContain('nothing matches name:Never')
    expect(error.message).toMatch(/text "Saved" \(e\d+\) still matches role:text\|name:Saved/)
    expect(error.details.missing).toHaveLength(2)
    expect(error.message).toMatch(/What changed: \d modified/)
  })

  test('it is waited for, and the receipt says what ended the wait', async () => {
    const receipt = await at('role:button|name:Later').click({ verify: { exists: 'role:button|name:Late' } })
    expect(receipt).toMatchObject({ effect: 'verified', awaited: { what: 'verify' } })
    expect(receipt.awaited?.duration).toBeGreaterThan(300)
    // GTK 3 does not announce this one, and it is found all the same.
    if (backend.name === 'simulated')
      expect(receipt.awaited).toMatchObject({ by: 'event', event: expect.stringMatching(/\w/) })
    else expect(receipt.awaited?.by).toMatch(/^(event|probe|look)$/)
  })

  test('what held before proves nothing: changed at best', async () => {
    const before = await at('role:button|name:Save').click({ verify: { exists: 'role:button|name:Save' } })
    expect(before).toMatchObject({ effect: 'changed', heldBefore: true })
    await stage().app.waitForIdle()
    const again = await at('role:button|name:Save').click({ verify: { exists: saved } })
    expect(again).toMatchObject({ effect: 'unknown', heldBefore: true })
    expect(again.toString()).toContain('held before as well')
  })

  test('what the verb itself sees done is verified all the same', async () => {
    const receipt = await at('role:checkbox|name:Accept').check({ verify: { exists: 'role:button|name:Save' } })
    expect(receipt).toMatchObject({ effect: 'verified', heldBefore: true, confirmed: true })
  })

  test('with nothing to do it holds or does not', async () => {
    await at('role:checkbox|name:Accept').check()
    const receipt = await at('role:checkbox|name:Accept').check({
      verify: { exists: 'role:button|name:Submit|enabled:true' },
    })
    expect(receipt).toMatchObject({ effect: 'verified', route: 'none' })
    const check = (timeout: number) =>
      at('role:checkbox|name:Accept').check({ verify: { exists: 'name:Never', timeout } })
    expect(await failing(200, check)).toMatchObject({ code: 'VERIFY_FAILED', sent: 'no' })
  })

  test('a dialog that comes, and one that goes', async () => {
    const opened = await at('role:button|name:Delete').click({
      verify: { exists: 'role:dialog|name:"Really delete?"' },
    })
    expect(opened.effect).toBe('verified')
    const dialog = await stage().app.window('role:dialog')
    const closed = await dialog
      .locator('role:button|name:No')
      .click({ verify: { exists: 'name:Kept', notExists: ['role:dialog', dialog.locator('role:button|name:No')] } })
    expect(closed.effect).toBe('verified')
  })

  test('scope: only there', async () => {
    const shipping = stage().app.locator('role:group|name:Shipping')
    const edit = at('role:button|name:Save')
    const receipt = await edit.click({ verify: { exists: saved, notExists: 'role:button|name:Never' } })
    expect(receipt.effect).toBe('verified')
    const error = await failure(edit.click({ verify: { exists: saved, scope: shipping, timeout: brief(1_000) } }))
    expect(error).toMatchObject({ code: 'VERIFY_FAILED' })
    const nowhere = await failure(
      edit.click({ verify: { notExists: 'name:X', scope: 'name:Nowhere', timeout: brief(1_000) } }),
    )
    expect(nowhere.message).toContain('nothing matches the scope name:Nowhere')
  })

  test('stable: it has to stay so', async () => {
    const receipt = await at('role:button|name:Save').click({ verify: { exists: saved, stable: 250 } })
    expect(receipt.effect).toBe('verified')
    expect(receipt.awaited?.duration).toBeGreaterThanOrEqual(249)
  })

  test('its timeout is its own, within that of the call', async () => {
    const began = performance.now()
    const error = await failure(
      at('role:button|name:Old').click({ verify: { exists: 'name:Never', timeout: brief(1_000) } }),
    )
    expect(error).toMatchObject({ code: 'VERIFY_FAILED' })
    expect(error.message).toMatch(/Verification failed in .*, \d+ ms after the action/)
    expect(performance.now() - began).toBeLessThan(SOON)
  })
})

test('stable: what comes and goes again is not there', async () => {
  await using stage = await program([
    { role: 'text', key: 'toast', name: '' },
    {
      role: 'button',
      name: 'OK',
      on: {
        press: [
          { set: 'toast', name: 'Sent' },
          { set: 'toast', name: '', after: 100 },
        ],
      },
    },
  ])
  const sent = { exists: 'role:text|name:Sent', stable: 300, timeout: 800 }
  const error = await failure(stage.app.locator('role:button').click({ verify: sent }))
  expect(error).toMatchObject({ code: 'VERIFY_FAILED' })
  expect(stage.received('press')).toHaveLength(1)
})

test.each([
  [{ notExists: 'role:button' }, 'the tree is cut where something could match role:button'],
  [{ exists: 'name:Sent' }, 'nothing matches name:Sent in the part of the tree that was read'],
  [{ exists: ['name:Sent', 'role:table'] }, 'nothing matches name:Sent in the part of the tree that was read'],
])('a tree that is cut where it could be proves nothing about %j, and the error says so', async (conditions, words) => {
  await using stage = await program([
    { role: 'button', name: 'OK', key: 'ok', on: { press: [{ remove: 'ok' }] } },
    { role: 'table', cut: { reason: 'virtual' } },
  ])
  const error = await failure(stage.app.locator('role:button').click({ verify: { ...conditions, timeout: 200 } }))
  expect(error).toMatchObject({ code: 'VERIFY_FAILED', details: { complete: false } })
  expect(error.message).toContain(words)
})

test('whether it held before is asked of what it looks at: values and attributes, too', async () => {
  await using stage = await program([
    { role: 'textbox', key: 'field', name: 'Field', value: 'x', attributes: { mode: 'a' } },
    { role: 'button', name: 'OK' },
  ])
  const press = (exists: string) => stage.app.locator('role:button').click({ diff: false, verify: { exists } })
  expect(await press('value:x')).toMatchObject({ heldBefore: true, effect: 'unknown' })
  expect(await press('attr:mode=a')).toMatchObject({ heldBefore: true, effect: 'unknown' })
})

test('what a selector looks at is read before and after: it is no difference', async () => {
  await using stage = await program([{ role: 'button', name: 'OK', attributes: { mode: 'a' } }])
  const receipt = await stage.app.locator('attr:mode=a').click()
  expect(receipt.effect).toBe('unknown')
  expect(receipt.diff?.empty).toBe(true)
})

test('what was to be gone is not verified by an application that ends: the receipt says that it has', async () => {
  await using stage = await program([{ role: 'button', name: 'Quit', on: { press: [{ exit: true }] } }])
  const receipt = await stage.app.locator('role:button').click({ verify: { notExists: 'role:button' } })
  expect(receipt).toMatchObject({ effect: 'changed', ended: { code: 0, signal: null } })
})
