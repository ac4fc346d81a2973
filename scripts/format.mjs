/**
 * Writes every file as biome (TypeScript, JSON) and clang-format (C++) have it; with `--check` it changes nothing and fails
 * where something would be. clang-format is Debian 12's: other versions break lines elsewhere.
 *
 *   node scripts/format.mjs [--check]
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const check = process.argv.includes('--check')

const cpp = execFileSync('git', ['ls-files', '*.cc', '*.h'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const failed = [
  ['npx', '--no-install', 'biome', 'check', '--linter-enabled=false', ...(check ? [] : ['--write'])],
  ['clang-format', ...(check ? ['--dry-run', '--Werror'] : ['-i']), ...cpp],
].filter(([program, ...args]) => spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status !== 0)
if (failed.length > 0) process.exit(1)
