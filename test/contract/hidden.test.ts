import { expect, test } from 'vitest'
import { type Candidate, isSurehandError } from '../../lib/sdk/index.js'
import { brief } from '../patience.js'
import { failing, failure } from './program.js'
import { clicked, contract } from './stage.js'

// The page Advanced is hidden until its tab is selected. It holds a twin of the button Count, and two buttons Undo.

const count = 'role:button|name:Count'
const undo = 'role:button|name:Undo'
const reset = 'role:button|name:Reset'
// Far below what the list shows.
const item = 'role:listitem|name:"Item 150"'

contract((stage) => {
  const at = (selector: string) => stage().app.locator(selector)
  const advanced = () => at('role:tab|name:Advanced')
  const general = () => at('role:tab|name:General')

  test('of two elements one of which is hidden the other is meant, and the receipt says how many were hidden', async () => {
    const receipt = await at(count).click()
    await stage().received({ event: 'clicked' })
    expect(clicked(stage())).toEqual(['Count'])
    expect(receipt.choices).toEqual([{ selector: count, count: 1, hidden: 1, element: 'same' }])
    expect(`${receipt}`).toContain(`found by ${count} (and 1 hidden)`)
  })

  test('reads and waits go by the same', async () => {
    expect(await at(count).isVisible()).toBe(true)
    expect(await at(count).isEnabled()).toBe(true)
    await at(count).waitFor()
    expect(await at(count).count()).toBe(2)
  })

  test('a selector that speaks of visible decides for itself', async () => {
    const error = await failing(500, (timeout) => at(`${count}|visible:false`).click({ timeout }))
    expect(error).toMatchObject({ code: 'NOT_ACTIONABLE' })
    const several = await failing(500, (timeout) =>
      at(`${count} && (visible:true || visible:false)`).click({ timeout }),
    )
    expect(several).toMatchObject({ code: 'AMBIGUOUS', details: { count: 2 } })
    expect(clicked(stage())).toEqual([])
  })

  test('what is hidden counts when nothing else matches: one is found and not ready, several are AMBIGUOUS', async () => {
    const one = await failing(500, (timeout) => at(reset).click({ timeout }))
    expect(one).toMatchObject({ code: 'NOT_ACTIONABLE' })
    const two = await failing(500, (timeout) => at(undo).click({ timeout }))
    if (!isSurehandError(two, 'AMBIGUOUS')) throw two
    expect((two.details.candidates as Candidate[]).map(({ hidden }) => hidden)).toEqual([true, true])
    expect(two.message).toContain('2 hidden elements')
    expect(two.message).toMatch(/button "Undo" \(hidden(, at \d+,\d+)?\): /)
    expect(clicked(stage())).toEqual([])
  })

  test('an alternative that shows comes before a selector that only means what is hidden', async () => {
    const receipt = await at(reset).click({ alternatives: ['role:button|name:Save'] })
    await stage().received({ event: 'clicked' })
    expect(clicked(stage())).toEqual(['Save'])
    expect(receipt.choices[0]).toEqual({ selector: reset, count: 0, hidden: 1, element: 'none' })
  })

  test('what is scrolled out is not hidden', async () => {
    await at(item).waitFor({ state: 'attached' })
    const error = await failure(at(item).waitFor({ state: 'hidden', timeout: brief(1_000) }))
    expect(error).toMatchObject({ code: 'TIMEOUT' })
    await at('role:button|name:Save').click({ verify: { exists: item } })
    const still = at('role:button|name:Save').click({ verify: { notExists: item, timeout: brief(1_000) } })
    expect(await failure(still)).toMatchObject({ code: 'VERIFY_FAILED' })
  })

  test('verify is about what is not hidden: exists waits until it shows, notExists holds when it is hidden', async () => {
    const shut = await failure(at('role:button|name:Save').click({ verify: { exists: reset, timeout: brief(1_000) } }))
    expect(shut).toMatchObject({ code: 'VERIFY_FAILED' })
    expect(shut.message).toMatch(/button "Reset" \(e\d+\) matches role:button\|name:Reset and is hidden/)
    const shown = await advanced().select({ verify: { exists: reset } })
    expect(shown).toMatchObject({ effect: 'verified', heldBefore: false })
    const gone = await general().select({ verify: { notExists: reset } })
    expect(gone).toMatchObject({ effect: 'verified', heldBefore: false })
    await at(reset).waitFor({ state: 'hidden' })
    expect(await at(reset).exists()).toBe(true)
  })

  test('unless its selector speaks of visible', async () => {
    await at('role:button|name:Save').click({ verify: { exists: `${reset}|visible:false` } })
    const receipt = await advanced().select({ verify: { notExists: `${reset}|visible:false` } })
    expect(receipt).toMatchObject({ effect: 'verified', heldBefore: false })
  })
})
