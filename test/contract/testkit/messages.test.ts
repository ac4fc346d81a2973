import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Desktop, type Locator } from '../../../lib/sdk/index.js'
import { matchers } from '../../../lib/test/testkit/matchers.js'
import { formWorld } from '../form-world.js'
import { afterALook } from './first-look.js'

// What each matcher says when it fails, for the one who has to mend the test.

let desktop: Desktop
let at: (selector: string) => Locator
beforeAll(async () => {
  desktop = await Desktop.open({ world: formWorld })
  const app = await desktop.app('order-form')
  at = (selector) => app.locator(selector)
})
afterAll(() => desktop.dispose())

/** The message of a failure, without what differs between two runs. */
const said = (matcher: string, isNot: boolean, subject: unknown, ...args: unknown[]) =>
  matcher === 'toHaveChanged'
    ? saidTo({ isNot }, matcher, subject, ...args)
    : afterALook(
        SHORT.timeout,
        (timeout) => saidTo({ isNot }, matcher, subject, ...args, { timeout }),
        (message) => message,
      )

async function saidTo(context: object, matcher: string, ...args: unknown[]): Promise<string> {
  const called = matchers[matcher] as (
    this: object,
    ...args: unknown[]
  ) => Promise<{ pass: boolean; message(): string }>
  const outcome = await called.call(context, ...args)
  if (outcome.pass !== ('isNot' in context && context.isNot === true)) throw new Error(`${matcher} did not fail`)
  return outcome
    .message()
    .replace(/\b\d+ ms/g, 'N ms')
    .replace(/\d+ looks?/, 'N looks')
    .replace(/\be\d+\b/g, 'eN')
}

const SAVE = 'role:button|name:Save'
// Enough for a look on a machine with other work.
const SHORT = { timeout: 300 }

describe('where the opposite was expected', () => {
  test.each([
    ['toBeEnabled', SAVE],
    ['toBeDisabled', 'role:button|name:Submit'],
    ['toBeEditable', 'role:textbox|name:Customer'],
    ['toBeChecked', 'role:radio|name:Small'],
    ['toBeSelected', 'role:tab|name:General'],
    ['toBeExpanded', 'role:button|name:More'],
    ['toBeInViewport', SAVE],
    ['toHaveText', 'role:combobox', 'Austria'],
    ['toContainText', 'role:combobox', 'ustri'],
    ['toHaveValue', 'role:combobox', /^Aus/],
    ['toHaveCount', 'role:button|name:Edit', 2],
    ['toHaveRole', SAVE, 'button'],
    ['toHaveAttribute', 'role:spinbutton', 'max'],
    ['toHaveAttribute', 'role:spinbutton', 'max', /9+/],
    ['toHaveBounds', SAVE, { width: 69 }],
  ] as [matcher: string, selector: string, ...args: unknown[]][])(
    'not.%s of %s',
    async (matcher, selector, ...args) => {
      if (matcher === 'toBeExpanded') await at(selector).expand()
      expect(await said(matcher, true, at(selector), ...args)).toMatchSnapshot()
      if (matcher === 'toBeExpanded') await at(selector).collapse()
    },
  )
})

describe('what was expected, and what was seen', () => {
  test('toBeAttached', async () => {
    expect(await said('toBeAttached', false, at('role:button|name:Svae'))).toMatchInlineSnapshot(`
      "expect(role:button|name:Svae in order-form).toBeAttached() failed after N ms
        Expected: at least one element
        Received: nothing that matches
        Nearest:
          window "Order form" > tabpanel "General" > toolbar > button "Save" fails name:Svae
          window "Order form" > tabpanel "General" > toolbar > button "Replace" fails name:Svae
          window "Order form" > tabpanel "General" > button "More" fails name:Svae
        (last of N looks, at N ms)"
    `)
    expect(await said('toBeAttached', true, at(SAVE))).toMatchInlineSnapshot(`
      "expect(role:button|name:Save in order-form).not.toBeAttached() failed after N ms
        Expected: no element
        Received: button "Save" (eN)
        (last of N looks, at N ms)"
    `)
  })

  test('toBeVisible', async () => {
    expect(await said('toBeVisible', false, at('role:button|name:Reset'))).toMatchInlineSnapshot(`
      "expect(role:button|name:Reset in order-form).toBeVisible() failed after N ms
        Expected: visible
        Received: button "Reset" (eN): hidden, as all in tabpanel "Advanced" (eN) is
        (last of N looks, at N ms)"
    `)
    expect(await said('toBeVisible', false, at('role:button|name:Edit'))).toMatchInlineSnapshot(`
      "expect(role:button|name:Edit in order-form).toBeVisible() failed after N ms
        Expected: visible
        Received: 2 elements, where one is meant:
          window "Order form" > tabpanel "General" > group "Billing" > button "Edit" (eN)
          window "Order form" > tabpanel "General" > group "Shipping" > button "Edit" (eN)
          Make the selector narrower, or take one of them: first(), last(), nth(1).
        (last of N looks, at N ms)"
    `)
    expect(await said('toBeVisible', true, at(SAVE))).toMatchInlineSnapshot(`
      "expect(role:button|name:Save in order-form).not.toBeVisible() failed after N ms
        Expected: not visible
        Received: button "Save" (eN): visible
        (last of N looks, at N ms)"
    `)
  })

  test('toBeEnabled and toBeDisabled', async () => {
    expect(await said('toBeEnabled', false, at('role:button|name:Submit'))).toMatchInlineSnapshot(`
      "expect(role:button|name:Submit in order-form).toBeEnabled() failed after N ms
        Expected: enabled
        Received: button "Submit" (eN): disabled
        (last of N looks, at N ms)"
    `)
    expect(await said('toBeDisabled', false, at(SAVE))).toMatchInlineSnapshot(`
      "expect(role:button|name:Save in order-form).toBeDisabled() failed after N ms
        Expected: disabled
        Received: button "Save" (eN): enabled
        (last of N looks, at N ms)"
    `)
  })

  test('toBeEditable', async () => {
    expect(await said('toBeEditable', false, at(SAVE))).toMatchInlineSnapshot(`
      "expect(role:button|name:Save in order-form).toBeEditable() failed after N ms
        Expected: editable
        Received: button "Save" (eN): not editable
        (last of N looks, at N ms)"
    `)
  })

  test('toBeFocused', async () => {
    expect(await said('toBeFocused', false, at('role:textbox|name:Customer'))).toMatchInlineSnapshot(`
      "expect(role:textbox|name:Customer in order-form).toBeFocused() failed after N ms
        Expected: focused
        Received: textbox "Customer" (eN): not focused; nothing is
        (last of N looks, at N ms)"
    `)
    await at('role:textbox|name:Notes').focus()
    expect(await said('toBeFocused', false, at('role:textbox|name:Customer'))).toMatchInlineSnapshot(`
      "expect(role:textbox|name:Customer in order-form).toBeFocused() failed after N ms
        Expected: focused
        Received: textbox "Customer" (eN): not focused; textbox "Notes" (eN) is
        (last of N looks, at N ms)"
    `)
    expect(await said('toBeFocused', true, at('role:textbox|name:Notes'))).toMatchInlineSnapshot(`
      "expect(role:textbox|name:Notes in order-form).not.toBeFocused() failed after N ms
        Expected: not focused
        Received: textbox "Notes" (eN): focused
        (last of N looks, at N ms)"
    `)
  })

  test('toBeChecked', async () => {
    expect(await said('toBeChecked', false, at('role:checkbox'))).toMatchInlineSnapshot(`
      "expect(role:checkbox in order-form).toBeChecked() failed after N ms
        Expected: checked
        Received: checkbox "Accept" (eN): unchecked
        (last of N looks, at N ms)"
    `)
    expect(await said('toBeChecked', false, at(SAVE))).toMatchInlineSnapshot(`
      "expect(role:button|name:Save in order-form).toBeChecked() failed after N ms
        Expected: checked
        Received: button "Save" (eN): cannot be checked
        (last of N looks, at N ms)"
    `)
  })

  test('toBeSelected', async () => {
    expect(await said('toBeSelected', false, at('role:tab|name:Advanced'))).toMatchInlineSnapshot(`
      "expect(role:tab|name:Advanced in order-form).toBeSelected() failed after N ms
        Expected: selected
        Received: tab "Advanced" (eN): not selected
        (last of N looks, at N ms)"
    `)
    expect(await said('toBeSelected', false, at(SAVE))).toMatchInlineSnapshot(`
      "expect(role:button|name:Save in order-form).toBeSelected() failed after N ms
        Expected: selected
        Received: button "Save" (eN): cannot be selected
        (last of N looks, at N ms)"
    `)
  })

  test('toBeExpanded', async () => {
    expect(await said('toBeExpanded', false, at('role:button|name:More'))).toMatchInlineSnapshot(`
      "expect(role:button|name:More in order-form).toBeExpanded() failed after N ms
        Expected: expanded
        Received: button "More" (eN): collapsed
        (last of N looks, at N ms)"
    `)
  })

  test('toHaveAccessibleName', async () => {
    expect(await said('toHaveAccessibleName', false, at(SAVE), 'Save as')).toMatchInlineSnapshot(`
      "expect(role:button|name:Save in order-form).toHaveAccessibleName() failed after N ms
        Expected: name "Save as"
        Received: button "Save" (eN): name "Save"
        (last of N looks, at N ms)"
    `)
    expect(await said('toHaveAccessibleName', true, at(SAVE), /^Sa/)).toMatchInlineSnapshot(`
      "expect(role:button|name:Save in order-form).not.toHaveAccessibleName() failed after N ms
        Expected: not name /^Sa/
        Received: button "Save" (eN): name "Save"
        (last of N looks, at N ms)"
    `)
  })

  test('toHaveText and toContainText', async () => {
    expect(await said('toHaveText', false, at('role:combobox'), 'Brazil')).toMatchInlineSnapshot(`
      "expect(role:combobox in order-form).toHaveText() failed after N ms
        Expected: text "Brazil"
        Received: combobox "Country" (eN): text "Austria"
        (last of N looks, at N ms)"
    `)
    expect(await said('toContainText', false, at('role:group|name:Billing'), 'Send')).toMatchInlineSnapshot(`
      "expect(role:group|name:Billing in order-form).toContainText() failed after N ms
        Expected: text with "Send" in it
        Received: group "Billing" (eN): text "Billing", and in it "Edit"
        (last of N looks, at N ms)"
    `)
  })

  test('toHaveValue', async () => {
    expect(await said('toHaveValue', false, at('role:combobox'), 'Brazil')).toMatchInlineSnapshot(`
      "expect(role:combobox in order-form).toHaveValue() failed after N ms
        Expected: value "Brazil"
        Received: combobox "Country" (eN): value "Austria"
        (last of N looks, at N ms)"
    `)
    expect(await said('toHaveValue', false, at(SAVE), /./)).toMatchInlineSnapshot(`
      "expect(role:button|name:Save in order-form).toHaveValue() failed after N ms
        Expected: value /./
        Received: button "Save" (eN): value none; "Save" is its name
        (last of N looks, at N ms)"
    `)
  })

  test('toHaveCount', async () => {
    expect(await said('toHaveCount', false, at('role:button|name:Edit'), 3)).toMatchInlineSnapshot(`
      "expect(role:button|name:Edit in order-form).toHaveCount() failed after N ms
        Expected: 3 elements
        Received: 2 elements:
          window "Order form" > tabpanel "General" > group "Billing" > button "Edit" (eN)
          window "Order form" > tabpanel "General" > group "Shipping" > button "Edit" (eN)
        (last of N looks, at N ms)"
    `)
    expect(await said('toHaveCount', false, at('role:button|name:Svae'), 1)).toMatchInlineSnapshot(`
      "expect(role:button|name:Svae in order-form).toHaveCount() failed after N ms
        Expected: 1 element
        Received: nothing that matches
        Nearest:
          window "Order form" > tabpanel "General" > toolbar > button "Save" fails name:Svae
          window "Order form" > tabpanel "General" > toolbar > button "Replace" fails name:Svae
          window "Order form" > tabpanel "General" > button "More" fails name:Svae
        (last of N looks, at N ms)"
    `)
  })

  test('toHaveRole', async () => {
    expect(await said('toHaveRole', false, at(SAVE), 'link')).toMatchInlineSnapshot(`
      "expect(role:button|name:Save in order-form).toHaveRole() failed after N ms
        Expected: role link
        Received: button "Save" (eN): role button
        (last of N looks, at N ms)"
    `)
  })

  test('toHaveAttribute', async () => {
    expect(await said('toHaveAttribute', false, at('role:spinbutton'), 'max', '10')).toMatchInlineSnapshot(`
      "expect(role:spinbutton in order-form).toHaveAttribute() failed after N ms
        Expected: attribute max "10"
        Received: spinbutton "Quantity" (eN): attribute max "99"
        (last of N looks, at N ms)"
    `)
    expect(await said('toHaveAttribute', false, at(SAVE), 'max')).toMatchInlineSnapshot(`
      "expect(role:button|name:Save in order-form).toHaveAttribute() failed after N ms
        Expected: attribute max
        Received: button "Save" (eN): attribute max none
        (last of N looks, at N ms)"
    `)
  })

  test('toHaveBounds', async () => {
    expect(await said('toHaveBounds', false, at(SAVE), { width: 10, height: 24 })).toMatchInlineSnapshot(`
      "expect(role:button|name:Save in order-form).toHaveBounds() failed after N ms
        Expected: bounds width 10, height 24
        Received: button "Save" (eN): bounds x 32, y 108, width 69, height 24
        (last of N looks, at N ms)"
    `)
  })

  test('toBeInViewport', async () => {
    expect(await said('toBeInViewport', false, at('role:listitem|name:"Item 150"'))).toMatchInlineSnapshot(`
      "expect(role:listitem|name:"Item 150" in order-form).toBeInViewport() failed after N ms
        Expected: in the viewport
        Received: listitem "Item 150" (eN): scrolled or moved out of view, at x 644, y 4604, width 232, height 24
        (last of N looks, at N ms)"
    `)
  })

  test('toMatchTree', async () => {
    const pattern = {
      role: 'group',
      children: [
        { role: 'button', name: 'Edit' },
        { role: 'button', name: 'Remove' },
      ],
    }
    expect(await said('toMatchTree', false, at('role:group|name:Billing'), pattern)).toMatchInlineSnapshot(`
      "expect(role:group|name:Billing in order-form).toMatchTree() failed after N ms
        Expected: a tree with
          group
            button "Edit"
            button "Remove"
        Received: group "Billing" (eN) has no button "Remove" after button "Edit" (eN)
        (last of N looks, at N ms)"
    `)
    const other = { role: 'group', children: [{ role: 'button', name: 'Send', states: ['enabled'] }] }
    expect(await said('toMatchTree', false, at('role:group|name:Billing'), other)).toMatchInlineSnapshot(`
      "expect(role:group|name:Billing in order-form).toMatchTree() failed after N ms
        Expected: a tree with
          group
            button "Send" enabled
        Received: group "Billing" (eN) has no button "Send"; nearest: button "Edit" (eN) has the name "Edit", not "Send"
        (last of N looks, at N ms)"
    `)
    expect(await said('toMatchTree', true, at('role:group|name:Billing'), { role: 'group' })).toMatchInlineSnapshot(`
      "expect(role:group|name:Billing in order-form).not.toMatchTree() failed after N ms
        Expected: not a tree with
          group
        Received: group "Billing" (eN): it has these
        (last of N looks, at N ms)"
    `)
  })

  test('toHaveChanged', async () => {
    const receipt = await at('role:button|name:Count').click()
    expect(await said('toHaveChanged', false, receipt, { role: 'dialog' })).toMatchInlineSnapshot(`
      "expect(receipt).toHaveChanged()
        Expected: a change of dialog by click
        Received: 2 modified
          text "2" eN [out of view]: name "1" → "2"
          text "Count 1" eN: name "Ready" → "Count 1""
    `)
    expect(await said('toHaveChanged', true, receipt)).toMatchInlineSnapshot(`
      "expect(receipt).not.toHaveChanged()
        Expected: no change by click
        Received: 2 modified
          text "2" eN [out of view]: name "1" → "2"
          text "Count 1" eN: name "Ready" → "Count 1""
    `)
  })
})

test('a file of a tree', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'surehand-messages-'))
  try {
    const billing = at('role:group|name:Billing')
    const place = { testPath: join(folder, 'order.test.ts'), currentTestName: 'orders' }
    const run = (_updateSnapshot: string, isNot = false) => ({ ...place, isNot, snapshotState: { _updateSnapshot } })
    const asked = async (context: object, matcher: string, ...args: unknown[]) =>
      (await saidTo(context, matcher, ...args)).replaceAll(folder, '…')

    expect(await asked(run('none'), 'toMatchTreeSnapshot', billing, 'billing', SHORT)).toMatchInlineSnapshot(`
      "expect(role:group|name:Billing in order-form).toMatchTreeSnapshot() failed after N ms
        Expected: the tree in …/__snapshots__/order.test.ts/billing.tree.txt
        Received: group "Billing" (eN): no such file, and this run writes none; run the test where it may (without CI, or with -u), and commit the file
        (last of N looks, at N ms)"
    `)
    await mkdir(join(folder, '__snapshots__', 'order.test.ts'), { recursive: true })
    const file = join(folder, '__snapshots__', 'order.test.ts', 'billing.tree.txt')
    await writeFile(file, 'group /^Bill/\n  button "Send" disabled\n')
    expect(await asked(run('none'), 'toMatchTreeSnapshot', billing, 'billing', SHORT)).toMatchInlineSnapshot(`
      "expect(role:group|name:Billing in order-form).toMatchTreeSnapshot() failed after N ms
        Expected: the tree in …/__snapshots__/order.test.ts/billing.tree.txt
        Received: group "Billing" (eN): another tree (- kept, + seen; -u accepts it):
            group /^Bill/
          -   button "Send" disabled
          +   button "Edit"
        (last of N looks, at N ms)"
    `)
    await writeFile(file, 'group /^Bill/\n  button "Edit"\n')
    expect(await asked(run('none', true), 'toMatchTreeSnapshot', billing, 'billing', SHORT)).toMatchInlineSnapshot(`
      "expect(role:group|name:Billing in order-form).not.toMatchTreeSnapshot() failed after N ms
        Expected: not the tree in …/__snapshots__/order.test.ts/billing.tree.txt
        Received: group "Billing" (eN): that tree
        (last of N looks, at N ms)"
    `)

    const box = at('role:checkbox|name:Accept')
    const picture = join(folder, '__snapshots__', 'order.test.ts', `accept-${process.platform}.png`)
    expect(await asked(run('none'), 'toMatchScreenshot', box, 'accept', SHORT)).toMatchInlineSnapshot(`
      "expect(role:checkbox|name:Accept in order-form).toMatchScreenshot() failed after N ms
        Expected: the picture in …/__snapshots__/order.test.ts/accept-linux.png
        Received: no such file, and this run writes none; run the test where it may (without CI, or with -u), and commit the file
        (last of N looks, at N ms)
        Seen: …/__results__/order.test.ts/orders/accept-linux-seen.png"
    `)
    await writeFile(picture, (await box.picture()).png)
    expect(await asked(run('none', true), 'toMatchScreenshot', box, 'accept', SHORT)).toMatchInlineSnapshot(`
      "expect(role:checkbox|name:Accept in order-form).not.toMatchScreenshot() failed after N ms
        Expected: not the picture in …/__snapshots__/order.test.ts/accept-linux.png
        Received: that picture
        (last of N looks, at N ms)
        Seen: …/__results__/order.test.ts/orders/accept-linux-seen.png"
    `)
    expect(await asked(run('none'), 'toMatchScreenshot', at(SAVE), 'accept', SHORT)).toMatchInlineSnapshot(`
      "expect(role:button|name:Save in order-form).toMatchScreenshot() failed after N ms
        Expected: the picture in …/__snapshots__/order.test.ts/accept-linux.png
        Received: a picture of 69x24 px, not of 592x24
        (last of N looks, at N ms)
        Seen: …/__results__/order.test.ts/orders/accept-linux-seen.png
        -u accepts what was seen."
    `)
    await box.check()
    expect(await asked(run('none'), 'toMatchScreenshot', box, 'accept', SHORT)).toMatchInlineSnapshot(`
      "expect(role:checkbox|name:Accept in order-form).toMatchScreenshot() failed after N ms
        Expected: the picture in …/__snapshots__/order.test.ts/accept-linux.png
        Received: 12980 of 14208 pixels differ (91.4 %)
        (last of N looks, at N ms)
        Seen: …/__results__/order.test.ts/orders/accept-linux-seen.png
        Difference: …/__results__/order.test.ts/orders/accept-linux-difference.png
        -u accepts what was seen."
    `)
    await box.uncheck()
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('states that are neither, and text that may not be written', async () => {
  const other = await Desktop.open({
    world: {
      applications: [
        {
          name: 'Form',
          windows: [
            {
              role: 'window',
              name: 'Form',
              children: [
                { role: 'checkbox', name: 'All', checked: 'mixed' },
                { role: 'textbox', name: 'Number', value: '7', readonly: true },
                { role: 'button', name: 'Go', attributes: { level: '2' } },
              ],
            },
          ],
        },
      ],
    },
  })
  try {
    const form = await other.app('Form')
    expect(await said('toBeChecked', false, form.locator('role:checkbox'))).toMatchInlineSnapshot(`
      "expect(role:checkbox in Form).toBeChecked() failed after N ms
        Expected: checked
        Received: checkbox "All" (eN): mixed
        (last of N looks, at N ms)"
    `)
    expect(await said('toBeEditable', false, form.locator('role:textbox'))).toMatchInlineSnapshot(`
      "expect(role:textbox in Form).toBeEditable() failed after N ms
        Expected: editable
        Received: textbox "Number" (eN): read-only
        (last of N looks, at N ms)"
    `)
    expect(await said('toHaveAttribute', false, form.locator('role:button'), 'url', '/')).toMatchInlineSnapshot(`
      "expect(role:button in Form).toHaveAttribute() failed after N ms
        Expected: attribute url "/"
        Received: button "Go" (eN): attribute url none; it has level
        (last of N looks, at N ms)"
    `)
  } finally {
    await other.dispose()
  }
})

test('one that its test ended', async () => {
  const ending = new AbortController()
  const asked = saidTo({ isNot: false }, 'toBeAttached', at('role:dialog'), { signal: ending.signal, timeout: 60_000 })
  ending.abort()
  expect(await asked).toMatchInlineSnapshot(`
    "expect(role:dialog in order-form).toBeAttached() was ended after N ms
      Expected: at least one element
      Received: nothing: it could not be looked at
      ABORTED: The call was ended by its signal."
  `)
})

test('a program that does not answer', async () => {
  const hung = await Desktop.open({ world: formWorld })
  try {
    const app = await hung.app('order-form')
    hung.simulation?.apply([{ hang: 60_000, application: 'Order form' }])
    expect(await said('toBeVisible', false, app.locator(SAVE))).toMatchInlineSnapshot(`
      "expect(role:button|name:Save in order-form).toBeVisible() failed after N ms
        Expected: visible
        Received: nothing: it could not be looked at
        APP_UNRESPONSIVE: the application "Order form" did not answer by the deadline; nothing was sent to it"
    `)
  } finally {
    await hung.dispose()
  }
})

test('a program that has ended', async () => {
  const gone = await Desktop.open({ world: formWorld })
  try {
    const app = await gone.app('order-form')
    gone.simulation?.apply([{ exit: true, code: 3, application: 'Order form' }])
    expect(await said('toBeVisible', false, app.locator(SAVE))).toMatchInlineSnapshot(`
      "expect(role:button|name:Save in order-form).toBeVisible() failed after N ms
        Expected: visible
        Received: nothing: it could not be looked at
        APP_EXITED: the application "Order form" has ended"
    `)
    expect(await said('toBeVisible', true, app.locator(SAVE))).toMatchInlineSnapshot(`
      "expect(role:button|name:Save in order-form).not.toBeVisible() failed after N ms
        Expected: not visible
        Received: nothing: it could not be looked at
        APP_EXITED: the application "Order form" has ended"
    `)
  } finally {
    await gone.dispose()
  }
})

test('what is no subject', async () => {
  await expect(said('toBeVisible', false, 'role:button')).rejects.toThrowErrorMatchingInlineSnapshot(
    `[SurehandError: expect(subject).toBeVisible(): subject is 'role:button'; expected a locator, a window or an application.]`,
  )
  await expect(said('toHaveChanged', false, undefined)).rejects.toThrowErrorMatchingInlineSnapshot(
    `[TypeError: expect(receipt).toHaveChanged(): what an action resolves to was expected; is an await missing?]`,
  )
})
