import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AxFault, AxValue } from '../simulators/ax/simulator.js'
import { ax, macos, windowOf } from './support.js'

// What 60 windows of real programs reported to AeroSpace, a tiling window manager, with the attributes that failed: read by the backend as it
// reads a window of its simulator. recorded/windows.txt has how each reads and what its recorder takes it for.

interface Recorded {
  name: string
  class: 'window' | 'dialog' | 'popup'
  role?: string
  subrole?: string
  title?: string
  modal?: boolean
  minimized?: boolean
  bounds?: [number, number, number, number]
  failed?: Record<string, 'failure' | 'noValue'>
}

const FOLDER = join(import.meta.dirname, 'recorded')
const { windows } = JSON.parse(readFileSync(join(FOLDER, 'windows.json'), 'utf8')) as { windows: Recorded[] }
const lines = new Map(
  readFileSync(join(FOLDER, 'windows.txt'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(':')), line]),
)
const ERRORS = { failure: -25200, noValue: -25212 }

test.each(windows)('$name', async (recorded) => {
  await using place = await macos(windowOf({ role: 'button', name: 'Inside' }))
  for (const fault of faultsOf(recorded)) ax.fault(fault)
  const app = await place.desktop.app('editor')
  const snapshot = await app.snapshot()
  expect(snapshot.complete).toBe(true)
  // Whatever the window says of itself, what is in it is there.
  expect(snapshot.findAll('role:button|name:Inside')).toHaveLength(1)
  const [window] = await app.windows()
  const seen = window === undefined ? 'no window' : `${window.role} ${JSON.stringify(await window.title())}`
  const modality = (await window?.modality()) ?? 'none'
  const said = modality === 'none' ? seen : `${seen} modal`
  expect(`${recorded.name}: ${said}; to its recorder a ${recorded.class}`).toBe(lines.get(recorded.name))
})

function faultsOf({ role, subrole, title, modal, minimized, bounds, failed }: Recorded): AxFault[] {
  const given: [string, AxValue | undefined][] = [
    ['AXRole', role ?? { error: ERRORS.noValue }],
    ['AXSubrole', subrole ?? { error: ERRORS.noValue }],
    ['AXTitle', title ?? { error: ERRORS.noValue }],
    ['AXModal', modal],
    ['AXMinimized', minimized],
  ]
  if (bounds !== undefined) {
    const [x, y, width, height] = bounds
    given.push(['AXPosition', { point: { x, y } }], ['AXSize', { size: { width, height } }])
  }
  const values = given.flatMap(([on, value]) => (value === undefined ? [] : [{ key: 'page', on, value }]))
  const errors = Object.entries(failed ?? {}).map(([on, reason]) => ({ key: 'page', on, error: ERRORS[reason] }))
  return [...values, ...errors]
}
