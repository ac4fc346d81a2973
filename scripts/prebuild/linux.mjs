/** Linux, compiled and linked by zig: its headers are those of the oldest glibc that is supported, or musl's; its libc++ is linked in. */
import { join } from 'node:path'
import { inspectElf } from './inspect/elf.mjs'
import { zigCommand, zigFlags } from './zig.mjs'

// Node 20 itself needs glibc 2.28.
const GLIBC = '2.28'
// What unwinds the stack would be a sixth of the addon, and serves only who catches: there it is made all the same.
const NO_UNWINDING = ['-fno-unwind-tables', '-fno-asynchronous-unwind-tables']
const FLAGS = ['-fPIC', '-fstack-protector-strong', ...NO_UNWINDING, '-DSUREHAND_LINUX=1']
const LINK = [
  '-shared',
  '-s',
  '-Wl,-z,relro',
  '-Wl,-z,now',
  '-Wl,-z,nodelete',
  '-Wl,--gc-sections',
  '-Wl,--build-id=none',
]

/** @param {string} processor @param {'glibc' | 'musl'} libc @returns {import('./targets.mjs').Target} */
export function linux(processor, libc) {
  const triple = `${processor}-linux-${libc === 'glibc' ? `gnu.${GLIBC}` : 'musl'}`
  return {
    file: `surehand.${libc}.node`,
    parts: ['core', 'platform', 'posix', 'simulated', 'binding', 'linux'],
    compiler: () => [...zigCommand(triple), ...zigFlags, ...FLAGS],
    linkers: ({ objects, built }) => {
      const exported = `-Wl,--version-script=${join('src-native', 'binding', 'exports.map')}`
      return [[...zigCommand(triple), ...LINK, exported, '-ldl', '-lpthread', ...objects, '-o', built]]
    },
    inspect: (file, objects) => inspectElf(file, { processor, libc, floor: GLIBC, objects }),
  }
}
