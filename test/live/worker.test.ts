import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { loadNative } from '../../lib/sdk/native/load.js'
import { PATIENCE, SOON } from '../patience.js'
import { Form } from './support/form.js'

const root = join(import.meta.dirname, '..', '..')
const addon = (createRequire(import.meta.url)('node-gyp-build') as { resolve(root: string): string }).resolve(root)

let session: HeadlessSession
let form: Form

beforeAll(async () => {
  session = await HeadlessSession.start()
  form = await Form.start(session, 'gtk3')
})

afterAll(async () => {
  await form?.end()
  await session?.stop()
})

const code = `
  const { parentPort, workerData } = require('node:worker_threads')
  const binding = require(workerData.addon)
  const limits = { timeout: 60_000 }
  binding.openDesktop({ backend: 'linux', environment: workerData.environment }, limits).then((desktop) => {
    desktop.snapshot({ appKey: workerData.key }, {}, limits).catch(() => {})
    desktop.windows(workerData.key, limits).catch(() => {})
    desktop.applications(limits).catch(() => {})
    parentPort.postMessage('waiting')
  })`

test('a worker is terminated while an application does not answer it, and leaves nothing behind', async () => {
  const environment = { ...session.environment }
  const limits = { timeout: PATIENCE }
  const desktop = await loadNative().openDesktop({ backend: 'linux', environment }, limits)
  // Its window shows before it has published itself.
  const published = async () => (await desktop.applications(limits)).find((app) => app.pid === form.pid)?.key
  await expect.poll(published, limits).toBeDefined()
  const key = (await published())!
  const descriptors = () => readdirSync('/proc/self/fd').length
  const threads = () => readdirSync('/proc/self/task').length
  const round = async () => {
    const worker = new Worker(code, { eval: true, workerData: { addon, environment, key } })
    await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
    const began = performance.now()
    await worker.terminate()
    return performance.now() - began
  }
  process.kill(form.pid, 'SIGSTOP')
  try {
    await round()
    const before = { descriptors: descriptors(), threads: threads() }
    for (let i = 0; i < 20; i++) expect(await round()).toBeLessThan(SOON)
    // What a worker leaves is closed after it has ended, and nothing waits for that.
    await expect.poll(descriptors, limits).toBeLessThanOrEqual(before.descriptors + 1)
    await expect.poll(threads, limits).toBeLessThanOrEqual(before.threads + 1)
  } finally {
    process.kill(form.pid, 'SIGCONT')
  }
  expect((await desktop.snapshot({ appKey: key }, {}, limits)).size).toBeGreaterThan(10)
  await desktop.dispose()
}, 120_000)

const subscribing = `
  const { parentPort, workerData } = require('node:worker_threads')
  const binding = require(workerData.addon)
  const limits = { timeout: 60_000 }
  binding.openDesktop({ backend: 'linux', environment: workerData.environment }, limits).then(async (desktop) => {
    (await desktop.observe({ appKey: workerData.key }, ['state', 'structure'], limits)).listen(() => {})
    // These are being made when the worker ends.
    for (let i = 0; i < 5; i++) desktop.observe({ appKey: workerData.key }, ['state', 'focus'], limits).catch(() => {})
    desktop.applications(limits).catch(() => {})
    parentPort.postMessage('subscribing')
  })`

test('a worker is terminated while subscriptions are made, and others go on hearing what happens', async () => {
  const environment = { ...session.environment }
  const limits = { timeout: PATIENCE }
  const desktop = await loadNative().openDesktop({ backend: 'linux', environment }, limits)
  const published = async () => (await desktop.applications(limits)).find((app) => app.pid === form.pid)?.key
  await expect.poll(published, limits).toBeDefined()
  const appKey = (await published())!
  let heard = 0
  const subscription = await desktop.observe({ appKey }, ['state', 'property', 'text'], limits)
  subscription.listen(() => heard++)
  for (let i = 0; i < 10; i++) {
    const worker = new Worker(subscribing, { eval: true, workerData: { addon, environment, key: appKey } })
    await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
    const began = performance.now()
    await worker.terminate()
    expect(performance.now() - began).toBeLessThan(SOON)
  }
  const tree = await desktop.snapshot({ appKey }, {}, limits)
  const accept = Array.from({ length: tree.size }, (_, node) => node).find((node) => tree.name(node) === 'Accept')
  const element = tree.element(accept as number)
  heard = 0
  if (element !== undefined) await desktop.invoke(element, { kind: 'press' }, limits)
  await form.received({ event: 'toggled', name: 'Accept' })
  await expect.poll(() => heard, limits).toBeGreaterThan(0)
  await desktop.dispose()
}, 120_000)
