/**
 * Breaks each matcher of the test kit in four ways, in a copy of the tree, and runs its tests over the simulated desktop: each has to be
 * noticed. Says a table, and, of all matchers, writes test/contract/testkit/mutants.md; ends with 1 when one was not noticed.
 * `node scripts/testkit-mutants.mjs [matcher…]`
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const copy = mkdtempSync(join(tmpdir(), 'surehand-mutants-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))

const files = execFileSync('git', ['ls-files', '-z', 'lib', 'test', 'examples', '*.ts', '*.json'], {
  cwd: root,
  encoding: 'utf8',
})
for (const file of files.split('\0').filter(Boolean)) cpSync(join(root, file), join(copy, file))
for (const shared of ['node_modules', 'build']) symlinkSync(join(root, shared), join(copy, shared))

/** Puts a text in the place of another that has to be there once. */
function patch(file, from, to) {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${file} has to have this once: ${from}`)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
}

// One mutant at a time, which the environment names. What comes too late is not to be waited for as long as in earnest.
patch('test/patience.ts', 'PATIENCE = 30_000', 'PATIENCE = 1_500')
const MUTANT = (matcher, kind) => `process.env.SUREHAND_MUTANT === \`\${${matcher}}: ${kind}\``
const WAITS = 'lib/test/testkit/expectation.ts'
patch(
  WAITS,
  'const lookup = lookupOf(matcher, subject)',
  `const meant = lookupOf(matcher, subject)
  let first: Judgement | undefined
  const lookup = ${MUTANT('matcher', 'ignores the element')} ? new Locator(meant.scope as never, 'role:application|first') : meant`,
)
patch(
  WAITS,
  'const soon = ',
  `if (first !== undefined && ${MUTANT('matcher', 'never waits')}) throw tooLate(limits)
      if (first !== undefined && ${MUTANT('matcher', 'reads once')}) return first.holds === !not ? first : new NotYet(() => tooLate(limits))
      const soon = `,
)
patch(WAITS, 'looks++\n', 'looks++\n      first ??= judgement\n')
patch(WAITS, 'judgement.holds === !not ?', `judgement.holds === (${MUTANT('matcher', 'inverts')} ? not : !not) ?`)
patch(
  'lib/test/testkit/screenshot.ts',
  'await pictured(subject as Subject',
  `await pictured(${MUTANT("'toMatchScreenshot'", 'ignores the element')} ? new Locator((subject as never as { scope: never }).scope, 'role:application|first') : subject as Subject`,
)
patch('lib/test/testkit/screenshot.ts', 'import type { Locator }', 'import { Locator }')
const CHANGED = "'toHaveChanged'"
patch(
  'lib/test/testkit/matchers.ts',
  'return { pass: fitting.length > 0, message }',
  `if (${MUTANT(CHANGED, 'inverts')}) return { pass: fitting.length === 0, message }
    if (${MUTANT(CHANGED, 'ignores the element')}) return { pass: entries.length > 0, message }
    return { pass: fitting.length > 0, message }`,
)

const KINDS = ['never waits', 'inverts', 'reads once', 'ignores the element']
// It is about what was, and waits for nothing.
const LACKS = { toHaveChanged: ['never waits', 'reads once'] }

const declared = readFileSync(join(root, 'lib/test/testkit/types.ts'), 'utf8')
const all = [...new Set([...declared.matchAll(/^ {2}(to[A-Z]\w+)\(/gm)].map(([, name]) => name))]
const wanted = process.argv.length > 2 ? process.argv.slice(2) : all

/** How many tests of a matcher fail, of how many, with a mutant. */
function run(matcher, mutant) {
  const output = join(copy, 'result.json')
  rmSync(output, { force: true })
  const files = ['matchers', 'snapshots', 'messages'].map((name) => `test/contract/testkit/${name}.test.ts`)
  spawnSync(
    join(root, 'node_modules', '.bin', 'vitest'),
    ['run', '--project', 'contract', ...files, '-t', `\\b${matcher}\\b`, '--reporter=json', `--outputFile=${output}`],
    {
      cwd: copy,
      stdio: 'ignore',
      env: { ...process.env, SUREHAND_BACKENDS: 'simulated', SUREHAND_MUTANT: mutant, CI: '1' },
    },
  )
  const { numFailedTests, numPassedTests } = JSON.parse(readFileSync(output, 'utf8'))
  return { failed: numFailedTests, of: numFailedTests + numPassedTests }
}

const lines = []
const say = (line) => {
  console.log(line)
  lines.push(line)
}

let missed = 0
say(`| matcher | tests | ${KINDS.join(' | ')} |\n| --- | --- |${' --- |'.repeat(KINDS.length)}`)
for (const matcher of wanted) {
  const whole = run(matcher, '')
  if (whole.failed > 0 || whole.of === 0) {
    say(`| ${matcher} | ${whole.failed} of ${whole.of} fail without a mutant |`)
    missed++
    continue
  }
  const cells = KINDS.map((kind) => {
    if (LACKS[matcher]?.includes(kind)) return 'does not wait'
    const { failed } = run(matcher, `${matcher}: ${kind}`)
    if (failed === 0) missed++
    return failed === 0 ? '**not noticed**' : `${failed} fail`
  })
  say(`| ${matcher} | ${whole.of} | ${cells.join(' | ')} |`)
}
const summary = missed === 0 ? 'All were noticed.' : `${missed} were not noticed.`
console.log(`\n${summary}`)
if (wanted === all) {
  const page = `# Wrong matchers

Written by \`node scripts/testkit-mutants.mjs\`, over the simulated desktop: each matcher is made wrong in four ways, and so many of its tests
fail. ${summary}

${lines.join('\n')}
`
  writeFileSync(join(root, 'test', 'contract', 'testkit', 'mutants.md'), page)
}
process.exitCode = missed === 0 ? 0 : 1
