/** Bundles lib/test/trace/viewer, what the page of a trace runs and looks like: `trace-viewer.js` and `.css` in the folder. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsup'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** @param {string} folder */
export async function buildViewer(folder) {
  await build({
    config: false,
    entry: { 'trace-viewer': join(root, 'lib', 'test', 'trace', 'viewer', 'main.ts') },
    outDir: folder,
    outExtension: () => ({ js: '.js' }),
    format: 'iife',
    platform: 'browser',
    target: ['chrome111', 'firefox115', 'safari16.4'],
    minify: true,
    silent: true,
  })
}
