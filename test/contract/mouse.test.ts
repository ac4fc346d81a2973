import { expect, test } from 'vitest'
import { Desktop, type Hooks } from '../../lib/sdk/index.js'
import { failure, window } from './program.js'

// The pointer, step by step, on the simulated desktop, which says what it received.

const world = {
  applications: [
    {
      name: 'Program',
      windows: [
        window(
          { role: 'button', name: 'OK', bounds: { x: 10, y: 10, width: 80, height: 30 } },
          { role: 'button', name: 'Off', enabled: false, bounds: { x: 110, y: 10, width: 80, height: 30 } },
        ),
      ],
    },
  ],
} as const

async function open(hooks: Hooks = {}) {
  const desktop = await Desktop.open({ world: structuredClone(world) as never, hooks })
  const received = () => desktop.simulation?.received().map(({ kind }) => kind) ?? []
  return { desktop, mouse: desktop.mouse, received, [Symbol.asyncDispose]: () => desktop.dispose() }
}

test('a button goes down on what shows below the pointer, and up wherever the pointer is', async () => {
  await using place = await open()
  await place.mouse.move(20, 20)
  const receipt = await place.mouse.down()
  expect(receipt).toMatchObject({ verb: 'down', route: 'input', element: { role: 'button', name: 'OK' } })
  await place.mouse.move(60, 60, { steps: 4 })
  expect((await place.mouse.up()).verb).toBe('up')
})

test('a button does not go down on what is disabled, nor where nothing shows', async () => {
  await using place = await open()
  await place.mouse.move(120, 20)
  expect(await failure(place.mouse.down({ timeout: 300 }))).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no' })
  await place.mouse.move(3000, 3000)
  expect(await failure(place.mouse.down())).toMatchObject({ code: 'NOT_FOUND', sent: 'no' })
})

test('a policy is asked about the element that a button goes down on', async () => {
  await using place = await open({
    beforeDispatch: ({ element }) => (element?.name === 'OK' ? { refuse: 'not that one' } : undefined),
  })
  await place.mouse.move(20, 20)
  expect(await failure(place.mouse.down())).toMatchObject({ code: 'REFUSED', details: { reason: 'not that one' } })
})

test('nothing is pressed before the pointer was moved, and options that it has not are refused', async () => {
  await using place = await open()
  expect(await failure(place.mouse.down())).toMatchObject({ code: 'INVALID_ARGUMENT' })
  expect(await failure(place.mouse.up())).toMatchObject({ code: 'INVALID_ARGUMENT' })
  expect(await failure(place.mouse.move(1, 1, { steps: 0 }))).toMatchObject({ code: 'INVALID_ARGUMENT' })
  expect(await failure(place.mouse.move(Number.NaN, 1))).toMatchObject({ code: 'INVALID_ARGUMENT' })
  expect(place.received()).toEqual([])
})
