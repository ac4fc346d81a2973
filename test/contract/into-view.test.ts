import { expect, test } from 'vitest'
import type { SimulatedNode } from '../../lib/sdk/index.js'
import { failure, program } from './program.js'

// Hidden and scrolled out are two things; and a toolkit's word that it scrolled is not enough.

const status: SimulatedNode = { role: 'text', key: 'status', name: 'Ready' }
const low: SimulatedNode = {
  role: 'button',
  name: 'Low',
  key: 'low',
  bounds: { x: 20, y: 900, width: 80, height: 24 },
  on: { press: [{ set: 'status', name: 'Pressed' }] },
}
/** A page of a browser: what is below its fold says that it is off screen, and does not move when it is asked to. */
const page = (...children: SimulatedNode[]) =>
  program([status, { role: 'document', name: 'Page', bounds: { x: 10, y: 60, width: 400, height: 200 }, children }], {
    tellsOffscreen: true,
  })
const stuck = { ...low, faults: { stuck: true } }
const unfocusable = { ...stuck, states: ['enabled', 'visible'] }
const button = 'role:button|name:Low'

test('what is below the fold is there: it is visible, and not in view', async () => {
  await using stage = await page(stuck)
  const snapshot = await stage.app.snapshot()
  const [node] = await snapshot.findAll(button)
  expect(node?.states).toEqual(expect.arrayContaining(['visible', 'offscreen']))
  expect(await stage.app.locator(button).isVisible()).toBe(true)
})

test('it is pressed by action as it is, and nothing is moved for that', async () => {
  await using stage = await page(stuck)
  const receipt = await stage.app.locator(button).click()
  expect(receipt).toMatchObject({ route: 'action', effect: 'changed' })
  expect(receipt.attempts).toEqual([expect.not.objectContaining({ prepared: expect.anything() })])
  expect(stage.received('wheel')).toHaveLength(0)
})

test('a scroll that moved nothing is followed by the focus', async () => {
  await using stage = await page(stuck)
  const receipt = await stage.app.locator(button).scrollIntoView()
  expect(receipt).toMatchObject({ effect: 'verified', route: 'focus' })
  expect(stage.received('scrollIntoView')).toHaveLength(1)
})

test('or by the focus of what is next to it', async () => {
  const next: SimulatedNode = { role: 'button', name: 'Next', bounds: { x: 20, y: 930, width: 80, height: 24 } }
  await using stage = await page(unfocusable, next)
  const receipt = await stage.app.locator(button).scrollIntoView()
  expect(receipt).toMatchObject({ effect: 'verified', route: 'focus' })
  expect(stage.received('focus')).toMatchObject([{ name: 'Next' }])
})

test('or by the wheel, and then by the pointer it is pressed where it is; the receipt says what prepared for that', async () => {
  await using stage = await page(unfocusable)
  const receipt = await stage.app.locator(button).click({ route: 'input' })
  expect(receipt).toMatchObject({ route: 'input', effect: 'changed' })
  expect(receipt.attempts.at(-1)?.prepared).toEqual(['it was scrolled to', 'the wheel was turned'])
  expect(`${receipt}`).toContain('prepared: it was scrolled to, the wheel was turned')
  expect(stage.received('press')).toMatchObject([{ name: 'Low', by: 'pointer' }])
})

test('what is hidden is not scrolled for', async () => {
  await using stage = await page({ ...stuck, visible: false })
  for (const call of [
    () => stage.app.locator(button).click({ route: 'input', timeout: 300 }),
    () => stage.app.locator(button).scrollIntoView({ timeout: 300 }),
  ]) {
    const error = await failure(call())
    expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no', details: { check: 'visible' } })
    expect(error.message).toContain('nothing was sent')
  }
  for (const what of ['scrollIntoView', 'focus', 'wheel']) expect(stage.received(what)).toHaveLength(0)
})

test('an error does not say that nothing was sent when the wheel was turned', async () => {
  await using stage = await page(
    { ...unfocusable, on: {} },
    { role: 'group', bounds: { x: 0, y: 0, width: 9, height: 9 } },
  )
  stage.apply({
    openWindow: { role: 'dialog', name: 'Over', modality: 'application' },
    application: 'Program',
    after: 600,
  })
  const error = await failure(stage.app.locator(button).click({ route: 'input', timeout: 2_000 }))
  expect(error.code).toBe('NOT_ACTIONABLE')
  expect(error.message).not.toContain('nothing was sent')
  expect(error.details.prepared).toContain('it was scrolled to')
})

test('a wheel that scrolled is not called unchanged', async () => {
  await using stage = await page({ ...low, bounds: { x: 20, y: 270, width: 80, height: 24 } })
  expect((await stage.app.locator('role:document').scroll({ y: 2 })).effect).toBe('changed')
  await using silent = await program([
    { role: 'document', name: 'Page', bounds: { x: 10, y: 60, width: 400, height: 200 }, children: [low] },
  ])
  // Nothing but places: a diff leaves them out as noise and says how many. They are what a wheel changes.
  const { effect, diff } = await silent.app.locator('role:document').scroll({ y: 2 })
  expect(effect).toBe('changed')
  expect(diff?.empty).toBe(true)
})

/** Combo boxes of this width one below the other, to below the fold of the page. */
const combos = (x: number, width: number): SimulatedNode[] =>
  Array.from({ length: 27 }, (_, index) => ({
    role: 'combobox',
    name: `Choice ${index}`,
    states: ['enabled', 'visible'],
    bounds: { x, y: 60 + index * 30, width, height: 30 },
  }))

test('the wheel is turned beside combo boxes, whose values it would change', async () => {
  await using stage = await page(unfocusable, ...combos(40, 350))
  const receipt = await stage.app.locator(button).click({ route: 'input' })
  expect(receipt).toMatchObject({ route: 'input', effect: 'changed' })
  expect(stage.received('wheel').map(({ role }) => role)).not.toContain('combobox')
})

test('where every point is over one, it is not turned: the error says why at once', async () => {
  await using stage = await page(unfocusable, ...combos(10, 400))
  const error = await failure(stage.app.locator(button).click({ route: 'input' }))
  expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', details: { check: 'viewport' } })
  expect(error.message).toContain('would change its value')
  expect(stage.received('wheel')).toHaveLength(0)
})

test('scroll() over a combo box turns the wheel beside it; with force, over it', async () => {
  await using stage = await page(low, ...combos(40, 350))
  const choice = stage.app.locator('name:"Choice 4"')
  await choice.scroll({ y: 1 })
  expect(stage.received('wheel').map(({ role }) => role)).toEqual(['document'])
  await choice.scroll({ y: 1 }, { force: true })
  expect(stage.received('wheel').map(({ role }) => role)).toEqual(['document', 'combobox'])
})
