import { expect, test } from 'vitest'
import type { Locator } from '../../lib/sdk/index.js'
import { failing, failure, openWorld } from './program.js'
import { clicked, contract } from './stage.js'

contract((stage) => {
  const button = (name: string) => stage().app.locator(`role:button|name:${name}`)
  async function middleOf(locator: Locator) {
    await stage().app.waitForIdle()
    const bounds = await locator.boundingBox()
    if (bounds === undefined) throw new Error(`${locator} has no bounds`)
    return stage().desktop.point(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2)
  }

  test('a click at a point is a click on what shows there, with a receipt', async () => {
    const point = await middleOf(button('Save'))
    expect(await (await point.element()).name()).toBe('Save')
    const receipt = await point.click({ verify: { exists: 'name:Saved' } })
    expect(receipt).toMatchObject({ verb: 'click', effect: 'verified', route: 'input', element: { name: 'Save' } })
    await stage().received({ event: 'clicked', name: 'Save' })
    await (await middleOf(button('Count'))).dblclick()
    await expect.poll(() => clicked(stage())).toEqual(['Save', 'Count', 'Count'])
  })

  test('what cannot be acted on is not clicked, and one option says otherwise', async () => {
    const point = await middleOf(button('Submit'))
    const error = await failing(500, (timeout) => point.click({ timeout }))
    expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no', details: { check: 'enabled' } })
    await point.click({ force: ['enabled'] })
    await point.hover()
    await stage().app.waitForIdle()
    expect(clicked(stage())).toEqual([])
  })

  test('where nothing is, on whatever side of the primary display, is NOT_FOUND', async () => {
    for (const [x, y] of [
      [1279, 959],
      [-5, -2000],
    ] as const) {
      expect(await failure(stage().desktop.point(x, y).click())).toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(() => stage().desktop.point(Number.NaN, 0)).toThrow(/desktop.point\(x, y\): x is NaN/)
    expect(stage().events()).toEqual([])
  })
})

test('an element that goes as soon as it is found is not told: what it covered is in front then', async () => {
  const bounds = { x: 0, y: 0, width: 100, height: 100 }
  const windowWith = (name: string, key: string) => ({
    role: 'window' as const,
    name: key,
    key,
    bounds,
    children: [{ role: 'button' as const, name, bounds }],
  })
  const windows = [windowWith('Below', 'back'), windowWith('Above', 'front')]
  await using stage = await openWorld({ applications: [{ name: 'Program', windows }] })
  const { native } = stage.app.locator('*').scope
  const elementAt = native.elementAt.bind(native)
  const elementAtThenClose: typeof native.elementAt = async (...given) => {
    const found = await elementAt(...given)
    Reflect.deleteProperty(native, 'elementAt')
    stage.apply({ closeWindow: 'front' })
    return found
  }
  expect(await stage.desktop.elementAt(50, 50)).toMatchObject({ name: 'Above' })
  Object.defineProperty(native, 'elementAt', { configurable: true, value: elementAtThenClose })
  expect(await stage.desktop.elementAt(50, 50)).toMatchObject({ name: 'Below' })
})
