import { expect, test } from 'vitest'
import { Limits } from '../../lib/sdk/call/limits.js'
import type { NativeBinding, NativeDesktop, NativeSubscription } from '../../lib/sdk/native/binding.js'
import { forgetEnded, observationOf } from '../../lib/sdk/wait/observation.js'
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

test('what it was at rest between two calls counts, unless it announced something or was acted on', async () => {
  const binding = {} as NativeBinding
  let worked = 0
  let announce: (events: unknown[], dropped: number) => void = () => {}
  const subscription = { listen: (hear: typeof announce) => (announce = hear), close: () => {} }
  const native = { observe: async () => subscription, processorTime: async () => worked } as unknown as NativeDesktop
  const observation = observationOf(binding, native, 'resting', PACE)
  const limits = new Limits(binding, {}, 5_000)
  const between = async (happens: () => void): Promise<number> => {
    await observation.leave(limits)
    happens()
    await new Promise((resolve) => setTimeout(resolve, 2))
    await observation.resume(limits)
    return observation.restedBefore
  }
  expect(await between(() => {})).toBeGreaterThan(0)
  observation.noteAction()
  expect(observation.restedBefore).toBe(0)
  expect(await between(() => (worked += 1_000))).toBe(0)
  const name = { kind: 'name', source: '1', detail: 'PropertyChange:accessible-name' }
  expect(await between(() => announce([name], 0))).toBe(0)
  await between(() => {})
  announce([name], 0)
  expect(observation.restedBefore).toBe(0)
})

test('who has ended is listened to no longer, unless something waits for it', async () => {
  const binding = {} as NativeBinding
  const closed: string[] = []
  const native = {
    observe: async ({ appKey }: { appKey: string }) => ({ listen: () => {}, close: () => closed.push(appKey) }),
  } as unknown as NativeDesktop
  const limits = new Limits(binding, {}, 5_000)
  const observations = ['runs', 'ended', 'waited for'].map((key) => observationOf(binding, native, key, PACE))
  for (const observation of observations) await observation.begin(limits)
  const waiting = observations[2]?.enter()
  forgetEnded(native, [{ key: 'runs' }])
  expect(closed).toEqual(['ended'])
  waiting?.end()
  forgetEnded(native, [{ key: 'runs' }])
  expect(closed).toEqual(['ended', 'waited for'])
  expect(observations.map(({ live }) => live)).toEqual([true, false, false])
  expect(observationOf(binding, native, 'ended', PACE)).not.toBe(observations[1])
})
