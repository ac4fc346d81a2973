import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SurehandError } from '../../lib/sdk/errors.js'
import type { NativeDesktop, NativeElement, NativeQuery, NativeSnapshot } from '../../lib/sdk/native/binding.js'
import { loadNative } from '../../lib/sdk/native/load.js'
import type { SimulatedApplication, SimulatedNode, World } from '../../lib/sdk/simulated/world.js'
import { PATIENCE } from '../patience.js'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const addon = (createRequire(import.meta.url)('node-gyp-build') as { resolve(root: string): string }).resolve(root)

const binding = loadNative()
const soon = { timeout: PATIENCE }
const treeOf = (tree: unknown) => binding.parseSnapshot(JSON.stringify(tree), soon)
const buttons = binding.compileQuery({ steps: [{ match: { kind: 'role', role: 'button' } }] })

const go: SimulatedNode = { role: 'button', name: 'Go', key: 'go' }
const notes = (...children: SimulatedNode[]): SimulatedApplication => ({
  name: 'Notes',
  windows: [{ role: 'window', name: 'Notes', children }],
})
const hung: SimulatedApplication = { ...notes(go), name: 'Hung', faults: { hanging: { for: 60_000 } } }

const open: NativeDesktop[] = []
async function desktopOf(...applications: SimulatedApplication[]): Promise<{ desktop: NativeDesktop; keys: string[] }> {
  const world: World = { applications }
  const desktop = await binding.openDesktop({ backend: 'simulated', environment: {}, world }, soon)
  open.push(desktop)
  return { desktop, keys: (await desktop.applications(soon)).map((application) => application.key) }
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((desktop) => desktop.dispose()))
})

function named(snapshot: NativeSnapshot, name: string): number {
  for (let index = 0; index < snapshot.size; index++) if (snapshot.name(index) === name) return index
  throw new Error(`no node is called ${name}`)
}

describe('a desktop', () => {
  test('is read, acted on, and says what its application received', async () => {
    const { desktop, keys } = await desktopOf(notes(go, { role: 'textbox', name: 'To' }))
    const snapshot = await desktop.snapshot({ appKey: keys[0]! }, {}, soon)
    const to = snapshot.element(named(snapshot, 'To'))!
    expect(await desktop.invoke(to, { kind: 'setText', text: 'Ännchen' }, soon)).toEqual({
      route: 'text',
      detail: 'setText',
      confirmed: false,
    })
    expect(desktop.record()).toMatchObject([{ what: 'setText', name: 'To', text: 'Ännchen' }])
    const after = await desktop.snapshot({ appKey: keys[0]! }, {}, soon)
    expect(after.node(named(after, 'To')).value).toBe('Ännchen')
    expect(snapshot.node(named(snapshot, 'To')).value).toBeUndefined()
  })

  test('knows its elements again, by identity bytes and by ref', async () => {
    const { desktop, keys } = await desktopOf(notes(go))
    const snapshot = await desktop.snapshot({ appKey: keys[0]! }, {}, soon)
    const index = named(snapshot, 'Go')
    const element = snapshot.element(index)!
    expect(snapshot.findIdentity(element.identity)).toBe(index)
    expect(snapshot.byRef(snapshot.ref(index))).toBe(index)
    expect(desktop.elementOfRef(snapshot.ref(index))).toEqual(element)
    expect(desktop.elementOfRef('e999')).toBeUndefined()
    const part = await desktop.snapshot(element, {}, soon)
    expect([part.size, part.name(0), part.ref(0)]).toEqual([1, 'Go', snapshot.ref(index)])
  })

  test('takes options: only what shows, without bounds', async () => {
    const { desktop, keys } = await desktopOf(notes(go, { role: 'text', name: 'Secret', visible: false }))
    const snapshot = await desktop.snapshot({ appKey: keys[0]! }, { onlyVisible: true, bounds: false }, soon)
    expect(() => named(snapshot, 'Secret')).toThrow()
    expect(snapshot.node(named(snapshot, 'Go')).bounds).toBeUndefined()
    expect(snapshot.complete).toBe(false)
    expect(snapshot.cuts()).toEqual([{ node: 1, reason: 'hidden' }])
  })

  test('finds, launches, closes, photographs', async () => {
    const world: World = { screen: { width: 300, height: 200 }, launchable: { notes: notes(go) } }
    const desktop = await binding.openDesktop({ backend: 'simulated', environment: {}, world }, soon)
    open.push(desktop)
    const { key } = (await desktop.launch({ command: 'notes' }, soon)).application
    const { snapshot, nodes, partial } = await desktop.find({ appKey: key }, buttons, { limit: 10 }, soon)
    expect(nodes.map((index) => snapshot.name(index))).toEqual(['Go'])
    expect(partial).toBe(false)
    const image = await desktop.screenshot({}, soon)
    expect([image.width, image.height, image.rgba.length]).toEqual([300, 200, 300 * 200 * 4])
    const bounds = { x: 0, y: 0, width: 300, height: 200 }
    expect(await desktop.displays(soon)).toEqual([{ id: 'screen', bounds, workArea: bounds, scale: 1, primary: true }])
    const [window] = await desktop.windows(key, soon)
    expect(await desktop.windowAt(window!.bounds!.x + 5, window!.bounds!.y + 5, soon)).toEqual(window!.element)
    await desktop.close(window!.element, soon)
    await expect(desktop.windows(key, soon)).rejects.toMatchObject({ code: 'APP_EXITED' })
  })

  test('makes a row of a virtual list by its name', async () => {
    const rows = ['Ann', 'Bob'].map((name) => ({ role: 'listitem' as const, name }))
    const { desktop, keys } = await desktopOf(notes({ role: 'list', name: 'People', rows }))
    const target = { appKey: keys[0]! }
    const before = await desktop.snapshot(target, {}, soon)
    const list = before.element(named(before, 'People'))!
    expect(() => named(before, 'Bob')).toThrow()
    expect(before.cuts()).toMatchObject([{ node: named(before, 'People'), reason: 'virtual' }])
    const bob = await desktop.realize(list, 'Bob', soon)
    const after = await desktop.snapshot(target, {}, soon)
    expect(after.element(named(after, 'Bob'))).toEqual(bob)
    expect(await desktop.realize(list, 'Bob', soon)).toEqual(bob)
    expect(after.complete).toBe(false)
    await expect(desktop.realize(list, 'Cleo', soon)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await desktop.realize(list, 'Ann', soon)
    expect((await desktop.snapshot(target, {}, soon)).complete).toBe(true)
  })

  test('several are open at once and know nothing of each other', async () => {
    const [one, two] = await Promise.all([desktopOf(notes(go)), desktopOf(notes(go), notes())])
    expect([one.keys.length, two.keys.length]).toEqual([1, 2])
    const snapshot = await one.desktop.snapshot({ appKey: one.keys[0]! }, {}, soon)
    await one.desktop.invoke(snapshot.element(named(snapshot, 'Go'))!, { kind: 'press' }, soon)
    expect(one.desktop.record()).toHaveLength(1)
    expect(two.desktop.record()).toEqual([])
  })
})

describe('errors', () => {
  test('are Errors with code, message and details', async () => {
    const { desktop, keys } = await desktopOf(notes(go))
    const missing = await desktop.launch({ command: 'gedit' }, soon).catch((error: unknown) => error)
    expect(missing).toBeInstanceOf(Error)
    expect(missing).toMatchObject({ code: 'APP_NOT_FOUND', details: { command: 'gedit', launchable: [] } })
    const gone: NativeElement = { appKey: keys[0]!, identity: 'x' }
    await expect(desktop.invoke(gone, { kind: 'press' }, soon)).rejects.toMatchObject({ code: 'STALE' })
    await expect(desktop.windows('unavailable', soon)).rejects.toMatchObject({ code: 'APP_NOT_FOUND' })
    await expect(binding.openDesktop({ backend: 'beos', environment: {} }, soon)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      details: { backend: 'beos', available: binding.backends },
    })
  })

  test('name the place of what is wrong in a tree, a text, a selector', async () => {
    await expect(treeOf({ role: 'window', children: [{ role: 'buton' }] })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { path: '/children/0/role' },
    })
    await expect(binding.parseSnapshot('{"role":', soon)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { offset: 8 },
    })
    expect(() => binding.compileQuery({ steps: 1 })).toThrowError(expect.objectContaining({ code: 'INVALID_SELECTOR' }))
  })

  test('a handle is not to be forged, an index not to be invented', async () => {
    const snapshot = await treeOf({ role: 'window' })
    const forged = { __query: true } as unknown as NativeQuery
    expect(() => snapshot.match(forged, {})).toThrowError(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
    expect(() => snapshot.match(snapshot as unknown as NativeQuery, {})).toThrow()
    const { constructor: Handle } = snapshot as unknown as { constructor: new () => unknown }
    expect(() => new Handle()).toThrow(TypeError)
    for (const index of [1, -1, 2 ** 32, Number.NaN]) {
      expect(() => snapshot.node(index)).toThrowError(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
    }
  })
})

describe('waiting', () => {
  test('a hanging application costs each of its callers the deadline, and nobody else anything', async () => {
    const { desktop, keys } = await desktopOf(hung, notes(go))
    const began = performance.now()
    const waiting = [1, 2, 3].map(() => desktop.snapshot({ appKey: keys[0]! }, {}, { timeout: 300 }))
    const settled = Promise.allSettled(waiting)
    const other = await desktop.snapshot({ appKey: keys[1]! }, {}, soon)
    const otherTook = performance.now() - began
    expect(other.size).toBe(3)
    // The first was asked and did not answer; the others may not even have been asked by then.
    for (const result of await settled) {
      expect((result as PromiseRejectedResult).reason.code).toMatch(/^(APP_UNRESPONSIVE|TIMEOUT)$/)
    }
    expect(performance.now() - began).toBeGreaterThanOrEqual(295)
    expect(otherTook).toBeLessThan(performance.now() - began)
  })

  test('the event loop runs while calls wait', async () => {
    const { desktop, keys } = await desktopOf(hung)
    const waiting = desktop.windows(keys[0]!, { timeout: 200 }).catch((error: { code: string }) => error.code)
    let turns = 0
    let over = false
    const turn = () => {
      turns++
      if (!over) setImmediate(turn)
    }
    setImmediate(turn)
    expect(await waiting).toBe('APP_UNRESPONSIVE')
    over = true
    expect(turns).toBeGreaterThan(100)
  })

  test('cancelling ends what runs and what waits its turn', async () => {
    const { desktop, keys } = await desktopOf(hung)
    const cancel = binding.createCancel()
    const limits = { timeout: 60_000, cancel }
    const waiting = [1, 2].map(() => desktop.snapshot({ appKey: keys[0]! }, {}, limits))
    cancel.cancel()
    cancel.cancel()
    for (const result of await Promise.allSettled(waiting)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'ABORTED' } })
    }
    await expect(desktop.snapshot({ appKey: keys[0]! }, {}, limits)).rejects.toMatchObject({ code: 'ABORTED' })
  })

  test('disposing ends everything, once and for all', async () => {
    const { desktop, keys } = await desktopOf(hung)
    const waiting = desktop.snapshot({ appKey: keys[0]! }, {}, { timeout: 60_000 })
    const disposed = Promise.all([desktop.dispose(), desktop.dispose()])
    await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' })
    await disposed
    await expect(desktop.applications(soon)).rejects.toMatchObject({ code: 'ABORTED' })
    await desktop.dispose()
  })

  test('nothing but a call under way keeps the process alive', async () => {
    const script = `
      const binding = require(${JSON.stringify(addon)})
      const world = ${JSON.stringify({ applications: [hung] } satisfies World)}
      binding.openDesktop({ backend: 'simulated', environment: {}, world }, { timeout: 10000 }).then(async (desktop) => {
        const [{ key }] = await desktop.applications({ timeout: 10000 })
        await desktop.windows(key, { timeout: 100 }).catch((error) => console.log(error.code))
      })`
    const { stdout } = await run(process.execPath, ['-e', script], { timeout: 20_000 })
    expect(stdout.trim()).toBe('APP_UNRESPONSIVE')
  }, 30_000)
})

describe('a tree made from data', () => {
  const tree = {
    role: 'window',
    name: 'W',
    states: ['enabled'],
    children: [{ role: 'button', name: 'Save…', states: [] }],
  }

  test('is read lazily and written back exactly', async () => {
    const snapshot = await treeOf(tree)
    expect(snapshot.children(0)).toEqual([1])
    expect([snapshot.parent(0), snapshot.parent(1), snapshot.subtreeEnd(0)]).toEqual([-1, 0, 2])
    expect(snapshot.element(1)).toBeUndefined()
    const text = snapshot.toJSONText(0, {})
    expect((await binding.parseSnapshot(text, soon)).toJSONText(0, {})).toBe(text)
    expect(JSON.parse(text)).toMatchObject({ role: 'window', children: [{ name: 'Save…' }] })
    expect(snapshot.toText({}).text).toContain('button "Save…" e2')
    expect(snapshot.uniqueSelector(1)).toMatch(/button/)
  })

  test('is matched at once and on a thread of its own, alike', async () => {
    const snapshot = await treeOf({
      role: 'window',
      children: Array.from({ length: 500 }, () => ({ role: 'button' })),
    })
    const matches = snapshot.match(buttons, {})
    expect(matches).toHaveLength(500)
    expect(await snapshot.matchAsync(buttons, {}, soon)).toEqual(matches)
    expect(await snapshot.matchAsync(buttons, { limit: 3 }, soon)).toEqual([1, 2, 3])
    expect(snapshot.match(buttons, { scope: 7 })).toEqual([7])
    expect(snapshot.match(buttons, { scope: 7, includeScope: false })).toEqual([])
    expect(snapshot.explain(buttons, {}).matches).toBe(500)
  })
})

test('the collector knows what trees weigh: making many keeps memory flat', async () => {
  // Nobody calls gc(): a handle alone is too small to make V8 collect anything.
  const script = `
    const binding = require(${JSON.stringify(addon)})
    const children = Array.from({ length: 5000 }, (_, i) => ({ role: 'button', name: 'Button ' + i }))
    const text = JSON.stringify({ role: 'window', children })
    let last
    async function make(count) {
      for (let i = 0; i < count; i++) {
        last = await binding.parseSnapshot(text, { timeout: 60000 })
      }
      return process.memoryUsage().rss
    }
    make(200).then(async (before) => {
      const after = await make(500)
      console.log(JSON.stringify({ held: last.bytesOfNodes + last.bytesOfText, grown: after - before }))
    })`
  const { stdout } = await run(process.execPath, ['-e', script], { timeout: 60_000 })
  const { held, grown } = JSON.parse(stdout) as { held: number; grown: number }
  expect(grown).toBeLessThan(250 * held)
}, 60_000)

describe('worker threads', () => {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    const binding = require(workerData.addon)
    binding.openDesktop({ backend: 'simulated', environment: {}, world: workerData.world }, { timeout: 10000 }).then(async (desktop) => {
      const apps = await desktop.applications({ timeout: 10000 })
      for (const { key } of apps) desktop.snapshot({ appKey: key }, {}, { timeout: 60000 })
        .then((tree) => parentPort.postMessage(tree.size))
      desktop.invoke({ appKey: apps[0].key, identity: 'x' }, { kind: 'press' }, { timeout: 60000 }).catch(() => {})
      parentPort.postMessage('waiting')
    })`
  const start = (world: World) => new Worker(code, { eval: true, workerData: { addon, world } })
  const message = (worker: Worker) =>
    new Promise<unknown>((resolve, reject) => worker.once('message', resolve).once('error', reject))

  test('load the addon beside the main thread', async () => {
    const worker = start({ applications: [notes(go)] })
    const messages: unknown[] = []
    worker.on('message', (value) => messages.push(value))
    await new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject))
    expect(messages.toSorted()).toEqual([3, 'waiting'])
  })

  test('are terminated in the middle of a call, again and again', async () => {
    for (let i = 0; i < 25; i++) {
      const pair = [start({ applications: [hung, notes(go)] }), start({ applications: [hung] })]
      await Promise.all(pair.map(message))
      await Promise.all(pair.map((worker) => worker.terminate()))
    }
    const { desktop, keys } = await desktopOf(notes(go))
    expect((await desktop.snapshot({ appKey: keys[0]! }, {}, soon)).size).toBe(3)
  }, 120_000)
})

describe('when the addon does not load', () => {
  const failure = async (directory: string): Promise<SurehandError> => {
    vi.resetModules()
    vi.stubEnv('SUREHAND_PREBUILD', directory)
    try {
      const fresh = await import('../../lib/sdk/native/load.js')
      fresh.loadNative()
    } catch (error) {
      return error as SurehandError
    } finally {
      vi.unstubAllEnvs()
    }
    throw new Error('it loaded')
  }

  test('the error says what this system is, where it was looked for and how to mend it', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'surehand-'))
    const error = await failure(directory)
    expect(error).toMatchObject({ name: 'SurehandError', code: 'NATIVE_LOAD_FAILED' })
    expect(error.details).toMatchObject({ platform: process.platform, arch: process.arch, node: process.versions.node })
    expect(error.message).toContain(join(directory, 'prebuilds'))
    expect(error.message).toContain('npm install surehand')
  })

  test('a file that is no addon is named, with what the system says of it', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'surehand-'))
    mkdirSync(join(directory, 'build', 'Release'), { recursive: true })
    writeFileSync(join(directory, 'build', 'Release', 'surehand.node'), 'not an addon')
    const error = await failure(directory)
    expect(error.details.found).toEqual([join(directory, 'build', 'Release', 'surehand.node')])
    expect(error.cause).toBeInstanceOf(Error)
    expect(error.message).toContain((error.cause as Error).message)
  })
})
