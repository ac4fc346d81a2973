import { expect, test } from 'vitest'
import { brief, SOON } from '../patience.js'
import { failing, failure, program } from './program.js'
import { clicked, contract } from './stage.js'

const save = 'role:button|name:Save'
const old = 'role:button|name:Old'
const gone = 'role:button|name:Renamed'

contract((stage) => {
  const at = (selector: string) => stage().app.locator(selector)

  test('a fallback is left alone while what was asked for is there', async () => {
    const receipt = await at(save).click({ fallbacks: [old] })
    await stage().received({ event: 'clicked' })
    expect(clicked(stage())).toEqual(['Save'])
    expect(receipt.attempts).toHaveLength(1)
    expect(receipt.choices.map(({ selector }) => selector)).toEqual([save])
  })

  test('it is used when what was asked for has not come, which has all but a second of the time', async () => {
    const timeout = brief(2500)
    const receipt = await at(gone).click({ fallbacks: [old], timeout })
    await stage().received({ event: 'clicked' })
    expect(clicked(stage())).toEqual(['Old'])
    expect(receipt.selector).toBe(old)
    expect(receipt.attempts).toMatchObject([
      { selector: gone, step: 'resolve', error: 'NOT_FOUND' },
      { selector: old, step: 'done' },
    ])
    // In Wine a look may take more than a second, and then up to half of the time is left to the fallback.
    expect(receipt.duration).toBeGreaterThan(process.platform === 'win32' ? timeout / 2 - 10 : timeout - 1010)
    expect(receipt.toString()).toMatch(/attempt 2/)
  })

  test('several are tried in turn, and what cannot be acted on is passed over as well', async () => {
    const receipt = await at(gone).click({
      fallbacks: ['role:button|name:Submit', at(old), save],
      timeout: brief(5000),
    })
    await stage().received({ event: 'clicked' })
    expect(clicked(stage())).toEqual(['Old'])
    expect(receipt.attempts).toMatchObject([
      { error: 'NOT_FOUND', step: 'resolve' },
      { error: 'NOT_ACTIONABLE', step: 'preflight' },
      { selector: old, step: 'done' },
    ])
  })

  test.each([[[old]], [['role:button|name:Later', old]]])(
    'they are for what is not there: what is ambiguous is AMBIGUOUS at once, with %j',
    async (fallbacks) => {
      const began = performance.now()
      const error = await failure(at('role:button|name:Edit').click({ fallbacks }))
      expect(error).toMatchObject({ code: 'AMBIGUOUS', sent: 'no', details: { count: 2 } })
      expect(performance.now() - began).toBeLessThan(SOON)
      expect(clicked(stage())).toEqual([])
    },
  )

  test('a fallback that is ambiguous is, too', async () => {
    const edit = 'role:button|name:Edit'
    const error = await failing(1500, (timeout) => at(gone).click({ fallbacks: [edit, old], timeout }))
    expect(error).toMatchObject({ code: 'AMBIGUOUS', sent: 'no' })
    expect(error.message).toContain(`${edit} matches 2`)
    expect(clicked(stage())).toEqual([])
  })

  test('without a timeout its time comes on top: what was asked for is waited for as long as without it', async () => {
    const { app } = stage()
    app.setDefaultTimeout(1500)
    const receipt = await at(gone).click({ fallbacks: [old] })
    expect(receipt.duration).toBeGreaterThan(1490)
    await stage().received({ event: 'clicked', name: 'Old' })
  })

  test('all of them share one deadline, and the error is about what was asked for first', async () => {
    const began = performance.now()
    const error = await failure(at(gone).click({ fallbacks: ['name:A', 'name:B'], timeout: 4000 }))
    const took = performance.now() - began
    expect(took).toBeGreaterThanOrEqual(3999)
    expect(took).toBeLessThan(SOON)
    expect(error).toMatchObject({
      // A look that its share of the time cut short proves nothing about what is not there.
      code: expect.stringMatching(/^(NOT_FOUND|INCOMPLETE_TREE)$/),
      sent: 'no',
      details: {
        selector: gone,
        attempts: [{ selector: gone }, { selector: 'name:A' }, { selector: 'name:B' }],
      },
    })
    const tried = error.message.replaceAll('INCOMPLETE_TREE', 'NOT_FOUND')
    for (const selector of [gone, 'name:A', 'name:B']) {
      expect(tried).toContain(`${selector}: NOT_FOUND in step resolve`)
    }
    expect(clicked(stage())).toEqual([])
  })
})

test('what nobody could look at is not passed over: it may be there', async () => {
  const buttons = ['Edit', 'Edit', 'Old'].map((name) => ({ role: 'button', name }) as const)
  // The first fallback has its part of the time while the program does not answer.
  await using stage = await program([...buttons], { faults: { hanging: { after: 1500, for: 1400 } } })
  const edit = 'role:button|name:Edit'
  const error = await failure(stage.app.locator(gone).click({ fallbacks: [edit, old], timeout: 3000 }))
  expect(error).toMatchObject({ sent: 'no' })
  expect(stage.received('press')).toEqual([])
})
