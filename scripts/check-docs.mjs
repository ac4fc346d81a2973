/** Fails when docs/api is not what typedoc makes of lib now. Writes nothing: `npm run docs` does. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const fresh = mkdtempSync(join(tmpdir(), 'surehand-docs-'))
process.on('exit', () => rmSync(fresh, { recursive: true, force: true }))

const made = spawnSync('npx', ['--no-install', 'typedoc', '--out', fresh, '--logLevel', 'Warn'], {
  cwd: root,
  stdio: 'inherit',
})
if (made.status !== 0)
  fail(`typedoc failed${made.error ? `: ${made.error.message}` : ` with exit code ${made.status}`}.`)

const now = pages(fresh)
const committed = pages(join(root, 'docs/api'))
const stale = [
  ...[...now.keys()].filter((page) => !committed.has(page)).map((page) => `${page} is missing`),
  ...[...committed.keys()].filter((page) => !now.has(page)).map((page) => `${page} is of something that is gone`),
  ...[...now].filter(([page, text]) => (committed.get(page) ?? text) !== text).map(([page]) => `${page} differs`),
]
if (stale.length > 0) {
  fail(`docs/api is not what lib/ says now; run: npm run docs\n${stale.map((page) => `  ${page}`).join('\n')}`)
}

/** Each page's text by its path. @param {string} folder */
function pages(folder) {
  const files = readdirSync(folder, { recursive: true }).map(String)
  return new Map(
    files
      .filter((file) => file.endsWith('.md'))
      .sort()
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  )
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message)
  process.exit(1)
}
