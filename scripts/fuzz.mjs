/**
 * npm run fuzz -- NAME… [--seconds N] [--seed S]     (default: 60 s each, one after the other)
 *
 * Builds the libFuzzer programs of test/native/fuzz (clang, ASan, UBSan; in build-fuzz/) and runs them, or the loops of test/fuzz. Inputs
 * that reached new code are kept in build-fuzz/corpus/NAME; one that finds a fault is in build-fuzz/NAME-crash-…. Ends with 1 for a fault.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const build = join(root, 'build-fuzz')

const NATIVE = readdirSync(join(root, 'test', 'native', 'fuzz'))
  .filter((file) => file.endsWith('_fuzz.cc'))
  .map((file) => file.slice(0, -'_fuzz.cc'.length))
// Over the simulated frameworks of macOS, which are a build of their own.
const AX = ['ax_answers']
const SCRIPTS = {
  selectors: ['test/fuzz/selector_fuzz.mjs'],
  workflow: ['--import', 'tsx', 'test/fuzz/run.ts', 'workflow'],
  'mcp-lines': ['--import', 'tsx', 'test/fuzz/run.ts', 'mcp-lines'],
}

// Longer than the first inputs of libFuzzer: an application answers hundreds of questions while it is read.
const LENGTHS = {
  tree_answers: 400,
  dbus_message: 1_000,
  dbus_replies: 2_000,
  ax_answers: 600,
  windows_tree: 2_000,
  mirror: 1_000,
  query: 1_000,
  snapshot_json: 1_500,
}
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
})
const names = [...NATIVE, ...AX, ...Object.keys(SCRIPTS)]
const wrong = positionals.filter((name) => !names.includes(name))
if (wrong.length > 0 || positionals.length === 0) {
  console.error(`Name what to fuzz (${names.join(', ')})${wrong.length > 0 ? `, not ${wrong.join(', ')}` : ''}.`)
  process.exit(2)
}

/** Ends with 1 when it fails. */
function must(command, ...args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

function clang() {
  const versions = Array.from({ length: 12 }, (_, i) => `clang++-${25 - i}`)
  const found = ['clang++', ...versions].find((name) =>
    (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name))),
  )
  if (found !== undefined) return found
  console.error('The native fuzzers need clang and its runtime library (Debian: clang-19 libclang-rt-19-dev).')
  process.exit(2)
}

/** Bytes by a seed, the same on each machine. */
function bytes(length, seed) {
  const parts = Array.from({ length: Math.ceil(length / 32) }, (_, i) =>
    createHash('sha256').update(`${seed} ${i}`).digest(),
  )
  return Buffer.concat(parts).subarray(0, length)
}

function seedCorpus(name) {
  const folder = join(build, 'corpus', name)
  mkdirSync(folder, { recursive: true })
  const seeds = join(root, 'test', 'native', 'fuzz', 'seeds', name)
  if (existsSync(seeds)) return [folder, seeds]
  for (let i = 0; i < 64; i++) writeFileSync(join(folder, `seed-${i}`), bytes(LENGTHS[name] ?? 200, i))
  return [folder]
}

function runNative(name, folder) {
  const length = LENGTHS[name] ?? 500
  const options = [
    `-max_total_time=${values.seconds}`,
    `-seed=${values.seed}`,
    `-max_len=${length * 2}`,
    '-len_control=0',
    '-rss_limit_mb=2500',
    '-timeout=25',
    '-print_final_stats=1',
    '-print_funcs=0',
    '-verbosity=0',
    `-artifact_prefix=${join(build, `${name}-`)}`,
  ]
  return spawnSync(join(folder, `${name}_fuzz`), [...options, ...seedCorpus(name)], { cwd: root, stdio: 'inherit' })
    .status
}

const native = positionals.filter((name) => NATIVE.includes(name))
if (native.length > 0) {
  const options = [`-DCMAKE_CXX_COMPILER=${clang()}`, '-DSUREHAND_FUZZ=ON', '-DSUREHAND_TESTS=OFF']
  must('cmake', '-S', '.', '-B', 'build-fuzz', '-G', 'Ninja', ...options)
  must('cmake', '--build', 'build-fuzz', '--target', ...native.map((name) => `${name}_fuzz`))
}
const overFrameworks = positionals.filter((name) => AX.includes(name))
if (overFrameworks.length > 0) {
  const compiler = clang()
  const options = [`-DCMAKE_CXX_COMPILER=${compiler}`, '-DSUREHAND_FUZZ=ON', '-DSANITIZE=address']
  must('cmake', '-S', 'test/simulators/ax', '-B', 'build-fuzz/ax', '-G', 'Ninja', ...options)
  must('cmake', '--build', 'build-fuzz/ax', '--target', ...overFrameworks.map((name) => `${name}_fuzz`))
}
for (const name of positionals) {
  const script = SCRIPTS[name]
  const status =
    script === undefined
      ? runNative(name, AX.includes(name) ? join(build, 'ax') : build)
      : spawnSync(process.execPath, [...script, values.seconds, values.seed], { cwd: root, stdio: 'inherit' }).status
  console.log(`${name}: ${status === 0 ? 'no fault' : 'a fault'} in ${values.seconds} s`)
  if (status !== 0) process.exitCode = 1
}
