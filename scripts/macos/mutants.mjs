/**
 * Deliberate faults in the macOS backend, one at a time: each is a change of one place, built over the simulated frameworks, and the
 * tests it is listed with have to fail. One that they do not notice is a hole in the suite.
 *
 *   node scripts/macos/mutants.mjs                     all of them, and writes test/macos/mutants.md
 *   node scripts/macos/mutants.mjs --only lane,scope   those whose names have that in them
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../darwin.mjs'

/** @typedef {{ name: string, file: string, from: string, to: string, tests: string[] }} Mutant `file`: below the platform's folder; `tests`: below `test` */

const { values } = parseArgs({ options: { only: { type: 'string' } } })
/** @type {Mutant[]} */
const MUTANTS = JSON.parse(readFileSync(join(root, 'test', 'macos', 'mutants.json'), 'utf8'))
const wanted = values.only?.split(',')
const mutants = MUTANTS.filter(({ name }) => wanted === undefined || wanted.some((part) => name.includes(part)))

// ms; what hangs has been noticed.
const LONGEST = 240_000

const copy = join(root, 'build-macos', 'mutant')
const build = join(copy, 'build-macos')
copySources()
if (!compiles()) throw new Error('the backend does not build as it is')
const sound = outcomes([...new Set(mutants.flatMap(({ tests }) => tests))])
const broken = [...sound].filter(([, passed]) => !passed).map(([name]) => name)
if (broken.length > 0) throw new Error(`without a fault these fail already:\n${broken.join('\n')}`)

const rows = mutants.map((mutant) => {
  const seen = whatBecomesOf(mutant)
  console.log(`${seen.outcome.padEnd(14)} ${mutant.name}${seen.by === undefined ? '' : `: ${seen.by}`}`)
  return { ...mutant, ...seen }
})
const missed = rows.filter(({ outcome }) => outcome !== 'noticed')
console.log(`${rows.length - missed.length} of ${rows.length} were noticed.`)
if (wanted === undefined) writePage()
process.exitCode = missed.length === 0 ? 0 : 1

/** @param {Mutant} mutant @returns {{ outcome: 'noticed' | 'survived' | 'does not apply' | 'does not build', by?: string }} */
function whatBecomesOf({ file, from, to, tests }) {
  const path = join(copy, 'src-native', 'platform', 'macos', file)
  const original = readFileSync(path, 'utf8')
  if (original.split(from).length !== 2) return { outcome: 'does not apply' }
  writeFileSync(
    path,
    original.replace(from, () => to),
  )
  try {
    if (!compiles()) return { outcome: 'does not build' }
    const now = outcomes(tests, ['--bail=1'])
    const failed = [...now].find(([name, passed]) => !passed && sound.get(name) === true)
    if (failed !== undefined) return { outcome: 'noticed', by: failed[0] }
    return now.ended === 0 ? { outcome: 'survived' } : { outcome: 'noticed', by: `the process: ${now.ended}` }
  } finally {
    writeFileSync(path, original)
  }
}

/** Which tests passed; `ended`: the exit code, or that it took too long. @param {string[]} files @param {string[]} options */
function outcomes(files, options = []) {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const command = ['vitest', 'run', '--project', 'contract', '--project', 'macos', '--reporter=json']
  const { status, signal } = spawnSync(
    'npx',
    ['--no-install', ...command, `--outputFile.json=${report}`, ...options, ...files],
    {
      cwd: root,
      env: { ...process.env, SUREHAND_AXSIM: build, SUREHAND_PREBUILD: build, SUREHAND_BACKENDS: 'macos' },
      stdio: 'ignore',
      timeout: LONGEST,
    },
  )
  /** @type {Map<string, boolean> & { ended?: number | string }} */
  const passed = new Map()
  passed.ended = signal === null ? (status ?? 1) : 'it takes too long'
  if (!existsSync(report)) return passed
  for (const { name, assertionResults } of JSON.parse(readFileSync(report, 'utf8')).testResults)
    for (const { fullName, status: outcome } of assertionResults)
      if (outcome === 'passed' || outcome === 'failed')
        passed.set(`${name.slice(name.lastIndexOf('/test/') + 6)}: ${fullName}`, outcome === 'passed')
  return passed
}

function copySources() {
  rmSync(join(copy, 'src-native'), { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  for (const part of ['src-native', 'test/simulators/ax', 'test/native/main.cc', 'sources.json', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true, preserveTimestamps: true })
  // An earlier run may have ended with a fault in what was built: those files are compiled anew.
  const now = new Date()
  for (const file of new Set(MUTANTS.map(({ file }) => file)))
    utimesSync(join(copy, 'src-native', 'platform', 'macos', file), now, now)
  if (!existsSync(join(copy, 'node_modules'))) symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  // A fault may leave a variable unused.
  const lists = join(copy, 'test', 'simulators', 'ax', 'CMakeLists.txt')
  writeFileSync(lists, readFileSync(lists, 'utf8').replace(' -Werror', ''))
  spawnSync('cmake', ['-S', dirname(lists), '-B', build, '-G', 'Ninja'], { stdio: 'ignore' })
}

function compiles() {
  return spawnSync('cmake', ['--build', build, '--', '--quiet'], { stdio: 'ignore' }).status === 0
}

function writePage() {
  const line = ({ name, file, outcome, by = '' }) => `| ${name} | ${file} | ${outcome} | ${by.replaceAll('|', '\\|')} |`
  const page = [
    '# Deliberate faults in the macOS backend',
    '',
    'Written by `node scripts/macos/mutants.mjs`: each is made, built over the simulated frameworks, and noticed by the test that failed',
    `first. ${rows.length - missed.length} of ${rows.length} were noticed.`,
    '',
    '| fault | in | | by |',
    '| --- | --- | --- | --- |',
    ...rows.map(line),
  ]
  writeFileSync(join(root, 'test', 'macos', 'mutants.md'), `${page.join('\n')}\n`)
}
