/**
 * The addon for any system, built here: `prebuilds/<platform>-<arch>/surehand.node`, for Linux one a C library. Then it is looked at as the
 * system's loader would (prebuild/inspect).
 *
 *   npm run prebuild                              for this machine
 *   npm run prebuild -- linux-arm64-musl          another target; several are built one after the other
 *   npm run prebuild -- all                       all of them
 *   npm run prebuild -- --twice linux-x64         builds in two places and compares the bytes
 */
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { unity } from '../src-native/unity.mjs'
import { fail, run } from './prebuild/run.mjs'
import { TARGETS } from './prebuild/targets.mjs'
import { cache } from './prebuild/zig.mjs'

const MOST_BYTES = 2_500_000
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const require = createRequire(import.meta.url)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { twice: { type: 'boolean', default: false } },
})
const asked = positionals.length > 0 ? positionals : [here()]
const names = asked.includes('all') ? Object.keys(TARGETS) : asked
const unknown = names.filter((name) => !(name in TARGETS))
if (unknown.length > 0) fail(`No target ${unknown.join(', ')}. There are: ${Object.keys(TARGETS).join(', ')}, all.`)

let wrong = 0
for (const name of names) {
  const target = TARGETS[name]()
  const file = join(root, 'prebuilds', name.replace('-musl', ''), target.file)
  const objects = await build(name, target, root, file)
  const { size } = statSync(file)
  const findings = target.inspect(file, objects)
  if (size > MOST_BYTES) findings.push(`${size} bytes, more than ${MOST_BYTES}`)
  if (values.twice) await again(name, target, file, findings)
  console.log(
    `${name}: ${(size / 1e6).toFixed(2)} MB, ${findings.length === 0 ? 'as it has to be' : 'NOT as it has to be'}`,
  )
  for (const finding of findings) console.error(`  ${finding}`)
  wrong += findings.length
}
if (wrong > 0) process.exit(1)

function here() {
  const musl = process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined
  return `${process.platform}-${process.arch}${musl ? '-musl' : ''}`
}

/**
 * From the sources in `source` to the addon in `file`. Nothing of either place, nor of the time, is in it.
 * @param {string} name @param {import('./prebuild/targets.mjs').Target} target @param {string} source @param {string} file
 * @returns {Promise<string[]>} its object files
 */
async function build(name, target, source, file) {
  const folder = join(source, 'build', 'prebuild', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  mkdirSync(dirname(file), { recursive: true })
  const units = [...unity(join('build', 'prebuild', 'unity'), target.parts), ...(target.more?.(folder) ?? [])]
  const objects = units.map((unit) => join(folder, `${basename(unit, '.cc')}.o`))
  // Its own cache would make two builds the same that are not.
  const environment = {
    ZIG_GLOBAL_CACHE_DIR: join(cache, 'global'),
    ZIG_LOCAL_CACHE_DIR: join(source, 'build', 'prebuild', 'zig'),
  }
  const compile = [...target.compiler(), ...compileFlags(source)]
  const queue = units.map((unit, index) => [...compile, ...flagsFor(unit), '-c', unit, '-o', objects[index]])
  const work = async () => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) await run(job, source, environment)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  const built = join(folder, 'surehand.node')
  for (const command of target.linkers({ objects, built, folder })) await run(command, source, environment)
  target.finish?.(built)
  copyFileSync(built, file)
  return objects
}

/** As binding.gyp has them. @param {string} source */
function compileFlags(source) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const defines = ['NAPI_VERSION=9', 'NAPI_DISABLE_CPP_EXCEPTIONS', 'NODE_ADDON_API_DISABLE_DEPRECATED']
  defines.push('NODE_ADDON_API_REQUIRE_BASIC_FINALIZERS', 'NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS')
  defines.push('SUREHAND_SIMULATED=1', `SUREHAND_VERSION="${version}"`)
  return [
    ...['-std=c++17', '-fomit-frame-pointer', '-g0', '-DNDEBUG', '-fno-rtti', `-ffile-prefix-map=${source}=.`],
    ...['-fvisibility=hidden', '-fvisibility-inlines-hidden', '-ffunction-sections', '-fdata-sections'],
    ...['-Wall', '-Wextra', '-Wno-missing-field-initializers'],
    ...['-Isrc-native', '-isystem', dirname(require.resolve('node-addon-api/package.json'))],
    ...['-isystem', require('node-api-headers').include_dir],
    ...defines.map((name) => `-D${name}`),
  ]
}

/** Trees and matching are made fast; all else waits for applications, and is made small. @param {string} unit @returns {string[]} */
function flagsFor(unit) {
  const catches = readFileSync(resolve(root, unit), 'utf8').includes('core/run/thread.cc')
  return [
    catches ? '-fexceptions' : '-fno-exceptions',
    // zig takes -Oz for -Os.
    ...(/^core-/.test(basename(unit)) ? ['-O2'] : ['-Os', '-Xclang', '-Oz']),
  ]
}

/**
 * The same from a copy of the sources elsewhere: no byte may differ.
 * @param {string} name @param {import('./prebuild/targets.mjs').Target} target @param {string} file @param {string[]} findings
 */
async function again(name, target, file, findings) {
  const other = mkdtempSync(join(tmpdir(), 'surehand-prebuild-'))
  try {
    for (const part of ['src-native', 'sources.json', 'package.json'])
      cpSync(join(root, part), join(other, part), { recursive: true })
    cpSync(join(root, 'build', 'prebuild', 'unity'), join(other, 'build', 'prebuild', 'unity'), { recursive: true })
    const second = join(other, 'second.node')
    await build(name, target, other, second)
    if (readFileSync(file).equals(readFileSync(second))) console.log(`${name}: built twice, the same bytes`)
    else findings.push('two builds of the same sources differ')
  } finally {
    rmSync(other, { recursive: true, force: true })
  }
}
