import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { SurehandError } from '../errors.js'

export interface InitOptions {
  /** Asks nothing. */
  yes?: boolean
  /** Jest instead of Vitest. */
  jest?: boolean
}

interface Manifest {
  type?: string
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
  const files = withJest ? jestFiles(manifest) : await vitestFiles(folder, typed)
  files['.github/workflows/desktop.yml'] = workflow(runner)

  const [fresh, kept] = await divided(folder, Object.keys(files))
  const needsScript = manifest.scripts?.test === undefined || manifest.scripts.test.includes('no test specified')
  console.log(
    `${[...fresh, ...(needsScript ? ['package.json (scripts.test)'] : [])].map((file) => `writes ${file}`).join('\n')}`,
  )
  for (const file of kept) console.log(`leaves ${file}, which is there`)
  if (!yes && !(await agreed())) return

  for (const file of fresh) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), files[file] as string)
  }
  if (needsScript) {
    const scripts = { ...manifest.scripts, test: withJest ? 'jest' : 'vitest run' }
    await writeFile(place, `${JSON.stringify({ ...manifest, scripts }, null, 2)}\n`)
  }
  if (!(runner in installed)) console.log(`Type: npm install --save-dev ${withJest ? 'jest @jest/globals' : runner}`)
  console.log(`On Debian and Ubuntu: sudo apt-get install --no-install-recommends ${PACKAGES}\nThen: npm test`)
}

async function agreed(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.log('Nothing was written: there is nobody to ask. Type: npx surehand init --yes')
    return false
  }
  const questions = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^(y|yes|)$/i.test((await questions.question('Go on? [Y/n] ')).trim())
  } finally {
    questions.close()
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

async function divided(folder: string, files: readonly string[]): Promise<[string[], string[]]> {
  const fresh: string[] = []
  const kept: string[] = []
  for (const file of files) ((await exists(join(folder, file))) ? kept : fresh).push(file)
  return [fresh, kept]
}

// What a headless session needs, and the program that the written test drives.
const PACKAGES = 'xvfb dbus at-spi2-core openbox fonts-dejavu-core mousepad'

const STEPS = (launch: string) => `  const app = await ${launch}('mousepad', ['--disable-server'])
  const text = app.locator('role:TextBox|visible:true')
  await text.fill('Dear Ada')
  await expect(text).toHaveValue('Dear Ada')
  await app.menu('Edit', 'Select All').click()
  await expect(app.locator('role:Menu|name:File')).toBeVisible()
`

const VITEST_CONFIGS = ['vitest', 'vite'].flatMap((name) =>
  ['ts', 'mts', 'js', 'mjs', 'cjs'].map((end) => `${name}.config.${end}`),
)

async function vitestFiles(folder: string, typed: boolean): Promise<Record<string, string>> {
  const end = typed ? 'ts' : 'mjs'
  const there = (await divided(folder, VITEST_CONFIGS))[1]
  return {
    [`test/desktop.test.${end}`]: `import { expect, test } from 'surehand/vitest'

test('writes a letter', async ({ launch }) => {
${STEPS('launch')}})
`,
    [there[0] ?? `vitest.config.${typed ? 'ts' : 'mjs'}`]: `import { defineConfig } from 'vitest/config'

// Programs take longer to start than functions to return.
export default defineConfig({ test: { testTimeout: 30_000, hookTimeout: 30_000 } })
`,
  }
}

function jestFiles({ type }: Manifest): Record<string, string> {
  const end = type === 'module' ? 'cjs' : 'js'
  return {
    [`test/desktop.test.${end}`]: `const { expect, useDesktop } = require('surehand/jest')

const desk = useDesktop()

test('writes a letter', async () => {
${STEPS('desk.launch')}})
`,
    [`jest.config.${end}`]: `// Programs take longer to start than functions to return.
module.exports = { testTimeout: 30_000, testMatch: ['**/*.test.?(c|m)[jt]s'] }
`,
  }
}

function workflow(runner: string): string {
  return `name: desktop
on: [push, pull_request]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: sudo apt-get update && sudo apt-get install -y --no-install-recommends ${PACKAGES}
      - run: npm ci
      - run: npx ${runner === 'jest' ? 'jest' : 'vitest run'}
`
}
