/**
 * The macOS backend over simulated frameworks (test/simulators/ax): builds both for this system, from the sources that ship, and runs the
 * simulator's own tests, the contract and what is the macOS backend's alone. Nothing of it runs on a Mac; docs/platforms.md says what that means.
 *
 *   npm run test:macos                    everything
 *   npm run test:macos -- address|thread  under AddressSanitizer and UBSan, or under ThreadSanitizer
 *   npm run test:macos -- [address|thread] FILES…
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './darwin.mjs'

const [first, ...rest] = process.argv.slice(2)
const sanitizer = first === 'address' || first === 'thread' ? first : ''
const files = sanitizer === '' ? process.argv.slice(2) : rest
const build = join(root, sanitizer === '' ? 'build-macos' : `build-macos-${sanitizer}`)

run('cmake', ['-S', 'test/simulators/ax', '-B', build, '-G', 'Ninja', `-DSANITIZE=${sanitizer}`], {}, 'ignore')
run('cmake', ['--build', build, '--', '--quiet'])
if (sanitizer !== 'thread') run('ctest', ['--test-dir', build, '--output-on-failure', '--quiet'])

const environment = { SUREHAND_AXSIM: build, SUREHAND_PREBUILD: build, SUREHAND_BACKENDS: 'macos', ...sanitized() }
const vitest = ['vitest', 'run', '--project', 'contract', '--project', 'macos', ...files]
// A thread sanitizer wants addresses where it expects them.
if (sanitizer === 'thread') run('setarch', ['-R', 'npx', '--no-install', ...vitest], environment)
else run('npx', ['--no-install', ...vitest], environment)

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

/** @param {string} program @param {string[]} args @param {Record<string, string>} environment @param {'inherit' | 'ignore'} out */
function run(program, args, environment = {}, out = 'inherit') {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', out, 'inherit'],
  })
  if (error !== undefined) throw error
  if (status !== 0) process.exit(status ?? 1)
}
