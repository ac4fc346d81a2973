/**
 * The tests of the Windows backend, in Wine: a real node.exe, the addon as it is shipped, real Win32 windows, and a simulator of UI
 * Automation between them (test/simulators/uia; Wine's own is of no use). docs/internals/windows.md says what that proves and what it does not.
 *
 *   npm run test:windows                      everything
 *   npm run test:windows -- contract/verbs    the files whose names have that in them
 *   npm run test:windows -- --node 20         with the older node.exe
 *   npm run test:windows -- --report FILE     vitest's JSON as well
 *   npm run test:windows -- --addon FILE      with this addon, instead of one that is built
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { backendFiles, compareContract } from './contract-names.mjs'
import { everythingHere, notHere } from './windows/not-here.mjs'
import { tool } from './windows/tool.mjs'
import { vitestInWine } from './windows/vitest.mjs'

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
const began = performance.now()

const isWhole = positionals.length === 0 && values.testNamePattern === undefined
// Tests wait most of the time: three parts at once take little more than one.
const places = isWhole ? 3 : 1
const preparing = vitestInWine({ root, folder: resolve(values.folder), node: values.node, places })
const addon = await (values.addon === undefined ? builtAddon() : Promise.resolve(resolve(values.addon))).catch(
  async (error) => {
    const prepared = await preparing
    prepared.end()
    throw error
  },
)
const vitest = await preparing
try {
  said('prepared')
  process.exitCode = await test()
} finally {
  vitest.end()
}

/** @returns {Promise<number>} of the process */
async function test() {
  const files = positionals.length > 0 ? positionals : [...contractFiles(), ...ownFiles()]
  // What cannot run here is not run, and is named with its reason.
  const pattern = values.testNamePattern ?? everythingHere(root)
  const { status, output, report } = await vitest.run({ addon, files, pattern })
  console.log(output)
  if (report === undefined) {
    console.log('vitest ended without a report')
    return 1
  }
  if (values.report !== undefined) writeFileSync(resolve(values.report), JSON.stringify(report))
  const { numPassedTests, numFailedTests, numPendingTests } = report
  said(`node.exe ${values.node}: ${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} not run`)
  if (!isWhole) return status
  const contract = contractFiles().map((file) => file.replace('.js', '.ts'))
  const agrees = compareContract({
    root,
    backend: 'windows',
    reports: [report],
    notHere: notHere(root),
    files: contract,
  })
  return agrees ? status : 1
}

/** Without those of the test kit, which is not prepared for Wine. */
function contractFiles() {
  return backendFiles(root)
    .filter((file) => dirname(file) === 'test/contract')
    .map((file) => file.replace('.ts', '.js'))
}

function ownFiles() {
  return readdirSync(join(root, 'test', 'windows'))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `test/windows/${file.replace('.ts', '.js')}`)
}

async function builtAddon() {
  const out = join(resolve(values.folder), 'surehand.node')
  await tool('node', [join(root, 'scripts', 'build-win32.mjs'), '--out', out])
  return out
}

/** @param {string} what */
function said(what) {
  console.log(`── ${what}, ${((performance.now() - began) / 1000).toFixed(1)} s`)
}
