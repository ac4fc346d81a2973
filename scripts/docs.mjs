/**
 * Builds the site of the documentation into build-docs/: the reference from the types (docs/api, by typedoc), then all pages.
 * Arguments go to VitePress: `--base /surehand/` for a site that is not at the root of its host.
 *
 *   node scripts/docs.mjs [vitepress build's options…]
 */
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

for (const command of [['typedoc'], ['vitepress', 'build', 'docs', ...process.argv.slice(2)]]) {
  const { status } = spawnSync('npx', ['--no-install', ...command], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
