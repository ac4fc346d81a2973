import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App, Desktop } from '../../lib/sdk/index.js'
import { DISPLAY } from './support/session.js'
import { headless } from './support/settled.js'

// How a click, a drag and a key are done is asked of the program that gets them.

interface Seen {
  event: 'down' | 'up' | 'move' | 'key' | 'selected'
  time: number
  held: string[]
  [more: string]: unknown
}

async function open(desktop: Desktop) {
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'pointer_gtk3.py')
  const app: App = await desktop.launch({ command: '/usr/bin/python3', args: [program] })
  const all = async () => {
    const said = (await app.program?.stdout()) ?? ''
    return said
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Seen)
  }
  /** So many of these, waited for: what was sent is there some time after. */
  const seen = async (event: Seen['event'], count: number) => {
    const some = async () => (await all()).filter((each) => each.event === event)
    await expect.poll(async () => (await some()).length).toBeGreaterThanOrEqual(count)
    return some()
  }
  return { app, from: app.locator('name:From'), seen }
}

test('keys are held while the button goes down, and let go of afterwards', async () => {
  await using place = await headless()
  const { from, seen } = await open(place.desktop)
  await from.click({ modifiers: ['Control', 'Shift'] })
  await from.click({ modifiers: ['Shift'] })
  await from.click({ route: 'input' })
  expect((await seen('down', 3)).map(({ held }) => held)).toEqual([['Shift', 'Control'], ['Shift'], []])
})

test('a position in percent is that place, and the middle button is the middle one', async () => {
  await using place = await headless()
  const { from, seen } = await open(place.desktop)
  await from.click({ position: { x: '25%', y: '80%' } })
  await from.click({ button: 'middle', position: { x: '90%', y: '10%' } })
  const [first, second] = await seen('down', 2)
  expect(first).toMatchObject({ area: 'From', button: 1 })
  expect(second).toMatchObject({ area: 'From', button: 2 })
  for (const [at, x, y] of [
    [first, 25, 80],
    [second, 90, 10],
  ] as const) {
    expect(Math.abs((at?.x as number) - x)).toBeLessThanOrEqual(1)
    expect(Math.abs((at?.y as number) - y)).toBeLessThanOrEqual(1)
  }
})

test('the button stays down as long as was said', async () => {
  await using place = await headless()
  const { from, seen } = await open(place.desktop)
  await from.click({ delay: 150 })
  const [up] = await seen('up', 1)
  const [down] = await seen('down', 1)
  expect((up?.time as number) - (down?.time as number)).toBeGreaterThanOrEqual(149)
})

test('a drag goes in as many steps and as slowly as was said', async () => {
  await using place = await headless()
  const { app, from, seen } = await open(place.desktop)
  await from.dragTo(app.locator('name:To'), {
    steps: 4,
    delay: 40,
    position: { x: '10%', y: '50%' },
    modifiers: ['Control'],
  })
  const [up] = await seen('up', 1)
  const [down] = await seen('down', 1)
  // The last step is sent twice: toolkits take the drop where they last saw the pointer move.
  // On Wayland a step is two motions, the first of them beside the place (wayland/input.cc).
  const motions = DISPLAY === 'wayland' ? 2 : 1
  const moves = (await seen('move', 5 * motions)).filter((_, at) => at % motions === motions - 1).slice(0, -1)
  expect(down).toMatchObject({ area: 'From', x: 10, held: ['Control'] })
  expect(moves).toHaveLength(4)
  const times = [down, ...moves, up].map((each) => each?.time as number)
  const pauses = times.slice(1).map((time, index) => time - (times[index] as number))
  for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(39)
  // To the middle of the other area, which is as wide.
  expect(Math.abs((up?.x as number) - 150)).toBeLessThanOrEqual(1)
})

test('characters are as far apart as was said', async () => {
  await using place = await headless()
  const { app, seen } = await open(place.desktop)
  await app.locator('role:textbox|name:Field').pressSequentially('abcd', { delay: 60 })
  const keys = await seen('key', 4)
  expect(keys.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd'])
  for (const [index, { time }] of keys.slice(1).entries()) {
    expect(time - (keys[index] as Seen).time).toBeGreaterThanOrEqual(59)
  }
})

test.each([
  ['Item 1', 'Item 2'],
  ['Item 2', 'Item 1'],
])('%s is taken out of what is selected, and %s stays', async (out, stays) => {
  await using place = await headless()
  const { app, seen } = await open(place.desktop)
  const item = app.locator(`role:listitem|name:"${out}"`)
  expect(await item.deselect({ timeout: 5000 })).toMatchObject({ effect: 'verified', confirmed: true })
  expect(await seen('selected', 1)).toMatchObject([{ names: [stays] }])
  expect(await item.deselect()).toMatchObject({ route: 'none' })
})
