/** macOS, compiled by clang with the headers that come with zig, linked by lld. libc++ and the frameworks are the system's. */
import { join } from 'node:path'
import { COMPILER, darwinFlags } from '../darwin.mjs'
import { declarations, linkCommand } from '../macos/link.mjs'
import { inspectMachO } from './inspect/macho.mjs'
import { zigProgram } from './zig.mjs'

/** @param {string} processor @returns {import('./targets.mjs').Target} */
export function darwin(processor) {
  return {
    file: 'surehand.node',
    parts: ['core', 'platform', 'posix', 'simulated', 'binding', 'macos'],
    compiler: () => {
      // Its headers come with it.
      zigProgram()
      return [
        COMPILER,
        ...darwinFlags(processor),
        '-isystem',
        declarations,
        '-fstack-protector-strong',
        '-DSUREHAND_MACOS=1',
      ]
    },
    // -x: no names of local symbols.
    linkers: ({ objects, built, folder }) => [
      linkCommand({ processor, objects, addon: built, folder: join(folder, 'link'), flags: ['-x'] }),
    ],
    inspect: (file) => inspectMachO(file, processor).findings,
  }
}
