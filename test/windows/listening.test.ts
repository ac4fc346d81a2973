import { expect, test } from 'vitest'
import type { App } from '../../lib/sdk/index.js'
import type { NativeDesktop } from '../../lib/sdk/native/binding.js'
import { failure } from '../contract/program.js'
import { PATIENCE } from '../patience.js'
import { simulator } from './support/simulator.js'
import { button, Virtual, world } from './support/virtual.js'

// One thread adds and removes every handler of the process: what does not answer must not keep it, and what closed must not stay.

const TIMED_OUT = 0x80131505
const limits = { timeout: PATIENCE }
const KINDS = ['structure', 'property', 'state', 'window'] as const

/** The desktop and the application as the addon has them. */
function natively(app: App): { native: NativeDesktop; target: { appKey: string } } {
  const { desktop, key } = app as unknown as { desktop: { native: NativeDesktop }; key: string }
  return { native: desktop.native, target: { appKey: key } }
}

const listened = () => simulator.latest().filter((one) => one.startsWith('listen ')).length

test('an application that takes no handler in time is asked once, and that is said', async () => {
  await using shown = await Virtual.show(world([button('OK')]))
  const { native, target } = natively(shown.app)
  simulator.forgetTrips()
  // The first is for windows that open, and asks no application.
  simulator.fail(2, TIMED_OUT, 1000, 'listen')
  const error = await failure(native.observe(target, [...KINDS], limits))
  simulator.fail(1, 0, 0, '')
  expect(error).toMatchObject({ code: 'APP_UNRESPONSIVE' })
  expect(listened()).toBe(2)
  await expect.poll(() => simulator.handlers()).toBe(0)
  expect(await shown.app.locator('role:button|name:OK').isVisible()).toBe(true)
})

test('an event that is not known is no reason not to hear the others', async () => {
  await using shown = await Virtual.show(world([button('OK', { key: 'ok' })]))
  const { native, target } = natively(shown.app)
  simulator.fail(4, 0x80070057, 1, 'listen')
  const subscription = await native.observe(target, [...KINDS], limits)
  const heard = new Promise<{ detail: string }[]>((resolve) => subscription.listen(resolve))
  await shown.apply({ set: 'ok', Name: 'Changed' })
  expect((await heard)[0]?.detail).toBe('PropertyChanged:Name')
  subscription.close()
})

test('what was listened to in a window is let go of when that is closed', async () => {
  const dialog = {
    open: { Name: 'Dialog', children: [button('Close', { on: { 'Invoke.Invoke': [{ close: true }] } })] },
  }
  await using shown = await Virtual.show(world([button('Open', { on: { 'Invoke.Invoke': [dialog] } })]))
  const { native, target } = natively(shown.app)
  const subscription = await native.observe(target, [...KINDS], limits)
  const before = simulator.handlers()
  const counts: number[] = []
  for (let round = 0; round < 3; round++) {
    await shown.app.locator('role:button|name:Open').click()
    // With those of the dialog.
    await expect.poll(() => simulator.handlers()).toBeGreaterThan(before)
    counts.push(simulator.handlers())
    await shown.app.locator('role:button|name:Close').click()
    await expect.poll(() => shown.app.locator('role:button|name:Close').count()).toBe(0)
  }
  expect(new Set(counts).size).toBe(1)
  subscription.close()
})
