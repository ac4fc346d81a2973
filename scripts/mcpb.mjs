/**
 * The bundle for desktop clients: `release/surehand-<version>.mcpb`, a ZIP archive that holds the server with the addons that lie in
 * prebuilds/. A client opens it, and nothing has to be installed. Needs `npm run build`.
 *
 *   npm run mcpb
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { manifestOf } from './mcpb/manifest.mjs'
import { zip } from './mcpb/zip.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
// What runs, of what is published: no types and no sources.
const SHIPPED = /^(dist\/(?!.*\.d\.c?ts$)|demo\/|prebuilds\/.*\.node$|package\.json$|LICENSE$)/

const packed = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: root, encoding: 'utf8' })
const [{ files }] = JSON.parse(packed)
const own = files.map(({ path }) => path).filter((path) => SHIPPED.test(path))
const loader = readdirSync(join(root, 'node_modules', 'node-gyp-build'))
  .filter((name) => /\.js$|^package\.json$|^LICENSE$/.test(name))
  .map((name) => `node_modules/node-gyp-build/${name}`)
const { createRegistry } = await import('../dist/agent.js')
const tools = createRegistry(async () => {
  throw new Error('only its tools are read')
}).tools.map(({ name, description }) => ({ name, description: description.split('\n')[0] }))

const entries = [
  ['manifest.json', Buffer.from(`${JSON.stringify(manifestOf(about, tools), null, 2)}\n`)],
  ['icon.png', readFileSync(join(root, 'surehand.png'))],
  ...[...own, ...loader].sort().map((path) => [path, readFileSync(join(root, path))]),
]
const archive = zip(entries)
mkdirSync(join(root, 'release'), { recursive: true })
const file = join('release', `${about.name}-${about.version}.mcpb`)
writeFileSync(join(root, file), archive)
console.log(`${file}: ${(archive.length / 1e6).toFixed(2)} MB, ${entries.length} files`)
