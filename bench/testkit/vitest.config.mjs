import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The suite of `workers.mjs`. */
// biome-ignore lint/style/noDefaultExport: Vitest reads its default export.
export default defineConfig({
  root: join(import.meta.dirname, 'suite'),
  test: {
    include: ['*.test.mjs'],
    pool: 'forks',
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // As in a project that has it installed.
    server: { deps: { external: [/\/dist\//] } },
  },
})
