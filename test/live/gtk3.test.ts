import { expect, test } from 'vitest'
import { Form } from './support/form.js'
import { expectTruth, headless } from './support/settled.js'
import type { Rule } from './support/truth.js'

const OFF: Rule = {
  name: 'a cell with a check box that is off is not checked',
  because: 'GTK 3 says of a cell that it is checked, and says nothing of one that is not',
  explains: ({ what, truth, detail }) =>
    what === 'states' && truth?.role === 'table cell' && detail === '+checked=false',
}

test('gtk3-widget-factory: names, roles, states, structure and bounds are those that libatspi reads', async () => {
  await using place = await headless()
  const { session, desktop } = place
  const app = await desktop.launch('gtk3-widget-factory')
  const { snapshot } = await expectTruth(session, app, { atLeast: 250, rules: [OFF] })
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
