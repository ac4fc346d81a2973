import { describe, test } from 'vitest'
import type { App, Locator } from '../../../lib/index.js'
import { expect } from '../../../lib/testkit/vitest.js'
import { contract } from '../stage.js'

type Subject = Locator | App

/** How a matcher is asked, at what it holds, and at what it does not. */
interface Row {
  matcher: string
  ask: (asked: ReturnType<typeof expect<Subject>>, timeout: number) => Promise<void>
  holds: string
  /** An element of which it does not hold, and what the message then says of it. */
  fails: string
  received: RegExp
  /** What makes `becomes` (default: `fails`) such that it holds. */
  late?: { becomes: string; by: (at: (selector: string) => Locator) => Promise<unknown> }
}

const ACCEPT = 'role:checkbox|name:Accept'
const LATE = 'role:button|name:Late'

const later: Row['late'] = { becomes: LATE, by: (at) => at('role:button|name:Later').click() }

const ROWS: Row[] = [
  {
    matcher: 'toExist',
    ask: (asked, timeout) => asked.toExist({ timeout }),
    holds: 'role:button|name:Save',
    fails: LATE,
    received: /Received: nothing that matches/,
    late: later,
  },
  {
    matcher: 'toBeVisible',
    ask: (asked, timeout) => asked.toBeVisible({ timeout }),
    holds: 'role:button|name:Save',
    fails: LATE,
    received: /Received: nothing that matches/,
    late: later,
  },
  {
    matcher: 'toBeEnabled',
    ask: (asked, timeout) => asked.toBeEnabled({ timeout }),
    holds: 'role:button|name:Save',
    fails: 'role:button|name:Submit',
    received: /button "Submit" \(e\d+\): disabled/,
    late: { becomes: 'role:button|name:Submit', by: (at) => at(ACCEPT).check() },
  },
  {
    matcher: 'toBeDisabled',
    ask: (asked, timeout) => asked.toBeDisabled({ timeout }),
    holds: 'role:button|name:Submit',
    fails: 'role:button|name:Save',
    received: /button "Save" \(e\d+\): enabled/,
  },
  {
    matcher: 'toBeEditable',
    ask: (asked, timeout) => asked.toBeEditable({ timeout }),
    holds: 'role:textbox|name:Customer',
    fails: 'role:button|name:Save',
    received: /not editable/,
  },
  {
    matcher: 'toBeChecked',
    ask: (asked, timeout) => asked.toBeChecked({ timeout }),
    holds: 'role:radio|name:Small',
    fails: ACCEPT,
    received: /checkbox "Accept" \(e\d+\): unchecked/,
    late: { becomes: ACCEPT, by: (at) => at(ACCEPT).check() },
  },
  {
    matcher: 'toBeSelected',
    ask: (asked, timeout) => asked.toBeSelected({ timeout }),
    holds: 'role:tab|name:General',
    fails: 'role:tab|nth:1',
    received: /not selected/,
    late: { becomes: 'role:tab|nth:1', by: (at) => at('role:tab|nth:1').select() },
  },
  {
    matcher: 'toBeFocused',
    ask: (asked, timeout) => asked.toBeFocused({ timeout }),
    holds: 'role:textbox|name:Customer',
    fails: 'role:button|name:Save',
    received: /not focused/,
  },
  {
    matcher: 'toHaveName',
    ask: (asked, timeout) => asked.toHaveName(/^S?Sav?/, { timeout }),
    holds: 'role:button|name:Save',
    fails: 'role:button|name:Count',
    received: /name "Count"/,
  },
  {
    matcher: 'toHaveValue',
    ask: (asked, timeout) => asked.toHaveValue('Ada', { timeout }),
    holds: 'role:textbox|name:Customer',
    fails: 'role:textbox|name:Notes',
    received: /value /,
  },
  {
    matcher: 'toHaveText',
    ask: (asked, timeout) => asked.toHaveText('Save', { timeout }),
    holds: 'role:button|name:Save',
    fails: 'role:button|name:Count',
    received: /text "Count"/,
  },
  {
    matcher: 'toContainText',
    ask: (asked, timeout) => asked.toContainText('av', { timeout }),
    holds: 'role:button|name:Save',
    fails: 'role:button|name:Count',
    received: /text "Count"/,
  },
  {
    matcher: 'toHaveCount',
    ask: (asked, timeout) => asked.toHaveCount(1, { timeout }),
    holds: 'role:button|name:Save',
    fails: LATE,
    received: /nothing that matches/,
    late: later,
  },
  {
    matcher: 'toHaveRole',
    ask: (asked, timeout) => asked.toHaveRole('button', { timeout }),
    holds: 'name:Save',
    fails: ACCEPT,
    received: /role checkbox/,
  },
  {
    matcher: 'toBeInViewport',
    ask: (asked, timeout) => asked.toBeInViewport({ timeout }),
    holds: 'role:button|name:Save',
    fails: LATE,
    received: /nothing that matches/,
  },
  {
    matcher: 'toMatchTree',
    ask: (asked, timeout) =>
      asked.toMatchTree({ role: 'group', children: [{ role: 'button', name: /^Ed/ }] }, { timeout }),
    holds: 'role:group|name:Billing',
    fails: 'role:button|name:Save',
    received: /button "Save" \(e\d+\) is no group/,
  },
]

const failure = async (asked: Promise<void>): Promise<string> => {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Error)) throw new Error('it passed')
  return error.message
}

contract((stage) => {
  const at = (selector: string) => stage().app.locator(selector)

  describe.each(ROWS)('$matcher', ({ ask, holds, fails, received, late, matcher }) => {
    const ready = async () => {
      if (matcher === 'toHaveValue') await at('role:textbox|name:Customer').fill('Ada')
      if (matcher === 'toBeFocused') await at('role:textbox|name:Customer').focus()
    }

    test('holds, and then its negation fails after waiting', async () => {
      await ready()
      await ask(expect<Subject>(at(holds)), 5000)
      const began = performance.now()
      const message = await failure(ask(expect<Subject>(at(holds)).not as never, 300))
      expect(performance.now() - began).toBeGreaterThanOrEqual(295)
      expect(message).toMatch(new RegExp(`not\\.${matcher}\\(\\) failed after \\d+ ms\\n {2}Expected: not `))
    })

    test('does not hold: it fails after waiting, with what was seen', async () => {
      await ready()
      const began = performance.now()
      const message = await failure(ask(expect<Subject>(at(fails)), 300))
      expect(performance.now() - began).toBeGreaterThanOrEqual(295)
      expect(message).toMatch(received)
      expect(message).toMatch(/\(last of \d+ looks?, at \d+ ms\)/)
    })

    test.runIf(late !== undefined)('comes to hold while it is waited for', async () => {
      if (late === undefined) return
      const waiting = ask(expect<Subject>(at(late.becomes)), 5000)
      await late.by(at)
      await waiting
    })
  })

  test('what is not there has no state: neither a matcher about it nor its negation passes', async () => {
    const gone = at('role:button|name:Nowhere')
    expect(await failure(expect(gone).toBeEnabled({ timeout: 100 }))).toMatch(/nothing that matches/)
    expect(await failure(expect(gone).not.toBeEnabled({ timeout: 100 }))).toMatch(/nothing that matches/)
    await expect(gone).not.toBeVisible()
    await expect(gone).not.toExist()
    await expect(gone).toHaveCount(0)
  })

  test('what several mean is said, with which', async () => {
    expect(await failure(expect(at('role:button|name:Edit')).toBeEnabled({ timeout: 100 }))).toMatch(
      /2 elements, where one is meant:\n.*button "Edit"/,
    )
  })

  test('a negation is waited for', async () => {
    const old = expect(at('role:button|name:Old')).not.toExist({ timeout: 5000 })
    await at('role:button|name:Replace').click()
    await old
  })

  test('a misspelt name is answered with the nearest', async () => {
    expect(await failure(expect(at('role:button|name:Svae')).toBeVisible({ timeout: 100 }))).toMatch(
      /Nearest:\n.*button "Save" fails name:Svae/,
    )
  })

  test('a receipt has changed something, or not what was meant', async () => {
    const receipt = await at('role:button|name:Save').click()
    expect(receipt).toHaveChanged()
    expect(receipt).toHaveChanged({ role: 'text', name: 'Saved' })
    expect(receipt).not.toHaveChanged({ role: 'dialog' })
    expect(() => expect(receipt).toHaveChanged({ role: 'dialog' })).toThrow(/Received: 1 modified/)
  })

  test('ended by the signal of its test', async () => {
    const ending = new AbortController()
    const asked = failure(expect(at(LATE)).toExist({ timeout: 60_000, signal: ending.signal }))
    ending.abort()
    expect(await asked).toMatch(/toExist\(\) was ended after \d+ ms/)
  })
})
