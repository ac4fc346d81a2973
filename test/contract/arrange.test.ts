import { expect, test } from 'vitest'
import type { Window } from '../../lib/sdk/index.js'
import { failure, openWorld } from './program.js'

// A window that does not do what it is asked is told as what it is. On the simulated desktop; windows that obey are in test/live/windows.test.ts.

const acts: [string, (window: Window) => Promise<unknown>][] = [
  ['resize', (window) => window.resize(400, 300)],
  ['move', (window) => window.move(20, 30)],
  ['minimize', (window) => window.minimize()],
]

test.each(acts)('a window that ignores %s is VERIFY_FAILED, with how it is', async (verb, act) => {
  const bounds = { x: 0, y: 0, width: 300, height: 200 }
  const fixed = { role: 'window' as const, name: 'Fixed', bounds, faults: { lying: true } }
  await using stage = await openWorld({ applications: [{ name: 'Program', windows: [fixed] }] })
  const error = await failure(act(await stage.app.window()))
  expect(error).toMatchObject({
    code: 'VERIFY_FAILED',
    sent: 'unknown',
    message: expect.stringContaining('0,0 300x200, neither minimized nor maximized'),
    details: { verb, bounds, minimized: false },
  })
  expect(stage.received('arrange')).toHaveLength(1)
})
