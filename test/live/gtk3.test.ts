import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failing } from '../contract/program.js'
import { Form } from './support/form.js'
import { expectTruth, headless } from './support/settled.js'
import type { Rule } from './support/truth.js'

const OFF: Rule = {
  name: 'a cell with a check box that is off is not checked',
  because: 'GTK 3 says of a cell that it is checked, and says nothing of one that is not',
  explains: ({ what, truth, detail }) =>
    what === 'states' && truth?.role === 'table cell' && detail === '+checked=false',
}

const UNTOLD: Rule = {
  name: 'whether an entry of a popover menu is checked is not known',
  because: 'GtkModelButton has the role of a check box or a radio button, and never says that it is checked',
  explains: ({ what, truth, detail }) =>
    what === 'states' && /^(check box|radio button)$/.test(truth?.role ?? '') && detail === '-checked=false',
}

test('gtk3-widget-factory: names, roles, states, structure and bounds are those that libatspi reads', async () => {
  await using place = await headless()
  const { session, desktop } = place
  const app = await desktop.launch('gtk3-widget-factory')
  const { snapshot } = await expectTruth(session, app, { atLeast: 250, rules: [OFF, UNTOLD] })
  expect(snapshot.complete).toBe(true)
  expect(app.toolkit).toMatch(/^gtk 3/i)
})

test('the form, whose list leaves its rows out of the cache (MANAGES_DESCENDANTS), is read whole all the same', async () => {
  await using place = await headless()
  const { session, desktop } = place
  const form = await Form.start(session, 'gtk3')
  const app = await desktop.app({ pid: form.pid })
  const { snapshot } = await expectTruth(session, app, { atLeast: 450 })
  expect(snapshot.findAll('role:listitem')).toHaveLength(200)
  expect(snapshot.find('name:Item 199')).toBeDefined()
})

test('what is on a page that does not show is hidden, the items of an icon view, too', async () => {
  await using place = await headless()
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'pages_gtk3.py')
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program] })
  const parts = ['row 1', 'icon 1', 'label', 'button']
  const shown = (page: string) => Promise.all(parts.map((part) => app.locator(`name:"${page} ${part}"`).isVisible()))
  expect(await shown('First')).toEqual([true, true, true, true])
  expect(await shown('Second')).toEqual([false, false, false, false])
  const icon = app.locator('name:"Second icon 1"')
  const refused = await failing(1_000, (timeout) => icon.click({ timeout }))
  expect(refused).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no', details: { check: 'visible' } })
  expect(refused.message).toContain('on the tab "Second", which is not selected')
  await app.locator('role:tab|name:Second').click()
  expect(await shown('Second')).toEqual([true, true, true, true])
  expect((await icon.click()).effect).not.toBe('unchanged')
  expect((await app.snapshot()).find('name:"Second icon 1"')?.state('selected')).toBe(true)
})
