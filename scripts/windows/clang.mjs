/**
 * Whether clang, which MSVC's users have too, takes the backend without a warning, for both processors: mingw-w64's headers, nothing linked.
 *
 *   npm run check:windows
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const { windowsPlain, windows } = JSON.parse(readFileSync(join(root, 'sources.json'), 'utf8'))

const LIBRARY = '/usr/lib/gcc/x86_64-w64-mingw32/12-posix/include/c++'
const FLAGS = [
  ...['-std=c++17', '-O1', '-c', '-fno-exceptions', '-nostdinc++'],
  // libstdc++ 12 itself calls what it marks as deprecated (get_temporary_buffer).
  ...['-Wall', '-Wextra', '-Werror', '-Wno-missing-field-initializers', '-Wno-deprecated-declarations'],
  ...['-DNOMINMAX', '-DUNICODE', '-D_UNICODE', '-DWIN32_LEAN_AND_MEAN', '-D_WIN32_WINNT=0x0A00', '-I', 'src-native'],
  // Not ours: their warnings are not, either. What the library knows of its processor is the same for both.
  ...['-isystem', LIBRARY, '-isystem', join(LIBRARY, 'x86_64-w64-mingw32')],
  ...['-isystem', '/usr/x86_64-w64-mingw32/include', '-isystem', require('node-api-headers').include_dir],
]

for (const processor of ['x86_64', 'aarch64']) {
  const sources = [...windowsPlain, ...windows]
  const all = sources.length
  const outcomes = await Promise.all(Array.from({ length: availableParallelism() }, () => work(processor, sources)))
  const done = outcomes.reduce((sum, one) => sum + one, 0)
  console.log(`clang, windows ${processor}: ${done} of ${all} files of the backend compile`)
  if (done < all) process.exitCode = 1
}

/** @param {string} processor @param {string[]} left */
async function work(processor, left) {
  let done = 0
  for (let source = left.shift(); source !== undefined; source = left.shift()) {
    const object = join(root, 'build-cross', `clang-${processor}`, `${source}.o`)
    mkdirSync(dirname(object), { recursive: true })
    const command = [`--target=${processor}-w64-mingw32`, ...FLAGS, source, '-o', object]
    if (await compiles(command)) done++
  }
  return done
}

/** @param {string[]} args @returns {Promise<boolean>} */
function compiles(args) {
  return new Promise((resolve, reject) => {
    const child = spawn('clang++-19', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0))
  })
}
