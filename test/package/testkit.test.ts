import { execFile } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { build, npm, pack, root } from './packed.js'

/** The test kit as somebody gets it: two projects with the packed package and a runner, both from npm, and what `surehand init` writes. */

let folder: string
let tarball: string

beforeAll(async () => {
  build()
  folder = await mkdtemp(join(tmpdir(), 'surehand-testkit-'))
  tarball = pack(root, folder)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** What is said by a command of the project, which ends with 1 for a test that failed. */
async function said(project: string, command: string, args: string[], environment: object = {}): Promise<string> {
  const env = { ...process.env, PREBUILDS_ONLY: '1', CI: '1', VITEST: undefined, NODE_ENV: 'test', ...environment }
  const { stdout, stderr } = await promisify(execFile)(command, args, { cwd: project, env }).catch(
    (failed: { stdout: string; stderr: string }) => failed,
  )
  return `${stdout}\n${stderr}`
}

const npx = (project: string, ...args: string[]) => said(project, 'npx', ['--no-install', ...args])

// Vitest 5 needs a newer Node than the oldest that surehand runs on.
const VITEST = Number(process.versions.node.split('.')[0]) < 22 ? 'vitest@4' : 'vitest'

/** An empty project that somebody makes a suite of this runner in. */
async function made(name: string, packages: string[], type: 'commonjs' | 'module' = 'commonjs'): Promise<string> {
  const project = join(folder, name)
  await mkdir(project)
  npm(['init', '--yes'], project)
  npm(['pkg', 'set', `type=${type}`], project)
  npm(['install', '--save-dev', '--prefer-offline', '--no-audit', '--no-fund', tarball, ...packages], project)
  return project
}

const MAIL = `{ applications: [{ name: 'Mail', windows: [{ role: 'window', name: 'Mail', children: [
    { role: 'text', name: 'Empty', key: 'status' },
    { role: 'button', name: 'Send', on: { press: [{ set: 'status', name: 'Sent' }] } }] }] }] }`
const SENDS = `async (app, expect) => {
    await expect(app.locator('role:text')).toHaveText('Empty')
    expect(await app.locator('role:button|name:Send').click()).toHaveChanged({ name: 'Sent' })
    await expect(app.locator('role:text')).toHaveText('Sent')
    await expect(app.locator('role:button|name:Discard')).not.toBeAttached()
  }`

/** A program in memory, one test that passes and one that fails. */
const MAIL_TESTS = {
  vitest: `import { expect, test } from 'surehand/vitest'
  const sends = ${SENDS}
  test.override({ deskOptions: { backend: 'simulated', world: ${MAIL}, trace: 'retain-on-failure' } })
  test('sends', async ({ desktop }) => sends(await desktop.app('Mail'), expect))
  test('fails', async ({ desktop }) => sends(await desktop.app('Mail'), (what) => expect(what).not))`,
  jest: `const { expect, useDesktop } = require('surehand/jest')
  const sends = ${SENDS}
  const desk = useDesktop({ backend: 'simulated', world: ${MAIL}, trace: 'retain-on-failure' })
  test('sends', async () => sends(await desk.desktop.app('Mail'), expect))
  test('fails', async () => sends(await desk.desktop.app('Mail'), (what) => expect(what).not))`,
}

const CRASHES = {
  vitest: `import { test } from 'surehand/vitest'
  test('types', async ({ launch }) => {
    const app = await launch('mousepad', ['--disable-server'])
    process.kill(app.pid, 'SIGSEGV')
    await app.program.waitForExit()
  })`,
  jest: `const { useDesktop } = require('surehand/jest')
  const desk = useDesktop()
  test('types', async () => {
    const app = await desk.launch('mousepad', ['--disable-server'])
    process.kill(app.pid, 'SIGSEGV')
    await app.program.waitForExit()
  })`,
}

/** What is said of a program that crashed, and of what it left. */
function crashIn(file: string): RegExp {
  const told = 'A program crashed: mousepad --disable-server was ended by SIGSEGV'
  return new RegExp(`${told}[\\s\\S]*The trace: npx surehand show-trace __results__/${file}/types/test\\.trace`)
}

interface Workflow {
  jobs: Record<'test' | 'report', { steps: { run?: string; with?: { path?: string } }[] }>
}

/** The commands of a job that come after `npm ci`. */
function commandsOf(project: string, job: 'test' | 'report'): string[] {
  const workflow = parse(readFileSync(join(project, '.github', 'workflows', 'desktop.yml'), 'utf8')) as Workflow
  const runs = workflow.jobs[job].steps.flatMap(({ run }) => run ?? [])
  return runs.slice(runs.indexOf('npm ci') + 1)
}

/** Does what the written workflow does, on so many machines, in the place of GitHub; its artefacts are in `all`. */
async function machines(project: string, count: number): Promise<void> {
  for (const kept of results(project)) await rm(join(project, kept), { recursive: true })
  const run = (command: string) => said(project, 'bash', ['-e', '-c', command], { GITHUB_ACTIONS: 'true' })
  for (let shard = 1; shard <= count; shard++) {
    for (const command of commandsOf(project, 'test')) {
      const filled = command.replace(/\$\{\{ matrix\.shard \}\}/g, `${shard}`)
      await run(filled.replace(/\$\{\{ strategy\.job-total \}\}/g, `${count}`))
    }
    for (const kept of ['blobs', ...results(project)]) {
      if (!existsSync(join(project, kept))) continue
      cpSync(join(project, kept), join(project, 'all', `results-${shard}`, kept), { recursive: true })
      await rm(join(project, kept), { recursive: true })
    }
  }
  for (const command of commandsOf(project, 'report')) await run(command)
}

/** The folders in which failed tests leave what they leave. */
function results(project: string): string[] {
  return readdirSync(project, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('__results__') && !/^(node_modules|all)\//.test(path))
}

describe('Vitest', () => {
  let project: string
  beforeAll(async () => {
    project = await made('vitest', [VITEST])
    expect(await npx(project, 'surehand', 'init')).toMatch(/Nothing was written/)
    expect(await npx(project, 'surehand', 'init', '--yes')).toMatch(/writes test\/desktop\.test\.mjs\n/)
    await writeFile(join(project, 'mail.test.mjs'), MAIL_TESTS.vitest)
  })

  test('surehand init writes a test that passes', async () => {
    expect(await npx(project, 'surehand', 'init', '--yes')).toMatch(/leaves test\/desktop\.test\.mjs, which is there/)
    expect(await npx(project, 'vitest', 'run', '--no-color', 'desktop')).toMatch(/Tests +1 passed/)
  })

  test('the matchers and the desktop are there, and what is kept of a failure reaches the reporters', async () => {
    const junit = ['--reporter=junit', '--outputFile.junit=junit.xml']
    const words = await npx(project, 'vitest', 'run', 'mail', '--reporter=verbose', '--no-color', ...junit)
    expect(words).toMatch(/✓ mail\.test\.mjs > sends/)
    expect(words).toMatch(/expect\(role:text in Mail\)\.not\.toHaveText\(\) failed after \d+ ms/)
    expect(words).toMatch(/Tests +1 failed \| 1 passed/)
    const report = await readFile(join(project, 'junit.xml'), 'utf8')
    expect(report).toMatch(/<property name="attachment" value="__results__\/mail\.test\.mjs\/fails\/desktop\.txt">/)
    expect(report).toMatch(/<property name="attachment" value="__results__\/mail\.test\.mjs\/fails\/test\.trace">/)
  })

  test('the written workflow puts together what two machines report and leave', async () => {
    await machines(project, 2)
    const all = join(project, 'all')
    const report = await readFile(join(all, 'junit.xml'), 'utf8')
    expect(report).toMatch(/<testsuites [^>]*tests="3" failures="1"/)
    expect(report).toMatch(/writes a letter/)
    const pages = readdirSync(all, { recursive: true }).filter((file) => String(file).endsWith('test.trace.html'))
    expect(pages).toEqual([expect.stringMatching(/^results-\d\/__results__\/mail\.test\.mjs\/fails\//)])
  })

  test('a program that crashes fails its test, with its signal, and what is kept of a failure is kept', async () => {
    await writeFile(join(project, 'crash.test.mjs'), CRASHES.vitest)
    expect(await npx(project, 'vitest', 'run', '--no-color', 'crash')).toMatch(crashIn('crash.test.mjs'))

    // What it left goes when it passes.
    const left = join(project, '__results__', 'crash.test.mjs', 'types')
    expect(existsSync(left)).toBe(true)
    await writeFile(join(project, 'crash.test.mjs'), CRASHES.vitest.replace(/process\.kill.*/, 'await app.quit()'))
    expect(await npx(project, 'vitest', 'run', '--no-color', 'crash')).toMatch(/1 passed/)
    expect(existsSync(left)).toBe(false)
  })
})

describe('Jest', () => {
  let project: string
  beforeAll(async () => {
    project = await made('jest', ['jest', '@jest/globals'], 'module')
    expect(await npx(project, 'surehand', 'init', '--jest')).toMatch(/Nothing was written/)
    expect(await npx(project, 'surehand', 'init', '--yes')).toMatch(/writes test\/desktop\.test\.cjs\n/)
    await writeFile(join(project, 'mail.test.cjs'), MAIL_TESTS.jest)
  })

  test('surehand init writes a test that passes', async () => {
    expect(await npx(project, 'surehand', 'init', '--yes')).toMatch(/leaves test\/desktop\.test\.cjs, which is there/)
    expect(await npx(project, 'jest', '--no-color', 'desktop')).toMatch(/Tests: +1 passed/)
  })

  test('the matchers and the desktop are there', async () => {
    const words = await npx(project, 'jest', 'mail', '--no-color')
    expect(words).toMatch(/✓ sends/)
    expect(words).toMatch(/expect\(role:text in Mail\)\.not\.toHaveText\(\) failed after \d+ ms/)
    expect(words).toMatch(/Tests: +1 failed, 1 passed/)
    const kept = join(project, '__results__', 'mail.test.cjs', 'fails', 'desktop.txt')
    expect(words).toContain('The desktop then: __results__/mail.test.cjs/fails/desktop.txt')
    expect(await readFile(kept, 'utf8')).toMatch(/button "Send"/)
  })

  test('the written workflow puts together what two machines leave', async () => {
    await machines(project, 2)
    const all = readdirSync(join(project, 'all'), { recursive: true }).map(String)
    const reports = all.filter((file) => /jest-\d\.json$/.test(file))
    const counts = reports.map(
      (file) => JSON.parse(readFileSync(join(project, 'all', file), 'utf8')) as { numTotalTests: number },
    )
    expect(counts.map(({ numTotalTests }) => numTotalTests).sort()).toEqual([1, 2])
    expect(all.filter((file) => file.endsWith('test.trace.html'))).toHaveLength(1)
  })

  test('a program that crashes fails its test, with its signal, and what is kept of a failure is kept', async () => {
    await writeFile(join(project, 'crash.test.cjs'), CRASHES.jest)
    expect(await npx(project, 'jest', '--no-color', 'crash')).toMatch(crashIn('crash.test.cjs'))

    // What it left goes when it passes.
    const left = join(project, '__results__', 'crash.test.cjs', 'types')
    expect(existsSync(left)).toBe(true)
    await writeFile(join(project, 'crash.test.cjs'), CRASHES.jest.replace(/process\.kill.*/, 'await app.quit()'))
    expect(await npx(project, 'jest', '--no-color', 'crash')).toMatch(/1 passed/)
    expect(existsSync(left)).toBe(false)
  })
})

describe('docs/testing.md', () => {
  const page = readFileSync(join(root, 'docs', 'testing.md'), 'utf8')
  const blocks = (language: string) =>
    [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text]) => text as string)
  /** The blocks that are files, by their name. */
  const files = (language: string) =>
    blocks(language).map((text) => [/^\/\/ (\S+)\n/.exec(text)?.[1] ?? '', text] as const)

  async function projectOf(name: string, packages: string[], language: string, type?: 'module'): Promise<string> {
    const project = await made(name, packages, type)
    for (const [file, text] of files(language)) await writeFile(join(project, file), text)
    return project
  }

  test('every example is a file that is run', () => {
    const names = (language: string) => files(language).map(([file]) => file)
    expect(names('ts')).toEqual(['calculator.test.ts', 'vitest.config.ts', 'narrow.test.ts', 'global-setup.ts'])
    const ofJest = ['calculator.test.js', 'jest.config.js', 'global-setup.js', 'global-teardown.js', 'shared.test.js']
    expect(names('js')).toEqual(ofJest)
  })

  test('the examples of Vitest compile and pass, with the options of the project and with a session of its own', async () => {
    const project = await projectOf('examples-of-vitest', [VITEST, 'typescript@5', '@types/node@22'], 'ts', 'module')
    const strict = ['--noEmit', '--strict', '--module', 'preserve', '--target', 'es2022', '--skipLibCheck']
    expect((await npx(project, 'tsc', ...strict, ...files('ts').map(([file]) => file))).trim()).toBe('')
    expect(await npx(project, 'vitest', 'run', '--no-color')).toMatch(/Tests +3 passed/)
    const shared = `import { expect, test } from 'surehand/vitest'
      test('on the desktop of all', async ({ desktop }) => {
        expect((await desktop.displays())[0]?.bounds).toMatchObject({ width: 1000, height: 700 })
      })`
    await writeFile(join(project, 'shared.test.ts'), shared)
    const config = `export default { test: { globalSetup: './global-setup.ts', include: ['shared.test.ts'] } }`
    await writeFile(join(project, 'shared.config.ts'), config)
    expect(await npx(project, 'vitest', 'run', '--no-color', '--config', 'shared.config.ts')).toMatch(/Tests +1 passed/)

    // The message that the page shows, of a real failure.
    const failing = `import { expect, test } from 'surehand/vitest'
      test('opens the menu', async ({ launch }) => {
        const app = await launch('mousepad', ['--disable-server'])
        await expect(app.locator('role:Menu|name:Flie')).toBeVisible({ timeout: 300 })
      })`
    await writeFile(join(project, 'letter.test.ts'), failing)
    const failure = await npx(project, 'vitest', 'run', '--no-color', 'letter')
    const [shown] = blocks('').filter((text) => text.startsWith('expect('))
    for (const line of (shown as string).trim().split('\n')) {
      const exact = line
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replace(/\d+(?= ms)/g, '\\d+')
        .replace(/\d+ looks/, '\\d+ looks?')
      expect(failure).toMatch(new RegExp(exact))
    }
  })

  test('the examples of Jest pass', async () => {
    const project = await projectOf('examples-of-jest', ['jest', '@jest/globals'], 'js')
    expect(await npx(project, 'jest', '--no-color', 'calculator')).toMatch(/Tests: +1 passed/)
    const shared = ['--globalSetup', './global-setup.js', '--globalTeardown', './global-teardown.js']
    expect(await npx(project, 'jest', '--no-color', ...shared, 'shared')).toMatch(/Tests: +1 passed/)
  })

  test('the workflow is the one that init writes, and the container has what init names', async () => {
    const { workflow, said } = await initialised({ 'package.json': '{}' })
    expect(blocks('yaml')).toEqual([workflow])
    const packages = /--no-install-recommends (.*)/.exec(said)?.[1]?.split(' ')
    expect(
      /--no-install-recommends \\\n +(.*) \\/
        .exec(blocks('dockerfile')[0] as string)?.[1]
        ?.split(' ')
        .sort(),
    ).toEqual(packages?.sort())
  })
})

/** What init writes into a project with these files, and what it says. */
async function initialised(given: Record<string, string>) {
  const project = await mkdtemp(join(folder, 'other-'))
  for (const [file, text] of Object.entries(given)) await writeFile(join(project, file), text)
  const words = await said(project, join(await installed(), 'node_modules', '.bin', 'surehand'), ['init', '--yes'])
  const [name] = readdirSync(join(project, 'test'))
  return {
    said: words,
    files: readdirSync(project).filter((file) => !(file in given)),
    test: await readFile(join(project, 'test', name as string), 'utf8'),
    workflow: await readFile(join(project, '.github', 'workflows', 'desktop.yml'), 'utf8'),
  }
}

let withSurehand: Promise<string> | undefined
function installed(): Promise<string> {
  withSurehand ??= made('installed', [])
  return withSurehand
}

describe('in a project that has tests of other things', () => {
  test('Vitest’s configuration stays, and the test says what it needs', async () => {
    const config = `export default { test: { environment: 'jsdom' } }`
    const written = await initialised({ 'package.json': '{}', 'vite.config.ts': config, '.gitignore': 'dist\n' })
    expect(written.files.sort()).toEqual(['.github', 'test'])
    expect(written.said).toMatch(/leaves vite\.config\.ts, which is there/)
    expect(written.said).toMatch(/for \.gitignore: __results__/)
    expect(written.test).toMatch(/^\/\/ @vitest-environment node\n/)
    expect(written.test).toMatch(/trace: 'retain-on-failure'[\s\S]*\{ timeout: 30_000 \}/)
  })

  test.each([
    ['in a file of its own', { 'package.json': '{ "devDependencies": { "jest": "30" } }', 'jest.config.ts': '' }],
    ['in package.json', { 'package.json': '{ "devDependencies": { "jest": "30" }, "jest": { "verbose": true } }' }],
  ])('Jest’s configuration %s stays the only one', async (_, files) => {
    const written = await initialised(files as Record<string, string>)
    expect(written.files.sort()).toEqual(['.github', '.gitignore', 'test'])
    expect(written.test).toMatch(/^\/\*\* @jest-environment node \*\/\n/)
    expect(written.test).toMatch(/\}, 30_000\)\n$/)
  })
})
