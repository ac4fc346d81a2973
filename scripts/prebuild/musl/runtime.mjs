/**
 * A JavaScript runtime that is made for musl and has Node-API: Bun, from npm. Alpine's Node is in no registry that can be reached here. Debian's
 * `musl` has the loader.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cache, zigProgram } from '../zig.mjs'

const BUN = '@oven/bun-linux-x64-musl'
const here = dirname(fileURLToPath(import.meta.url))

/** Makes the files that a system needs for it. @returns {Record<string, string>} by their place in that system */
export function muslRuntime() {
  const folder = join(dirname(cache), 'musl')
  mkdirSync(folder, { recursive: true })
  const bun = join(folder, 'node_modules', BUN, 'bin', 'bun')
  const flags = ['--force', '--os=linux', '--libc=musl', '--no-save', '--ignore-scripts', '--no-audit', '--silent']
  if (!existsSync(bun))
    spawnSync('npm', ['install', '--prefix', folder, ...flags, `${BUN}@1.4.4`], { stdio: 'inherit' })
  // Named as the library that the two ask for besides.
  const names = join(folder, 'ld-linux-x86-64.so.2')
  const options = ['-target', 'x86_64-linux-musl', '-shared', '-fPIC', '-O2', '-fno-sanitize=undefined']
  const source = join(here, 'glibc-names.c')
  execFileSync(zigProgram(), ['cc', ...options, '-Wl,-soname,ld-linux-x86-64.so.2', source, '-o', names])
  return {
    'lib/ld-musl-x86_64.so.1': '/lib/ld-musl-x86_64.so.1',
    'lib/ld-linux-x86-64.so.2': names,
    'lib/libstdc++.so.6': libraryOf('libstdc++.so.6'),
    'lib/libgcc_s.so.1': libraryOf('libgcc_s.so.1'),
    'bin/bun': bun,
  }
}

/** Where this system has it. @param {string} name */
function libraryOf(name) {
  const found = execFileSync('ldconfig', ['-p'], { encoding: 'utf8' })
    .split('\n')
    .find((line) => line.trim().startsWith(`${name} `) && line.includes('x86-64'))
  if (found === undefined) throw new Error(`This system has no ${name}.`)
  return found.split(' => ')[1]
}
