import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, test } from 'vitest'
import type { NativeDesktop, NativeEvent, NativeEventKind, NativeSubscription } from '../../lib/sdk/native/binding.js'
import { loadNative } from '../../lib/sdk/native/load.js'
import type { World } from '../../lib/sdk/simulated/world.js'
import { PATIENCE } from '../patience.js'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const addon = (createRequire(import.meta.url)('node-gyp-build') as { resolve(root: string): string }).resolve(root)

const binding = loadNative()
const soon = { timeout: PATIENCE }
const every: NativeEventKind[] = ['structure', 'property', 'state', 'text', 'value', 'focus', 'window', 'selection']

// ms
const HANG = 60_000

const world: World = {
  applications: [
    {
      name: 'Notes',
      windows: [{ role: 'window', name: 'Notes', children: [{ role: 'button', name: 'Go', key: 'go' }] }],
    },
    { name: 'Hung', faults: { hanging: { for: HANG } }, windows: [{ role: 'window' }] },
  ],
}

const open: NativeDesktop[] = []
async function notes(): Promise<{ desktop: NativeDesktop; appKey: string }> {
  const desktop = await binding.openDesktop({ backend: 'simulated', environment: {}, world }, soon)
  open.push(desktop)
  return { desktop, appKey: (await desktop.applications(soon))[0]!.key }
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((desktop) => desktop.dispose()))
})

/** All that was heard so far, and the next batch. */
function listen(subscription: NativeSubscription) {
  const heard: NativeEvent[] = []
  const dropped: number[] = []
  let wake: (() => void) | undefined
  subscription.listen((events, left) => {
    heard.push(...events)
    dropped.push(left)
    wake?.()
  })
  const until = async (detail: string): Promise<NativeEvent> => {
    for (;;) {
      const found = heard.find((event) => event.detail === detail)
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return { heard, dropped, until }
}

describe('a subscription', () => {
  test('hands over what the application does, with source, detail and name', async () => {
    const { desktop, appKey } = await notes()
    const tree = await desktop.snapshot({ appKey }, {}, soon)
    const { heard, until } = listen(await desktop.observe({ appKey }, every, soon))
    desktop.apply([{ set: 'go', enabled: false, after: 20 }])
    expect(await until('StateChanged:enabled')).toEqual({
      kind: 'state',
      source: tree.element(2)!.identity,
      detail: 'StateChanged:enabled',
      name: 'Go',
    })
    expect(heard).toHaveLength(1)
  })

  test('hands over what came before anybody listened, not from inside listen()', async () => {
    const { desktop, appKey } = await notes()
    const subscription = await desktop.observe({ appKey }, every, soon)
    desktop.apply([
      { set: 'go', enabled: false },
      { set: 'go', enabled: true },
      { set: 'go', name: 'Went' },
    ])
    const { heard, until } = listen(subscription)
    expect(heard).toEqual([])
    await until('PropertyChange:accessible-name')
    // Twice the same is one.
    expect(heard.map(({ detail }) => detail)).toEqual(['StateChanged:enabled', 'PropertyChange:accessible-name'])
  })

  test('gives only the kinds that were asked for, of the element that was asked for', async () => {
    const { desktop, appKey } = await notes()
    const tree = await desktop.snapshot({ appKey }, {}, soon)
    const states = listen(await desktop.observe({ appKey }, ['state'], soon))
    const window = listen(await desktop.observe(tree.element(1)!, every, soon))
    desktop.apply([
      { set: 'go', name: 'Went' },
      { set: 'go', enabled: false },
      { add: { role: 'text' }, to: 'go' },
      { remove: 'go' },
    ])
    await states.until('StateChanged:enabled')
    await window.until('ChildrenChanged:remove')
    expect(states.heard.map(({ kind }) => kind)).toEqual(['state'])
    expect(window.heard.map(({ detail }) => detail)).toEqual(['ChildrenChanged:remove'])
  })

  test('says how much it dropped when more comes than it keeps', async () => {
    const { desktop, appKey } = await notes()
    const subscription = await desktop.observe({ appKey }, ['property'], soon)
    desktop.apply(Array.from({ length: 400 }, (_, i) => ({ set: 'go', attributes: { [`a${i}`]: 'b' } })))
    const { heard, dropped, until } = listen(subscription)
    await until('AttributesChanged:a0')
    expect(heard.length).toBeLessThan(400)
    expect(heard.length + dropped[0]!).toBe(400)
  })

  test('is quiet once it is closed, at once, and may be closed twice', async () => {
    const { desktop, appKey } = await notes()
    const subscription = await desktop.observe({ appKey }, every, soon)
    const other = listen(await desktop.observe({ appKey }, every, soon))
    const { heard } = listen(subscription)
    desktop.apply([{ set: 'go', name: 'Went' }])
    subscription.close()
    subscription.close()
    desktop.apply([{ set: 'go', enabled: false }])
    desktop.apply([{ set: 'go', description: 'Goes' }])
    await other.until('PropertyChange:accessible-description')
    expect(heard).toEqual([])
    subscription.close()
  })

  test('ends with its desktop, and may be closed afterwards', async () => {
    const { desktop, appKey } = await notes()
    const subscription = await desktop.observe({ appKey }, every, soon)
    const { heard } = listen(subscription)
    desktop.apply([{ set: 'go', name: 'Went', after: 1 }])
    await desktop.dispose()
    subscription.close()
    const quiet = heard.length
    await new Promise(setImmediate)
    expect(heard.length).toBe(quiet)
    await expect(desktop.observe({ appKey }, every, soon)).rejects.toMatchObject({ code: 'ABORTED' })
  })

  test('begins though the application hangs; of one that is not there, never', async () => {
    const { desktop } = await notes()
    const [, hung] = await desktop.applications(soon)
    await desktop.observe({ appKey: hung!.key }, every, soon)
    await expect(desktop.observe({ appKey: 'unavailable' }, every, soon)).rejects.toMatchObject({
      code: 'APP_NOT_FOUND',
    })
    const wrong = ['stat'] as unknown as NativeEventKind[]
    await expect(desktop.observe({ appKey: hung!.key }, wrong, soon)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    })
  })

  test('goes on though nothing in JavaScript holds it', async () => {
    const script = `
      const binding = require(${JSON.stringify(addon)})
      const soon = { timeout: 10000 }
      const turn = () => new Promise(setImmediate)
      async function main() {
        const desktop = await binding.openDesktop({ backend: 'simulated', environment: {}, world: ${JSON.stringify(world)} }, soon)
        const [{ key }] = await desktop.applications(soon)
        let heard = 0
        await desktop.observe({ appKey: key }, ['state'], soon).then((it) => it.listen(() => heard++))
        for (let i = 0; i < 5; i++) { global.gc(); await turn() }
        desktop.apply([{ set: 'go', enabled: false }])
        while (heard === 0) await turn()
        console.log('heard')
      }
      main()`
    const { stdout } = await run(process.execPath, ['--expose-gc', '-e', script], { timeout: 20_000 })
    expect(stdout.trim()).toBe('heard')
  }, 30_000)

  test('does not keep Node running', async () => {
    const script = `
      const binding = require(${JSON.stringify(addon)})
      const soon = { timeout: 10000 }
      binding.openDesktop({ backend: 'simulated', environment: {}, world: ${JSON.stringify(world)} }, soon).then(async (desktop) => {
        const [{ key }] = await desktop.applications(soon)
        const subscription = await desktop.observe({ appKey: key }, ['state'], soon)
        subscription.listen(() => console.log('too late'))
        desktop.apply([{ set: 'go', enabled: false, after: 60000 }])
        globalThis.kept = [desktop, subscription]
        console.log('listening')
      })`
    const { stdout } = await run(process.execPath, ['-e', script], { timeout: 20_000 })
    expect(stdout.trim()).toBe('listening')
  }, 30_000)

  test('an error in its listener is an uncaught exception and harms nothing else', async () => {
    const script = `
      const binding = require(${JSON.stringify(addon)})
      const soon = { timeout: 10000 }
      process.on('uncaughtException', (error) => console.log('uncaught', error.message))
      binding.openDesktop({ backend: 'simulated', environment: {}, world: ${JSON.stringify(world)} }, soon).then(async (desktop) => {
        const [{ key }] = await desktop.applications(soon)
        const first = await desktop.observe({ appKey: key }, ['state'], soon)
        const second = await desktop.observe({ appKey: key }, ['state'], soon)
        let calls = 0
        first.listen(() => { throw new Error('mine ' + ++calls) })
        second.listen((events) => console.log('heard', events.length))
        desktop.apply([{ set: 'go', enabled: false }])
        const trees = await Promise.all([1, 2, 3].map(() => desktop.snapshot({ appKey: key }, {}, soon)))
        desktop.apply([{ set: 'go', busy: true }])
        await Promise.all([1, 2, 3].map(() => desktop.snapshot({ appKey: key }, {}, soon)))
        console.log('trees', trees.length)
      })`
    const { stdout } = await run(process.execPath, ['-e', script], { timeout: 20_000 })
    expect(stdout.trim().split('\n').toSorted()).toEqual([
      'heard 1',
      'heard 1',
      'trees 3',
      'uncaught mine 1',
      'uncaught mine 2',
    ])
  }, 30_000)
})

test('a worker is terminated with open subscriptions in a storm, again and again', async () => {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    const binding = require(workerData.addon)
    const soon = { timeout: 10000 }
    binding.openDesktop({ backend: 'simulated', environment: {}, world: workerData.world }, soon).then(async (desktop) => {
      const apps = await desktop.applications(soon)
      // A subscription alone keeps no worker running.
      setInterval(() => {}, 1000)
      for (const { key } of apps) {
        const subscription = await desktop.observe({ appKey: key }, ['state', 'property'], soon)
        let heard = 0
        subscription.listen(() => { if (++heard === 3) parentPort.postMessage('storm') })
        desktop.observe({ appKey: key }, ['state'], soon)
      }
      desktop.apply(Array.from({ length: 5000 }, (_, i) => ({ set: 'go', enabled: i % 2 === 0, after: i })))
    })`
  for (let i = 0; i < 15; i++) {
    const worker = new Worker(code, { eval: true, workerData: { addon, world } })
    await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
    await worker.terminate()
  }
  const { desktop, appKey } = await notes()
  const { until } = listen(await desktop.observe({ appKey }, every, soon))
  desktop.apply([{ set: 'go', name: 'Went' }])
  await until('PropertyChange:accessible-name')
}, 60_000)

test('a worker is terminated while an application hangs that it listens to and waits for: nobody waits for the hang', async () => {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    const binding = require(workerData.addon)
    const limits = { timeout: 120_000 }
    binding.openDesktop({ backend: 'simulated', environment: {}, world: workerData.world }, limits).then(async (desktop) => {
      const [, { key }] = await desktop.applications(limits)
      for (let i = 0; i < 20; i++) (await desktop.observe({ appKey: key }, ['state'], limits)).listen(() => {})
      desktop.snapshot({ appKey: key }, {}, limits).catch(() => {})
      desktop.windows(key, limits).catch(() => {})
      desktop.observe({ appKey: key }, ['state'], limits).catch(() => {})
      parentPort.postMessage('waiting')
    })`
  const worker = new Worker(code, { eval: true, workerData: { addon, world } })
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  const began = performance.now()
  await worker.terminate()
  expect(performance.now() - began).toBeLessThan(HANG / 20)
}, 90_000)

test('a process ends while its application hangs that it listens to, in the middle of a storm', async () => {
  const script = `
    const binding = require(${JSON.stringify(addon)})
    const limits = { timeout: 120_000 }
    binding.openDesktop({ backend: 'simulated', environment: {}, world: ${JSON.stringify(world)} }, limits).then(async (desktop) => {
      const apps = await desktop.applications(limits)
      for (const { key } of apps) (await desktop.observe({ appKey: key }, ['state'], limits)).listen(() => {})
      desktop.snapshot({ appKey: apps[1].key }, {}, limits).catch(() => {})
      desktop.apply(Array.from({ length: 5000 }, (_, i) => ({ set: 'go', enabled: i % 2 === 0, after: i })))
      console.log('listening')
      process.exit(7)
    })`
  const began = performance.now()
  await expect(run(process.execPath, ['-e', script], { timeout: 20_000 })).rejects.toMatchObject({ code: 7 })
  expect(performance.now() - began).toBeLessThan(HANG / 3)
}, 30_000)
