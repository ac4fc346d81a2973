import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { World } from '../../lib/sdk/index.js'
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
  /** Of its title bar; what of them cannot be pressed; and what of it can be set, where that was recorded. */
  buttons?: Button[]
  disabled?: Button[]
  settable?: string[]
  main?: boolean
  level?: number
  application: string
  failed?: Record<string, 'failure' | 'noValue'>
}

type Button = 'Close' | 'Minimize' | 'Zoom' | 'FullScreen'

const BUTTONS: readonly Button[] = ['Close', 'Minimize', 'Zoom', 'FullScreen']
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
  await using place = await macos(worldOf(recorded))
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
  const kind = snapshot.find('attr:"ax:window"')?.attributes['ax:window']
  expect(`${recorded.name}: ${said}, a ${kind}`).toBe(lines.get(recorded.name))
  expect(kind).toBe(recorded.class)
})

function worldOf({ bounds, application }: Recorded): World {
  const world = windowOf(
    { role: 'button', name: 'Inside', key: 'on' },
    { role: 'button', name: 'Off', key: 'off', enabled: false },
  )
  const [editor] = world.applications ?? []
  const [window] = editor?.windows ?? []
  if (!editor || !window) throw new Error('the world has no window')
  const [x, y, width, height] = bounds ?? [0, 0, 400, 300]
  return { applications: [{ ...editor, id: application, windows: [{ ...window, bounds: { x, y, width, height } }] }] }
}

function faultsOf(recorded: Recorded): AxFault[] {
  const { role, subrole, title, modal, minimized, main, level, failed, buttons = [], disabled = [] } = recorded
  // Where it was not recorded, as AppKit has it: what has a full-screen button has no fixed size.
  const settable = recorded.settable ?? (buttons.includes('FullScreen') ? ['AXFullScreen', 'AXSize'] : [])
  const given: [string, AxValue | undefined][] = [
    ['AXRole', role ?? { error: ERRORS.noValue }],
    ['AXSubrole', subrole ?? { error: ERRORS.noValue }],
    ['AXTitle', title ?? { error: ERRORS.noValue }],
    ['AXModal', modal],
    ['AXMinimized', minimized],
    ['AXMain', main],
    ['AXFullScreen', false],
    ['kCGWindowLayer', level],
    ...BUTTONS.map((button): [string, AxValue] => [
      `AX${button}Button`,
      buttons.includes(button) ? { element: disabled.includes(button) ? 'off' : 'on' } : { error: ERRORS.noValue },
    ]),
  ]
  const values = given.flatMap(([on, value]) =>
    value === undefined ? [] : [{ key: 'page', on, value, settable: settable.includes(on) }],
  )
  const errors = Object.entries(failed ?? {}).map(([on, reason]) => ({ key: 'page', on, error: ERRORS[reason] }))
  return [...sizeFault(recorded, settable.includes('AXSize')), ...values, ...errors]
}

function sizeFault({ bounds }: Recorded, settable: boolean): AxFault[] {
  if (bounds === undefined) return []
  const [, , width, height] = bounds
  return [{ key: 'page', on: 'AXSize', value: { size: { width, height } }, settable }]
}
