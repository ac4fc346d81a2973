import { expect, test } from 'vitest'
import { Desktop } from '../../lib/sdk/index.js'
import { Form } from '../live/support/form.js'
import { PATIENCE } from '../patience.js'
import { simulator } from './support/simulator.js'
import { button, Virtual, world } from './support/virtual.js'

// What costs on Windows is how often another process is asked, and that can be counted: milliseconds of a simulator say nothing.

const rows = (repeat: number) => world([{ repeat, node: button('Row {i}', { key: 'row {i}' }) }])

async function tripsOf(call: () => Promise<unknown>): Promise<number> {
  simulator.forgetTrips()
  await call()
  return simulator.trips()
}

test('a window is read with one question, however much is in it', async () => {
  const counts: number[] = []
  for (const repeat of [10, 1000]) {
    await using shown = await Virtual.show(rows(repeat))
    counts.push(await tripsOf(() => shown.app.snapshot()))
    expect(await shown.app.locator('role:button').count()).toBe(repeat)
  }
  expect(counts).toEqual([1, 1])
})

test('ten thousand nodes are read whole', async () => {
  await using shown = await Virtual.show(rows(10_000))
  const snapshot = await shown.app.snapshot({ timeout: 4 * PATIENCE })
  expect(snapshot.complete).toBe(true)
  expect(snapshot.findAll('role:button')).toHaveLength(10_000)
  expect(snapshot.find('name:"Row 9999"')?.role).toBe('button')
})

test('finding, pressing and telling what changed keep to their budget', async () => {
  const desktop = await Desktop.open({ backend: 'windows', defaultTimeout: PATIENCE })
  const form = await Form.startWin32()
  try {
    const app = await desktop.app({ pid: form.pid })
    expect(await tripsOf(() => app.locator('role:button|name:Save').isVisible())).toBeLessThanOrEqual(2)
    const trips = await tripsOf(() => app.locator('role:button|name:Save').click())
    await form.received({ event: 'clicked', name: 'Save' })
    // A look to resolve, one before the press, the press and what it asks of the element, looks until it rests.
    expect(trips, simulator.latest().join('\n')).toBeLessThanOrEqual(20)
  } finally {
    await form.end()
    await desktop.dispose()
  }
})
