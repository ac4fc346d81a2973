/** Bundles lib/cli/bin.ts, what `surehand` starts with, into one file: `surehand.cjs` in the folder. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsup'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** @param {string} folder */
export async function buildBin(folder) {
  await build({
    config: false,
    entry: { surehand: join(root, 'lib', 'cli', 'bin.ts') },
    outDir: folder,
    outExtension: () => ({ js: '.cjs' }),
    format: 'cjs',
    platform: 'node',
    target: 'node20.17',
    splitting: false,
    shims: true,
    external: ['./cli.js'],
    silent: true,
  })
}
