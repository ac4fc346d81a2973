import { expect, test } from 'vitest'
import type { SimulatedNode } from '../../lib/sdk/index.js'
import { failure, program } from './program.js'

// A label and what it labels are one meaning: GTK 4 and web pages have a text of the same name in a button, and beside a field.

const text = (name: string): SimulatedNode => ({ role: 'text', name })

test('a name means the button that is called by the text in it', async () => {
  await using stage = await program([{ role: 'button', name: 'Save', key: 'save', children: [text('Save')] }])
  await stage.app.locator('name:Save').click()
  expect(stage.received('press').map(({ key }) => key)).toEqual(['save'])
  expect(await stage.app.locator('name:Save').isVisible()).toBe(true)
  expect(await stage.app.locator('name:Save').count()).toBe(2)
})

test('a name means the row that is called by what is in it, however deep', async () => {
  const inner: SimulatedNode = { role: 'group', name: 'Work', children: [text('Work')] }
  await using stage = await program([
    { role: 'list', children: [{ role: 'listitem', name: 'Work', children: [inner] }] },
  ])
  expect((await stage.app.locator('name:Work').click({ force: true })).element?.role).toBe('listitem')
})

test('a name means the field that is called by the text beside it', async () => {
  await using stage = await program([
    {
      role: 'group',
      children: [text('City'), { role: 'textbox', name: 'City', key: 'city', value: '', editable: true }],
    },
  ])
  await stage.app.locator('name:City').fill('Ulm')
  expect(await stage.app.locator('role:textbox').inputValue()).toBe('Ulm')
})

test('a text elsewhere that reads the same is another meaning, and so is one in a window of that name', async () => {
  await using stage = await program([
    text('Settings'),
    { role: 'button', name: 'Settings', children: [text('Settings')] },
    text('Main'),
  ])
  const error = await failure(stage.app.locator('name:Settings').click({ timeout: 300 }))
  expect(error).toMatchObject({ code: 'AMBIGUOUS', details: { count: 2 } })
  expect(await failure(stage.app.locator('name:Main').click({ timeout: 300 }))).toMatchObject({ code: 'AMBIGUOUS' })
})
