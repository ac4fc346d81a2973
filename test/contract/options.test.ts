import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActionDefaults, ClickOptions } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { clicked, contract } from './stage.js'

// Every option of a click alone and with every other: whatever is combined, one press happens, of the right button, by the form's own
// record, and the receipt says so.

const NAMES = [
  'alternatives',
  'fallbacks',
  'retries',
  'verify',
  'timeout',
  'signal',
  'force',
  'highlight',
  'position',
  'modifiers',
  'delay',
  'onAmbiguous',
  'confirm',
  'diff',
  'with()',
] as const
type Name = (typeof NAMES)[number]

// What `with()` can set is given there when it is one of the pair.
const PER_CALL: readonly string[] = ['signal', 'position', 'modifiers', 'delay', 'with()']

const pairs = NAMES.map((name, index): [Name, readonly Name[]] => [name, NAMES.slice(index)])

let pictures: string
beforeAll(async () => {
  pictures = await mkdtemp(join(tmpdir(), 'surehand-options-'))
})
afterAll(() => rm(pictures, { recursive: true }))

contract((stage) => {
  test.each(pairs)('%s, alone and with each of the others', async (name, others) => {
    await stage().app.waitForIdle()
    for (const [index, other] of others.entries()) {
      await pressOnce(new Set([name, other]), index % 2 === 0 ? 'Shipping' : 'Billing')
    }
    // A press that came late would be one too many by now.
    await stage().app.waitForIdle()
    expect(clicked(stage())).toHaveLength(others.length)
  })

  async function pressOnce(given: ReadonlySet<Name>, place: 'Shipping' | 'Billing'): Promise<void> {
    const combination = [...given].join(' + ')
    const button = `role:group|name:${place} >> role:button|name:Edit`
    const both = 'role:button|name:Edit'
    // What is not there at once: fallbacks would wait for a selector.
    const gone = 'ref:e999999'
    const missing = 'role:button|name:Renamed'
    const asks = given.has('onAmbiguous')
    // What is asked for is there, unless an option is about what happens when it is not.
    const found = asks ? both : button
    const asked = given.has('alternatives') ? missing : given.has('fallbacks') && !asks ? gone : found

    let picks = 0
    let confirmations = 0
    const picture = join(pictures, `${combination}.png`)
    const all: Record<Name, ClickOptions> = {
      alternatives: { alternatives: [found] },
      fallbacks: { fallbacks: [button] },
      retries: { retries: 2 },
      verify: { verify: { exists: `name:"Editing ${place.toLowerCase()}"`, notExists: missing } },
      timeout: { timeout: PATIENCE },
      signal: { signal: new AbortController().signal },
      force: { force: true },
      highlight: { highlight: picture },
      position: { position: { x: 6, y: 6 } },
      modifiers: { modifiers: ['Shift', 'Control'] },
      delay: { delay: 5 },
      onAmbiguous: {
        onAmbiguous: (candidates) => {
          picks++
          return candidates.find(({ path }) => path.includes(place))
        },
      },
      confirm: {
        confirm: ({ verb, element }) => {
          confirmations++
          return verb === 'click' && element.name === 'Edit'
        },
      },
      diff: { diff: false },
      'with()': {},
    }
    const withs = given.has('with()')
    const defaults: ActionDefaults = {}
    const options: ClickOptions = {}
    for (const name of given) Object.assign(withs && !PER_CALL.includes(name) ? defaults : options, all[name])

    const before = clicked(stage()).length
    const locator = stage().app.locator(asked)
    const receipt = await (withs ? locator.with(defaults) : locator).click(options)

    const name = `Edit ${place.toLowerCase()}`
    await expect.poll(() => clicked(stage()).slice(before), { message: combination }).toEqual([name])
    const byFallback = given.has('fallbacks') && asked === gone
    const byPointer = ['position', 'modifiers', 'delay'].some((option) => given.has(option as Name))
    expect(receipt, combination).toMatchObject({
      verb: 'click',
      selector: byFallback ? button : given.has('alternatives') ? found : asked,
      element: { role: 'button', name: 'Edit' },
      heldBefore: given.has('verify') ? false : undefined,
    })
    expect(receipt.route === 'input', combination).toBe(byPointer)
    expect(receipt.attempts.map(({ step, error }) => error ?? step)).toEqual(byFallback ? ['STALE', 'done'] : ['done'])
    expect(receipt.choices.map(({ count }) => count)).toEqual(
      given.has('alternatives') ? [0, asks ? 2 : 1] : [asks ? 2 : 1],
    )
    // An application that was kept from running shows nothing yet when it is looked at: then no more than that is claimed.
    const late = receipt.awaited?.by === 'look' ? ['unchanged', 'unknown'] : []
    const effects = given.has('verify') ? ['verified'] : given.has('diff') ? ['unknown'] : ['changed', ...late]
    expect(effects, combination).toContain(receipt.effect)
    expect(receipt.diff === undefined, combination).toBe(given.has('diff'))
    expect(receipt.awaited?.what).toBe(given.has('verify') ? 'verify' : given.has('diff') ? undefined : 'settle')
    expect([picks, confirmations]).toEqual([asks ? 1 : 0, given.has('confirm') ? 1 : 0])
    if (given.has('highlight')) expect((await stat(picture)).size).toBeGreaterThan(100)
  }
})
