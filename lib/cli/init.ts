import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SurehandError } from '../sdk/errors.js'
import type { AgentClient } from './agents/agent-files.js'
import { agreed, divided, exists, writeFiles } from './written-files.js'

export interface InitOptions {
  /** Asks nothing. */
  yes?: boolean
  /** Jest instead of Vitest. */
  jest?: boolean
  /** Writes the definitions of test agents for this client, and nothing else. */
  agents?: AgentClient
}

interface Manifest {
  type?: string
  /** Jest's configuration may be here. */
  jest?: unknown
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** Puts a test that works, what runs it and a CI workflow into the project in `folder`; what is there already is left alone. */
export async function init({ yes = false, jest }: InitOptions, folder = process.cwd()): Promise<void> {
  const place = join(folder, 'package.json')
  const manifest = JSON.parse(
    await readFile(place, 'utf8').catch(() => {
      throw new SurehandError('INVALID_ARGUMENT', 'There is no package.json here. Type: npm init -y', { folder })
    }),
  ) as Manifest
  const installed = { ...manifest.dependencies, ...manifest.devDependencies }
  const withJest = jest ?? ('jest' in installed && !('vitest' in installed))
  const runner = withJest ? 'jest' : 'vitest'
  const typed = await exists(join(folder, 'tsconfig.json'))
  const files = withJest ? await jestFiles(folder, manifest) : await vitestFiles(folder, manifest, typed)
  files['.github/workflows/desktop.yml'] = workflow(runner)
  files['.gitignore'] = IGNORED

  const [fresh, kept] = await divided(folder, Object.keys(files))
  const needsScript = manifest.scripts?.test === undefined || manifest.scripts.test.includes('no test specified')
  console.log(
    `${[...fresh, ...(needsScript ? ['package.json (scripts.test)'] : [])].map((file) => `writes ${file}`).join('\n')}`,
  )
  for (const file of kept) console.log(`leaves ${file}, which is there`)
  if (kept.includes('.gitignore')) console.log(`what failed tests leave is for .gitignore: ${LEFT.join(' ')}`)
  if (!yes && !(await agreed('npx surehand init --yes'))) return

  await writeFiles(folder, files, fresh)
  if (needsScript) {
    const scripts = { ...manifest.scripts, test: withJest ? 'jest' : 'vitest run' }
    await writeFile(place, `${JSON.stringify({ ...manifest, scripts }, null, 2)}\n`)
  }
  if (!(runner in installed)) console.log(`Type: npm install --save-dev ${withJest ? 'jest @jest/globals' : runner}`)
  console.log(`On Debian and Ubuntu: sudo apt-get install --no-install-recommends ${PACKAGES}\nThen: npm test`)
}

// What a headless session needs, and the program that the written test drives.
const PACKAGES = 'xvfb dbus at-spi2-core openbox fonts-dejavu-core mousepad'

// What failed tests leave, and where Vitest copies it to.
const LEFT = ['__results__', '.vitest-attachments']
const IGNORED = `${['node_modules', ...LEFT].join('\n')}\n`

const STEPS = (launch: string) => `  const app = await ${launch}('mousepad', ['--disable-server'])
  const text = app.locator('role:TextBox|visible:true')
  await text.fill('Dear Ada')
  await expect(text).toHaveValue('Dear Ada')
  await app.menu('Edit', 'Select All').click()
  await expect(app.locator('role:Menu|name:File')).toBeVisible()
`

// Programs take longer to start than functions to return.
const PATIENCE = '30_000'
const PATIENT = 'Programs take longer to start than functions to return.'
const TRACED =
  'A test that fails leaves a trace: npx surehand show-trace FILE, and for its locator: npx surehand heal FILE'

const VITEST_CONFIGS = ['vitest', 'vite'].flatMap((name) =>
  ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((end) => `${name}.config.${end}`),
)
const JEST_CONFIGS = ['js', 'ts', 'mjs', 'cjs', 'mts', 'cts', 'json'].map((end) => `jest.config.${end}`)

/** In a project whose configuration is for tests of other things, the test says for itself what it needs. */
async function vitestFiles(folder: string, { type }: Manifest, typed: boolean): Promise<Record<string, string>> {
  const end = typed ? 'ts' : 'mjs'
  const imports = "import { expect, test } from 'surehand/vitest'\n"
  const body = `async ({ launch }) => {\n${STEPS('launch')}})\n`
  const [there] = (await divided(folder, VITEST_CONFIGS))[1]
  if (there !== undefined) {
    const traced = `// ${TRACED}\ntest.override({ deskOptions: { trace: 'retain-on-failure', heal: 'record' } })\n`
    const test = `test('writes a letter', { timeout: ${PATIENCE} }, ${body}`
    return {
      [`test/desktop.test.${end}`]: `// @vitest-environment node\n${imports}\n${traced}\n${test}`,
      [there]: '',
    }
  }
  const types = typed ? "import type {} from 'surehand/vitest'\n" : ''
  return {
    [`test/desktop.test.${end}`]: `${imports}\ntest('writes a letter', ${body}`,
    // In a project of CommonJS, Vite warns of what has to be a module and is not called one.
    [`vitest.config.${typed && type !== 'module' ? 'mts' : end}`]: `${types}import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // ${PATIENT}
    testTimeout: ${PATIENCE},
    hookTimeout: ${PATIENCE},
    // ${TRACED}
    provide: { deskOptions: { trace: 'retain-on-failure', heal: 'record' } },
  },
})
`,
  }
}

async function jestFiles(folder: string, { type, jest }: Manifest): Promise<Record<string, string>> {
  const end = type === 'module' ? 'cjs' : 'js'
  const imports = "const { expect, useDesktop } = require('surehand/jest')\n"
  const body = `test('writes a letter', async () => {\n${STEPS('desk.launch')}}`
  const [there] = jest === undefined ? (await divided(folder, JEST_CONFIGS))[1] : ['package.json']
  if (there !== undefined) {
    const desk = `// ${TRACED}\nconst desk = useDesktop({ trace: 'retain-on-failure', heal: 'record' })\n`
    return {
      [`test/desktop.test.${end}`]: `/** @jest-environment node */\n${imports}\n${desk}\n${body}, ${PATIENCE})\n`,
      [there]: '',
    }
  }
  return {
    [`test/desktop.test.${end}`]: `${imports}\nconst desk = useDesktop()\n\n${body})\n`,
    [`jest.config.${end}`]: `module.exports = {
  // ${PATIENT}
  testTimeout: ${PATIENCE},
  testMatch: ['**/*.test.?(c|m)[jt]s'],
  // ${TRACED}
  globals: { deskOptions: { trace: 'retain-on-failure', heal: 'record' } },
}
`,
  }
}

/** The suite on as many machines as `shard` names, and a job that puts together what they report and leave. */
function workflow(runner: 'vitest' | 'jest'): string {
  const shard = `--shard=\${{ matrix.shard }}/\${{ strategy.job-total }}`
  const [run, merged] =
    runner === 'vitest'
      ? [
          `>
          npx vitest run ${shard} --reporter=default --reporter=github-actions
          --reporter=blob --outputFile.blob=blobs/blob-\${{ matrix.shard }}.json`,
          `
      - run: mkdir blobs && find all -name 'blob-*.json' -exec cp {} blobs ';'
      - run: npx vitest --merge-reports=blobs --reporter=default --reporter=junit --outputFile.junit=all/junit.xml`,
        ]
      : [
          `>
          mkdir -p blobs && npx jest --ci ${shard} --reporters=default --reporters=github-actions
          --json --outputFile=blobs/jest-\${{ matrix.shard }}.json`,
          '',
        ]
  return `name: desktop
on: [push, pull_request]
jobs:
  test:
    runs-on: ubuntu-24.04
    strategy:
      fail-fast: false
      # More machines: [1, 2, 3]. There have to be as many files of tests.
      matrix: { shard: [1] }
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: sudo apt-get update
      - run: sudo apt-get install --yes --no-install-recommends ${PACKAGES}
      - run: npm ci
      - run: ${run}
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: results-\${{ matrix.shard }}
          path: |
            blobs
            **/__results__
            !node_modules
  report:
    needs: test
    if: always()
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: npm ci
      - uses: actions/download-artifact@v4
        with: { path: all, pattern: results-* }${merged}
      # A page beside each trace.
      - run: find all -name '*.trace' -exec npx surehand show-trace {} ';'
        if: always()
      - uses: actions/upload-artifact@v4
        if: always()
        with: { name: report, path: all }
`
}
