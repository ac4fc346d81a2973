import { describe, expect, test } from 'vitest'
import type { App, Effect, SimulatedNode } from '../../lib/sdk/index.js'
import { brief, PATIENCE } from '../patience.js'
import { failure, type Program, program } from './program.js'
import { clicked, contract, toggled } from './stage.js'

contract((stage) => {
  const at = (selector: string) => stage().app.locator(selector)
  const clicks = (name: string) => clicked(stage()).filter((button) => button === name).length

  test('before anything is sent the whole sequence is done again, until the element is there', async () => {
    stage().app.setDefaultTimeout(150)
    await at('role:button|name:Later').click({ timeout: PATIENCE })
    const receipt = await at('role:button|name:Late').click({ retries: 20 })
    await stage().received({ event: 'clicked', name: 'Late' })
    expect(receipt.attempts.at(-1)).toMatchObject({ step: 'done' })
    expect(receipt.attempts.slice(0, -1).every(({ error }) => error !== undefined)).toBe(true)
    expect(clicks('Late')).toBe(1)
  })

  test('without retries nothing is sent twice, whatever verification says', async () => {
    const error = await failure(
      at('role:button|name:Old').click({ verify: { exists: 'name:Never', timeout: brief(1_000) } }),
    )
    expect(error).toMatchObject({ code: 'VERIFY_FAILED', sent: 'unknown', details: { attempts: [{ step: 'verify' }] } })
    await stage().received({ event: 'clicked' })
    expect(clicks('Old')).toBe(1)
  })

  test('what changed nothing at all is sent again, as often as was asked for', async () => {
    // A window that was just shown goes on changing for a while.
    await stage().app.waitForIdle({ quiet: 500 })
    const error = await failure(
      at('role:button|name:Old').click({ retries: 2, verify: { exists: 'name:Never', timeout: brief(1_000) } }),
    )
    expect(error).toMatchObject({ code: 'VERIFY_FAILED' })
    expect(error.details.attempts).toHaveLength(3)
    expect(error.message).toContain('What changed: no change')
    await stage().received({ event: 'clicked' })
    expect(clicks('Old')).toBe(3)
  })

  test('what changed something is not, even if that was not what should have come', async () => {
    const error = await failure(
      at('role:button|name:Save').click({ retries: 2, verify: { exists: 'name:Never', timeout: brief(1000) } }),
    )
    expect(error).toMatchObject({ code: 'VERIFY_FAILED', sent: 'unknown', details: { attempts: [{ step: 'verify' }] } })
    expect(error.message).toContain('It was not tried again: something changed')
    expect(error.message).toMatch(/\d modified/)
    await stage().received({ event: 'clicked' })
    expect(clicks('Save')).toBe(1)
  })

  test('a toggle button that stays pressed has got the press', async () => {
    const error = await failure(
      at('name:Bold|role:button').click({ retries: 2, verify: { exists: 'name:Never', timeout: brief(1_000) } }),
    )
    expect(error).toMatchObject({ code: 'VERIFY_FAILED' })
    await stage().received({ event: 'toggled', name: 'Bold' })
    expect(toggled(stage())).toHaveLength(1)
  })

  test('doing it twice is doing it once: then it is done again all the same', async () => {
    const error = await failure(
      at('role:textbox|name:Customer').fill('Ada', {
        retries: 1,
        verify: { exists: 'name:Never', timeout: brief(1_000) },
      }),
    )
    expect(error).toMatchObject({ code: 'VERIFY_FAILED' })
    expect(error.details.attempts).toHaveLength(2)
    expect(await at('role:textbox|name:Customer').inputValue()).toBe('Ada')
  })
})

// Presses that get lost, answers that get lost, and what else there is that only happens on purpose.

const ok = 'role:button|name:OK'
const status: SimulatedNode = { role: 'text', key: 'status', name: 'Ready' }
const done: Effect = { set: 'status', name: 'Done' }
const verify = { exists: 'role:text|name:Done', timeout: 150 }

/** The application, to which something happens when an action on it has looked at how things were and is about to be sent. */
function meanwhile(stage: Program, ...effects: Effect[]): App {
  return stage.app.with({ hooks: { beforeDispatch: () => stage.apply(...effects) } })
}

describe('a press that is lost', () => {
  // The second press is the one that gets lost.
  const lossy = (more: Partial<SimulatedNode> = {}): SimulatedNode => ({
    role: 'button',
    name: 'OK',
    key: 'ok',
    on: { press: [done] },
    faults: { lostPresses: 2 },
    ...more,
  })
  async function afterOne(node: SimulatedNode, ...others: SimulatedNode[]): Promise<Program> {
    const stage = await program([status, node, ...others])
    await stage.app.locator(ok).click({ diff: false })
    stage.apply({ set: 'status', name: 'Ready' })
    return stage
  }

  test('is sent again, and the receipt lists both attempts', async () => {
    await using stage = await afterOne(lossy())
    const receipt = await stage.app.locator(ok).click({ retries: 2, verify })
    expect(receipt.effect).toBe('verified')
    expect(receipt.attempts).toMatchObject([{ step: 'verify', error: 'VERIFY_FAILED' }, { step: 'done' }])
    expect(stage.received('press')).toHaveLength(2)
  })

  test('is not when nobody could see whether anything changed, and the error does not claim that something did', async () => {
    await using stage = await program([
      status,
      { role: 'button', name: 'OK', on: { press: [{ hang: 60_000, after: 300 }] } },
    ])
    const never = { exists: 'name:Never', timeout: 500 }
    const error = await failure(stage.app.locator(ok).click({ retries: 2, verify: never, timeout: 3000 }))
    expect(error).toMatchObject({ code: 'VERIFY_FAILED', details: { attempts: [{ step: 'verify' }] } })
    expect(error.message).toContain('It was not tried again: whether anything changed could not be seen')
    expect(stage.received('press')).toHaveLength(1)
  })

  test('is not when something else changed meanwhile: nobody can tell that from an effect', async () => {
    await using stage = await afterOne(lossy(), { role: 'text', key: 'clock', name: '12:00' })
    const app = meanwhile(stage, { set: 'clock', name: '12:01', after: 20 })
    const error = await failure(app.locator(ok).click({ retries: 2, verify }))
    expect(error).toMatchObject({ code: 'VERIFY_FAILED', details: { attempts: [{ step: 'verify' }] } })
    expect(stage.received('press')).toHaveLength(1)
  })

  test.each<[string, Effect]>([
    ['an empty row came', { add: { role: 'row' }, to: 'list' }],
    ['two rows changed places', { move: 'first', to: 'list', at: 1 }],
    ['something grew', { set: 'first', bounds: { x: 0, y: 0, width: 300, height: 30 } }],
  ])('is not when %s, which a diff leaves out as noise', async (_, effect) => {
    const rows: SimulatedNode[] = ['first', 'second'].map((key) => ({
      role: 'row',
      key,
      children: [{ role: 'cell', name: key }],
    }))
    await using stage = await afterOne(lossy(), { role: 'table', key: 'list', children: rows })
    const app = meanwhile(stage, { ...effect, after: 20 })
    const error = await failure(app.locator(ok).click({ retries: 2, verify }))
    expect(error).toMatchObject({ code: 'VERIFY_FAILED', details: { attempts: [{ step: 'verify' }] } })
    expect(error.message).toContain('something changed')
    expect(stage.received('press')).toHaveLength(1)
  })

  test('is not when the tree is cut, where the effect could be', async () => {
    await using stage = await afterOne(lossy(), { role: 'table', cut: { reason: 'virtual' } })
    const error = await failure(stage.app.locator(ok).click({ retries: 2, verify }))
    expect(error).toMatchObject({ code: 'VERIFY_FAILED', details: { attempts: [{ step: 'verify' }] } })
    expect(stage.received('press')).toHaveLength(1)
  })

  test('is not when nothing changed but an attribute', async () => {
    await using stage = await afterOne(lossy(), { role: 'text', key: 'chart', name: 'Chart' })
    const app = meanwhile(stage, { set: 'chart', attributes: { level: '2' }, after: 20 })
    const error = await failure(app.locator(ok).click({ retries: 2, verify }))
    expect(error).toMatchObject({ code: 'VERIFY_FAILED', details: { attempts: [{ step: 'verify' }] } })
    expect(stage.received('press')).toHaveLength(1)
  })

  test('is not when the focus moved: that may be all that it did so far', async () => {
    await using stage = await afterOne(lossy(), { role: 'textbox', key: 'field' })
    const app = meanwhile(stage, { focus: 'field', after: 20 })
    const error = await failure(app.locator(ok).click({ retries: 2, verify }))
    expect(error).toMatchObject({ code: 'VERIFY_FAILED', details: { attempts: [{ step: 'verify' }] } })
    expect(stage.received('press')).toHaveLength(1)
  })

  test('is not sent again without a verification that says so', async () => {
    await using stage = await afterOne(lossy())
    expect(await stage.app.locator(ok).click({ retries: 2 })).toMatchObject({ effect: 'unknown', confirmed: false })
    expect(stage.received('press')).toHaveLength(1)
  })

  test('is not sent again when nobody said how long its effect may take: it is waited for once more, and may yet come', async () => {
    // Later than a verification waits when it is not told how long.
    const slow = { press: [{ ...done, after: 2_500 }] }
    await using stage = await program([status, { role: 'button', name: 'OK', on: slow }])
    const receipt = await stage.app.locator(ok).click({ retries: 1, verify: { exists: verify.exists } })
    expect(receipt.effect).toBe('verified')
    expect(stage.received('press')).toHaveLength(1)
  })

  test('is found anew each time: what was re-created in between is pressed as it is then', async () => {
    await using stage = await afterOne(lossy())
    stage.apply({ recreate: 'ok', after: 100 })
    // A new identity is a change to whoever compares; to the second rung of identity it is the same button.
    const receipt = await stage.app.locator(ok).click({ retries: 2, verify })
    expect(receipt.effect).toBe('verified')
    expect(stage.received('press')).toHaveLength(2)
  })
})

describe('a press of a menu entry that is lost, and closes its menu', () => {
  const entry = (more: Partial<SimulatedNode>): SimulatedNode => ({
    role: 'menuitem',
    name: 'Send',
    key: 'send',
    ...more,
  })
  const menus = (...children: SimulatedNode[]): SimulatedNode => ({
    role: 'menubar',
    children: [{ role: 'menuitem', name: 'Order', key: 'order', expanded: false, children }],
  })
  const send = 'role:menuitem|name:Send'
  /** The second press of the entry is the one that gets lost. */
  async function afterOne(...others: SimulatedNode[]): Promise<Program> {
    const stage = await program([
      status,
      menus(entry({ on: { press: [done] }, faults: { lostPresses: 2 } })),
      ...others,
    ])
    await stage.app.menu('Order', 'Send').click({ diff: false })
    stage.apply({ set: 'status', name: 'Ready' })
    await stage.app.locator('role:menuitem|name:Order').click({ diff: false })
    return stage
  }
  const presses = (stage: Program) => stage.received('press').filter(({ name }) => name === 'Send')

  test('is sent again in the menu that is opened again for it, and the receipt says so', async () => {
    await using stage = await afterOne()
    const receipt = await stage.app.locator(send).click({ retries: 2, verify })
    expect(receipt).toMatchObject({ effect: 'verified', attempts: [{ error: 'VERIFY_FAILED' }, { step: 'done' }] })
    expect(receipt.attempts[1]?.prepared).toEqual(['menuitem "Order" was opened again'])
    expect(presses(stage)).toHaveLength(2)
  })

  test('is, by its path, too, through all of its menus', async () => {
    const deeper: SimulatedNode = { role: 'menuitem', name: 'More', expanded: false, children: [] }
    deeper.children = [entry({ on: { press: [done] }, faults: { lostPresses: 2 } })]
    await using stage = await program([status, menus(deeper)])
    await stage.app.menu('Order', 'More', 'Send').click({ diff: false })
    stage.apply({ set: 'status', name: 'Ready' })
    const receipt = await stage.app.menu('Order', 'More', 'Send').click({ retries: 1, verify })
    expect(receipt.effect).toBe('verified')
    expect(presses(stage)).toHaveLength(2)
  })

  test.each<[string, Effect]>([
    ['something else changed meanwhile', { set: 'clock', name: '12:01' }],
    ['the focus moved', { focus: 'field' }],
    ['another menu opened', { set: 'help', expanded: true }],
  ])('is not when %s', async (_, effect) => {
    const help: SimulatedNode = { role: 'menuitem', name: 'Help', key: 'help', expanded: false, children: [] }
    help.children = [{ role: 'menuitem', name: 'About' }]
    await using stage = await afterOne(
      { role: 'text', key: 'clock', name: '12:00' },
      { role: 'textbox', key: 'field' },
      { role: 'menubar', children: [help] },
    )
    const app = meanwhile(stage, { ...effect, after: 20 })
    const error = await failure(app.locator(send).click({ retries: 2, verify }))
    expect(error).toMatchObject({ code: 'VERIFY_FAILED', details: { attempts: [{ step: 'verify' }] } })
    expect(presses(stage)).toHaveLength(1)
  })

  test('is not when the entry announced something: then it has arrived', async () => {
    await using stage = await afterOne()
    const app = meanwhile(stage, { set: 'send', name: 'Sending', after: 20 }, { set: 'send', name: 'Send', after: 40 })
    const error = await failure(app.locator(send).click({ retries: 2, verify }))
    expect(error).toMatchObject({ code: 'VERIFY_FAILED', details: { attempts: [{ step: 'verify' }] } })
    expect(presses(stage)).toHaveLength(1)
  })

  test('is not when nobody said how long its effect may take', async () => {
    await using stage = await afterOne()
    const error = await failure(stage.app.locator(send).click({ retries: 1, verify: { exists: verify.exists } }))
    expect(error).toMatchObject({ code: 'VERIFY_FAILED', details: { attempts: [{ step: 'verify' }] } })
    expect(presses(stage)).toHaveLength(1)
  })

  test('is not in a context menu, which nobody here knows how to open', async () => {
    await using stage = await program([
      status,
      {
        role: 'menu',
        name: 'Order',
        expanded: true,
        children: [entry({ on: { press: [done] }, faults: { lostPresses: 1 } })],
      },
    ])
    const error = await failure(stage.app.locator(send).click({ retries: 2, verify }))
    expect(error).toMatchObject({ code: 'VERIFY_FAILED', details: { attempts: [{ step: 'verify' }] } })
  })
})

describe('a lost answer', () => {
  const hung = (effects: Effect[], more: Partial<SimulatedNode> = {}): SimulatedNode[] => [
    status,
    { role: 'button', name: 'OK', key: 'ok', on: { press: [...effects, { hang: 1_200 }] }, ...more },
  ]

  test('is OUTCOME_UNKNOWN and never silently tried again', async () => {
    await using stage = await program(hung([done]))
    const error = await failure(stage.app.locator(ok).click({ retries: 3, timeout: 600 }))
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', sent: 'unknown', details: { step: 'dispatch' } })
    expect(error.details.attempts).toHaveLength(1)
    expect(stage.received('press')).toHaveLength(1)
  })

  test('is no success either when nothing was asked to be verified', async () => {
    await using stage = await program(hung([done]))
    await expect(stage.app.locator(ok).click({ timeout: 600 })).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    // By now it has happened; the call could not know.
    await stage.app.locator('role:text|name:Done').waitFor()
  })

  test('with a verification that becomes true it is verified', async () => {
    await using stage = await program(hung([done]))
    const receipt = await stage.app.locator(ok).click({ timeout: 600, verify: { exists: 'role:text|name:Done' } })
    expect(receipt).toMatchObject({ effect: 'verified', confirmed: false, heldBefore: false })
    expect(stage.received('press')).toHaveLength(1)
  })

  test('with one that held before it is not: that proves nothing', async () => {
    await using stage = await program(hung([done]))
    const error = await failure(stage.app.locator(ok).click({ timeout: 600, retries: 3, verify: { exists: ok } }))
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', sent: 'unknown' })
    expect(stage.received('press')).toHaveLength(1)
  })

  test('of what may be done twice is asked for again, and found to be done', async () => {
    await using stage = await program([
      { role: 'checkbox', name: 'On', key: 'on', on: { change: [{ hang: 250 }] } },
      { role: 'textbox', name: 'Field', key: 'field', on: { change: [{ hang: 250 }] } },
    ])
    stage.app.setDefaultTimeout(4000)
    const receipt = await stage.app.locator('role:checkbox').check({ retries: 1 })
    expect(receipt.effect).toBe('verified')
    expect(stage.received('press')).toHaveLength(1)
  })

  test('no fallback is tried after something was sent', async () => {
    await using stage = await program([...hung([done]), { role: 'button', name: 'Other' }])
    const error = await failure(stage.app.locator(ok).click({ timeout: 200, fallbacks: ['name:Other'] }))
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', details: { attempts: [{ selector: ok }] } })
    await stage.app.locator('role:text|name:Done').waitFor()
    expect(stage.received('press')).toHaveLength(1)
  })
})

test('a check that the application undoes is done again, and comes to VERIFY_FAILED when it never stays', async () => {
  await using stage = await program([
    { role: 'checkbox', name: 'On', key: 'on', on: { change: [{ set: 'on', checked: false }] } },
  ])
  const error = await failure(stage.app.locator('role:checkbox').check({ retries: 1, timeout: 900 }))
  expect(error).toMatchObject({ code: 'VERIFY_FAILED', sent: 'unknown' })
})

test('with retries, one that is there twice for a moment is waited for until it is the only one', async () => {
  await using stage = await program([status, { role: 'button', name: 'OK', faults: { duplicated: 60 } }])
  const receipt = await stage.app.locator(ok).click({ retries: 1, diff: false })
  expect(receipt.attempts).toMatchObject([{ step: 'done' }])
})
