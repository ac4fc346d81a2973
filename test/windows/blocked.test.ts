import { expect, test } from 'vitest'
import { PATIENCE } from '../patience.js'
import { windowsPage } from './support/windows-page.js'

// A program that answers one question at a time: while a press has not returned, because it opened a dialog, nobody is told anything.

const page = windowsPage('one-at-a-time')

const yes = 'role:dialog|name:Question >> role:button|name:Yes'

test('where a press that opened a box keeps every question waiting, the box is read and pressed without them', async () => {
  const message = page.app.locator('role:button|name:Message')
  const [asked, answered] = await Promise.all([
    message.click({ verify: { exists: 'role:text|name:Sent', timeout: PATIENCE } }),
    page.app.locator(yes).click(),
  ])
  expect(answered).toMatchObject({ route: 'action', detail: 'BM_CLICK', element: { role: 'button', name: 'Yes' } })
  expect(asked).toMatchObject({ effect: 'verified', detail: 'Invoke' })
  expect(page.form.events.filter(({ event }) => event === 'clicked').map(({ name }) => name)).toEqual(['Message'])
})

test('what the window system alone knows of a box is told, and that it is not all', async () => {
  const opened = page.app.locator('role:button|name:Message').click({ diff: false })
  await page.app.locator(yes).waitFor()
  const tree = await page.app.snapshot()
  const box = tree.find('role:dialog|name:Question')
  expect(box?.cut?.reason).toBe('unresponsive')
  expect(tree.findAll('role:dialog|name:Question >> role:button').map(({ name }) => name)).toEqual(['Yes', 'No'])
  expect(tree.find('role:button|name:Message')?.state('enabled')).not.toBe(true)
  await page.app.locator('role:dialog|name:Question >> role:button|name:No').click()
  expect((await opened).detail).toBe('Invoke')
  await page.app.locator('role:dialog').waitFor({ state: 'hidden' })
})
