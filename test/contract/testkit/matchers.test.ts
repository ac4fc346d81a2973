import { describe, test } from 'vitest'
import type { App, Locator, Rect } from '../../../lib/sdk/index.js'
import { expect } from '../../../lib/test/testkit/vitest.js'
import { PATIENCE } from '../../patience.js'
import { contract } from '../stage.js'
import { afterALook } from './first-look.js'

type Subject = Locator | App
type At = (selector: string) => Locator

/** How a matcher is asked, of what it holds, and of what it does not. */
interface Row {
  matcher: string
  ask: (asked: ReturnType<typeof expect<Subject>>, timeout: number, bounds: Partial<Rect>) => Promise<void>
  holds: string
  /** An element of which it does not hold, and what the message then says of it. */
  fails: string
  received: RegExp
  /** What makes it hold of an element that it did not hold of. Default: the element that is meant is another. */
  comes?: Turn
  /** What makes it hold no longer. */
  goes?: Turn
}

interface Turn {
  of: string
  by: (at: At) => Promise<unknown>
}

const SAVE = 'role:button|name:Save'
const ACCEPT = 'role:checkbox|name:Accept'
const SUBMIT = 'role:button|name:Submit'
const LATE = 'role:button|name:Late'
const CUSTOMER = 'role:textbox|name:Customer'
const NOTES = 'role:textbox|name:Notes'
const RESET = 'role:button|name:Reset'
const STATUS = 'role:text|name:/^(Ready|Saved|Count [0-9])$/'
const QUANTITY = 'role:spinbutton|name:Quantity'
const MORE = 'name:More'

const click =
  (selector: string): Turn['by'] =>
  (at) =>
    at(selector).click()

/** `Old` goes and `New` comes, both of them before all that is not a button of the bar: another element is the first. */
const replaced = click('role:button|name:Replace')
const comesInstead = (selector: string): Turn => ({ of: `(role:button|name:Old || ${selector})|first`, by: replaced })
const goesInstead = (selector: string): Turn => ({ of: `(role:button|name:New || ${selector})|first`, by: replaced })

/** `Submit` is before `Old`, and disabled. */
const submitInstead: Turn = { of: `(${SUBMIT} || role:button|name:Old)|last`, by: replaced }

const shown: Turn = { of: RESET, by: (at) => at('role:tab|name:Advanced').select() }
const hidden: Turn = { of: SAVE, by: (at) => at('role:tab|name:Advanced').select() }
const says = (status: string): Turn => ({ of: STATUS, by: click(`role:button|name:${status}`) })

const ROWS: Row[] = [
  {
    matcher: 'toBeAttached',
    ask: (asked, timeout) => asked.toBeAttached({ timeout }),
    holds: SAVE,
    fails: LATE,
    received: /Received: nothing that matches/,
    comes: { of: LATE, by: click('role:button|name:Later') },
    goes: { of: 'role:button|name:Old', by: replaced },
  },
  {
    matcher: 'toBeVisible',
    ask: (asked, timeout) => asked.toBeVisible({ timeout }),
    holds: SAVE,
    fails: RESET,
    received: /button "Reset" \(e\d+\): hidden/,
    comes: shown,
    goes: hidden,
  },
  {
    matcher: 'toBeEnabled',
    ask: (asked, timeout) => asked.toBeEnabled({ timeout }),
    holds: SAVE,
    fails: SUBMIT,
    received: /button "Submit" \(e\d+\): disabled/,
    comes: { of: SUBMIT, by: (at) => at(ACCEPT).check() },
    goes: submitInstead,
  },
  {
    matcher: 'toBeDisabled',
    ask: (asked, timeout) => asked.toBeDisabled({ timeout }),
    holds: SUBMIT,
    fails: SAVE,
    received: /button "Save" \(e\d+\): enabled/,
    comes: submitInstead,
    goes: { of: SUBMIT, by: (at) => at(ACCEPT).check() },
  },
  {
    matcher: 'toBeEditable',
    ask: (asked, timeout) => asked.toBeEditable({ timeout }),
    holds: CUSTOMER,
    fails: SAVE,
    received: /not editable/,
  },
  {
    matcher: 'toBeChecked',
    ask: (asked, timeout) => asked.toBeChecked({ timeout }),
    holds: 'role:radio|name:Small',
    fails: ACCEPT,
    received: /checkbox "Accept" \(e\d+\): unchecked/,
    comes: { of: ACCEPT, by: (at) => at(ACCEPT).check() },
    goes: { of: 'role:radio|name:Small', by: (at) => at('role:radio|name:Large').check() },
  },
  {
    matcher: 'toBeSelected',
    ask: (asked, timeout) => asked.toBeSelected({ timeout }),
    holds: 'role:tab|name:General',
    fails: 'role:tab|nth:1',
    received: /not selected/,
    comes: { of: 'role:tab|nth:1', by: (at) => at('role:tab|nth:1').select() },
    goes: { of: 'role:tab|nth:0', by: (at) => at('role:tab|nth:1').select() },
  },
  {
    matcher: 'toBeExpanded',
    ask: (asked, timeout) => asked.toBeExpanded({ timeout }),
    holds: `${MORE}|expanded:true`,
    fails: `${MORE}|!(expanded:true)`,
    received: /collapsed/,
    comes: { of: `${MORE}|(expanded:true || expanded:false)`, by: (at) => at(`${MORE}|expanded:false`).expand() },
    goes: { of: `${MORE}|(expanded:true || expanded:false)`, by: (at) => at(`${MORE}|expanded:true`).collapse() },
  },
  {
    matcher: 'toBeFocused',
    ask: (asked, timeout) => asked.toBeFocused({ timeout }),
    holds: CUSTOMER,
    fails: SAVE,
    received: /not focused/,
    comes: { of: NOTES, by: (at) => at(NOTES).focus() },
    goes: { of: CUSTOMER, by: (at) => at(NOTES).focus() },
  },
  {
    matcher: 'toHaveAccessibleName',
    ask: (asked, timeout) => asked.toHaveAccessibleName(/^Save/, { timeout }),
    holds: SAVE,
    fails: 'role:button|name:Count',
    received: /name "Count"/,
    comes: says('Save'),
    goes: says('Count'),
  },
  {
    matcher: 'toHaveValue',
    ask: (asked, timeout) => asked.toHaveValue('Ada', { timeout }),
    holds: CUSTOMER,
    fails: NOTES,
    received: /value /,
    comes: { of: NOTES, by: (at) => at(NOTES).fill('Ada') },
    goes: { of: CUSTOMER, by: (at) => at(CUSTOMER).fill('Bo') },
  },
  {
    matcher: 'toHaveText',
    ask: (asked, timeout) => asked.toHaveText('Saved', { timeout }),
    holds: STATUS,
    fails: 'role:button|name:Count',
    received: /text "Count"/,
    comes: says('Save'),
    goes: says('Count'),
  },
  {
    matcher: 'toContainText',
    ask: (asked, timeout) => asked.toContainText('aved', { timeout }),
    holds: STATUS,
    fails: 'role:button|name:Count',
    received: /text "Count"/,
    comes: says('Save'),
    goes: says('Count'),
  },
  {
    matcher: 'toHaveCount',
    ask: (asked, timeout) => asked.toHaveCount(1, { timeout }),
    holds: SAVE,
    fails: LATE,
    received: /nothing that matches/,
    comes: { of: LATE, by: click('role:button|name:Later') },
    goes: { of: 'role:button|name:Old', by: replaced },
  },
  {
    matcher: 'toHaveRole',
    ask: (asked, timeout) => asked.toHaveRole('checkbox', { timeout }),
    holds: 'name:Accept',
    fails: SAVE,
    received: /role button/,
  },
  {
    matcher: 'toHaveAttribute',
    ask: (asked, timeout) => asked.toHaveAttribute('max', '99', { timeout }),
    holds: QUANTITY,
    fails: SAVE,
    received: /attribute max none/,
  },
  {
    matcher: 'toHaveBounds',
    ask: (asked, timeout, bounds) => asked.toHaveBounds(bounds, { timeout }),
    holds: CUSTOMER,
    fails: SAVE,
    received: /bounds x \d+, y \d+, width \d+, height \d+/,
  },
  {
    matcher: 'toBeInViewport',
    ask: (asked, timeout) => asked.toBeInViewport({ timeout }),
    holds: SAVE,
    fails: RESET,
    received: /button "Reset" \(e\d+\): hidden/,
    comes: shown,
    goes: hidden,
  },
  {
    matcher: 'toMatchTree',
    ask: (asked, timeout) =>
      asked.toMatchTree({ role: 'group', children: [{ role: 'button', name: /^Ed/ }] }, { timeout }),
    holds: 'role:group|name:Billing',
    fails: SAVE,
    received: /button "Save" \(e\d+\) is no group/,
  },
]

// ms; several looks at a program.
const SHORT = 200
// As long as a machine with other work may take for a look at all that is around what is asked for, which the message is about.
const WHOLE_LOOK = 500
// The same, for the texts of all that is in a window.
const ONE_LOOK = 1500

const failure = async (asked: Promise<void>): Promise<string> => {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Error)) throw new Error('it passed')
  return error.message
}

const failing = (ask: (timeout: number) => Promise<void>, ms = SHORT): Promise<string> =>
  afterALook(
    ms,
    (timeout) => failure(ask(timeout)),
    (message) => message,
  )

contract((stage) => {
  const at = (selector: string) => stage().app.locator(selector)

  describe.each(ROWS)('$matcher', ({ matcher, ask, holds, fails, received, comes, goes }) => {
    let bounds: Partial<Rect> = {}
    const ready = async () => {
      bounds = (await at(holds.replace('|expanded:true', '')).first().boundingBox()) ?? {}
      if (matcher === 'toHaveValue') await at(CUSTOMER).fill('Ada')
      if (matcher === 'toBeFocused') await at(CUSTOMER).focus()
    }
    const turnOn = async () => {
      if (matcher === 'toBeExpanded') await at(`${MORE}|expanded:false`).expand()
      if (['toHaveAccessibleName', 'toHaveText', 'toContainText'].includes(matcher)) await at(SAVE).click()
    }
    const asked = (selector: string, timeout: number) => ask(expect<Subject>(at(selector)), timeout, bounds)
    const askedNot = (selector: string, timeout: number) =>
      ask(expect<Subject>(at(selector)).not as never, timeout, bounds)

    test('holds, and then its negation fails after waiting', async () => {
      await ready()
      await turnOn()
      await asked(holds, PATIENCE)
      const began = performance.now()
      const message = await failing((timeout) => askedNot(holds, timeout))
      expect(performance.now() - began).toBeGreaterThanOrEqual(SHORT - 5)
      expect(message).toMatch(new RegExp(`not\\.${matcher}\\(\\) failed after \\d+ ms\\n {2}Expected: no`))
    })

    test('does not hold: it fails after waiting, with what was seen, and its negation holds', async () => {
      await ready()
      const began = performance.now()
      const message = await failing((timeout) => asked(fails, timeout))
      expect(performance.now() - began).toBeGreaterThanOrEqual(SHORT - 5)
      expect(message, message).toMatch(received)
      expect(message).toMatch(/\(last of \d+ looks?, at \d+ ms\)/)
      await askedNot(fails, PATIENCE)
    })

    test('comes to hold while it is waited for', async () => {
      await ready()
      const { of, by } = comes ?? comesInstead(holds)
      await askedNot(of, PATIENCE)
      const waiting = asked(of, PATIENCE)
      await by(at)
      await waiting
    })

    test('ceases to hold while its negation is waited for', async () => {
      await ready()
      await turnOn()
      const { of, by } = goes ?? goesInstead(holds)
      await asked(of, PATIENCE)
      const waiting = askedNot(of, PATIENCE)
      await by(at)
      await waiting
    })
  })

  test('what is not there has no state: neither a matcher about it nor its negation passes', async () => {
    const gone = at('role:button|name:Nowhere')
    expect(await failing((timeout) => expect(gone).toBeEnabled({ timeout }), WHOLE_LOOK)).toMatch(
      /nothing that matches/,
    )
    expect(await failing((timeout) => expect(gone).not.toBeEnabled({ timeout }), WHOLE_LOOK)).toMatch(
      /nothing that matches/,
    )
    await expect(gone).not.toBeVisible()
    await expect(gone).not.toBeAttached()
    await expect(gone).toHaveCount(0)
  })

  test('what several mean is said, with which', async () => {
    expect(
      await failing((timeout) => expect(at('role:button|name:Edit')).toBeEnabled({ timeout }), WHOLE_LOOK),
    ).toMatch(/2 elements, where one is meant:\n.*button "Edit"/)
  })

  test('a text in a window is one of the window, unless it is hidden', async () => {
    const window = await stage().app.window()
    await expect(window).toContainText('Save')
    await expect(window).not.toContainText('Undo')
    const told = await failure(expect(at('role:group|name:Billing')).toContainText('Send', { timeout: ONE_LOOK }))
    expect(told).toMatch(/group "Billing" \(e\d+\): text "Billing", and in it "Edit/)
    expect(await failure(expect(window).toContainText('Undo', { timeout: ONE_LOOK }))).toMatch(/and in it "[^"]{300}…"/)
  })

  test('a negation is waited for', async () => {
    const old = expect(at('role:button|name:Old')).not.toBeAttached({ timeout: 5000 })
    await at('role:button|name:Replace').click()
    await old
  })

  test('a misspelt name is answered with the nearest', async () => {
    expect(
      await failing((timeout) => expect(at('role:button|name:Svae')).toBeVisible({ timeout }), WHOLE_LOOK),
    ).toMatch(/Nearest:\n.*button "Save" fails name:Svae/)
  })

  test('a receipt has changed something, or not what was meant', async () => {
    const receipt = await at('role:button|name:Save').click()
    expect(receipt).toHaveChanged()
    expect(receipt).toHaveChanged({ role: 'text', name: 'Saved' })
    expect(receipt).not.toHaveChanged({ role: 'dialog' })
    expect(() => expect(receipt).toHaveChanged({ role: 'dialog' })).toThrow(/Received: .*\d modified/)
  })

  test('ended by the signal of its test', async () => {
    const ending = new AbortController()
    const asked = failure(expect(at(LATE)).toBeAttached({ timeout: 60_000, signal: ending.signal }))
    ending.abort()
    expect(await asked).toMatch(/toBeAttached\(\) was ended after \d+ ms/)
  })
})
