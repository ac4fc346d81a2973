import { afterEach, beforeEach, expect, test } from 'vitest'
import { type App, Desktop } from '../../lib/index.js'
import { Form } from '../live/support/form.js'
import { PATIENCE } from '../patience.js'

// A program that answers one question at a time: while a press has not returned, because it opened a dialog, nobody is told anything.

let desktop: Desktop
let form: Form
let app: App

beforeEach(async () => {
  form = await Form.startWin32('extras', 'one-at-a-time')
  desktop = await Desktop.open({ backend: 'windows', defaultTimeout: PATIENCE })
  app = await desktop.app({ pid: form.pid })
  await app.locator('role:tab|name:Windows').click()
  await form.received({ event: 'tab', value: 'Windows' })
  await app.waitForIdle()
})
afterEach(async () => {
  await form.end()
  await desktop.dispose()
})

const yes = 'role:dialog|name:Question >> role:button|name:Yes'

test('where a press that opened a box keeps every question waiting, the box is read and pressed without them', async () => {
  const message = app.locator('role:button|name:Message')
  const [asked, answered] = await Promise.all([
    message.click({ verify: { exists: 'role:text|name:Sent', timeout: PATIENCE } }),
    app.locator(yes).click(),
  ])
  expect(answered).toMatchObject({ route: 'action', detail: 'BM_CLICK', element: { role: 'button', name: 'Yes' } })
  expect(asked).toMatchObject({ effect: 'verified', detail: 'Invoke' })
  expect(form.events.filter(({ event }) => event === 'clicked').map(({ name }) => name)).toEqual(['Message'])
})

test('what the window system alone knows of a box is told, and that it is not all', async () => {
  const opened = app.locator('role:button|name:Message').click({ diff: false })
  await app.locator(yes).waitFor()
  const tree = await app.snapshot()
  const box = tree.find('role:dialog|name:Question')
  expect(box?.cut?.reason).toBe('unresponsive')
  expect(tree.findAll('role:dialog|name:Question >> role:button').map(({ name }) => name)).toEqual(['Yes', 'No'])
  expect(tree.find('role:button|name:Message')?.state('enabled')).not.toBe(true)
  await app.locator('role:dialog|name:Question >> role:button|name:No').click()
  expect((await opened).detail).toBe('Invoke')
  await app.locator('role:dialog').waitFor({ state: 'hidden' })
})
