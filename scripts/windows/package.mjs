/**
 * The package as it is published, in Wine: packed, installed for Windows, loaded by node.exe 20 and 22 and by one that has another
 * name, as ESM and as CommonJS. Once without a UI Automation that a client could use (Wine has none): that is an error that says so.
 *
 *   node scripts/windows/package.mjs [--folder build-windows-package]
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { nodeExe } from './node-exe.mjs'
import { buildSimulator, UI_AUTOMATION } from './simulator.mjs'
import { windowsPath, winePrefix } from './wine.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const { values } = parseArgs({ options: { folder: { type: 'string', default: join(root, 'build-windows-package') } } })
const folder = resolve(values.folder)
const user = join(folder, 'user')
rmSync(user, { recursive: true, force: true })
// A simulator that an earlier run registered would be found.
rmSync(join(folder, 'prefix'), { recursive: true, force: true })
mkdirSync(user, { recursive: true })
if (!existsSync(join(root, 'prebuilds', 'win32-x64', 'surehand.node'))) must('npm', ['run', 'build:win32'], root)
must('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', user], root)
const archive = readdirSync(user).find((file) => file.endsWith('.tgz'))
writeFileSync(join(user, 'package.json'), JSON.stringify({ private: true }))

// npm's own files are for the system that it runs on, so it is told of the other one.
const options = ['--no-audit', '--no-fund', '--omit=optional', '--omit=peer', '--loglevel=error', '--prefer-offline']
must('npm', ['install', '--os=win32', '--cpu=x64', '--ignore-scripts', ...options, `./${archive}`], user)
const installed = join(user, 'node_modules')

// No UI Automation is registered in this prefix yet.
const wine = winePrefix(folder)
const simulator = await buildSimulator(root, folder)
const executables = [await nodeExe(folder, 20), await nodeExe(folder, 22)]
const renamed = join(folder, 'another-name.exe')
cpSync(executables[1], renamed)
executables.push(renamed)

const CLICK = `
const child = spawn(process.argv[2], { stdio: ['ignore', 'pipe', 'ignore'] })
await new Promise((resolve) => child.stdout.once('data', resolve))
const desktop = await Desktop.open()
const app = await desktop.app({ pid: child.pid })
const receipt = await app.locator('role:button|name:Save').click()
console.log(process.version, String(receipt).split('\\n')[0])
child.kill()
await desktop.dispose()
`
const WITHOUT = `
const error = await Desktop.open().catch((error) => error)
console.log(error.code, '-', error.message)
`
const IMPORTS = "import { spawn } from 'node:child_process'\nimport { Desktop } from 'surehand'\n"
const REQUIRES = "const { spawn } = require('node:child_process')\nconst { Desktop } = require('surehand')\n"
const PROGRAMS = {
  'esm.mjs': `${IMPORTS}${CLICK}`,
  'commonjs.cjs': `${REQUIRES};(async () => {${CLICK}})()`,
  'without.mjs': `import { Desktop } from 'surehand'\n${WITHOUT}`,
}
for (const [file, text] of Object.entries(PROGRAMS)) writeFileSync(join(user, file), text)

const form = windowsPath(join(simulator, 'win32-form.exe'))
await wine.prepare()
try {
  await wine.show()
  // What the install script asks there before it would build anything.
  await runs('the prebuild is taken', [executables[1], join(installed, 'node-gyp-build', 'build-test.js')], /^$/)
  await runs(
    'without UI Automation',
    [executables[1], 'without.mjs', form],
    /^(UNSUPPORTED|NO_DESKTOP|NATIVE_LOAD_FAILED)/,
  )
  await wine.register(UI_AUTOMATION, join(simulator, 'uia-simulator.dll'))
  for (const executable of executables) {
    for (const file of ['esm.mjs', 'commonjs.cjs']) {
      await runs(`${executable.slice(folder.length + 1)} ${file}`, [executable, file, form], /click button "Save"/)
    }
  }
} finally {
  wine.end()
}

/** @param {string} what @param {string[]} command an executable, a script, arguments @param {RegExp} expected of what it prints */
async function runs(what, [executable, script, ...args], expected) {
  const file = script.startsWith('/') ? script : join(user, script)
  const { status, output } = await wine.run([windowsPath(executable), windowsPath(file), ...args], {
    cwd: script.startsWith('/') ? join(installed, 'surehand') : user,
  })
  const ok = status === 0 && expected.test(output)
  console.log(
    `${ok ? 'passed' : 'FAILED'}  ${what}: ${output
      .trim()
      .split('\n')
      .slice(ok ? 0 : -20, ok ? 1 : undefined)
      .join('\n')}`,
  )
  if (!ok) process.exitCode = 1
}

/** @param {string} program @param {string[]} args @param {string} cwd */
function must(program, args, cwd) {
  const { status } = spawnSync(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`)
}
