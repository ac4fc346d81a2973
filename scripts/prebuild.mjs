/**
 * The addon for Linux, on any host: `prebuilds/linux-<arch>/surehand.<libc>.node`. The compiler is zig's, in a package of npm's: it brings
 * the C library's headers of the oldest glibc that is supported, musl, and a libc++ that is linked in. Then it is looked at as a
 * loader would: by prebuild/inspect.mjs.
 *
 *   npm run prebuild                              for this machine
 *   npm run prebuild -- linux-arm64-musl          another target; several are built one after the other
 *   npm run prebuild -- all                       all of them
 *   npm run prebuild -- --twice linux-x64         builds in two places and compares the bytes
 */
import { spawn } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { unity } from '../src-native/unity.mjs'
import { inspect } from './prebuild/inspect.mjs'
import { cache, zigProgram } from './prebuild/zig.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const require = createRequire(import.meta.url)

// Node 20 itself needs glibc 2.28.
const GLIBC = '2.28'
const TARGETS = {
  'linux-x64': `x86_64-linux-gnu.${GLIBC}`,
  'linux-x64-musl': 'x86_64-linux-musl',
  'linux-arm64': `aarch64-linux-gnu.${GLIBC}`,
  'linux-arm64-musl': 'aarch64-linux-musl',
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { twice: { type: 'boolean', default: false } },
})
const asked = positionals.length > 0 ? positionals : [here()]
const targets = asked.includes('all') ? Object.keys(TARGETS) : asked
const unknown = targets.filter((name) => !(name in TARGETS))
if (unknown.length > 0) fail(`No target ${unknown.join(', ')}. There are: ${Object.keys(TARGETS).join(', ')}, all.`)

const zig = zigProgram()
let wrong = 0
for (const name of targets) {
  const file = placeOf(name)
  await build(name, root, file)
  const { size, findings } = inspect(file, name, GLIBC, objectsOf(name))
  if (values.twice) await again(name, file, findings)
  console.log(
    `${name}: ${(size / 1e6).toFixed(2)} MB, ${findings.length === 0 ? 'as it has to be' : 'NOT as it has to be'}`,
  )
  for (const finding of findings) console.error(`  ${finding}`)
  wrong += findings.length
}
if (wrong > 0) process.exit(1)

/** @param {string} name */
function placeOf(name) {
  const [platform, processor, libc = 'glibc'] = name.split('-')
  return join(root, 'prebuilds', `${platform}-${processor}`, `surehand.${libc}.node`)
}

/** @param {string} name */
function objectsOf(name) {
  const folder = join(root, 'build', 'prebuild', name)
  return readdirSync(folder).flatMap((file) => (file.endsWith('.o') ? [join(folder, file)] : []))
}

function here() {
  const musl = process.report.getReport().header.glibcVersionRuntime === undefined
  return `${process.platform}-${process.arch}${musl ? '-musl' : ''}`
}

/**
 * From the sources in `source` to the addon in `file`. Nothing of either place, nor of the time, is in it.
 * @param {string} name @param {string} source @param {string} file
 */
async function build(name, source, file) {
  const triple = TARGETS[name]
  const folder = join(source, 'build', 'prebuild', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  mkdirSync(dirname(file), { recursive: true })
  const jobs = unity(join('build', 'prebuild', 'unity'), ['core', 'platform', 'posix', 'simulated', 'binding', 'linux'])
  const objects = jobs.map((unit) => join(folder, `${basename(unit, '.cc')}.o`))
  const compile = ['c++', '-target', triple, ...compileFlags(source)]
  const queue = jobs.map((unit, index) => [...compile, '-c', unit, '-o', objects[index]])
  const work = async () => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) await run(job, source)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  const built = join(folder, 'surehand.node')
  const link = [
    '-shared',
    '-s',
    '-Wl,-z,relro',
    '-Wl,-z,now',
    '-Wl,-z,nodelete',
    '-Wl,--gc-sections',
    '-Wl,--build-id=none',
  ]
  const exported = `-Wl,--version-script=${join('src-native', 'binding', 'exports.map')}`
  await run(['c++', '-target', triple, ...link, exported, '-ldl', '-lpthread', ...objects, '-o', built], source)
  copyFileSync(built, file)
}

/** As binding.gyp has them. @param {string} source */
function compileFlags(source) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const defines = ['NAPI_VERSION=9', 'NAPI_DISABLE_CPP_EXCEPTIONS', 'NODE_ADDON_API_DISABLE_DEPRECATED']
  defines.push('NODE_ADDON_API_REQUIRE_BASIC_FINALIZERS', 'NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS')
  defines.push('SUREHAND_SIMULATED=1', 'SUREHAND_LINUX=1', `SUREHAND_VERSION="${version}"`)
  return [
    ...['-std=c++17', '-Os', '-g0', '-DNDEBUG', '-fPIC', '-fno-rtti', `-ffile-prefix-map=${source}=.`],
    ...['-fvisibility=hidden', '-fvisibility-inlines-hidden', '-ffunction-sections', '-fdata-sections'],
    ...[
      '-fstack-protector-strong',
      '-Wall',
      '-Wextra',
      '-Wno-missing-field-initializers',
      '-Wno-nullability-completeness',
    ],
    // In a release, zig would have undefined behaviour trapped only where it is not asked to optimise.
    '-fno-sanitize=undefined',
    ...['-Isrc-native', '-isystem', dirname(require.resolve('node-addon-api/package.json'))],
    ...['-isystem', require('node-api-headers').include_dir],
    ...defines.map((name) => `-D${name}`),
  ]
}

/** The same from a copy of the sources elsewhere: no byte may differ. @param {string} name @param {string} file @param {string[]} findings */
async function again(name, file, findings) {
  const other = mkdtempSync(join(tmpdir(), 'surehand-prebuild-'))
  try {
    for (const part of ['src-native', 'sources.json', 'package.json'])
      cpSync(join(root, part), join(other, part), { recursive: true })
    cpSync(join(root, 'build', 'prebuild', 'unity'), join(other, 'build', 'prebuild', 'unity'), { recursive: true })
    const second = join(other, 'second.node')
    await build(name, other, second)
    if (readFileSync(file).equals(readFileSync(second))) console.log(`${name}: built twice, the same bytes`)
    else findings.push('two builds of the same sources differ')
  } finally {
    rmSync(other, { recursive: true, force: true })
  }
}

/** @param {string[]} args @param {string} cwd @returns {Promise<void>} */
function run(args, cwd) {
  return new Promise((resolve) => {
    // Its own cache would make two builds the same that are not.
    const env = {
      ...process.env,
      ZIG_GLOBAL_CACHE_DIR: join(cache, 'global'),
      ZIG_LOCAL_CACHE_DIR: join(cwd, 'build', 'prebuild', 'zig'),
    }
    const child = spawn(zig, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('close', (status) => (status === 0 ? resolve() : fail(`zig ${args.join(' ')}\nended with ${status}.`)))
  })
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message)
  process.exit(1)
}
