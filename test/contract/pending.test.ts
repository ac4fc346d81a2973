import { afterEach, describe, expect, test } from 'vitest'
import type { SimulatedNode } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { failure, type Program, program } from './program.js'

// A press that returns only when what it set off is over: UIA's Invoke, AXPress and a menu entry of Qt do so when they open a
// modal dialog.

const status: SimulatedNode = { role: 'text', key: 'status', name: 'Ready' }

/** A button that opens this dialog, and whose press returns when that is closed. */
function opens(name: string, dialog: string, ...children: SimulatedNode[]): SimulatedNode {
  return {
    role: 'button',
    name,
    returns: 'closed',
    on: { press: [{ openWindow: { role: 'dialog', name: dialog, modal: true, children } }] },
  }
}

/** A button that closes its dialog. */
function closes(name: string, says: string): SimulatedNode {
  return { role: 'button', name, on: { press: [{ set: 'status', name: says }, { closeWindow: 'window' }] } }
}

const deleteButton = opens('Delete', 'Really delete?', closes('Yes', 'Deleted'))

let stage: Program
afterEach(() => stage[Symbol.asyncDispose]())
const at = (selector: string) => stage.app.locator(selector)

describe('a press that opens a modal dialog and returns when that is closed', () => {
  test('is answered while the dialog is open, with what it did', async () => {
    stage = await program([status, deleteButton])
    const receipt = await at('role:button|name:Delete').click()
    expect(receipt).toMatchObject({ effect: 'changed', route: 'action', detail: 'press', pending: true })
    expect(receipt.diff?.added.map(({ node }) => node.name)).toContain('Really delete?')
    expect(String(receipt)).toContain('by action press, which had not returned')
    expect(receipt.toJSON()).toMatchObject({ pending: true })
    expect(receipt.after?.find('role:dialog|name:"Really delete?"')).toBeDefined()
  })

  test('leaves the application to be looked at and acted on', async () => {
    stage = await program([status, deleteButton])
    await at('role:button|name:Delete').click({ verify: { exists: 'role:dialog' } })
    expect(await at('role:dialog').count()).toBe(1)
    const yes = await at('role:dialog >> role:button|name:Yes').click({ verify: { notExists: 'role:dialog' } })
    expect(yes).toMatchObject({ effect: 'verified', pending: false })
    expect(String(yes)).not.toContain('had not returned')
    expect(await at('role:text|name:Deleted').count()).toBe(1)
    expect(stage.received('press')).toHaveLength(2)
  })

  test('may be done inside another', async () => {
    const inner = opens('More', 'Options', closes('OK', 'Chosen'))
    stage = await program([status, opens('Settings', 'Settings', inner, closes('Close', 'Set'))])
    const outer = await at('role:button|name:Settings').click()
    const nested = await at('role:button|name:More').click()
    expect([outer.pending, nested.pending]).toEqual([true, true])
    expect(await at('role:dialog').count()).toBe(2)
    await at('role:button|name:OK').click({ verify: { notExists: 'role:dialog|name:Options' } })
    await at('role:button|name:Close').click({ verify: { exists: 'role:text|name:Set', notExists: 'role:dialog' } })
  })

  test('may be done again when the dialog was closed', async () => {
    stage = await program([status, deleteButton])
    for (let i = 0; i < 12; i++) {
      expect(await at('role:button|name:Delete').click()).toMatchObject({ pending: true })
      await at('role:button|name:Yes').click({ verify: { notExists: 'role:dialog' } })
    }
    expect(stage.received('press')).toHaveLength(24)
  })

  test('is never sent again, whatever is verified and however often it may be retried', async () => {
    stage = await program([status, deleteButton])
    const click = at('role:button|name:Delete').click({ retries: 3, verify: { exists: 'name:Never', timeout: 300 } })
    const error = await failure(click)
    expect(error).toMatchObject({ code: 'VERIFY_FAILED', sent: 'unknown', details: { attempts: [{ step: 'verify' }] } })
    expect(error.message).toContain('It was not tried again: it had been sent and had not returned')
    expect(stage.received('press')).toHaveLength(1)
  })
})

describe('a press that never returns', () => {
  const stuck: SimulatedNode = { role: 'button', name: 'Stuck', returns: 'never' }

  test('does not take the whole time of its caller', async () => {
    stage = await program([status, { ...stuck, on: { press: [{ set: 'status', name: 'Done' }] } }])
    const receipt = await at('role:button|name:Stuck').click({ timeout: PATIENCE })
    expect(receipt).toMatchObject({ effect: 'changed', pending: true })
    expect(receipt.duration).toBeLessThan(PATIENCE / 2)
  })

  test('of which nothing is seen is no press that did nothing', async () => {
    stage = await program([status, stuck])
    expect(await at('role:button|name:Stuck').click()).toMatchObject({ effect: 'unknown', pending: true })
    const verify = { exists: 'name:Never', timeout: 100 }
    expect(await failure(at('role:button|name:Stuck').click({ retries: 3, verify }))).toMatchObject({
      code: 'VERIFY_FAILED',
    })
    expect(stage.received('press')).toHaveLength(2)
  })

  test('is left to a thread of its own so often and no more: then it is waited for, and is what it looks like', async () => {
    stage = await program([status, stuck])
    const press = (timeout: number) => at('role:button|name:Stuck').click({ timeout })
    for (let i = 0; i < 8; i++) expect(await press(PATIENCE)).toMatchObject({ pending: true })
    expect(await failure(press(500))).toMatchObject({ code: 'OUTCOME_UNKNOWN', sent: 'unknown' })
  })
})

test('an application that hangs is not taken for one whose press has not returned', async () => {
  stage = await program([status, { role: 'button', name: 'OK', on: { press: [{ hang: 60_000 }] } }])
  const error = await failure(at('role:button|name:OK').click({ timeout: 1000 }))
  expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', sent: 'unknown', details: { step: 'dispatch' } })
})

test('nor is one that only takes its time', async () => {
  stage = await program([status, { role: 'button', name: 'OK', on: { press: [{ hang: 400 }] } }])
  expect(await at('role:button|name:OK').click()).toMatchObject({ pending: false })
})

test('a desktop is closed while presses have not returned', async () => {
  stage = await program([status, deleteButton])
  await at('role:button|name:Delete').click()
  await stage.desktop.dispose()
})
