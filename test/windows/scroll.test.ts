import { describe, expect, test } from 'vitest'
import { PANE, TEXT, Virtual, type VirtualNode, world } from './support/virtual.js'

// What cannot say of itself that it is to be scrolled into view is brought there by what it is in.

const ROWS = 40
const HEIGHT = 24
const SHOWN = 10

/** Ten rows of forty show; each is as wide as its area, whose place is 100, 120. */
function area(more: VirtualNode = {}, row: VirtualNode = {}): VirtualNode {
  const children = Array.from({ length: ROWS }, (_, i) => ({
    Name: `Row ${i}`,
    key: `Row ${i}`,
    ControlType: TEXT,
    BoundingRectangle: [100, 120 + HEIGHT * i, 300, HEIGHT],
    IsOffscreen: i >= SHOWN,
    ...row,
  }))
  return {
    Name: 'Area',
    key: 'area',
    ControlType: PANE,
    Patterns: ['ScrollPattern'],
    BoundingRectangle: [100, 120, 300, HEIGHT * SHOWN],
    'Scroll.VerticallyScrollable': true,
    'Scroll.VerticalScrollPercent': 0,
    'Scroll.VerticalViewSize': (100 * SHOWN) / ROWS,
    children,
    ...more,
  }
}

const sent = (shown: Virtual) =>
  shown.events.map(({ event }) => event).filter((event) => /^(Scroll|SetFocus)/.test(event))
const isThere = async (shown: Virtual, name: string) =>
  (await shown.app.snapshot()).find(`name:"${name}"`)?.state('offscreen') !== true

describe('a row that has no way of its own', () => {
  test.each(['Row 30', 'Row 39', 'Row 10'])('%s comes into view by what it is in, in one step', async (name) => {
    await using shown = await Virtual.show(world([area()]))
    const receipt = await shown.app.locator(`name:"${name}"`).scrollIntoView({ timeout: 5000 })
    expect(receipt).toMatchObject({ route: 'scroll', detail: 'Scroll.SetScrollPercent', effect: 'verified' })
    expect(sent(shown)).toEqual(['Scroll.SetScrollPercent'])
    expect(await isThere(shown, name)).toBe(true)
  })

  test('and back up again', async () => {
    await using shown = await Virtual.show(world([area()]))
    for (const name of ['Row 39', 'Row 0']) await shown.app.locator(`name:"${name}"`).scrollIntoView({ timeout: 5000 })
    expect(sent(shown)).toEqual(['Scroll.SetScrollPercent', 'Scroll.SetScrollPercent'])
    expect(await isThere(shown, 'Row 0')).toBe(true)
  })

  test('where what it is in goes to no place that it is told, page by page and line by line', async () => {
    await using shown = await Virtual.show(world([area({ faults: { 'Scroll.SetScrollPercent': { ignored: true } } })]))
    const receipt = await shown.app.locator('name:"Row 30"').scrollIntoView({ timeout: 10_000 })
    expect(receipt).toMatchObject({ route: 'scroll', detail: 'Scroll.Scroll', effect: 'verified' })
    expect(await isThere(shown, 'Row 30')).toBe(true)
  })

  test('where that moves nothing either, it ends', async () => {
    const ignored = { 'Scroll.SetScrollPercent': { ignored: true }, 'Scroll.Scroll': { ignored: true } }
    await using shown = await Virtual.show(world([area({ faults: ignored })]))
    await expect(shown.app.locator('name:"Row 30"').scrollIntoView({ timeout: 3000 })).rejects.toThrow()
    expect(shown.did('Scroll.SetScrollPercent').length).toBeLessThanOrEqual(2)
    expect(shown.did('Scroll.Scroll').length).toBeLessThanOrEqual(2)
  })
})

test('one whose own way moves nothing is brought there as well', async () => {
  const row = { Patterns: ['ScrollItemPattern'], faults: { 'ScrollItem.ScrollIntoView': { ignored: true } } }
  await using shown = await Virtual.show(world([area({}, row)]))
  const receipt = await shown.app.locator('name:"Row 30"').scrollIntoView({ timeout: 5000 })
  expect(receipt).toMatchObject({ route: 'scroll', detail: 'Scroll.SetScrollPercent', effect: 'verified' })
  expect(sent(shown)).toEqual(['ScrollItem.ScrollIntoView', 'Scroll.SetScrollPercent'])
})

test('an area in another that is scrolled itself: from the inside out', async () => {
  const inner = area({ BoundingRectangle: [100, 720, 300, HEIGHT * SHOWN], IsOffscreen: true })
  inner.children = (inner.children as VirtualNode[]).map((row, i) => ({
    ...row,
    BoundingRectangle: [100, 720 + HEIGHT * i, 300, HEIGHT],
    IsOffscreen: true,
  }))
  const outer: VirtualNode = {
    Name: 'Page',
    key: 'page',
    ControlType: PANE,
    Patterns: ['ScrollPattern'],
    BoundingRectangle: [80, 100, 400, 400],
    'Scroll.VerticallyScrollable': true,
    'Scroll.VerticalScrollPercent': 0,
    'Scroll.VerticalViewSize': (100 * 400) / 860,
    children: [{ Name: 'Top', ControlType: TEXT, BoundingRectangle: [100, 100, 300, 24] }, inner],
  }
  await using shown = await Virtual.show(world([outer]))
  await shown.app.locator('name:"Row 30"').scrollIntoView({ timeout: 5000 })
  expect(shown.did('Scroll.SetScrollPercent').map(({ key }) => key)).toEqual(['area', 'page'])
  expect(await isThere(shown, 'Row 30')).toBe(true)
})
