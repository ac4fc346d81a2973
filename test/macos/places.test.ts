import { expect, test } from 'vitest'
import { failure } from '../contract/program.js'
import { ax, macos, windowOf } from './support.js'

// Places are points, on all displays together; a display left of the primary one has negative ones. Pictures are pixels.

const LEFT = { x: -800, y: 100, width: 800, height: 600 }

async function twoDisplays() {
  const world = windowOf({
    role: 'button',
    name: 'OK',
    key: 'ok',
    bounds: { x: -700, y: 200, width: 80, height: 24 },
  })
  const [window] = world.applications?.[0]?.windows ?? []
  if (window) window.bounds = { x: -760, y: 150, width: 400, height: 300 }
  const displays = [
    { id: '1', bounds: { x: 0, y: 0, width: 1280, height: 800 }, primary: true },
    { id: '2', bounds: LEFT, scale: 2 },
  ]
  const place = await macos({ ...world, displays })
  return { ...place, app: await place.desktop.app('editor'), [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() }
}

test('a display left of the primary one is where it is, in points, with its scale', async () => {
  await using here = await twoDisplays()
  const displays = await here.desktop.displays()
  expect(displays.map(({ bounds, scale, primary }) => [bounds.x, scale, primary])).toEqual([
    [0, 1, true],
    [-800, 2, false],
  ])
})

test('what is on it is clicked there', async () => {
  await using here = await twoDisplays()
  await here.app.locator('role:button|name:OK').click({ route: 'input' })
  expect(ax.posted().filter((event) => event.startsWith('mouse 1 '))).toEqual(['mouse 1 -660,212'])
  expect(ax.received()).toContainEqual(expect.objectContaining({ key: 'ok' }))
})

test('a picture of it has its place in points and twice as many pixels', async () => {
  await using here = await twoDisplays()
  const { bounds, scale } = await here.desktop.picture({ area: { x: -700, y: 200, width: 80, height: 24 } })
  expect([bounds, scale]).toEqual([{ x: -700, y: 200, width: 80, height: 24 }, 2])
  const window = await (await here.app.window()).picture()
  expect([window.bounds, window.scale]).toEqual([{ x: -760, y: 150, width: 400, height: 300 }, 2])
})

test('without the permission to see the screen no picture is taken, and the error says what to allow', async () => {
  await using here = await twoDisplays()
  ax.set({ screen: false, screenSaid: false })
  const error = await failure(here.desktop.picture())
  expect(error).toMatchObject({ code: 'PERMISSION_DENIED' })
  expect(error.message).toContain('Screen & System Audio Recording')
})
