/**
 * Whether what has to compile everywhere, the core, the simulated desktop and the binding, compiles for Windows (mingw-w64) without a
 * warning. Nothing is linked, and nothing is run. `npm run check:darwin` does it for macOS.
 *
 *   npm run check:cross
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { unity } from '../src-native/unity.mjs'
import { root } from './darwin.mjs'

const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))
const modules = join(root, 'node_modules')

const COMPILER = 'x86_64-w64-mingw32-g++-posix'

// As binding.gyp has them.
const FLAGS = [
  ...['-std=c++17', '-O0', '-c', '-fvisibility=hidden'],
  ...['-Wall', '-Wextra', '-Werror', '-Wno-missing-field-initializers', '-Wno-subobject-linkage'],
  ...['-DNAPI_VERSION=9', '-DNAPI_DISABLE_CPP_EXCEPTIONS', '-DNODE_ADDON_API_DISABLE_DEPRECATED'],
  ...['-DNODE_ADDON_API_REQUIRE_BASIC_FINALIZERS', '-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS'],
  ...['-DSUREHAND_SIMULATED=1', `-DSUREHAND_VERSION="${read('package.json').version}"`],
  ...['-I', 'src-native'],
  // Not ours: their warnings are not, either.
  ...['-isystem', join(modules, 'node-addon-api'), '-isystem', join(modules, 'node-api-headers', 'include')],
]

const sources = unity('build-cross/unity', ['core', 'platform', 'simulated', 'binding'])
const launcher = isThere('ccache') ? ['ccache'] : []

if (!isThere(COMPILER)) fail(`${COMPILER} is not installed; \`node scripts/setup.mjs ci\` installs it.`)
const left = [...sources]
let done = 0
await Promise.all(Array.from({ length: availableParallelism() }, work))
console.log(`windows x86_64: ${done} of ${sources.length} files compile`)
if (done < sources.length) fail(`${sources.length - done} files do not compile.`)

async function work() {
  for (let source = left.shift(); source !== undefined; source = left.shift()) {
    const object = join('build-cross', 'windows-x86_64', `${source}.o`)
    mkdirSync(join(root, dirname(object)), { recursive: true })
    const { code, output } = await compiled([...launcher, COMPILER, ...FLAGS, source, '-o', object])
    if (code === 0) done++
    else console.error(`── ${source}\n${output}`)
  }
}

/** @param {string[]} command @returns {Promise<{ code: number | null, output: string }>} */
function compiled([program, ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += text
      })
    }
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** @param {string} program */
function isThere(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
}

/** @param {string} text @returns {never} */
function fail(text) {
  console.error(text)
  process.exit(1)
}
