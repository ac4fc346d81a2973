import { expect, test } from 'vitest'
import { Limits } from '../../lib/call/limits.js'
import type { NativeBinding, NativeDesktop, NativeSubscription } from '../../lib/native/binding.js'
import { observationOf } from '../../lib/wait/observation.js'
import { PACE } from './pace.js'

test('whoever began to listen and gives up ends nobody else’s wait', async () => {
  let giveUp: (reason: unknown) => void = () => {}
  const binding = {
    createCancel: () => ({ cancel: () => giveUp(Object.assign(new Error('cancelled'), { code: 'ABORTED' })) }),
  } as unknown as NativeBinding
  let subscriptions = 0
  const native = {
    observe: () => {
      subscriptions++
      if (subscriptions === 1) return new Promise((_, reject) => (giveUp = reject))
      return Promise.resolve({ listen: () => {}, close: () => {} } as unknown as NativeSubscription)
    },
  } as unknown as NativeDesktop
  const observation = observationOf(binding, native, 'program', PACE)

  const controller = new AbortController()
  const first = observation.begin(new Limits(binding, { signal: controller.signal }, 5_000))
  const second = observation.begin(new Limits(binding, {}, 5_000))
  controller.abort()
  await expect(first).rejects.toMatchObject({ code: 'ABORTED' })
  await second
  expect(observation.live).toBe(true)
  expect(subscriptions).toBe(2)
})
