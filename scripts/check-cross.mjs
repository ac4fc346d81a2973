/**
 * Whether what has to compile everywhere does: the core, the simulated desktop and the binding, for Windows (mingw-w64) and for macOS
 * (clang, with the system headers that come with zig), without a warning. Nothing is linked, and nothing is run.
 *
 *   npm run check:cross
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { COMPILER, darwinFlags, fetchHeaders, headers, root, zig } from './darwin.mjs'

const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))
const modules = join(root, 'node_modules')
fetchHeaders()

const darwin = (processor) => ({ compiler: COMPILER, flags: darwinFlags(processor), needs: zig })

const TARGETS = {
  'windows x86_64': { compiler: 'x86_64-w64-mingw32-g++-posix', flags: [] },
  'macOS arm64': darwin('arm64'),
  'macOS x86_64': darwin('x86_64'),
}

// As binding.gyp has them.
const FLAGS = [
  ...['-std=c++17', '-O0', '-c', '-fvisibility=hidden'],
  ...['-Wall', '-Wextra', '-Werror', '-Wno-missing-field-initializers'],
  ...['-DNAPI_VERSION=9', '-DNAPI_DISABLE_CPP_EXCEPTIONS', '-DNODE_ADDON_API_DISABLE_DEPRECATED'],
  ...['-DNODE_ADDON_API_REQUIRE_BASIC_FINALIZERS', '-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS'],
  ...['-DSUREHAND_SIMULATED=1', `-DSUREHAND_VERSION="${read('package.json').version}"`],
  ...['-I', 'src-native'],
  // Not ours: their warnings are not, either.
  ...['-isystem', join(modules, 'node-addon-api'), '-isystem', join(headers, 'node-api-headers', 'include')],
]

const { core, platform, simulated, binding } = read('sources.json')
const sources = [...core, ...platform, ...simulated, ...binding]
const launcher = isThere('ccache') ? ['ccache'] : []

const jobs = []
for (const [name, { compiler, flags, needs }] of Object.entries(TARGETS)) {
  if (!isThere(compiler)) fail(`${compiler} is not installed; \`node scripts/setup.mjs ci\` installs it.`)
  if (needs !== undefined && !existsSync(needs)) fail(`${needs} is missing, and npm did not bring it.`)
  for (const source of sources) {
    const object = join('build-cross', name.replaceAll(' ', '-'), `${source}.o`)
    mkdirSync(join(root, dirname(object)), { recursive: true })
    jobs.push({ name, source, command: [...launcher, compiler, ...flags, ...FLAGS, source, '-o', object] })
  }
}

let failed = 0
const done = Object.fromEntries(Object.keys(TARGETS).map((name) => [name, 0]))
await Promise.all(Array.from({ length: availableParallelism() }, work))
for (const [name, count] of Object.entries(done)) console.log(`${name}: ${count} of ${sources.length} files compile`)
if (failed > 0) fail(`${failed} files do not compile everywhere.`)

async function work() {
  for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
    const { name, source, command } = job
    const { code, output } = await compiled(command)
    if (code === 0) done[name]++
    else {
      failed++
      console.error(`── ${source} for ${name}\n${output}`)
    }
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
