/**
 * The tests as JavaScript, and vitest that runs in Wine. There vite 8 does not load (rolldown's binding) and esbuild.exe ends at once (Go
 * wants bcryptprimitives.dll), so vite is 7 with rollup as WebAssembly, and the files need no translation any more.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { tool } from './tool.mjs'

const require = createRequire(import.meta.url)
const typescript = require('typescript')

const VITE = '7.3.8'
/** What the tests are made of. */
const SOURCES = [
  'lib',
  'test/contract',
  'test/windows',
  'test/live/support',
  'test/fixtures',
  'test/simulators/ax/simulator.ts',
  'test/simulators/uia/worlds',
  'test/windows/receipt.md',
  'demo/self-test.py',
  'test/patience.ts',
  'examples',
  'bench/reliability',
]

/** @param {string} root @param {string} folder @returns {Promise<string>} the folder of the suite */
export async function prepareSuite(root, folder) {
  const suite = join(folder, 'suite')
  for (const source of SOURCES) if (existsSync(join(root, source))) translate(root, join(root, source), suite)
  for (const file of ['package.json', 'LICENSE']) cpSync(join(root, file), join(suite, file))
  writeFileSync(join(suite, 'vitest.config.mjs'), config())
  await installVitest(root, folder)
  return suite
}

/** @param {string} root @param {string} path @param {string} suite */
function translate(root, path, suite) {
  if (statSync(path).isDirectory()) {
    for (const entry of readdirSync(path)) translate(root, join(path, entry), suite)
    return
  }
  const target = join(suite, relative(root, path))
  const out = target.replace(/(?<!\.d)\.ts$/, '.js')
  if (existsSync(out) && statSync(out).mtimeMs > statSync(path).mtimeMs) return
  mkdirSync(dirname(out), { recursive: true })
  if (out === target) return cpSync(path, target)
  const { outputText } = typescript.transpileModule(readFileSync(path, 'utf8'), {
    fileName: path,
    compilerOptions: {
      target: 'ES2022',
      module: 'ESNext',
      verbatimModuleSyntax: true,
      inlineSourceMap: true,
      inlineSources: true,
      sourceRoot: pathToFileURL(`${dirname(path)}/`).href.replace('file:///', 'file:///Z:/'),
    },
  })
  writeFileSync(out, outputText)
}

/** As vitest.config.ts has it, but for what is another here: names of files, and that each wait costs more. */
function config() {
  return `import { fileURLToPath } from 'node:url'
const source = (file) => fileURLToPath(new URL(file, import.meta.url))
const folders = ['sdk/headless', 'agent', 'agent/policy', 'agent/workflow', 'sdk/selector']
const alias = Object.fromEntries(
  folders.map((folder) => [\`surehand/\${folder.replace(/^.*\\//, '')}\`, source(\`./lib/\${folder}/index.js\`)]),
)
const { PATIENCE } = await import('./test/patience.js')
export default {
  esbuild: false,
  resolve: { alias: { 'surehand/adapters': source('./lib/agent/adapters/index.js'), ...alias, surehand: source('./lib/sdk/index.js') } },
  test: {
    pool: 'forks',
    maxWorkers: 1,
    include: ['test/**/*.test.js'],
    expect: { poll: { timeout: PATIENCE } },
    testTimeout: 2 * PATIENCE,
    hookTimeout: 2 * PATIENCE,
  },
}
`
}

/** Beside the suite, where it is found before the repository's own. @param {string} root @param {string} folder */
async function installVitest(root, folder) {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', 'vitest', 'package.json'), 'utf8'))
  const manifest = JSON.stringify({
    private: true,
    dependencies: { vitest: version, vite: VITE },
    overrides: { rollup: 'npm:@rollup/wasm-node@^4' },
  })
  const file = join(folder, 'package.json')
  if (existsSync(join(folder, 'node_modules', 'vitest')) && readFileSync(file, 'utf8') === manifest) return
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
  writeFileSync(file, manifest)
  const args = [
    'install',
    '--os=win32',
    '--cpu=x64',
    '--ignore-scripts',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--silent',
  ]
  await tool('npm', args, { cwd: folder })
}
