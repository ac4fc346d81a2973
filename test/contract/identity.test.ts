import { describe, expect, test } from 'vitest'
import type { Candidate, SimulatedNode } from '../../lib/sdk/index.js'
import { openWorld, program } from './program.js'

// An identity names an element for as long as that lives; what it shows may be another's by then. A real program of which that
// holds is in test/live/rows.test.ts.

const row = (key: string, name: string, id = 'row'): SimulatedNode => ({
  role: 'button',
  key,
  name,
  id,
  bounds: { x: 20, y: key === 'ann' ? 40 : 70, width: 200, height: 24 },
})

describe('a row that is used again for another keeps its identity', () => {
  test('it is not pressed as what it was: what it was is found again', async () => {
    await using stage = await program([row('ann', 'Ann'), row('bob', 'Bob')])
    let asked = 0
    const receipt = await stage.app.locator('id:row').click({
      onAmbiguous: (candidates: readonly Candidate[]) => {
        // The list scrolls after the tree was read and before the press.
        if (asked++ === 0) stage.apply({ recycle: 'ann', as: 'bob' })
        return candidates.find(({ name }) => name === 'Ann')
      },
    })
    expect(stage.received('press')).toMatchObject([{ key: 'ann', name: 'Ann' }])
    expect(receipt.element).toMatchObject({ name: 'Ann' })
  })

  test('the pointer is not sent to it, either', async () => {
    await using stage = await program([row('ann', 'Ann'), row('bob', 'Bob')])
    let asked = 0
    await stage.app.locator('id:row').click({
      route: 'input',
      onAmbiguous: (candidates: readonly Candidate[]) => {
        if (asked++ === 0) stage.apply({ recycle: 'ann', as: 'bob' })
        return candidates.find(({ name }) => name === 'Ann')
      },
    })
    expect(stage.received('press')).toMatchObject([{ key: 'ann', by: 'pointer' }])
  })

  test('one that goes on being another is refused with both names', async () => {
    await using stage = await program([row('ann', 'Ann'), row('bob', 'Bob')])
    const error = await stage.app
      .locator('id:row')
      .click({
        timeout: 500,
        onAmbiguous: (candidates: readonly Candidate[]) => {
          stage.apply({ recycle: 'ann', as: 'bob' })
          return candidates[0]
        },
      })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', details: { check: 'stable' } })
    expect((error as Error).message).toMatch(/its name was "(Ann|Bob)" and is now "(Ann|Bob)"/)
    expect(stage.received('press')).toEqual([])
  })

  test('the same with another id is another', async () => {
    await using stage = await program([row('ann', 'Open', 'ann'), row('bob', 'Open', 'bob')])
    let asked = 0
    await stage.app.locator('name:Open').click({
      onAmbiguous: (candidates: readonly Candidate[]) => {
        if (asked++ === 0) stage.apply({ recycle: 'ann', as: 'bob' })
        return candidates.find(({ selector }) => selector.includes('ann'))
      },
    })
    expect(stage.received('press')).toMatchObject([{ key: 'ann' }])
  })

  test('who agreed to the one has not agreed to the other', async () => {
    await using stage = await program([row('ann', 'Ann'), row('bob', 'Bob')])
    const asked: (string | undefined)[] = []
    await stage.app
      .locator('id:row')
      .first()
      .click({
        confirm: ({ element }) => {
          if (asked.length === 0) stage.apply({ recycle: 'ann', as: 'bob' })
          asked.push(element.name)
          return true
        },
      })
    expect(asked).toEqual(['Ann', 'Bob'])
    expect(stage.received('press')).toMatchObject([{ key: 'bob' }])
  })
})

test('an application that is started again is another, even with the same pid', async () => {
  const again = { name: 'Program', pid: 77, windows: [{ role: 'window' as const, name: 'Main', children: [] }] }
  await using stage = await openWorld({ applications: [again], launchable: { again } })
  const first = await stage.app.locator('role:window').all()
  await stage.app.quit({ force: true })
  const second = await stage.desktop.launch('again')
  expect(second.pid).toBe(stage.app.pid)
  await expect(stage.app.windows()).rejects.toMatchObject({ code: 'APP_EXITED' })
  await expect(first[0]?.name()).rejects.toMatchObject({ code: 'APP_EXITED' })
  expect(await second.windows()).toHaveLength(1)
})
