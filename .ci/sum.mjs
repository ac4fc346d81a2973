/** Sums the reports of one run and prints `N passed, N failed` as the last line. usage: sum.mjs <folder> */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2]
const total = { passed: 0, failed: 0 }

/** @param {string} name @param {number} passed @param {number} failed */
function count(name, passed, failed) {
  total.passed += passed
  total.failed += failed
  console.log(`${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed  ${name}`)
}

/** A line each: they come last, for of a long log often only the end is kept. @type {string[]} */
const failures = []

/** @param {string} test @param {string} message @param {number} [lines] */
function blame(test, message, lines = 12) {
  failures.push(`${test}: ${message.trim().split('\n', 1)[0].slice(0, 200)}`)
  console.log(`       ${test}\n${message.split('\n').slice(0, lines).join('\n').replace(/^/gm, '         ')}`)
}

console.log()
for (const file of readdirSync(folder).sort()) {
  const read = () => readFileSync(join(folder, file), 'utf8')
  if (file.endsWith('.vitest.json')) {
    const report = JSON.parse(read())
    // A file that could not even be loaded has no tests to count.
    const broken = report.testResults.filter(
      (result) => result.status === 'failed' && result.assertionResults.length === 0,
    )
    count(file, report.numPassedTests, report.numFailedTests + broken.length)
    for (const { name, message } of broken) blame(name, message)
    for (const { name, assertionResults } of report.testResults)
      for (const { status, fullName, failureMessages } of assertionResults)
        if (status === 'failed') blame(`${name}: ${fullName}`, failureMessages.join('\n'))
    const log = logOf(file)
    // What vitest printed of errors that belong to no test: its report has none of them. Below the stack is in which file it was.
    const unhandled = /⎯ Unhandled (?:Rejection|Error|Exception) [^\n]*\n([\s\S]{0,4000})/.exec(log)?.[1]
    if (unhandled !== undefined) blame('an error that no test caught', unhandled, 30)
    else if (report.numFailedTests + broken.length === 0 && /^vitest ended with/m.test(log))
      blame('every test passed, and yet', log.trimEnd().split('\n').slice(-12).join('\n'))
  } else if (file.endsWith('.junit.xml')) {
    countNative(file, read())
  } else if (file === 'steps.tsv') {
    const steps = read()
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
    const failed = steps.filter(([outcome]) => outcome === 'failed')
    count(`steps${failed.map(([, name]) => `, failed: ${name}`).join('')}`, steps.length - failed.length, failed.length)
    for (const [, name, seconds] of steps) console.log(`${String(seconds).padStart(6)} s  ${name}`)
  }
}
for (const failure of failures) console.log(`failed: ${failure}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

/** @param {string} file */
function logOf(file) {
  const path = join(folder, file.replace('.vitest.json', '.log'))
  return existsSync(path) ? readFileSync(path, 'utf8').replace(/\u001b\[[0-9;]*m/g, '') : ''
}

/** What doctest said, without what the programs of the test wrote. @param {string} body */
function withoutNoise(body) {
  const from = body.search(/\[doctest\] doctest version|AddressSanitizer|runtime error/)
  return from < 0 ? body : body.slice(from)
}

/** One ctest entry is one program; doctest says in its output how many cases that was. @param {string} file @param {string} xml */
function countNative(file, xml) {
  let passed = 0
  let failed = 0
  for (const [, attributes, body] of xml.matchAll(/<testcase ([^>]*)>([\s\S]*?)<\/testcase>/g)) {
    const cases = /test cases:\s*\d+\s*\|\s*(\d+) passed\s*\|\s*(\d+) failed/.exec(body)
    const ran = /status="run"/.test(attributes)
    if (cases) {
      passed += Number(cases[1])
      failed += Math.max(Number(cases[2]), ran ? 0 : 1)
    } else if (ran) passed += 1
    else failed += 1
    if (!ran) blame(/name="([^"]*)"/.exec(attributes)?.[1] ?? file, withoutNoise(body), 40)
  }
  count(file, passed, failed)
}
