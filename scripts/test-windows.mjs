/**
 * The tests of the Windows backend, in Wine: a real node.exe, the addon as it is shipped, real Win32 windows, and a simulator of UI
 * Automation between them (test/simulators/uia; Wine's own is of no use). docs/platforms.md says what that proves and what it does not.
 *
 *   npm run test:windows                      everything
 *   npm run test:windows -- contract/verbs    the files whose names have that in them
 *   npm run test:windows -- --node 20         with the older node.exe
 *   npm run test:windows -- --report FILE     vitest's JSON as well
 *   npm run test:windows -- --addon FILE      with another addon than prebuilds/win32-x64
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { nodeExe } from './windows/node-exe.mjs'
import { buildSimulator, UI_AUTOMATION } from './windows/simulator.mjs'
import { prepareSuite } from './windows/suite.mjs'
import { windowsPath, winePrefix } from './windows/wine.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    node: { type: 'string', default: '22' },
    report: { type: 'string' },
    addon: { type: 'string' },
    testNamePattern: { type: 'string', short: 't' },
    // Of two runs at the same time each needs its own; inside the repository, whose packages the tests import.
    folder: { type: 'string', default: join(root, 'build-windows') },
  },
})
const folder = resolve(values.folder)
const wine = winePrefix(folder)
const began = performance.now()
/** @type {{ name: string, reason: string }[]} */
const notHereOnes = JSON.parse(readFileSync(join(root, 'test', 'windows', 'not-here.json'), 'utf8'))

try {
  const addon = values.addon === undefined ? builtAddon() : resolve(values.addon)
  const simulator = buildSimulator(root, folder)
  const suite = prepareSuite(root, folder)
  const dll = join(simulator, 'uia-simulator.dll')
  put(addon, join(suite, 'prebuilds', 'win32-x64', 'surehand.node'))
  put(join(simulator, 'win32-form.exe'), join(suite, 'test', 'fixtures', 'apps', 'win32-form', 'win32-form.exe'))
  put(join(simulator, 'virtual-world.exe'), join(suite, 'test', 'simulators', 'uia', 'virtual-world.exe'))
  wine.prepare()
  await wine.show()
  for (const clsid of UI_AUTOMATION) wine.register(clsid, dll)
  said('prepared')
  process.exitCode = runSuite(suite, dll) || process.exitCode
} finally {
  wine.end()
}

/** @param {string} suite @param {string} dll */
function runSuite(suite, dll) {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const files = positionals.length > 0 ? positionals : [...contractFiles(), 'test/windows/']
  // What cannot run here is not run, and is named with its reason.
  const notHere = notHereOnes.map(({ name }) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = values.testNamePattern ?? (notHere.length === 0 ? undefined : `^(?!.*(${notHere.join('|')}))`)
  const command = [
    windowsPath(nodeExe(folder, values.node)),
    windowsPath(join(folder, 'node_modules', 'vitest', 'vitest.mjs')),
    ...['run', '--configLoader=native', '--reporter=default', '--reporter=json'],
    `--outputFile.json=${windowsPath(report)}`,
    ...(pattern === undefined ? [] : ['-t', pattern]),
    ...files,
  ]
  const env = {
    SUREHAND_BACKENDS: process.env.SUREHAND_BACKENDS ?? 'windows',
    SUREHAND_UIA_SIMULATOR: windowsPath(dll),
    NO_COLOR: '1',
  }
  const { status, output } = wine.run(command, { cwd: suite, env, log: join(folder, 'suite.log'), timeout: 900_000 })
  console.log(output)
  if (!existsSync(report)) {
    console.log('vitest ended without a report')
    return 1
  }
  if (values.report !== undefined) put(report, resolve(values.report))
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'))
  said(`node.exe ${values.node}: ${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} not run`)
  if (positionals.length === 0 && values.testNamePattern === undefined)
    compareCounts(JSON.parse(readFileSync(report, 'utf8')))
  return status ?? 1
}

/** The files that say the same of every backend. */
function contractFiles() {
  const contract = join(root, 'test', 'contract')
  return readdirSync(contract)
    .filter((file) => file.endsWith('.test.ts') && /^contract\(/m.test(readFileSync(join(contract, file), 'utf8')))
    .map((file) => `test/contract/${file.replace('.ts', '.js')}`)
}

/** That every test of the contract ran here too, but for those that are listed. @param {{ testResults: any[] }} report */
function compareCounts({ testResults }) {
  const of = (backend) =>
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ ancestorTitles, status }) => ancestorTitles[0] === backend && ['passed', 'failed'].includes(status))
      .length
  const list = join(folder, 'list.json')
  const files = contractFiles().map((file) => file.replace('.js', '.ts'))
  spawnSync('npx', ['vitest', 'list', '--project', 'contract', `--json=${list}`, ...files], {
    cwd: root,
    env: { ...process.env, SUREHAND_BACKENDS: 'simulated' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const elsewhere = JSON.parse(readFileSync(list, 'utf8')).filter(({ name }) => name.startsWith('simulated > ')).length
  console.log(`The contract has ${elsewhere} tests for each backend; ${of('windows')} ran here. Not here:`)
  for (const { name, reason } of notHereOnes) console.log(`  ${name}: ${reason}`)
  if (of('windows') + notHereOnes.length !== elsewhere) {
    console.log('The numbers do not add up.')
    process.exitCode = 1
  }
}

function builtAddon() {
  const file = join(root, 'prebuilds', 'win32-x64', 'surehand.node')
  const { status } = spawnSync('node', [join(root, 'scripts', 'build-win32.mjs')], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the addon does not build')
  return file
}

/** @param {string} from @param {string} to */
function put(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to)
}

/** @param {string} what */
function said(what) {
  console.log(`── ${what}, ${((performance.now() - began) / 1000).toFixed(1)} s`)
}
