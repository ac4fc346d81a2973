import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize, relative } from 'node:path'
import { expect, test } from 'vitest'

/** binding → core ← platform, and lib → lib/sdk/native → binding; within lib, downwards only. Every other arrow is a wall that moved. */

const root = join(import.meta.dirname, '..', '..')

function files(folder: string, endings: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => endings.test(name))
}

const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The parts of lib, each of which knows those before it. A file of lib/sdk that lies in no folder is a part of its own. */
const PARTS = [
  ...['vocabulary', 'error-details', 'errors', 'native', 'keys', 'selector', 'call', 'tree', 'picture', 'wait', 'look'],
  ...['receipt', 'action', 'action/verbs', 'table', 'locator', 'menu', 'program', 'window', 'window-locator'],
  ...['file-dialog', 'app-events', 'app', 'app-origin', 'app-locator', 'pointer', 'clipboard', 'desktop-watch'],
  ...['heal', 'simulated', 'tracing', 'desktop', 'headless', 'index'],
]
  .map((part) => `sdk/${part}`)
  .concat([
    'test/audit',
    'test/elements',
    'test/testkit',
    'test/parts',
    'test/trace',
    'agent/policy',
    'agent/workflow',
    'agent',
    'agent/mcp',
    'cli',
  ])

const ROOMS: Record<string, readonly string[]> = {
  sdk: [],
  agent: ['sdk'],
  test: ['sdk'],
  cli: ['sdk', 'agent', 'test'],
}

const roomOf = (file: string) => file.split('/')[1] as string

function partOf(file: string): string {
  const [room, part = '', ...rest] = file
    .replace(/^lib\//, '')
    .replace(/(\.d)?\.[jt]s$/, '')
    .split('/')
  if (room === 'cli') return 'cli'
  if (room === 'sdk') return part === 'action' && rest[0] === 'verbs' ? 'sdk/action/verbs' : `sdk/${part}`
  return room === 'test' || ['policy', 'workflow', 'mcp'].includes(part) ? `${room}/${part}` : 'agent'
}

/** What the upper folders of platform/linux share: vocabulary, and what is known of an application and of a desktop. */
const LINUX_SHARED = ['applications.h', 'errors.h', 'identity.h', 'roles.h', 'session.h', 'states.h']

/**
 * What each folder of a platform includes besides itself: folders, and headers that lie beside the folders. Transports come first
 * and include no folder above them. `read` and `quirks` include each other. No folder includes `invoke`.
 */
const FOLDERS: Record<string, Record<string, readonly string[]>> = {
  linux: {
    process: [],
    dbus: [],
    screen: [],
    x11: ['process', 'screen'],
    wayland: ['dbus', 'screen'],
    atspi: ['dbus', 'identity.h'],
    quirks: ['process', 'dbus', 'screen', 'atspi', 'read', ...LINUX_SHARED, 'find.h'],
    read: ['process', 'dbus', 'screen', 'atspi', 'quirks', ...LINUX_SHARED, 'windows.h', 'identify_windows.h'],
    invoke: ['process', 'atspi', 'quirks', 'read', 'errors.h', 'roles.h', 'session.h', 'states.h', 'windows.h'],
  },
  windows: {
    com: ['errors.h'],
    win32: ['com', 'windows.h'],
    quirks: ['com', 'read'],
    read: [
      ...['com', 'win32', 'quirks'],
      ...['applications.h', 'errors.h', 'identity.h', 'roles.h', 'session.h', 'states.h', 'windows.h'],
    ],
    invoke: ['com', 'win32', 'read', 'applications.h', 'errors.h', 'identity.h'],
    self_test: ['com'],
  },
  macos: {
    cf: [],
    ax: ['cf'],
    process: ['applications.h'],
    cg: ['cf', 'ax', 'process'],
    read: ['cf', 'ax', 'cg'],
    quirks: ['ax', 'cg', 'read', 'applications.h', 'session.h'],
    invoke: ['cf', 'ax', 'applications.h', 'errors.h', 'session.h'],
  },
  simulated: { world: [] },
}

interface Arrow {
  from: string
  to: string
}

function includes(): Arrow[] {
  return files('src-native', /\.(h|cc|mm|inc)$/).flatMap((from) =>
    [...read(from).matchAll(/^\s*#\s*(?:include|import)\s+([<"][^>"]+[>"])/gm)].map(([, to]) => ({
      from,
      to: to as string,
    })),
  )
}

function imports(): Arrow[] {
  return files('lib', /\.ts$/).flatMap((from) =>
    [...read(from).matchAll(/(?:from|import|import\(|require\()\s*'([^']+)'/g)].map(([, to]) => ({
      from,
      to: (to as string).startsWith('.') ? normalize(join(dirname(from), to as string)) : (to as string),
    })),
  )
}

const sentence = ({ from, to }: Arrow) => `${relative('.', from)} → ${to}`

test('core includes the C++ standard library and core, nothing of an operating system and nothing of Node', () => {
  // Every header of the C++ standard library, and none of an operating system's, is spelled without an ending.
  const allowed = /^(<[a-z_0-9]+>|"core\/[^"]+")$/
  const wrong = includes().filter(({ from, to }) => from.startsWith('src-native/core/') && !allowed.test(to))
  expect(wrong.map(sentence)).toEqual([])
})

test('core and binding name no platform in their code, be it in a call, a macro or a message', () => {
  const names =
    /\b\w*(linux|windows_h|win32|macos|darwin|apple|simulated|atspi|gtk|uiautomation|axui|wayland)\w*\b|\b(at-spi|x11|qt)\b/gi
  const code = (file: string) => read(file).replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
  const named = ['core', 'binding'].flatMap((room) =>
    files(`src-native/${room}`, /\.(h|cc|mm|inc)$/).flatMap((file) =>
      [...code(file).matchAll(names)].map(([name]) => `${file}: ${name}`),
    ),
  )
  expect(named).toEqual([])
})

/** The platforms that share platform/posix, which includes none of them. */
const POSIX = ['linux', 'macos']

test('a platform includes its own folder, core and its system, never Node and never another platform', () => {
  const wrong = includes().filter(({ from, to }) => {
    const platform = /^src-native\/platform\/([a-z]+)\//.exec(from)?.[1]
    if (!platform) return false
    if (/napi|node_api|<node|<uv\.h|<v8/.test(to)) return true
    if (POSIX.includes(platform) && to.startsWith('"platform/posix/')) return false
    return to.startsWith('"') && !to.startsWith('"core/') && !to.startsWith(`"platform/${platform}/`)
  })
  expect(wrong.map(sentence)).toEqual([])
})

test('each folder of a platform includes only the folders and headers listed for it', () => {
  const arrows = includes().flatMap(({ from, to }) => {
    const [, platform, folder] = /^src-native\/platform\/([a-z]+)\/([a-z0-9_]+)\//.exec(from) ?? []
    const [, within, target] = /^"platform\/([a-z]+)\/([^/"]+)/.exec(to) ?? []
    const isOwn = within === platform && target !== folder
    return platform && folder && target && isOwn ? [{ platform, folder, target, from, to }] : []
  })
  const wrong = arrows.filter(({ platform, folder, target }) => !FOLDERS[platform]?.[folder]?.includes(target))
  expect(wrong.map(sentence)).toEqual([])
  const drawn = new Set(arrows.map(({ platform, folder, target }) => `${platform}/${folder} → ${target}`))
  const listed = Object.entries(FOLDERS).flatMap(([platform, folders]) =>
    Object.entries(folders).flatMap(([folder, to]) => to.map((target) => `${platform}/${folder} → ${target}`)),
  )
  expect(listed.filter((arrow) => !drawn.has(arrow))).toEqual([])
})

test('every folder of a platform is listed with what it includes', () => {
  const folders = files('src-native/platform', /\.(h|cc|mm|inc)$/).flatMap((file) => {
    const [, , platform, folder, ...rest] = file.split('/')
    return rest.length > 0 ? [`${platform}/${folder}`] : []
  })
  const listed = Object.entries(FOLDERS).flatMap(([platform, of]) =>
    Object.keys(of).map((name) => `${platform}/${name}`),
  )
  expect([...new Set(folders)].sort()).toEqual(listed.sort())
})

// They bring the locales of the standard library, which is linked into what is published: a tenth of the addon. On macOS it is the system's.
const BRINGS_LOCALES = /^<(fstream|iomanip|iostream|istream|locale|ostream|regex|sstream|filesystem)>$/

test('native files neither stream nor name the file system of the standard library', () => {
  const guarded = ['src-native/core/json.cc']
  const isOurs = (from: string) => !from.startsWith('src-native/platform/macos/') && !guarded.includes(from)
  expect(includes().filter(({ from, to }) => BRINGS_LOCALES.test(to) && isOurs(from))).toEqual([])
})

/** Where the record of an application begins with no toolkit. */
const NAMES_A_TOOLKIT = ['src-native/platform/linux/applications.h']

test('platform/linux asks what a toolkit does, and names a toolkit in quirks/ only', () => {
  const outside = files('src-native/platform/linux', /\.(h|cc|inc)$/).filter((file) => !file.includes('/quirks/'))
  expect(outside.filter((file) => /\bToolkit::k/.test(read(file)))).toEqual(NAMES_A_TOOLKIT)
})

test('the simulated desktop compiles everywhere: it includes no header of an operating system', () => {
  const wrong = includes().filter(
    ({ from, to }) => from.startsWith('src-native/platform/simulated/') && /^<.*[./].*>$/.test(to),
  )
  expect(wrong.map(sentence)).toEqual([])
})

test('only the binding knows Node, and it knows core only', () => {
  const all = includes()
  const napi = all.filter(({ from, to }) => /napi\.h|node_api\.h/.test(to) && !from.startsWith('src-native/binding/'))
  const platform = all.filter(({ from, to }) => from.startsWith('src-native/binding/') && to.startsWith('"platform/'))
  expect([...napi, ...platform].map(sentence)).toEqual([])
})

test('only lib/sdk/native loads the addon', () => {
  const wrong = imports().filter(
    ({ from, to }) => !from.startsWith('lib/sdk/native/') && /node-gyp-build|\.node$/.test(to),
  )
  expect(wrong.map(sentence)).toEqual([])
})

test('lib/sdk/selector is pure: it imports itself, the errors and the vocabulary, and so works where no addon loads', () => {
  const wrong = imports().filter(
    ({ from, to }) =>
      from.startsWith('lib/sdk/selector/') && !/^lib\/sdk\/(selector\/|errors\.js|vocabulary\.js)/.test(to),
  )
  expect(wrong.map(sentence)).toEqual([])
})

test('no file of lib is longer than 450 lines, but the parser and what only declares types', () => {
  const files = readdirSync(join(root, 'lib'), { recursive: true, encoding: 'utf8' })
  const long = files.filter(
    (file) => /\.ts$/.test(file) && !file.endsWith('.d.ts') && read(`lib/${file}`).trimEnd().split('\n').length > 450,
  )
  expect(long).toEqual([join('sdk', 'selector', 'parser.ts')])
})

test('no two files of a room of lib have one name, but index.ts', () => {
  const files = readdirSync(join(root, 'lib'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.ts$/.test(file),
  )
  const names = files.map((file) => `${file.split(/[\\/]/)[0]}: ${basename(file)}`)
  const twice = names.filter((name, index) => names.indexOf(name) !== index && !name.endsWith(': index.ts'))
  expect(twice).toEqual([])
})

test('lib has four rooms: cli knows agent and test, these know sdk, and none knows another', () => {
  const inside = imports().filter(({ to }) => to.startsWith('lib/'))
  const wrong = inside.filter(({ from, to }) => {
    const [room, other] = [roomOf(from), roomOf(to)]
    return room !== other && !(ROOMS[room] ?? []).includes(other)
  })
  expect(wrong.map(sentence)).toEqual([])
  expect([...new Set(inside.flatMap(({ from, to }) => [roomOf(from), roomOf(to)]))].sort()).toEqual(
    Object.keys(ROOMS).sort(),
  )
})

test('lib: each part knows only those before it', () => {
  const inside = imports().filter(({ to }) => to.startsWith('lib/'))
  expect(inside.flatMap(({ from, to }) => [from, to]).filter((file) => !PARTS.includes(partOf(file)))).toEqual([])
  const wrong = inside.filter(({ from, to }) => PARTS.indexOf(partOf(to)) > PARTS.indexOf(partOf(from)))
  expect(wrong.map(sentence)).toEqual([])
})

test('lib: no folder has more than 20 files beside its folders', () => {
  const counts = new Map<string, number>()
  for (const file of files('lib', /\.ts$/)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > 20)).toEqual([])
})

test('lib: no file imports itself by way of others, not even for a type', () => {
  const known = new Map<string, string[]>()
  for (const { from, to } of imports()) {
    if (to.startsWith('lib/')) known.set(from, [...(known.get(from) ?? []), to.replace(/\.js$/, '.ts')])
  }
  const done = new Set<string>()
  const cycles: string[] = []
  const follow = (file: string, way: string[]) => {
    if (way.includes(file)) cycles.push([...way.slice(way.indexOf(file)), file].join(' → '))
    if (way.includes(file) || done.has(file)) return
    for (const next of known.get(file) ?? []) follow(next, [...way, file])
    done.add(file)
  }
  for (const file of known.keys()) follow(file, [])
  expect(cycles).toEqual([])
})

test('sources.json names every source file, and each of them once', () => {
  const listed = Object.values(JSON.parse(read('sources.json')) as Record<string, string[]>).flat()
  expect([...listed].sort()).toEqual([...new Set(listed)].sort())
  expect(files('src-native', /\.(cc|mm)$/).filter((file) => !listed.includes(file))).toEqual([])
})
