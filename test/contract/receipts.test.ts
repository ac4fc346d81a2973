import { expect, test } from 'vitest'
import { program } from './program.js'
import { contract, toggled } from './stage.js'

contract((stage) => {
  const at = (selector: string) => stage().app.locator(selector)

  test('a receipt says what was done, to what, by which route, and what it changed', async () => {
    await stage().app.waitForIdle()
    const receipt = await at('role:button|name:Save').click()
    expect(receipt).toMatchObject({
      verb: 'click',
      effect: 'changed',
      route: 'action',
      confirmed: false,
      selector: 'role:button|name:Save',
      element: { role: 'button', name: 'Save', ref: expect.stringMatching(/^e\d+$/) },
      choices: [{ selector: 'role:button|name:Save', count: 1, element: 'same' }],
      attempts: [{ selector: 'role:button|name:Save', step: 'done', looks: 1 }],
      awaited: { what: 'settle' },
    })
    expect(receipt.diff?.summary).toBe('1 modified')
    expect(receipt.diff?.modified[0]).toMatchObject({ role: 'text', name: 'Saved' })
    const [attempt] = receipt.attempts
    for (const step of ['resolve', 'preflight', 'dispatch', 'settle'] as const) {
      expect(attempt?.timings[step]).toBeGreaterThan(0)
      expect(attempt?.timings[step]).toBeLessThanOrEqual(receipt.duration)
    }
  })

  test('its element has a selector that nothing else matches, and its refs are good for locators', async () => {
    const receipt = await at('role:group|name:Billing >> role:button').click()
    expect(await at(receipt.element.selector).count()).toBe(1)
    await at(`ref:${receipt.element.ref}`).click()
    const status = receipt.after?.find('name:"Editing billing"')
    expect(await at(`ref:${status?.ref}`).name()).toBe('Editing billing')
  })

  test('effects: verified, changed, unchanged, unknown', async () => {
    await stage().app.waitForIdle({ quiet: 500 })
    const verified = await at('role:button|name:Save').click({ verify: { exists: 'name:Saved' } })
    expect(verified.effect).toBe('verified')
    expect((await at('role:checkbox|name:Accept').check()).effect).toBe('verified')
    expect((await at('role:group|name:Billing >> role:button').click()).effect).toBe('changed')
    await stage().app.waitForIdle({ quiet: 500 })
    const unchanged = await at('role:button|name:Old').hover()
    expect(unchanged).toMatchObject({ effect: 'unchanged', confirmed: false })
    expect(unchanged.diff?.empty).toBe(true)
    // Of a press nobody knows what it brings later.
    const pressed = await at('role:button|name:Old').click()
    expect(pressed).toMatchObject({ effect: 'unknown', confirmed: false })
    expect(pressed.diff?.empty).toBe(true)
    const unknown = await at('role:button|name:Old').click({ diff: false })
    expect(unknown).toMatchObject({ effect: 'unknown', diff: undefined, after: undefined, awaited: undefined })
  })

  test('toString() is three lines', async () => {
    await stage().app.waitForIdle()
    const receipt = await at('role:button|name:Save').click({ alternatives: ['role:button|name:Renamed'] })
    const [first, second, third, ...more] = receipt.toString().split('\n')
    expect(more).toEqual([])
    expect(first).toMatch(/^click button "Save" e\d+: changed, by action \w+, [\d.]+ ms$/)
    expect(second).toBe('  found by role:button|name:Save; role:button|name:Renamed matched nothing')
    expect(third).toMatch(/^ {2}1 modified; settle after [\d.]+ ms \(.*1 look.*\)$/)
  })

  test('toJSON() is plain data', async () => {
    const receipt = await at('role:button|name:Save').click({ verify: { exists: 'name:Saved' } })
    const json = JSON.parse(JSON.stringify(receipt))
    expect(json).toMatchObject({
      verb: 'click',
      effect: 'verified',
      element: { role: 'button', name: 'Save', selector: receipt.element.selector },
      attempts: [{ step: 'done' }],
      awaited: { what: 'verify' },
      heldBefore: false,
      diff: { summary: receipt.diff?.summary },
    })
  })

  test('with nothing to do it says so', async () => {
    await at('role:checkbox|name:Accept').check()
    const receipt = await at('role:checkbox|name:Accept').check()
    expect(receipt).toMatchObject({ effect: 'verified', route: 'none', awaited: undefined })
    expect(receipt.toString()).toContain('by nothing to do')
    expect(toggled(stage())).toHaveLength(1)
  })

  test('what is written into a password field is in no receipt', async () => {
    const receipt = await at('role:textbox|name:Password').fill('swordfish', { verify: { exists: 'name:Save' } })
    expect(JSON.stringify(receipt) + String(receipt) + receipt.after?.toString()).not.toContain('swordfish')
  })
})

test('toJSON() is bounded, and says how much it left out', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => ({ role: 'button' as const, name: `New ${index}` }))
  await using stage = await program([
    { role: 'group', key: 'place' },
    {
      role: 'button',
      name: 'OK',
      on: { press: rows.map((add) => ({ add, to: 'place' })) },
      faults: { late: 2200 },
    },
  ])
  stage.app.setDefaultTimeout(40)
  const receipt = await stage.app.locator('role:button|name:OK').click({ retries: 100 })
  const json = receipt.toJSON()
  expect(receipt.diff?.added).toHaveLength(40)
  expect(json).toMatchObject({ diff: { summary: '40 added', leftOut: { added: 28 } } })
  expect((json.diff as { added: unknown[] }).added).toHaveLength(12)
  expect(json.attemptsLeftOut).toBe(receipt.attempts.length - 5)
})

test('an effect that shows in a cut part of the tree only is unknown, not unchanged', async () => {
  await using stage = await program([
    { role: 'button', name: 'OK' },
    { role: 'table', cut: { reason: 'virtual' } },
  ])
  expect((await stage.app.locator('role:button').click()).effect).toBe('unknown')
})

test('what a diff leaves out as noise is no proof of anything: unknown', async () => {
  await using stage = await program([
    { role: 'button', name: 'OK', on: { press: [{ add: { role: 'row' }, to: 'table' }] } },
    { role: 'table', key: 'table', children: [{ role: 'row', children: [{ role: 'cell', name: 'a' }] }] },
  ])
  const receipt = await stage.app.locator('role:button').click()
  expect(receipt).toMatchObject({ effect: 'unknown', diff: { suppressed: { structure: 1 } } })
})
