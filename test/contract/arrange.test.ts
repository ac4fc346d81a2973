import { expect, test } from 'vitest'
import type { PlaceOptions, Window } from '../../lib/sdk/index.js'
import { failure, openWorld } from './program.js'

// A window that does not do what it is asked is told as what it is. On the simulated desktop; windows that obey are in test/live/windows.test.ts.

const acts: [string, (window: Window, options: PlaceOptions) => Promise<unknown>][] = [
  ['resize', (window, options) => window.resize(400, 300, options)],
  ['move', (window, options) => window.move(20, 30, options)],
  ['minimize', (window, options) => window.minimize(options)],
]

test.each(acts)('a window that ignores %s is VERIFY_FAILED, with how it is', async (verb, act) => {
  const bounds = { x: 0, y: 0, width: 300, height: 200 }
  const fixed = { role: 'window' as const, name: 'Fixed', bounds, faults: { lying: true } }
  await using stage = await openWorld({ applications: [{ name: 'Program', windows: [fixed] }] })
  const error = await failure(act(await stage.app.window(), { timeout: 1000 }))
  expect(error).toMatchObject({
    code: 'VERIFY_FAILED',
    sent: 'unknown',
    message: expect.stringContaining('0,0 300x200, neither minimized nor maximized'),
    details: { verb, bounds, minimized: false },
  })
  expect(stage.received('arrange')).toHaveLength(1)
})
