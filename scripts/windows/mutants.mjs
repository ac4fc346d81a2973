/**
 * Deliberate faults in the Windows backend, one at a time: each is a change of one place in a copy of the sources, built and tested by
 * itself, and a test has to fail that passes without it. One that no test notices is a hole in the suite. What came of each is written
 * into test/windows/mutants.md.
 *
 *   node scripts/windows/mutants.mjs                     all of them
 *   node scripts/windows/mutants.mjs --only lane,scope   those whose names have that in them
 *   node scripts/windows/mutants.mjs --shard 2/6         the second sixth of them
 *   node scripts/windows/mutants.mjs --folder FOLDER     in a folder of its own, inside the repository: two runs at the same time
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { everythingHere } from './not-here.mjs'
import { vitestInWine } from './vitest.mjs'

/**
 * `tests`: the files that are to notice it, by parts of their names; `pattern`: of these the tests whose full names match
 * @typedef {{ name: string, file: string, from: string, to: string, tests: string[], pattern?: string }} Mutant
 * @typedef {{ outcome: 'caught' | 'survived' | 'does not apply' | 'does not build', by: string }} Result
 */

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const platform = 'src-native/platform/windows'
const table = join(root, 'test', 'windows', 'mutants.md')
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    shard: { type: 'string' },
    folder: { type: 'string', default: join(root, 'build-windows-mutants') },
  },
})

const HEAD = [
  '# Deliberate faults in the Windows backend',
  '',
  'What `node scripts/windows/mutants.mjs` wrote here: each fault of `mutants.json` by itself, built and run in Wine, and the test that',
  'failed first. That test passes without the fault.',
  '',
  '| fault | in | outcome | noticed by |',
  '| --- | --- | --- | --- |',
]

/** @type {Mutant[]} */
const all = JSON.parse(readFileSync(join(root, 'test', 'windows', 'mutants.json'), 'utf8'))
const mutants = chosen(all)
const folder = resolve(values.folder)
const source = join(folder, 'source')
const addon = join(folder, 'surehand.node')

copySources()
const vitest = await vitestInWine({ root, folder })
try {
  const problems = build() ?? (await problemsWithout(mutants))
  if (problems !== undefined) {
    console.error(`Nothing was tried: without a fault it has to pass.\n${problems}`)
    process.exitCode = 1
  } else {
    for (const mutant of mutants) {
      const began = performance.now()
      const result = await tried(mutant)
      write(mutant, result)
      const seconds = ((performance.now() - began) / 1000).toFixed(0)
      console.log(`${result.outcome.padEnd(14)} ${mutant.name} (${seconds} s): ${result.by}`)
      if (result.outcome !== 'caught') process.exitCode = 1
    }
  }
} finally {
  vitest.end()
}

/** @param {Mutant[]} mutants */
function chosen(mutants) {
  const parts = values.only?.split(',')
  const named = mutants.filter(({ name }) => parts === undefined || parts.some((part) => name.includes(part)))
  const [shard = 1, shards = 1] = values.shard?.split('/').map(Number) ?? []
  const size = Math.ceil(named.length / shards)
  return named.slice((shard - 1) * size, shard * size)
}

function copySources() {
  rmSync(join(source, 'src-native'), { recursive: true, force: true })
  mkdirSync(source, { recursive: true })
  for (const part of ['src-native', 'scripts', 'CMakeLists.txt', 'sources.json', 'package.json']) {
    cpSync(join(root, part), join(source, part), { recursive: true, preserveTimestamps: true })
  }
}

/** What the compiler said where it does not build. @returns {string | undefined} */
function build() {
  const script = join(source, 'scripts', 'build-win32.mjs')
  const { status, stdout, stderr } = spawnSync('node', [script, '--out', addon], { encoding: 'utf8' })
  return status === 0 ? undefined : `${stdout}${stderr}`
}

/** What fails of the tests that these mutants are tried with while there is no fault. @param {Mutant[]} mutants */
async function problemsWithout(mutants) {
  const failing = new Set()
  const runs = new Map(mutants.map((mutant) => [JSON.stringify(testsOf(mutant)), testsOf(mutant)]))
  // All of a pattern in one run.
  const patterns = new Map()
  for (const { files, pattern } of runs.values()) {
    patterns.set(pattern, [...(patterns.get(pattern) ?? []), ...files])
  }
  for (const [pattern, files] of patterns) {
    const { report, output } = await vitest.run({ addon, files: [...new Set(files)], pattern })
    if (report === undefined) return output
    for (const name of failures(report)) failing.add(name)
  }
  return failing.size === 0 ? undefined : [...failing].join('\n')
}

/** In files of the contract those alone that are about this backend. @param {Mutant} mutant */
function testsOf({ tests, pattern }) {
  const isContract = tests.every((file) => file.startsWith('contract/'))
  return { files: tests, pattern: pattern ?? everythingHere(root, isContract ? 'windows ' : '') }
}

/** @param {Mutant} mutant @returns {Promise<Result>} */
async function tried(mutant) {
  const file = join(source, platform, mutant.file)
  const original = readFileSync(file, 'utf8')
  if (original.split(mutant.from).length !== 2) {
    return { outcome: 'does not apply', by: `${mutant.file} does not have that once` }
  }
  try {
    writeFileSync(
      file,
      original.replace(mutant.from, () => mutant.to),
    )
    const problem = build()
    // A fault that does not compile is no fault.
    if (problem !== undefined) return { outcome: 'does not build', by: (problem.match(/error: .*/) ?? [''])[0] }
    const { files, pattern } = testsOf(mutant)
    const { report } = await vitest.run({ addon, files, pattern, flags: ['--bail=1'], timeout: 240_000 })
    if (report === undefined) return { outcome: 'caught', by: 'the process ended, or never did' }
    const [first] = failures(report)
    return first === undefined ? { outcome: 'survived', by: '' } : { outcome: 'caught', by: first }
  } finally {
    writeFileSync(file, original)
  }
}

/** The tests that failed, and the files that did without one. @param {import('./vitest.mjs').Report} report @returns {string[]} */
function failures(report) {
  return report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = name.replaceAll('\\', '/').replace(/^.*\/test\/(.*)\.test\.js$/, '$1')
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [`${file}, as a whole`]
    return failed.map(({ ancestorTitles, title }) => `${file}: ${[...ancestorTitles, title].join(' > ')}`)
  })
}

/** Into the table, in the order of the list; what was not tried now stays as it was. @param {Mutant} mutant @param {Result} result */
function write(mutant, result) {
  const cell = (/** @type {string} */ text) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ')
  const known = new Map()
  if (existsSync(table)) {
    for (const line of readFileSync(table, 'utf8').split('\n')) {
      const [, name] = line.match(/^\| (.*?) \| `/) ?? []
      if (name !== undefined) known.set(name, line)
    }
  }
  known.set(cell(mutant.name), `| ${cell(mutant.name)} | \`${mutant.file}\` | ${result.outcome} | ${cell(result.by)} |`)
  const rows = all.map(({ name, file }) => known.get(cell(name)) ?? `| ${cell(name)} | \`${file}\` | not tried yet | |`)
  writeFileSync(table, `${[...HEAD, ...rows].join('\n')}\n`)
}
