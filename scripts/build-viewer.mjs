/**
 * Bundles what pages run and look like, a `.js` and a `.css` each in the folder: `trace-viewer` from lib/test/trace/viewer, `inspect-page` from
 * lib/cli/inspect/page, `audit-page` from lib/cli/audit/page.
 */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsup'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** @param {string} folder */
export async function buildViewer(folder) {
  await build({
    config: false,
    entry: {
      'trace-viewer': join(root, 'lib', 'test', 'trace', 'viewer', 'main.ts'),
      'inspect-page': join(root, 'lib', 'cli', 'inspect', 'page', 'main.ts'),
      'audit-page': join(root, 'lib', 'cli', 'audit', 'page', 'audit-page.ts'),
    },
    outDir: folder,
    outExtension: () => ({ js: '.js' }),
    format: 'iife',
    platform: 'browser',
    target: ['chrome111', 'firefox115', 'safari16.4'],
    minify: true,
    silent: true,
  })
}
