import { expect, test } from 'vitest'
import { Desktop, type World } from '../../lib/sdk/index.js'
import { ax, windowOf } from './support.js'

// AXEnhancedUserInterface tells a program that a screen reader is there: what Chrome wants before it says what is in its pages, and what
// has windows glide.

const ENHANCED = '4001 AXEnhancedUserInterface'
const world: World = windowOf({ role: 'document', name: 'Page', children: [{ role: 'button', name: 'OK' }] })

/** What was set on the application while it was looked at, and after the desktop was disposed. */
async function switched(options: { enhancedUserInterface?: boolean }, before: () => void = () => {}) {
  ax.open(world)
  before()
  const desktop = await Desktop.open({ backend: 'macos', ...options })
  const app = await desktop.app('editor')
  await app.snapshot()
  const during = ax.state().switches[ENHANCED]
  await desktop.dispose()
  // The library lets go of what it has after the promise.
  const settled = () => ax.received().filter(({ what }) => what === 'switch').length
  return { during, settled, after: () => ax.state().switches[ENHANCED] }
}

test('no program is told that a screen reader is there, unless that is asked for', async () => {
  const { during, settled } = await switched({})
  expect([during, settled()]).toEqual([undefined, 0])
  ax.close()
})

test('asked for, every program that is looked at is told, once, and told that it is gone when the desktop is disposed', async () => {
  const { during, settled, after } = await switched({ enhancedUserInterface: true })
  expect(during).toBe(true)
  await expect.poll(after).toBe(false)
  expect(settled()).toBe(2)
  ax.close()
})

test('a program that somebody else has told so is left as it is', async () => {
  const value = { part: 'application' as const, on: 'AXEnhancedUserInterface', value: true, settable: true }
  const { settled } = await switched({ enhancedUserInterface: true }, () => ax.fault(value))
  expect(settled()).toBe(0)
  ax.close()
})
