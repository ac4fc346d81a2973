import { createHash } from 'node:crypto'
import { isSurehandError } from '../../sdk/errors.js'
import { type Check, expectError, expectSame, expectTrue, Unexpected } from './check.js'
import { expectHidden, pressed } from './read-checks.js'

const SECRET = 'Zq8-second-secret'
const FIRST_SECRET = 'Zq7-first-secret'
/** What AT-SPI and UI Automation call the change of a check box. */
const CHECKED = /checked|ToggleState/

/** The checks that press and choose. */
export const PRESS_CHECKS: readonly Check[] = [
  {
    name: 'press: a button is pressed exactly once',
    tries: 'click() of the button "Press"',
    run: async ({ app, form }) => {
      const before = pressed(await form.state(), 'Press')
      await app.getByRole('button', { name: 'Press' }).click()
      expectSame('how often it was pressed', pressed(await form.state(), 'Press') - before, 1)
    },
  },
  {
    name: 'press: a disabled button is NOT_ACTIONABLE and is not pressed',
    tries: 'click({ timeout: 1000 }) of the button "Disabled"',
    run: async ({ app, form }) => {
      const disabled = app.getByRole('button', { name: 'Disabled' })
      await expectError(disabled.click({ timeout: 1_000 }), ['NOT_ACTIONABLE'])
      expectSame('how often it was pressed', pressed(await form.state(), 'Disabled'), 0)
    },
  },
  {
    name: 'press: check() checks a box, and a second check() leaves it',
    tries: 'check() of the check box "Agree to all", twice',
    run: async ({ app, form }) => {
      const agree = app.getByRole('checkbox', { name: 'Agree to all' })
      const first = await agree.check()
      expectSame('the effect', first.effect, 'verified')
      const again = await agree.check()
      expectSame('the route of the second call', again.route, 'none')
      expectSame('whether it is checked', (await form.state()).agreed, true)
    },
  },
  {
    name: 'press: a radio button of a group is chosen',
    tries: 'check() of the radio button "Blue"',
    run: async ({ app, form }) => {
      await app.getByRole('radio', { name: 'Blue' }).check()
      expectSame('the colour', (await form.state()).colour, 'Blue')
    },
  },
  {
    name: 'press: a modal dialog opens, is read and is answered',
    tries: 'click() of "Open dialog", which returns only when the dialog is closed, then of "Agree" in the dialog',
    run: async ({ app, form }) => {
      await app.getByRole('button', { name: 'Open dialog' }).click({ verify: { exists: 'role:button|name:Agree' } })
      expectSame('how many dialogs are open', (await form.state()).dialogs, 1)
      await app.getByRole('button', { name: 'Agree' }).click({ verify: { notExists: 'role:button|name:Agree' } })
      const { dialogs, status } = await form.state()
      expectSame('the open dialogs and the answer', [dialogs, status], [0, 'Agreed'])
    },
  },
  {
    name: 'press: what appears 500 ms later is waited for',
    tries: 'click() of "Later" with verify: { exists: the label "Arrived" }',
    run: async ({ app, form }) => {
      const receipt = await app
        .getByRole('button', { name: 'Later' })
        .click({ verify: { exists: 'name:Arrived', timeout: 3_000 } })
      expectSame('the effect', receipt.effect, 'verified')
      expectSame('how often it was pressed', pressed(await form.state(), 'Later'), 1)
    },
  },
]

/** The checks that write and choose. */
export const WRITE_CHECKS: readonly Check[] = [
  {
    name: 'fill: a text field has the text afterwards',
    tries: 'fill() of the field "Text" with letters of several scripts',
    run: async ({ app, form }) => {
      const words = 'Grüße, Ελλάδα, 日本 & 🙂'
      const receipt = await app.getByRole('textbox', { name: 'Text' }).fill(words)
      expectSame('the effect', receipt.effect, 'verified')
      expectSame('the text', (await form.state()).text, words)
    },
  },
  {
    name: 'fill: a password is set, and is in no tree and no receipt',
    tries: 'app.snapshot() and fill() of the field "Password"',
    run: async (place) => {
      const { app, form } = place
      await expectHidden(place, FIRST_SECRET)
      const field = app.getByRole('textbox', { name: 'Password' })
      const receipt = await field.fill(SECRET)
      const sha256 = createHash('sha256').update(SECRET).digest('hex')
      expectSame('the password', (await form.state()).password, { length: SECRET.length, sha256 })
      const said = `${receipt}\n${JSON.stringify(receipt)}\n${receipt.after?.toJSONText()}`
      expectTrue(!said.includes(SECRET), 'the text of the password field is in the receipt')
      await expectHidden(place, SECRET)
      await expectError(field.inputValue(), ['REFUSED'])
    },
  },
  {
    name: 'type: keys are typed into a text field',
    tries: 'clear() and pressSequentially() of the field "Text"',
    run: async ({ app, form }) => {
      const field = app.getByRole('textbox', { name: 'Text' })
      await field.clear()
      await field.pressSequentially('Typed 42')
      expectSame('the text', (await form.state()).text, 'Typed 42')
    },
  },
  {
    name: 'type: a key is pressed exactly once',
    tries: 'press("Enter") in the field "Text"',
    run: async ({ app, form }) => {
      const { activations } = await form.state()
      await app.getByRole('textbox', { name: 'Text' }).press('Enter')
      expectSame('how often Enter arrived', (await form.state()).activations - activations, 1)
    },
  },
  {
    name: 'select: an option of a combo box',
    tries: 'selectOption("Large") of the combo box "Size"',
    run: async ({ app, form }) => {
      await app.getByRole('combobox', { name: 'Size' }).selectOption('Large')
      expectSame('the size', (await form.state()).size, 'Large')
    },
  },
  {
    name: 'select: an item of a list',
    tries: 'select() of the list item "Plum"',
    run: async ({ app, form }) => {
      await app.getByRole('listitem', { name: 'Plum' }).select()
      expectSame('the fruit', (await form.state()).fruit, 'Plum')
    },
  },
  {
    name: 'select: the number of a spin button',
    tries: 'setValue(42) of the spin button "Amount"',
    run: async ({ app, form }) => {
      await app.getByRole('spinbutton', { name: 'Amount' }).setValue(42)
      expectSame('the number', (await form.state()).amount, 42)
    },
  },
  {
    name: 'menu: an entry is chosen by its path, and a disabled one is seen',
    tries: 'menu("File", "Print").state() and menu("File", "Save copy").click()',
    run: async ({ app, form }) => {
      const { enabled } = await app.menu('File', 'Print').state()
      expectSame('enabled of "Print"', enabled, false)
      await app.menu('File', 'Save copy').click()
      expectSame('the chosen entries', (await form.state()).entries, ['Save copy'])
    },
  },
]

/** The checks of what surehand says about changes, pictures and a program that does not answer. */
export const WATCH_CHECKS: readonly Check[] = [
  {
    name: 'diff: one changed label is one modified element',
    tries: 'click() of "Rename", which changes the label "Ready" to "Renamed"',
    run: async ({ app, form }) => {
      const { diff } = await app.getByRole('button', { name: 'Rename' }).click()
      expectSame('the label', (await form.state()).status, 'Renamed')
      if (diff === undefined) throw new Unexpected('the receipt has no diff')
      const named = diff.modified.some(({ name, value }) => name === 'Renamed' || value === 'Renamed')
      expectTrue(named && diff.added.length + diff.removed.length === 0, `the diff is: ${diff}`)
    },
  },
  {
    name: 'events: what the program announces is heard',
    tries: 'app.events(), while the program sets its state back and "Agree to all" is checked',
    run: async ({ app, form }) => {
      await form.reset()
      const events = app.events({ kinds: ['state'], signal: AbortSignal.timeout(4_000) })
      await events.ready()
      try {
        await app.getByRole('checkbox', { name: 'Agree to all' }).check()
        for await (const { detail } of events) if (CHECKED.test(detail)) break
      } catch (error) {
        if (!isSurehandError(error, 'ABORTED')) throw error
        throw new Unexpected('no event about the state "checked" came within 4000 ms')
      } finally {
        await events.return?.()
      }
      expectSame('whether it is checked', (await form.state()).agreed, true)
    },
  },
  {
    name: 'picture: the window is on the picture of the screen',
    tries: 'app.activate(), app.screenshot(), and the pixel in the middle of the coloured area "Swatch"',
    run: async ({ app, desktop, form }) => {
      await app.activate()
      const png = await app.screenshot()
      expectSame('the first bytes of the picture', png.subarray(1, 4).toString('latin1'), 'PNG')
      const area = await app.locator('name:Swatch').boundingBox()
      if (area === undefined) throw new Unexpected('boundingBox() of "Swatch" is undefined')
      const { rgba, width, height } = await desktop.image({ area })
      const middle = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 4
      expectSame('the colour in its middle', [...rgba.subarray(middle, middle + 3)], (await form.state()).swatch)
    },
  },
  {
    name: 'hang: a read of a program that does not answer ends in time',
    tries: 'inputValue({ timeout: 1000 }) of the field "Text", while "Block" blocks the program for 3 s',
    run: async ({ app, form }) => {
      const { mark } = form
      const press = app.getByRole('button', { name: 'Block' }).click({ diff: false })
      press.catch(() => {})
      expectTrue(await form.heard('blocking', mark), 'the button "Block" was not pressed')
      const read = app.getByRole('textbox', { name: 'Text' }).inputValue({ timeout: 1_000 })
      await expectError(read, ['APP_UNRESPONSIVE', 'TIMEOUT'])
      expectTrue(!form.has('answering', mark), 'the read ended only when the program answered again, 3 s later')
    },
  },
  {
    name: 'hang: the program works again once it answers',
    tries: 'inputValue() of the field "Text" and click() of "Press" after the program was blocked',
    run: async ({ app, form }) => {
      expectTrue(await form.heard('answering'), 'the program has not answered again')
      const { text, ...before } = await form.state()
      expectSame('inputValue()', await app.getByRole('textbox', { name: 'Text' }).inputValue(), text)
      await app.getByRole('button', { name: 'Press' }).click()
      const times = pressed(await form.state(), 'Press') - (before.presses.Press ?? 0)
      expectSame('how often "Press" was pressed', times, 1)
    },
  },
]
