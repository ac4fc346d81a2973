/**
 * The addon for Windows, x64, built here: mingw-w64 through CMakeLists.txt. prebuildify builds for its host only.
 *
 *   npm run build:win32                    prebuilds/win32-x64/surehand.node, stripped
 *   npm run build:win32 -- --out FILE      there instead
 *   npm run build:win32 -- --hardened      with traps for undefined behaviour and libstdc++'s assertions
 *   npm run build:win32 -- --define NAME   with a macro, in a build folder of its own: mutants
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const require = createRequire(import.meta.url)
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'prebuilds', 'win32-x64', 'surehand.node') },
    hardened: { type: 'boolean', default: false },
    define: { type: 'string', multiple: true, default: [] },
  },
})

const HARDENED = '-fsanitize=undefined -fsanitize-undefined-trap-on-error -D_GLIBCXX_ASSERTIONS'
const PREFIX = 'x86_64-w64-mingw32'
const headers = require('node-api-headers')
const build = join(root, ['build-win32', ...(values.hardened ? ['hardened'] : []), ...values.define].join('-'))
const flags = [...values.define.map((name) => `-D${name}`), ...(values.hardened ? [HARDENED] : [])].join(' ')

run('cmake', [
  ...['-S', root, '-B', build, '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=Release', '-DCMAKE_SYSTEM_NAME=Windows'],
  `-DCMAKE_CXX_COMPILER=${PREFIX}-g++-posix`,
  `-DCMAKE_CXX_FLAGS=${flags}`,
  `-DCMAKE_JS_INC=${headers.include_dir};${dirname(require.resolve('node-addon-api/package.json'))}`,
  `-DNODE_API_DEF=${headers.def_paths.node_api_def}`,
])
run('cmake', ['--build', build])
const out = resolve(values.out)
mkdirSync(dirname(out), { recursive: true })
copyFileSync(join(build, 'surehand.node'), out)
run(`${PREFIX}-strip`, ['--strip-unneeded', out])

/** @param {string} program @param {string[]} args */
function run(program, args) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit' })
  if (error) console.error(`${program} does not start (${error.message}); \`node scripts/setup.mjs ci\` installs it.`)
  if (status !== 0) process.exit(1)
}
