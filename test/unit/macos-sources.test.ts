import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// What is tested here over simulated frameworks is the very source that a Mac compiles: the same files, and none that says "if this is a
// Mac".

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = ['posix', 'macos']
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const files = folders.flatMap((folder) =>
  readdirSync(join(root, 'src-native/platform', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(cc|h)$/.test(file))
    .map((file) => `src-native/platform/${folder}/${file}`),
)

// Of the C library and the frameworks, what macOS has; of C++, whatever has no dot.
const SYSTEM = new Set([
  'ApplicationServices/ApplicationServices.h',
  'Carbon/Carbon.h',
  'CoreFoundation/CoreFoundation.h',
  'CoreGraphics/CoreGraphics.h',
  'dirent.h',
  'dlfcn.h',
  'errno.h',
  'fcntl.h',
  'libproc.h',
  'mach/mach_time.h',
  'poll.h',
  'pthread.h',
  'signal.h',
  'spawn.h',
  'stdlib.h',
  'string.h',
  'sys/stat.h',
  'sys/types.h',
  'sys/wait.h',
  'unistd.h',
])

test('every file of the macOS backend is in a list that all builds read, and no other', () => {
  const lists = JSON.parse(read('sources.json')) as Record<string, string[]>
  expect(folders.flatMap((folder) => lists[folder]).sort()).toEqual(files.filter((file) => file.endsWith('.cc')).sort())
  expect(read('binding.gyp')).toContain('unity.mjs build/unity posix macos')
  for (const folder of folders) {
    expect(read('test/simulators/ax/CMakeLists.txt')).toContain(`read_sources(${folder} ${folder.toUpperCase()})`)
    expect(read('scripts/check-darwin.mjs')).toContain(`'${folder}'`)
  }
})

test('no file asks what it is compiled for', () => {
  for (const file of files) expect(read(file), file).not.toMatch(/^\s*#\s*(if|ifdef|ifndef|elif)\b/m)
})

test('every system header that is included is one of macOS', () => {
  const foreign = files.flatMap((file) =>
    [...read(file).matchAll(/^\s*#\s*(?:include|import)\s*<([^>]+)>/gm)]
      .map(([, header]) => header as string)
      .filter((header) => header.includes('.') && !SYSTEM.has(header))
      .map((header) => `${file}: <${header}>`),
  )
  expect(foreign).toEqual([])
})
