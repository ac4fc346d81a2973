import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { Desktop } from '../../lib/sdk/index.js'
import type { NativeDesktop, NativeElement, NativeTarget } from '../../lib/sdk/native/binding.js'
import { Form } from '../live/support/form.js'
import { PATIENCE, SOON } from '../patience.js'
import { simulator } from './support/simulator.js'
import { button, Virtual, world } from './support/virtual.js'

// Nothing of what is asked, done and listened to stays behind: counted by the simulator (objects of COM, handlers) and by Windows (handles).

// Always some; the thousand of docs/internals/windows.md with SUREHAND_ROUNDS=1000.
const ROUNDS = Number(process.env.SUREHAND_ROUNDS ?? 100)
const limits = { timeout: PATIENCE }
const root = join(import.meta.dirname, '..', '..')
const addon = (createRequire(import.meta.url)('node-gyp-build') as { resolve(root: string): string }).resolve(root)
// ms; long enough that who waited for it would be noticed.
const HUNG = SOON

interface Inside {
  scope: { native: NativeDesktop; target: NativeTarget }
}

/** So many snapshots, presses, written texts and subscriptions, on a desktop of their own; below the SDK, which waits for rest after each. */
async function work(form: Form, rounds: number): Promise<void> {
  const desktop = await Desktop.open({ backend: 'windows', defaultTimeout: PATIENCE })
  const { native, target } = ((await desktop.app({ pid: form.pid })) as unknown as Inside).scope
  const seen = await native.snapshot(target, {}, limits)
  const named = (name: string, role: string) => {
    const all = Array.from({ length: seen.size }, (_, node) => node)
    const node = all.find((one) => seen.name(one) === name && seen.role(one) === role)
    return seen.element(node as number) as NativeElement
  }
  const [save, customer] = [named('Save', 'button'), named('Customer', 'textbox')]
  for (let round = 0; round < rounds; round++) {
    await native.snapshot(target, {}, limits)
    await native.invoke(save, { kind: 'press' }, limits)
    await native.invoke(customer, { kind: 'setText', text: `text ${round}` }, limits)
    const subscription = await native.observe(target, ['structure', 'property', 'window'], limits)
    subscription.close()
  }
  await desktop.dispose()
}

test(
  `nothing is left after ${ROUNDS} snapshots, actions and subscriptions`,
  async () => {
    const form = await Form.startWin32()
    const objects = simulator.objects()
    try {
      // What a process has once, it has after the first.
      await work(form, 20)
      await expect.poll(() => simulator.objects()).toBe(objects)
      const before = simulator.held()
      form.forget()
      await work(form, ROUNDS)
      expect(form.events.filter(({ name, event }) => event === 'clicked' && name === 'Save')).toHaveLength(ROUNDS)
      expect(form.events.at(-1)).toEqual({ event: 'text', name: 'Customer', value: `text ${ROUNDS - 1}` })
      await expect.poll(() => simulator.handlers()).toBe(0)
      await expect.poll(() => simulator.objects()).toBe(objects)
      const none = { handles: false, threads: false, pictures: false, windows: false }
      const settled = simulator.held()
      if (settled.handles === before.handles) {
        await expect.poll(() => grown(before)).toEqual(none)
        return
      }
      // Wine says for how many handles there is room, in powers of two: the first that does not fit doubles it. One for each round does
      // so again.
      await work(form, 2 * ROUNDS + settled.handles)
      await expect.poll(() => grown({ ...before, handles: settled.handles })).toEqual(none)
    } finally {
      await form.end()
    }
  },
  4 * PATIENCE + 1000 * ROUNDS,
)

/** A thread of Node's own may come or go, each with a few handles; what leaks with each round is many. */
function grown(before: ReturnType<typeof simulator.held>) {
  const now = simulator.held()
  const slack = Math.min(20, ROUNDS / 4)
  return {
    handles: now.handles > before.handles + slack,
    threads: now.threads > before.threads + 4,
    pictures: now.pictures > before.pictures + slack,
    windows: now.windows > before.windows,
  }
}

const code = `
  const { parentPort, workerData } = require('node:worker_threads')
  const limits = { timeout: 60_000 }
  require(workerData.addon).openDesktop({ backend: 'windows' }, limits).then(async (desktop) => {
    const listens = desktop.observe({ appKey: workerData.well }, ['structure', 'window'], limits)
    ;(await listens).listen(() => {})
    const asked = [
      desktop.snapshot({ appKey: workerData.hung }, {}, limits),
      desktop.observe({ appKey: workerData.hung }, ['structure', 'property'], limits),
      desktop.applications(limits),
    ]
    for (const one of asked) one.catch(() => {})
    parentPort.postMessage('asked')
  })`

test('a worker is ended while a provider does not answer it, and leaves nothing behind', async () => {
  await using hung = await Virtual.show(world([button('OK')]))
  await using well = await Virtual.show(world([button('OK')]), hung.desktop)
  await hung.apply({ faults: { read: { delay: HUNG } } })
  const key = ({ app }: Virtual) => (app as unknown as Inside).scope.target.appKey
  const workerData = { addon, hung: key(hung), well: key(well) }
  const round = async () => {
    const worker = new Worker(code, { eval: true, workerData })
    await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
    const began = performance.now()
    await worker.terminate()
    return performance.now() - began
  }
  await round()
  await expect.poll(() => simulator.handlers(), limits).toBe(0)
  const [objects, held] = [simulator.objects(), simulator.held()]
  for (let i = 0; i < 5; i++) expect(await round()).toBeLessThan(HUNG)
  await expect.poll(() => simulator.handlers(), limits).toBe(0)
  // What was asked of it is given back when it answers after all.
  await expect.poll(() => simulator.objects(), limits).toBeLessThanOrEqual(objects)
  await expect.poll(() => simulator.held().threads, limits).toBeLessThanOrEqual(held.threads + 4)
  expect((await well.app.snapshot()).find('role:button|name:OK')).toBeDefined()
}, 240_000)
