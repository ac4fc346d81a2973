import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { PATIENCE } from './test/patience.js'

const source = (file: string) => fileURLToPath(new URL(file, import.meta.url))

// The machine has few cores. Files mostly wait, each on a desktop of its own; what compares times, whole trees of large
// applications, or how much they work, runs one file at a time.
const ALONE = ['at-work', 'browsers', 'diff', 'isolation', 'large-pages', 'self-test', 'torn'].map(
  (name) => `test/live/${name}.test.ts`,
)

// Live tests on Wayland: `npm run test:wayland`.
const ON_WAYLAND = process.env.SUREHAND_DISPLAY === 'wayland'
const NOT_ON_WAYLAND: { file: string; name?: string; reason: string }[] = JSON.parse(
  readFileSync(new URL('test/wayland/live-not-here.json', import.meta.url), 'utf8'),
)
/** What the live tests have that depends on the display. */
const WAYLAND = {
  exclude: NOT_ON_WAYLAND.filter(({ name }) => ON_WAYLAND && name === undefined).map(
    ({ file }) => `test/live/${file}.test.ts`,
  ),
  setupFiles: ON_WAYLAND ? [source('./test/live/support/not-here.ts')] : [],
}

export default defineConfig({
  resolve: {
    alias: {
      'surehand/headless': source('./lib/sdk/headless/index.ts'),
      'surehand/agent': source('./lib/agent/index.ts'),
      'surehand/adapters': source('./lib/agent/adapters/index.ts'),
      'surehand/policy': source('./lib/agent/policy/index.ts'),
      'surehand/trace': source('./lib/test/trace/index.ts'),
      'surehand/workflow': source('./lib/agent/workflow/index.ts'),
      'surehand/vitest': source('./lib/test/testkit/vitest.ts'),
      'surehand/selector': source('./lib/sdk/selector/index.ts'),
      surehand: source('./lib/sdk/index.ts'),
    },
  },
  test: {
    pool: 'forks',
    expect: { poll: { timeout: PATIENCE } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          testTimeout: PATIENCE,
          // Not one less than the processors: where there are two, that is one.
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          testTimeout: 2 * PATIENCE,
          hookTimeout: 2 * PATIENCE,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      // Over simulated frameworks; `npm run test:macos` builds what these need.
      {
        extends: true,
        test: {
          name: 'macos',
          include: process.env.SUREHAND_AXSIM === undefined ? [] : ['test/macos/**/*.test.ts'],
          testTimeout: 2 * PATIENCE,
          hookTimeout: 2 * PATIENCE,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'live',
          include: ['test/live/**/*.test.ts', 'examples/*.test.ts'],
          exclude: [...ALONE, ...WAYLAND.exclude],
          setupFiles: WAYLAND.setupFiles,
          testTimeout: 4 * PATIENCE,
          hookTimeout: 4 * PATIENCE,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'live-alone',
          include: ALONE,
          exclude: WAYLAND.exclude,
          setupFiles: WAYLAND.setupFiles,
          testTimeout: 4 * PATIENCE,
          hookTimeout: 4 * PATIENCE,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      // As root, on Debian; it takes minutes: `npm run test:container`.
      {
        extends: true,
        test: {
          name: 'container',
          include: process.env.SUREHAND_CONTAINER === undefined ? [] : ['test/container/**/*.test.ts'],
          testTimeout: 4 * PATIENCE,
          hookTimeout: 30 * 60_000,
          sequence: { groupOrder: 4 },
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
})
