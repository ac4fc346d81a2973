import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

/** What lies where in src-native: whoever knows one platform finds the same thing under the same name in the others. */

const native = join(import.meta.dirname, '..', '..', 'src-native')

/** The concerns of a platform. One that a platform does not have is missing there. */
const SKELETON = [
  'backend',
  'session',
  'applications',
  'windows',
  'window_at',
  'activate',
  'snapshot',
  'surroundings',
  'mirrored',
  'text_ranges',
  'find',
  'find_among',
  'fingerprint',
  'invoke',
  'events',
  'input',
  'screenshot',
  'displays',
  'foreground',
  'arrange',
  'clipboard',
  'hotkey',
  'user_input',
  'treeless',
  'processor_time',
  'realize',
  'launch',
  'quit',
  'permissions',
  'roles',
  'states',
  'identity',
  'identify_windows',
  'errors',
]

/** Beside them: how a tree is read, what one toolkit needs, how each kind of action is done, and what only that platform has. */
const ROOMS: Record<string, readonly string[]> = {
  linux: ['read', 'quirks', 'invoke', 'atspi', 'dbus', 'screen', 'x11', 'wayland', 'process'],
  simulated: ['world'],
  windows: ['read', 'quirks', 'invoke', 'com', 'win32', 'self_test'],
  macos: ['read', 'quirks', 'invoke', 'cf', 'ax', 'cg', 'process'],
}

/** What Linux and macOS share is no platform. */
const platforms = readdirSync(join(native, 'platform'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'posix')
  .map(({ name }) => name)

test.each(platforms)('platform/%s has the skeleton of all platforms, and no room that nobody knows', (platform) => {
  const entries = readdirSync(join(native, 'platform', platform), { withFileTypes: true })
  const concerns = entries.filter((entry) => entry.isFile()).map(({ name }) => name.replace(/\.(h|cc|mm)$/, ''))
  const rooms = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(concerns.filter((name) => !SKELETON.includes(name))).toEqual([])
  expect(rooms.filter((name) => !ROOMS[platform]?.includes(name))).toEqual([])
  for (const name of [
    'backend',
    'session',
    'applications',
    'windows',
    'snapshot',
    'find',
    'invoke',
    'events',
    'input',
  ]) {
    expect(concerns, `${name} of ${platform}`).toContain(name)
  }
})

test('core: a source has a header of its name beside it', () => {
  const sources = readdirSync(join(native, 'core'), { recursive: true }).map(String)
  const lonely = sources.filter(
    (file) => file.endsWith('.cc') && !existsSync(join(native, 'core', file.replace(/\.cc$/, '.h'))),
  )
  expect(lonely.map((file) => basename(file))).toEqual([])
})
