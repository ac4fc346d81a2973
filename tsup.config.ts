import { existsSync, readFileSync } from 'node:fs'
import { defineConfig } from 'tsup'
import { buildBin } from './scripts/build-bin.mjs'
import { buildViewer } from './scripts/build-viewer.mjs'
import { minifyForeign } from './scripts/minify-foreign.mjs'
import { writeThirdParty } from './scripts/third-party.mjs'
import { removeUnreachable } from './scripts/unreachable.mjs'

const entries = {
  index: 'lib/sdk/index.ts',
  headless: 'lib/sdk/headless/index.ts',
  agent: 'lib/agent/index.ts',
  adapters: 'lib/agent/adapters/index.ts',
  policy: 'lib/agent/policy/index.ts',
  cli: 'lib/cli/cli.ts',
  trace: 'lib/test/trace/index.ts',
  workflow: 'lib/agent/workflow/index.ts',
  selector: 'lib/sdk/selector/index.ts',
  vitest: 'lib/test/testkit/vitest.ts',
  jest: 'lib/test/testkit/jest.ts',
}

export default defineConfig({
  entry: Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file))),
  format: ['esm', 'cjs'],
  target: 'node20.17',
  platform: 'node',
  dts: true,
  // Both formats share chunks, so that `surehand` and `surehand/headless` have one Desktop class and one addon state.
  splitting: true,
  // What it bundles of CommonJS packages asks for Node's own modules by `require`.
  banner: ({ format }) =>
    format === 'esm'
      ? {
          js: "import { createRequire as surehandRequire } from 'node:module'; const require = surehandRequire(import.meta.url)",
        }
      : {},
  esbuildOptions(options) {
    // Its ES modules: of what is bundled of CommonJS, `import()` gives the default export alone.
    options.alias = { yaml: './node_modules/yaml/browser/index.js' }
  },
  shims: true,
  // It is readable as it is, and three times as large with maps.
  sourcemap: false,
  clean: true,
  metafile: true,
  onSuccess: async () => {
    await buildViewer('dist')
    await buildBin('dist')
    removeUnreachable('dist', JSON.parse(readFileSync('package.json', 'utf8')))
    writeThirdParty('dist')
    // Last: the packages are known by the comments that it takes out.
    minifyForeign('dist')
  },
})
