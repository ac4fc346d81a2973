/**
 * The package as it would be published: packed, and looked at by publint, "are the types wrong" and npm's audit.
 *
 *   npm run check:package                 packs first
 *   npm run check:package -- FILE.tgz     that one
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const MOST_BYTES = 9_000_000
const MOST_DEPENDENCIES = 2
const folder = mkdtempSync(join(tmpdir(), 'surehand-check-package-'))
let failures = 0

try {
  const archive = process.argv[2] === undefined ? pack() : resolve(process.argv[2])
  const { size } = statSync(archive)
  const files = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).trim().split('\n')
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    execFileSync('tar', ['-xzOf', archive, 'package/package.json'], { encoding: 'utf8' }),
  )
  check(
    size <= MOST_BYTES,
    `package: ${(size / 1e6).toFixed(2)} MB, ${files.length} files`,
    `more than ${MOST_BYTES} bytes`,
  )
  const installed = Object.keys({ ...dependencies, ...optionalDependencies })
  check(
    installed.length <= MOST_DEPENDENCIES,
    `dependencies: ${installed.join(', ')}`,
    `more than ${MOST_DEPENDENCIES}`,
  )
  const resolved = readFileSync(join(root, 'package-lock.json'), 'utf8').match(/"resolved"/g)
  check(resolved === null, 'package-lock.json: no address of a registry', `"resolved" ${resolved?.length} times`)
  program('publint', ['run', archive, '--strict'])
  // node10 cannot read `exports`; the package asks for Node 20.
  program('attw', [archive, '--profile', 'node16', '--no-color', '--no-emoji'])
  audit()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (failures > 0) process.exit(1)

function pack() {
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root, encoding: 'utf8' })
  return join(folder, JSON.parse(output)[0].filename)
}

/** @param {string} name @param {string[]} args */
function program(name, args) {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules', '.bin', name), args, { encoding: 'utf8' })
  check(status === 0, `${name}: nothing to say`, `${stdout}${stderr}`)
}

/** What users install, and what is bundled into it, which is among the developers' packages. */
function audit() {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8', timeout: 60_000 })
  const answer = parsed(stdout)
  const found = answer?.metadata?.vulnerabilities
  if (found === undefined) {
    console.log(`npm audit: NOT CHECKED, the registry does not answer it (${answer?.message ?? 'no answer'})`)
    return
  }
  // VitePress builds the site of the documentation; what its older vite gets wrong is its server, which is not used.
  const isOfSite = ({ nodes }) => nodes.every((path) => path.startsWith('node_modules/vitepress'))
  const others = Object.entries(answer.vulnerabilities ?? {}).filter(([, entry]) => !isOfSite(entry))
  check(
    others.length === 0,
    'npm audit: nothing found',
    others.map(([name, { severity }]) => `${name}: ${severity}`).join('\n'),
  )
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @param {boolean} holds @param {string} what @param {string} seen */
function check(holds, what, seen) {
  console.log(`${holds ? 'ok ' : 'NOT'} ${what}`)
  if (holds) return
  failures++
  console.error(seen)
}
