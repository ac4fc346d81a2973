/**
 * That a backend's run had every test of the contract, by name: what did not run is in that backend's list (`not-here.json`), with the reason.
 * The names are those that vitest has for the simulated desktop, which every platform has.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @typedef {{ name: string, reason: string }} NotHere a test, or a group of them, by its title; titles of groups may stand before it, joined with ` > ` */
/** @typedef {{ assertionResults: { ancestorTitles: string[], title: string, status: string }[], name: string }} FileResult of vitest's JSON */

const SIMULATED = 'simulated'

/**
 * Prints what it compared; false where a test is missing and not listed, or listed and not missing.
 * @param {{ root: string, backend: string, reports: { testResults: FileResult[] }[], notHere: NotHere[], files?: string[] }} run
 *   `backend`: the title that its tests are under; `files`: of the contract, when not all of them were run
 */
export function compareContract({ root, backend, reports, notHere, files = [] }) {
  const expected = namesOnSimulated(root, files)
  const results = reports.flatMap(({ testResults }) => testResults).flatMap((file) => namesIn(file, backend))
  const ran = count(results.filter(({ status }) => status === 'passed' || status === 'failed'))
  const isListed = (/** @type {string} */ name) => notHere.some((one) => isUnder(name, one.name))

  const complaints = []
  for (const [name, times] of count(expected)) {
    const missing = times - (ran.get(name) ?? 0)
    if (missing > 0 && !isListed(name)) complaints.push(`did not run, and the list has no reason: ${name}`)
  }
  for (const { name, status } of results) {
    if (isListed(name) && ran.has(name)) complaints.push(`is listed, and ran: ${name}`)
    else if (!isListed(name) && !ran.has(name)) complaints.push(`is ${status}, and the list has no reason: ${name}`)
  }
  const here = expected.filter(({ name }) => !isListed(name)).length
  console.log(`The contract has ${expected.length} tests; ${here} of them have to run with ${backend}. Not here:`)
  for (const { name, reason } of notHere) console.log(`  ${name}: ${reason}`)
  for (const complaint of new Set(complaints)) console.log(`!! ${complaint}`)
  return complaints.length === 0
}

/** The files of the contract that say the same of every backend. @param {string} root @returns {string[]} */
export function backendFiles(root) {
  const contract = join(root, 'test', 'contract')
  return readdirSync(contract, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && statSync(join(contract, file)).isFile())
    .filter((file) => /^contract\(/m.test(readFileSync(join(contract, file), 'utf8')))
    .map((file) => `test/contract/${file}`)
    .sort()
}

/** @param {string} root @param {string[]} files */
function namesOnSimulated(root, files) {
  const folder = mkdtempSync(join(tmpdir(), 'surehand-contract-'))
  try {
    const list = join(folder, 'list.json')
    const { status } = spawnSync('npx', ['vitest', 'list', '--project', 'contract', `--json=${list}`, ...files], {
      cwd: root,
      env: { ...process.env, SUREHAND_BACKENDS: SIMULATED },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (status !== 0) throw new Error(`vitest list ended with ${status}`)
    /** @type {{ name: string, file: string }[]} */
    const tests = JSON.parse(readFileSync(list, 'utf8'))
    return tests.map(({ name, file }) => ({ name: named(file, name.split(' > '), SIMULATED) }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {FileResult} file @param {string} backend */
function namesIn({ name, assertionResults }, backend) {
  return assertionResults.map(({ ancestorTitles, title, status }) => ({
    name: named(name, [...ancestorTitles, title], backend),
    status,
  }))
}

/** `verbs: a group > a test`; a suite in Wine has other separators and endings. @param {string} file @param {string[]} titles @param {string} backend */
function named(file, titles, backend) {
  const stem = file
    .replaceAll('\\', '/')
    .replace(/^.*\/test\/(contract\/)?/, '')
    .replace(/\.test\.[jt]s$/, '')
  return `${stem}: ${(titles[0] === backend ? titles.slice(1) : titles).join(' > ')}`
}

/** @param {string} name with its file @param {string} listed */
function isUnder(name, listed) {
  return ` > ${name.slice(name.indexOf(': ') + 2)} > `.includes(` > ${listed} > `)
}

/** @param {{ name: string }[]} tests @returns {Map<string, number>} */
function count(tests) {
  const times = new Map()
  for (const { name } of tests) times.set(name, (times.get(name) ?? 0) + 1)
  return times
}
