import { expect, test } from 'vitest'
import { PATIENCE } from '../patience.js'
import { failure, openWorld } from './program.js'
import { contract } from './stage.js'

// Long enough for another window to come up meanwhile, on a busy machine, too; it ends when that has come.
const TEXT = 'The quick brown fox jumps over the lazy dog. '.repeat(8)
const PACE = { delay: 100, timeout: 2 * PATIENCE }

contract((stage) => {
  const customer = () => stage().app.locator('role:textbox|name:Customer')
  const count = (event: string) =>
    stage()
      .events()
      .filter((received) => received.event === event).length

  test('what is typed while another window takes the foreground ends there, and none of it goes elsewhere', async () => {
    const typing = failure(customer().pressSequentially(TEXT, { ...PACE, modifiers: ['Shift'] }))
    await expect.poll(() => count('text')).toBeGreaterThan(1)
    const other = await stage().intrude()
    const error = await typing
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', sent: 'unknown' })
    const sent = error.details.sentCharacters as number
    expect(sent).toBeGreaterThan(1)
    expect(sent).toBeLessThan(TEXT.length)
    await expect.poll(() => customer().inputValue()).toBe(TEXT.slice(0, sent))
    expect(other.keys()).toEqual([])

    // Nothing is held any more: it would change what is typed next.
    await customer().fill('')
    await customer().pressSequentially('ab')
    await customer().press('Home')
    await customer().press('Delete')
    await expect.poll(() => customer().inputValue()).toBe('b')
    expect(other.keys()).toEqual([])
  })

  test('a window is brought to the foreground before anything is typed into it', async () => {
    await customer().focus()
    const window = await stage().app.window()
    const other = await stage().intrude()
    expect(await window.isActive()).toBe(false)
    await window.type('abc')
    await expect.poll(() => customer().inputValue()).toBe('abc')
    expect(await window.isActive()).toBe(true)
    expect(other.keys()).toEqual([])
  })

  test('clickCount, button and a position in percent', async () => {
    const button = stage().app.locator('role:button|name:Count')
    const receipt = await button.click({ clickCount: 2, delay: 5, position: { x: '90%', y: '10%' } })
    expect(receipt.route).toBe('input')
    await expect.poll(() => count('clicked')).toBe(2)
    expect(await button.click({ button: 'middle' })).toMatchObject({ route: 'input' })
    expect(count('clicked')).toBe(2)
  })
})

test('the rest of a text that makes a window close goes to nobody', async () => {
  const dialog = {
    role: 'dialog' as const,
    name: 'Ask',
    key: 'ask',
    modal: true,
    bounds: { x: 10, y: 10, width: 300, height: 200 },
    children: [
      { role: 'textbox' as const, name: 'Answer' },
      { role: 'button' as const, name: 'OK', default: true, on: { press: [{ closeWindow: 'ask' }] } },
    ],
  }
  const main = { role: 'window' as const, name: 'Main', children: [{ role: 'textbox' as const, name: 'Note' }] }
  await using at = await openWorld({ applications: [{ name: 'Program', windows: [main, dialog] }] })
  const error = await failure(at.app.locator('name:Answer').pressSequentially('yes\nand more'))
  expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', details: { sentCharacters: 4 } })
  expect(at.received('type').map(({ text }) => text)).toEqual(['yes'])
})

test('a window that comes to the front after so many characters gets none of them', async () => {
  const field = (name: string) => ({ role: 'textbox' as const, name, key: name })
  const main = { role: 'window' as const, name: 'Main', children: [field('Note')] }
  const notice = { role: 'window' as const, name: 'Notice', children: [field('Reply')], faults: { intruding: 5 } }
  await using at = await openWorld({
    applications: [
      { name: 'Messenger', windows: [notice] },
      { name: 'Program', windows: [main] },
    ],
  })
  const error = await failure(at.app.locator('name:Note').pressSequentially('0123456789'))
  expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', details: { sentCharacters: 5 } })
  expect(error.message).toContain('5 characters')
  expect(at.received('type').map(({ key, text }) => [key, text])).toEqual([['Note', '01234']])
})

test('where a modal dialog has the keyboard nothing is sent, and the error says so', async () => {
  const main = { role: 'window' as const, name: 'Main', children: [{ role: 'textbox' as const, name: 'Note' }] }
  const sheet = { role: 'dialog' as const, name: 'Sheet', modal: true }
  await using at = await openWorld({ applications: [{ name: 'Program', windows: [main, sheet] }] })
  const window = await at.app.window({ title: 'Main' })
  const error = await failure(window.type('abc'))
  expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', details: { sentCharacters: 0 } })
  expect(at.received('type')).toEqual([])
})
