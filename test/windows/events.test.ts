import { expect, test } from 'vitest'
import { type App, Desktop } from '../../lib/sdk/index.js'
import type { NativeDesktop, NativeSubscription } from '../../lib/sdk/native/binding.js'
import { Form } from '../live/support/form.js'
import { PATIENCE } from '../patience.js'
import { simulator } from './support/simulator.js'
import { button, text, Virtual, world } from './support/virtual.js'

// What is heard of an application, and that nothing of it is left.

const limits = { timeout: PATIENCE }

/** The desktop and the application as the addon has them. */
function natively(app: App): { native: NativeDesktop; target: { appKey: string } } {
  const { desktop, key } = app as unknown as { desktop: { native: NativeDesktop }; key: string }
  return { native: desktop.native, target: { appKey: key } }
}

test('what appears is heard of, and that is what ends the wait', async () => {
  await using shown = await Virtual.show(
    world([button('Add', { on: { 'Invoke.Invoke': [{ add: text('Added'), to: 'main', after: 250 }] } })]),
  )
  const receipt = await shown.app.locator('role:button|name:Add').click({ verify: { exists: 'role:text|name:Added' } })
  expect(receipt.awaited).toMatchObject({ by: 'event' })
})

test('what another application does is not heard', async () => {
  await using one = await Virtual.show(world([text('Still', { key: 'still' })]))
  await using other = await Virtual.show(world([button('Other')]), one.desktop)
  const { native, target } = natively(one.app)
  const subscription = await native.observe(target, ['window', 'structure', 'property'], limits)
  const third = await Virtual.show(world([button('Third')]), one.desktop)
  await other.apply({ set: 'Other', Name: 'Changed' })
  await one.apply({ set: 'still', Name: 'Changed' })
  const heard = await firstOf(subscription)
  expect(heard.map(({ detail }) => detail)).toEqual(['PropertyChanged:Name'])
  subscription.close()
  await third.end()
})

test('no handler and no object of COM is left after two hundred rounds', async () => {
  const before = simulator.objects()
  const desktop = await Desktop.open({ backend: 'windows', defaultTimeout: PATIENCE })
  const form = await Form.startWin32()
  try {
    const { native, target } = natively(await desktop.app({ pid: form.pid }))
    for (let round = 0; round < 200; round++) {
      const subscription = await native.observe(target, ['structure', 'property', 'window'], limits)
      subscription.close()
    }
    await expect.poll(() => simulator.handlers()).toBe(0)
  } finally {
    await form.end()
    await desktop.dispose()
  }
  await expect.poll(() => simulator.objects()).toBe(before)
})

/** What comes first, as it is handed over. */
function firstOf(subscription: NativeSubscription): Promise<{ detail: string }[]> {
  return new Promise((resolve) => subscription.listen((events) => resolve(events)))
}
