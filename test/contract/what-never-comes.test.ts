import { describe, expect, test } from 'vitest'
import { createRegistry } from '../../lib/agent/index.js'
import type { SimulatedNode } from '../../lib/sdk/index.js'
import { SOON } from '../patience.js'
import { failure, program } from './program.js'
import { contract } from './stage.js'

// The default timeout of these desktops is 2 * SOON: what ends sooner was not waited for to the end.

// ms after which an application at rest has been given up for long: 300 without an event, two seconds after the last action.
const LATE = 3000

/** The error of a call, and how long the call took. */
async function timed(call: Promise<unknown>) {
  const began = performance.now()
  const error = await failure(call)
  return { error, took: performance.now() - began }
}

contract((stage) => {
  test('a role that takes no text fails at once, and the error says so', async () => {
    for (const verb of ['fill', 'insertText'] as const) {
      const { error } = await timed(stage().app.locator('role:button|name:Save')[verb]('x'))
      expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', details: { check: 'editable', waitEnd: 'at once' } })
      expect(error.message).toContain('a button, and that takes no text')
      expect(error.message).toContain('It was not waited for')
    }
  })

  test('so it does when the call names a timeout: no timeout makes a button take text', async () => {
    const save = stage().app.locator('role:button|name:Save')
    const { error } = await timed(save.fill('x', { timeout: 2 * SOON }))
    expect(error.details.waitEnd).toBe('at once')
  })

  test('an entry of a closed menu is not waited for while the application is at rest', async () => {
    const { error } = await timed(stage().app.locator('role:menuitem|name:Open').click())
    expect(error).toMatchObject({
      code: 'NOT_ACTIONABLE',
      sent: 'no',
      details: { check: 'visible', waitEnd: 'at rest' },
    })
    expect(error.message).toContain('the application is at rest')
  })

  test('a window that an application at rest does not have is not waited for', async () => {
    for (const query of [{ title: 'Nowhere' }, 'role:dialog|name:Nowhere']) {
      const { error } = await timed(stage().app.window(query))
      expect(error).toMatchObject({ code: 'NOT_FOUND', details: { waitEnd: 'at rest' } })
      expect(error.message).toContain('window "')
    }
  })

  test('a menu that is opened meanwhile is no closed menu', async () => {
    const { app } = stage()
    const press = app.locator('role:menuitem|name:Open').click()
    await Promise.all([press, app.locator('role:menubar >> name:File').click()])
  })
})

const button = (name: string, ...press: NonNullable<SimulatedNode['on']>[string][]): SimulatedNode => ({
  role: 'button',
  name,
  key: name,
  on: { press: press.flat() as never },
})
const dialog: SimulatedNode = { role: 'dialog', name: 'Result', children: [{ role: 'text', name: '42' }] }
const option = (name: string): SimulatedNode => ({ role: 'option', name, key: name })
const list: SimulatedNode = {
  role: 'combobox',
  name: 'Size',
  key: 'list',
  value: 'S',
  children: ['S', 'M'].map(option),
}

describe('what may still come', () => {
  test('an element that appears later is found', async () => {
    await using stage = await program([{ role: 'toolbar', key: 'bar', children: [] }])
    stage.apply({ add: button('Late'), to: 'bar', after: LATE })
    await stage.app.locator('role:button|name:Late').click()
  })

  test('a window is found that opens while the application is at work', async () => {
    await using stage = await program([button('Go', [{ work: LATE + 100 }, { openWindow: dialog, after: LATE }])])
    await stage.app.locator('role:button|name:Go').click()
    expect(await (await stage.app.window('name:Result')).title()).toBe('Result')
  })

  test('a window is found that an action opens a second after it', async () => {
    await using stage = await program([button('Go', [{ openWindow: dialog, after: 1200 }])])
    await stage.app.locator('role:button|name:Go').click({ diff: false })
    expect(await (await stage.app.window('name:Result')).title()).toBe('Result')
  })

  test.each(['window with a timeout', 'waitForWindow'])('%s waits for one that comes out of rest', async (call) => {
    await using stage = await program([button('Go')])
    stage.apply({ openWindow: dialog, application: 'Program', after: LATE })
    const query = { title: 'Result' }
    const { app } = stage
    const found = await (call === 'waitForWindow' ? app.waitForWindow(query) : app.window(query, { timeout: 2 * SOON }))
    expect(await found.title()).toBe('Result')
  })
})

describe('an option', () => {
  test('that a complete list does not have is not waited for; the error has the options', async () => {
    await using stage = await program([list])
    const { error } = await timed(stage.app.locator('role:combobox').selectOption('XL'))
    expect(error).toMatchObject({ code: 'NOT_FOUND', details: { options: ['S', 'M'], waitEnd: 'at rest' } })
  })

  test('that the list gets soon after it was opened is chosen', async () => {
    const on = { expand: [{ add: option('XL'), to: 'list', after: 50 }] }
    await using stage = await program([{ ...list, expanded: false, on }])
    const receipt = await stage.app.locator('role:combobox').selectOption('XL')
    expect(receipt.effect).toBe('verified')
  })

  test('is waited for as long as the call says', async () => {
    await using stage = await program([list])
    stage.apply({ add: option('XL'), to: 'list', after: LATE })
    await stage.app.locator('role:combobox').selectOption('XL', { timeout: 2 * SOON })
  })
})

test('keys for an element that cannot take the focus are not sent, and it is not waited for', async () => {
  await using stage = await program([{ role: 'text', name: 'Label', focusable: false }])
  const { took } = await timed(stage.app.locator('role:text').pressSequentially('x'))
  expect(took).toBeLessThan(SOON)
  expect(stage.received('type')).toEqual([])
})

test('a tool without timeout_ms fails soon; with it, what could still come is waited for', async () => {
  await using stage = await program([list, button('Go')])
  const registry = createRegistry(stage.desktop, { profile: 'terminator', timeout: 2 * SOON })
  const run = async (name: string, input: object) => {
    const began = performance.now()
    const { structuredContent } = await registry.tool(name).run({ process: 'Program', ...input })
    return { code: (structuredContent.error as { code: string } | undefined)?.code, took: performance.now() - began }
  }
  const elsewhere = await run('click_element', { selector: 'name:Go', window_selector: 'name:Nowhere' })
  expect(elsewhere.code).toBe('NOT_FOUND')
  const missing = await run('select_option', { selector: 'name:Size', option_name: 'XL' })
  expect(missing.code).toBe('NOT_FOUND')
  for (const { took } of [elsewhere, missing]) expect(took).toBeLessThan(SOON)
  stage.apply({ openWindow: dialog, application: 'Program', after: LATE })
  const awaited = { selector: 'name:42', window_selector: 'name:Result', timeout_ms: 2 * SOON }
  expect((await run('validate_element', awaited)).code).toBeUndefined()
})

test('tools without timeout_ms give up what an application at rest does not have, and say so', async () => {
  const off: SimulatedNode = { role: 'button', name: 'Off', enabled: false }
  await using stage = await program([button('Go'), off])
  const registry = createRegistry(stage.desktop, { profile: 'terminator', timeout: 2 * SOON })
  for (const [selector, code] of [
    ['name:Nowhere', 'NOT_FOUND'],
    ['name:Off', 'NOT_ACTIONABLE'],
  ]) {
    const { structuredContent } = await registry.tool('click_element').run({ process: 'Program', selector })
    // It says so only when it did not wait to the end.
    expect(structuredContent.error).toMatchObject({
      code,
      message: expect.stringContaining('The application is at rest'),
    })
  }
})

test('a tool without timeout_ms waits for an element while the application is at work', async () => {
  await using stage = await program([
    button('Go', [{ work: LATE + 100 }, { add: button('Late'), to: 'main', after: LATE }]),
  ])
  const registry = createRegistry(stage.desktop, { profile: 'terminator', timeout: 2 * SOON })
  const click = (name: string) => registry.tool('click_element').run({ process: 'Program', selector: `name:${name}` })
  await stage.app.locator('name:Go').click({ diff: false })
  expect((await click('Late')).structuredContent.error).toBeUndefined()
})
