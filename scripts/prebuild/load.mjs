/**
 * Whether musl's loader takes a prebuilt addon: a small program with the functions of Node-API in it loads the addon with all its symbols
 * bound. Alpine's Node itself is in no registry that can be reached here. Needs Debian's `musl`.
 *
 *   node scripts/prebuild/load.mjs prebuilds/linux-x64/surehand.musl.node
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { zigProgram } from './zig.mjs'

const { symbols } = createRequire(import.meta.url)('node-api-headers')
const functions = [...symbols.v9.js_native_api_symbols, ...symbols.v9.node_api_symbols]
const folder = mkdtempSync(join(tmpdir(), 'surehand-load-'))
try {
  const source = join(folder, 'host.c')
  writeFileSync(
    source,
    `#include <dlfcn.h>
#include <stdio.h>
${functions.map((name) => `void ${name}(void) {}`).join('\n')}
int main(int count, char **files) {
  void *addon = dlopen(files[1], RTLD_NOW);
  if (!addon || !dlsym(addon, "napi_register_module_v1")) return puts(dlerror()), 1;
  return puts("loaded"), 0;
}
`,
  )
  const host = join(folder, 'host')
  const target = `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-musl`
  // Without zig's sanitizer, which wants more of musl than the addon does.
  const flags = ['-target', target, '-dynamic', '-rdynamic', '-O2', '-fno-sanitize=undefined']
  execFileSync(zigProgram(), ['cc', ...flags, source, '-o', host], { stdio: 'inherit' })
  for (const file of process.argv.slice(2)) {
    const { status, stdout, stderr, error } = spawnSync(host, [resolve(file)], { encoding: 'utf8' })
    if (error) console.error(`${error.message}: Debian's \`musl\` has the loader`)
    else console.log(`${file}: ${(stdout + stderr).trim()}`)
    if (status !== 0) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
