/**
 * The macOS backend over simulated frameworks (test/simulators/ax): builds both for this system, from the sources that ship, and runs the
 * simulator's own tests, the contract and what is the macOS backend's alone. Nothing of it runs on a Mac; docs/internals/macos.md says what that means.
 *
 *   npm run test:macos                    all that drives the macOS backend
 *   npm run test:macos -- address|thread  everything, under AddressSanitizer and UBSan, or under ThreadSanitizer
 *   npm run test:macos -- [address|thread] FILES…
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backendFiles, compareContract } from './contract-names.mjs'
import { root } from './darwin.mjs'

const [first, ...rest] = process.argv.slice(2)
const sanitizer = first === 'address' || first === 'thread' ? first : ''
const files = sanitizer === '' ? process.argv.slice(2) : rest
const build = join(root, sanitizer === '' ? 'build-macos' : `build-macos-${sanitizer}`)

run('cmake', ['-S', 'test/simulators/ax', '-B', build, '-G', 'Ninja', `-DSANITIZE=${sanitizer}`], {}, 'ignore')
run('cmake', ['--build', build, '--', '--quiet'])
if (sanitizer !== 'thread') run('ctest', ['--test-dir', build, '--output-on-failure', '--quiet'])

const environment = { SUREHAND_AXSIM: build, SUREHAND_PREBUILD: build, SUREHAND_BACKENDS: 'macos', ...sanitized() }
const report = join(build, 'report.json')
// Not by npx, which begins with a shell: Debian's does not survive a thread sanitizer's library.
const vitest = [process.execPath, join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run']
const projects = ['--project', 'contract', '--project', 'macos']
// These start shells, see above.
const shells = ['test/contract/agent/files.test.ts', 'test/contract/agent/run-command.test.ts']
const excluded = sanitizer === 'thread' ? shells.map((file) => `--exclude=${file}`) : []
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
// A thread sanitizer wants addresses where it expects them.
const wrapper = sanitizer === 'thread' ? ['setarch', '-R'] : []
// The contract's other files open the simulated desktop alone, where they say what they say of any build of the addon. Under a sanitizer
// they say more.
const usual = sanitizer === '' ? [...backendFiles(root), 'test/macos/'] : []
const asked = files.length === 0 ? usual : files
const [program, ...args] = [...wrapper, ...vitest, ...projects, ...excluded, ...reporters, ...asked]
rmSync(report, { force: true })
process.exitCode = status(program, args, environment)

if (files.length === 0 && excluded.length === 0 && existsSync(report)) {
  const notHere = JSON.parse(readFileSync(join(root, 'test', 'macos', 'not-here.json'), 'utf8'))
  const reports = [JSON.parse(readFileSync(report, 'utf8'))]
  const compared = sanitizer === '' ? backendFiles(root) : []
  if (!compareContract({ root, backend: 'macos (simulated AX)', reports, notHere, files: compared }))
    process.exitCode = 1
}

/** What loads a sanitizer's library into a Node that was not built with it. What is found inside Node itself is not ours. */
function sanitized() {
  if (sanitizer === '') return {}
  const libraries = sanitizer === 'address' ? ['libasan.so', 'libubsan.so'] : ['libtsan.so']
  const found = libraries.map((name) =>
    spawnSync('g++', [`-print-file-name=${name}`], { encoding: 'utf8' }).stdout.trim(),
  )
  const suppressions = join(root, 'test', 'simulators', 'ax', 'node.tsan')
  return {
    LD_PRELOAD: found.join(' '),
    ASAN_OPTIONS: 'detect_leaks=0:abort_on_error=1',
    UBSAN_OPTIONS: 'print_stacktrace=1:halt_on_error=1',
    TSAN_OPTIONS: `halt_on_error=1:abort_on_error=1:suppressions=${suppressions}`,
  }
}

/** What has to go well before anything else makes sense. @type {typeof status} */
function run(program, args, environment, out) {
  const failed = status(program, args, environment, out)
  if (failed !== 0) {
    console.error(`${[program, ...args].join(' ')} ended with ${failed}`)
    process.exit(failed)
  }
  return failed
}

/** @param {string} program @param {string[]} args @param {Record<string, string>} [environment] @param {'inherit' | 'ignore'} [out] */
function status(program, args, environment = {}, out = 'inherit') {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', out, 'inherit'],
  })
  if (error !== undefined) throw error
  return status ?? 1
}
