import { expect, test } from 'vitest'
import { ax, backendOf, macos, windowOf } from './support.js'

// Every object of Core Foundation that is made is let go: counted by the simulator, which ends the process when one is let go too often.

const world = () =>
  windowOf(
    { role: 'button', name: 'OK', key: 'ok', on: { press: [{ set: 'said', name: 'Pressed' }] } },
    { role: 'text', name: 'Nothing', key: 'said' },
    { role: 'textbox', name: 'Customer', key: 'customer' },
    { role: 'slider', name: 'Volume', value: '5' },
    { role: 'list', name: 'Items', children: [{ role: 'listitem', name: 'One', selected: false }] },
  )

const limits = { timeout: 10_000 }

// Below the SDK, which settles after each action and would make this a test of patience.
async function work(times: number): Promise<void> {
  await using place = await macos(world())
  const app = await place.desktop.app('editor')
  const { native, appKey, invoke } = await backendOf(place.desktop, app)
  for (let i = 0; i < times; i++) {
    await native.snapshot({ appKey }, {}, limits)
    await invoke('OK', { kind: 'press' })
    await invoke('Customer', { kind: 'setText', text: `text ${i}` })
    await invoke('Volume', { kind: 'setValue', number: (i % 10) + 0.5 })
    const subscription = await native.observe({ appKey }, ['structure', 'value'], limits)
    subscription.close()
  }
  const done = (what: string) => ax.received().filter((one) => one.what === what).length
  expect({ pressed: done('press'), written: done('setText') }).toEqual({ pressed: times, written: times })
}

test('nothing stays alive after 1,000 snapshots, actions and subscriptions', { timeout: 240_000 }, async () => {
  // What is made once for the process: which attributes are asked for, with children and without.
  const constants = { CFArray: 2 }
  await work(1)
  await expect.poll(() => ax.alive()).toEqual(constants)
  await work(1000)
  await expect.poll(() => ax.alive()).toEqual(constants)
})
