/**
 * Runs the tests of test/fixtures/testkit with the packed package and each major version of Vitest and Jest that the kit is for, each in a
 * project of its own, with what it needs from the npm registry: a first run that writes files, one as a CI, one with -u, one that fails.
 * `npm run test:runners [-- vitest@5 …]`
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const fixtures = join(root, 'test', 'fixtures', 'testkit')
const wanted = process.argv.length > 2 ? process.argv.slice(2) : ['vitest@4', 'vitest@5', 'jest@29', 'jest@30']
const folder = mkdtempSync(join(tmpdir(), 'surehand-runners-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const npm = (args, cwd) => execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
const [{ filename }] = JSON.parse(npm(['pack', root, '--json', '--ignore-scripts', '--pack-destination', folder], root))
const tarball = join(folder, filename)

// As docs/testing.md has it; the size is the one that the test asks for.
const SETUP = `import { HeadlessSession } from 'surehand/headless'
export default async function setup(project) {
  const session = await HeadlessSession.start({ width: 1000, height: 700 })
  project.provide('deskOptions', { session: session.environment })
  return () => session.stop()
}
`

/** Vitest 5 needs a newer Node than the oldest that surehand runs on. */
function nodeFor(runner) {
  if (runner !== 'vitest@5' || Number(process.versions.node.split('.')[0]) >= 22) return process.execPath
  const name = `node-linux-${process.arch}`
  const place = join(folder, 'node-22')
  npm(['install', '--silent', '--no-save', '--prefix', place, `${name}@22`], folder)
  return join(place, 'node_modules', name, 'bin', 'node')
}

function check(runner) {
  const [name, major] = runner.split('@')
  const project = join(folder, `${name}-${major}`)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "private": true }')
  const packages = name === 'jest' ? [`jest@${major}`, `@jest/globals@${major}`] : [runner]
  npm(['install', '--no-audit', '--no-fund', '--ignore-scripts', tarball, 'pngjs@7', ...packages], project)
  const installed = join(project, 'node_modules', 'surehand')
  // Without prebuilt binaries the one of this checkout.
  if (!existsSync(join(installed, 'prebuilds', `${process.platform}-${process.arch}`)))
    cpSync(join(root, 'build', 'Release', 'surehand.node'), join(installed, 'build', 'Release', 'surehand.node'))
  const { version } = JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8'))
  const file = name === 'jest' ? 'mail.jest.cjs' : 'mail.test.mjs'
  cpSync(join(fixtures, file), join(project, file))
  const world = readFileSync(join(fixtures, 'world.mjs'), 'utf8')
  if (name === 'jest') writeFileSync(join(project, 'world.cjs'), world.replace('export const world', 'exports.world'))
  else writeFileSync(join(project, 'world.mjs'), world)

  // What all files of a project have.
  if (name === 'vitest')
    writeFileSync(
      join(project, 'vitest.config.mjs'),
      `export default { test: { provide: { deskOptions: { width: 1000, height: 700 } } } }\n`,
    )

  const node = nodeFor(runner)
  const run = (args, environment) => {
    const command =
      name === 'jest'
        ? [join(project, 'node_modules', 'jest', 'bin', 'jest.js'), '--testMatch', '**/*.jest.cjs', ...args]
        : [join(project, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--reporter=verbose', ...args]
    const env = { ...process.env, NO_COLOR: '1', CI: undefined, ...environment }
    const { status, stdout, stderr } = spawnSync(node, command, { cwd: project, encoding: 'utf8', env })
    return { passed: status === 0, said: `${stdout}\n${stderr}` }
  }
  const kept = (ending) => join(project, '__snapshots__', file, `a-simulated-program-matches-its-files-1${ending}`)
  const [tree, picture] = [kept('.tree.txt'), kept(`-${process.platform}.png`)]
  const wrong = []
  const expect = (what, holds, said) => {
    if (!holds) wrong.push(`${what}\n${said}`)
  }

  const ci = run(
    ['--ci'].filter(() => name === 'jest'),
    { CI: 'true' },
  )
  expect(
    'as a CI, without files, it fails',
    !ci.passed && /no such file, and this run writes none/.test(ci.said),
    ci.said,
  )
  const elements = join(project, '__elements__', `${file}.json`)
  expect('and writes no elements', !existsSync(elements), ci.said)
  const first = run([], { PROGRAM: '1' })
  expect('the first run passes and writes', first.passed && existsSync(tree) && existsSync(picture), first.said)
  const found = existsSync(elements) ? readFileSync(elements, 'utf8') : ''
  expect(
    'and writes what locators found',
    /"a simulated program[ >]+is waited for"/.test(found) && /role:button\|name:Send/.test(found),
    found,
  )
  if (name === 'vitest') {
    writeFileSync(join(project, 'setup.mjs'), SETUP)
    writeFileSync(join(project, 'given.config.mjs'), `export default { test: { globalSetup: './setup.mjs' } }\n`)
    const given = run(['--config', 'given.config.mjs', '-t', 'real program'], { PROGRAM: '1' })
    expect('a session that globalSetup started is used', given.passed && /1 passed/.test(given.said), given.said)
  }
  const second = run(
    ['--ci'].filter(() => name === 'jest'),
    { CI: 'true' },
  )
  expect('as a CI, with them, it passes', second.passed, second.said)
  writeFileSync(tree, readFileSync(tree, 'utf8').replace('"Empty"', '/^E/').replace('"Send"', '"Other"'))
  const changed = run([], {})
  expect('another tree fails, with the lines', !changed.passed && /- +button "Other"/.test(changed.said), changed.said)
  const updated = run(['-u'], {})
  const text = readFileSync(tree, 'utf8')
  expect(
    '-u writes it, and keeps expressions',
    updated.passed && /\/\^E\//.test(text) && /"Send"/.test(text),
    updated.said,
  )
  const failing = run([], { FAILS: '1' })
  const results = join(project, '__results__', file)
  expect(
    'a failure says what comes nearest',
    !failing.passed && /button "Send" fails name:Sned/.test(failing.said),
    failing.said,
  )
  expect(
    'and where the desktop is kept',
    /The desktop then: .*desktop\.txt/.test(failing.said) && existsSync(results),
    failing.said,
  )
  const filmed = run(['-t', 'filmed'], { VIDEO: '1' })
  const [own, other] = ['filmed-and-fails', 'filmed-and-passes'].map((test) => join(results, test))
  expect(
    'a failure names its video, and the trace beside it',
    !filmed.passed &&
      /The video: __results__\/.*\/filmed-and-fails\/video\.webm\n.*show-trace .*test\.trace/.test(filmed.said),
    filmed.said,
  )
  expect('which is there', existsSync(join(own, 'video.webm')) && existsSync(join(own, 'test.trace')), filmed.said)
  expect('and none of what passes', /1 failed.*1 passed/.test(filmed.said) && !existsSync(other), filmed.said)
  // What is kept of a failure is in its message, which every reporter has.
  const junit = join(project, 'junit.xml')
  const ofVitest = [
    '--reporter=junit',
    `--outputFile.junit=${junit}`,
    '--attachmentsDir=attachments',
    '--reporter=github-actions',
  ]
  const reported = run(name === 'jest' ? ['--reporters=github-actions'] : ofVitest, {
    FAILS: '1',
    GITHUB_ACTIONS: 'true',
  })
  expect('the report for a CI has it', /::error [^\n]*The desktop then/.test(reported.said), reported.said)
  if (name === 'vitest') {
    const said = readFileSync(junit, 'utf8')
    expect('and that of JUnit', /<failure[^>]*The desktop then/.test(said), said)
    expect('which has the files', /<property name="attachment" value="[^"]*desktop\.png"/.test(said), said)
    const copied = readdirSync(join(project, 'attachments'))
    expect('and Vitest has them', copied.length >= 2, copied.join(' '))
  }
  const at = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  console.log(`${name} ${version}, Node ${at}: ${wrong.length === 0 ? 'passed' : `FAILED: ${wrong.join('\n')}`}`)
  return wrong.length === 0
}

process.exitCode = wanted.map(check).every(Boolean) ? 0 : 1
