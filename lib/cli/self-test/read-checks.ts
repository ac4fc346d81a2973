import type { Snapshot } from '../../sdk/tree/snapshot.js'
import { type Check, expectError, expectSame, expectTrue, type Place, Unexpected } from './check.js'
import type { FormState } from './form.js'

/** UI Automation calls a list with columns a grid. */
const STOCK = 'role:table|name:Stock || role:grid|name:Stock'

/** What the form shows, as selectors. */
const PARTS = [
  'role:menubar',
  'role:button|name:Press',
  'role:button|name:Disabled',
  'role:textbox|name:Text',
  'role:textbox|name:Password',
  'role:checkbox|name:"Agree to all"',
  'role:radio|name:Red',
  'role:radio|name:Blue',
  'role:combobox|name:Size',
  'role:spinbutton|name:Amount',
  'role:listitem|name:Plum',
  STOCK,
]

/** The checks that only read. */
export const READ_CHECKS: readonly Check[] = [
  {
    name: 'read: the tree has every element of the window and is complete',
    tries: `app.snapshot(), and in it ${PARTS.length} elements by role and name`,
    run: async ({ app }) => {
      const snapshot = await app.snapshot()
      expectSame('snapshot.complete', snapshot.complete, true)
      const missing = PARTS.filter((selector) => snapshot.find(selector) === undefined)
      expectSame('the list of selectors that match nothing', missing, [])
    },
  },
  {
    name: 'read: states and values are those of the program',
    tries: 'isEnabled(), isChecked() and inputValue() of a button, a check box, a radio button and two fields',
    run: async ({ app, form }) => {
      const state = await form.state()
      const button = (name: string) => app.getByRole('button', { name })
      expectSame('isEnabled() of "Press"', await button('Press').isEnabled(), true)
      expectSame('isEnabled() of "Disabled"', await button('Disabled').isEnabled(), false)
      expectSame(
        'isChecked() of "Agree to all"',
        await app.getByRole('checkbox', { name: 'Agree to all' }).isChecked(),
        state.agreed,
      )
      const colour = app.getByRole('radio', { name: state.colour })
      expectSame(`isChecked() of "${state.colour}"`, await colour.isChecked(), true)
      const value = (role: 'textbox' | 'spinbutton', name: string) => app.getByRole(role, { name }).inputValue()
      expectSame('inputValue() of "Text"', await value('textbox', 'Text'), state.text)
      expectSame('inputValue() of "Amount"', Number(await value('spinbutton', 'Amount')), state.amount)
    },
  },
  {
    name: 'read: a table has its headers and rows',
    tries: 'table().headers() and table().rows() of the table "Stock"',
    run: async ({ app, form }) => {
      const table = app.locator(STOCK).table()
      expectSame('the headers', await table.headers(), ['Part', 'Number'])
      const rows = await table.rows()
      const texts = rows.map((row) => row.texts)
      expectSame('the rows', texts, (await form.state()).rows)
    },
  },
  {
    name: 'find: one element by role and name, with its place in the window',
    tries: 'count() and boundingBox() of the button "Press"',
    run: async ({ app }) => {
      const press = app.getByRole('button', { name: 'Press' })
      expectSame('count()', await press.count(), 1)
      const [box, window] = [await press.boundingBox(), await app.window().boundingBox()]
      if (box === undefined || window === undefined) throw new Unexpected('boundingBox() is undefined')
      const isInside =
        box.x >= window.x &&
        box.y >= window.y &&
        box.x + box.width <= window.x + window.width &&
        box.y + box.height <= window.y + window.height
      expectTrue(isInside, `the button at ${JSON.stringify(box)} is not in the window at ${JSON.stringify(window)}`)
    },
  },
  {
    name: 'find: an ambiguous selector is refused and nothing is pressed',
    tries: 'click() of the button "Twin", of which there are two',
    run: async ({ app, form }) => {
      await expectError(app.getByRole('button', { name: 'Twin' }).click(), ['AMBIGUOUS'])
      expectSame('what was pressed', (await form.state()).presses, {})
    },
  },
  {
    name: 'find: what is not there is NOT_FOUND, with the nearest names',
    tries: 'click({ timeout: 1000 }) of the button "Prezz", which does not exist',
    run: async ({ app, form }) => {
      const error = await expectError(app.locator('role:button|name:Prezz').click({ timeout: 1_000 }), ['NOT_FOUND'])
      expectTrue(error.message.includes('"Press"'), `the message does not name "Press": ${error.message}`)
      expectSame('what was pressed', (await form.state()).presses, {})
    },
  },
]

/** Neither the tree nor its outline has the text. */
export async function expectHidden({ app }: Place, secret: string): Promise<Snapshot> {
  const snapshot = await app.snapshot({ text: true, attributes: true })
  const shown = `${snapshot.toJSONText()}\n${snapshot}\n${await app.tree()}`
  if (shown.includes(secret)) throw new Unexpected('the text of the password field is in the tree')
  return snapshot
}

/** How often the buttons were pressed, all in all. */
export function pressed({ presses }: FormState, name: string): number {
  return presses[name] ?? 0
}
