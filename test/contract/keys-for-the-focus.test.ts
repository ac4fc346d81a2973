import { expect, test } from 'vitest'
import type { SimulatedNode } from '../../lib/sdk/index.js'
import { program } from './program.js'

// Keys for whatever has the focus: the receipt says what had it, and whether a text shows there.

const field: SimulatedNode = { role: 'textbox', name: 'Note', value: '' }
const button: SimulatedNode = { role: 'button', name: 'Next' }

test('desktop.type() says what had the focus, and is verified when that shows the text', async () => {
  await using stage = await program([field, button])
  await stage.app.locator('name:Note').focus()
  const receipt = await stage.desktop.type('hello')
  expect(receipt).toMatchObject({ effect: 'verified', confirmed: true, element: { role: 'textbox', name: 'Note' } })
  expect(`${receipt}`).toContain('textbox "Note"')
  expect(await stage.app.locator('name:Note').inputValue()).toBe('hello')
})

test('desktop.press() says what had the focus', async () => {
  await using stage = await program([field, button])
  await stage.app.locator('name:Next').focus()
  const receipt = await stage.desktop.press('Enter')
  expect(receipt).toMatchObject({ effect: 'unknown', element: { role: 'button', name: 'Next' } })
  expect(receipt.note).toContain('had the focus')
})

test('keys that nothing had the focus for are unknown, with that reason', async () => {
  await using stage = await program([field, button])
  const receipt = await stage.desktop.type('lost')
  expect(receipt.effect).toBe('unknown')
  expect(receipt.note).toContain('no element of Program is known to have had the focus')
})

test('window.type() into a long-lived field is verified there', async () => {
  await using stage = await program([field, button])
  await stage.app.locator('name:Note').focus()
  const receipt = await (await stage.app.window()).type('typed')
  expect(receipt).toMatchObject({ effect: 'verified' })
  expect(receipt.note).toContain('textbox "Note"')
})
