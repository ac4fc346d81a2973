import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { Desktop } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { hasSession, isThere } from './backends.js'

/** A desktop on which `xterm` shows a window and publishes no accessibility tree. */
interface Place {
  desktop: Desktop
  end(): Promise<void>
}

async function simulated(): Promise<Place> {
  const xterm = {
    name: 'XTerm',
    executable: 'xterm',
    hasTree: false,
    windows: [{ role: 'window' as const, name: 'Terminal', bounds: { x: 40, y: 50, width: 500, height: 300 } }],
  }
  const desktop = await Desktop.open({
    world: { applications: [xterm], launchable: { xterm: { ...xterm, pid: 77 } } },
    defaultTimeout: PATIENCE,
  })
  return { desktop, end: () => desktop.dispose() }
}

async function linux(): Promise<Place> {
  const session = await HeadlessSession.start()
  session.spawn('xterm', ['-T', 'Terminal', '-geometry', '60x20+40+50'])
  return { desktop: await session.desktop({ defaultTimeout: PATIENCE }), end: () => session.stop() }
}

const places = [
  { name: 'simulated', open: simulated },
  ...(hasSession && isThere('xterm') ? [{ name: 'linux', open: linux }] : []),
]

describe.each(places)('an application without a tree, $name', ({ open }) => {
  let place: Place
  beforeAll(async () => {
    place = await open()
  })
  afterAll(() => place.end())

  test('is found, and says that it has none', async () => {
    const app = await place.desktop.app('xterm')
    expect(app).toMatchObject({ executable: 'xterm', hasTree: false, responsive: true })
    expect(app.pid).toBeGreaterThan(0)
    expect((await place.desktop.apps()).map(({ pid }) => pid)).toContain(app.pid)
  })

  test('its windows are found by a selector as well', async () => {
    const app = await place.desktop.app('xterm')
    expect(await (await app.window('role:window|name:Terminal')).title()).toBe('Terminal')
    await expect(app.window('role:window|name:Other', { timeout: 300 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is launched, and ends with the block', async () => {
    const { pid } = await place.desktop.app('xterm')
    {
      await using launched = await place.desktop.launch('xterm')
      expect(launched).toMatchObject({ hasTree: false, launched: true })
      expect(launched.pid).not.toBe(pid)
      expect(await launched.windows()).toHaveLength(1)
    }
    expect((await place.desktop.apps()).map((app) => app.pid)).toEqual([pid])
  })

  test('is one node with one cut that says why', async () => {
    const app = await place.desktop.app('xterm')
    const snapshot = await app.snapshot()
    expect(snapshot.size).toBe(1)
    expect(snapshot.complete).toBe(false)
    expect(snapshot.toJSON()).toMatchObject({ role: 'application', cut: { reason: 'unpublished' } })
    expect(await app.tree()).toContain('publishes no accessibility tree')
  })

  test('nothing is proved to be absent from it', async () => {
    const app = await place.desktop.app('xterm')
    const gone = app.locator('role:button').waitFor({ state: 'detached', timeout: 500 })
    await expect(gone).rejects.toMatchObject({ code: 'INCOMPLETE_TREE' })
  })

  test('has windows with titles and places, that can be pictured', async () => {
    const app = await place.desktop.app('xterm')
    const window = await app.window({ title: 'Terminal' })
    const bounds = await window.boundingBox()
    expect(bounds?.width).toBeGreaterThan(100)
    expect(await window.isMinimized()).toBe(false)
    expect((await window.snapshot()).toJSON()).toMatchObject({ role: 'window', name: 'Terminal', bounds })
    const png = await window.screenshot()
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([bounds?.width, bounds?.height])
  })

  test('acting on an element of it is refused: there is none', async () => {
    const app = await place.desktop.app('xterm')
    const press = app.locator('role:application').press('Enter', { timeout: 1000 })
    await expect(press).rejects.toMatchObject({ code: 'UNSUPPORTED' })
    const click = app.locator('role:button').click({ timeout: 500 })
    await expect(click).rejects.toMatchObject({ code: 'INCOMPLETE_TREE' })
  })

  test('the pointer works at a point of its window', async () => {
    const app = await place.desktop.app('xterm')
    const bounds = await (await app.window({ title: 'Terminal' })).boundingBox()
    if (bounds === undefined) throw new Error('the window says no place')
    const point = place.desktop.point(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2)
    const itself = { route: 'input', element: { role: 'window', name: 'Terminal' } }
    expect(await point.hover()).toMatchObject({ verb: 'hover', ...itself })
    expect(await point.click()).toMatchObject({ verb: 'click', ...itself })
    expect(await point.scroll({ y: 1 })).toMatchObject({ verb: 'scroll', ...itself })
    expect(await (await point.element()).name()).toBe('Terminal')
  })

  test('gets the keyboard, and is gone when it is asked to close', async () => {
    const app = await place.desktop.app('xterm')
    const window = await app.window({ title: 'Terminal' })
    await window.activate()
    expect(await window.isActive()).toBe(true)
    await window.type('exit')
    await app.quit({ force: true })
    await expect(app.windows()).rejects.toMatchObject({ code: 'APP_EXITED' })
    expect((await place.desktop.apps()).map(({ pid }) => pid)).not.toContain(app.pid)
  })
})

describe.runIf(hasSession && isThere('xcalc'))('a window that does not say whose it is (Xt)', () => {
  test('belongs to the program whose connection the X server got it over', async () => {
    await using session = await HeadlessSession.start()
    await using desktop = await session.desktop({ defaultTimeout: PATIENCE })
    await using app = await desktop.launch('xcalc')
    expect(app).toMatchObject({ executable: 'xcalc', hasTree: false })
    const window = await app.window({ title: 'Calculator' })
    await window.activate()
    expect(await window.isActive()).toBe(true)
  })
})
