import { expect, test } from 'vitest'
import { failing, failure } from './program.js'
import { clicked, contract } from './stage.js'

const save = 'role:button|name:Save'
const old = 'role:button|name:Old'
const gone = 'role:button|name:Renamed'

contract((stage) => {
  const at = (selector: string) => stage().app.locator(selector)

  test('the selector itself comes first, and the receipt says what the others matched on the same tree', async () => {
    const receipt = await at(save).click({ alternatives: ['role:button|name:/^Sav/', old, gone] })
    await stage().received({ event: 'clicked' })
    expect(clicked(stage())).toEqual(['Save'])
    expect(receipt.selector).toBe(save)
    expect(receipt.choices).toEqual([
      { selector: save, count: 1, element: 'same' },
      { selector: 'role:button|name:/^Sav/', count: 1, element: 'same' },
      { selector: old, count: 1, element: 'another' },
      { selector: gone, count: 0, element: 'none' },
    ])
  })

  test.each([
    [[old, save], 'Old'],
    [[save, old], 'Save'],
  ])('of several that match the first in declared order wins: %j', async (alternatives, name) => {
    const receipt = await at(gone).click({ alternatives })
    await stage().received({ event: 'clicked' })
    expect(clicked(stage())).toEqual([name])
    expect(receipt.selector).toBe(alternatives[0])
    expect(receipt.attempts).toMatchObject([{ selector: alternatives[0], step: 'done' }])
  })

  test('one that means exactly one element is preferred to one that means several', async () => {
    const receipt = await at('role:button|name:Edit').click({
      alternatives: ['role:group|name:Shipping >> role:button'],
    })
    await stage().received({ event: 'clicked' })
    expect(clicked(stage())).toEqual(['Edit shipping'])
    expect(receipt.choices[0]).toEqual({ selector: 'role:button|name:Edit', count: 2, element: 'same' })
  })

  test('an ambiguous selector is not settled by what it does not mean', async () => {
    const error = await failing(700, (timeout) =>
      at('role:button|name:Edit').click({ alternatives: [old, gone], timeout }),
    )
    expect(error).toMatchObject({ code: 'AMBIGUOUS', sent: 'no', details: { count: 2 } })
    expect(clicked(stage())).toEqual([])
  })

  test('of an ambiguous selector whose alternative means another, onAmbiguous picks', async () => {
    const receipt = await at('role:button|name:Edit').click({
      alternatives: [old],
      onAmbiguous: (candidates) => candidates[1],
    })
    await stage().received({ event: 'clicked' })
    expect(clicked(stage())).toEqual(['Edit shipping'])
    expect(receipt.choices).toEqual([
      { selector: 'role:button|name:Edit', count: 2, element: 'same' },
      { selector: old, count: 1, element: 'another' },
    ])
    expect(`${receipt}`).toContain(`${old} matched another element`)
  })

  test('the receipt says how many a selector matched that one of the others picked from', async () => {
    const receipt = await at('role:listitem').click({ alternatives: ['role:listitem|name:"Item 1"'], diff: false })
    const [all] = receipt.choices
    expect(all).toMatchObject({ selector: 'role:listitem', element: 'same' })
    expect(all?.count).toBeGreaterThan(100)
    expect(`${receipt}`).toContain(`role:listitem matched it and ${(all?.count ?? 0) - 1} others`)
  })

  test('when all that match mean several it is AMBIGUOUS, about the first of them', async () => {
    const error = await failure(at(gone).click({ alternatives: ['role:button|name:Edit'] }))
    expect(error).toMatchObject({ code: 'AMBIGUOUS', sent: 'no', details: { count: 2 } })
    expect(clicked(stage())).toEqual([])
  })

  test('an alternative may be a locator', async () => {
    const window = await stage().app.window()
    await at(gone).click({ alternatives: [window.locator('role:group').filter({ has: old }).locator(old), at(save)] })
    await stage().received({ event: 'clicked' })
    expect(clicked(stage())).toEqual(['Save'])
  })

  test('all of them are waited for', async () => {
    await at('role:button|name:Later').click()
    await at(gone).click({ alternatives: ['role:button|name:Late'] })
    await stage().received({ event: 'clicked', name: 'Late' })
    expect(clicked(stage())).toEqual(['Later', 'Late'])
  })

  test('when none comes the error is about what was asked for', async () => {
    const error = await failing(700, (timeout) =>
      at(gone).click({ alternatives: ['role:button|name:Elsewhere'], timeout }),
    )
    expect(error).toMatchObject({ code: 'NOT_FOUND', details: { selector: gone, step: 'resolve' } })
    expect(clicked(stage())).toEqual([])
  })
})
