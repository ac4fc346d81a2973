import { expect, test } from 'vitest'
import { type InspectOptions, inspect } from '../../lib/cli/inspect/inspect.js'

// What the command refuses before it opens a desktop.

test.each<[string[], InspectOptions, RegExp]>([
  [[], {}, /name a program to start, or one that runs with --app NAME/],
  [['gedit'], { app: 'gedit' }, /not both/],
  [[], { app: 'gedit', headless: true }, /--headless is a new desktop/],
  [['gedit'], { wayland: true }, /--wayland is about the desktop of --headless/],
  [[], { headless: true, world: 'world.json' }, /two desktops/],
  [['gedit'], { port: Number.NaN }, /--port takes a number/],
  [['gedit'], { port: 65_536 }, /--port takes a number/],
])('surehand inspect refuses %j with %j', async (program, options, message) => {
  const handlers = process.listenerCount('SIGINT')
  await expect(inspect(program, options)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringMatching(message),
  })
  expect(process.listenerCount('SIGINT')).toBe(handlers)
})

test('surehand codegen refuses the same, under its own name', async () => {
  await expect(inspect([], {}, { target: 'script' })).rejects.toMatchObject({
    message: expect.stringMatching(/^surehand codegen: name a program to start/),
  })
})
