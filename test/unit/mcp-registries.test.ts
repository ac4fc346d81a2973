import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { manifestOf } from '../../scripts/mcpb/manifest.mjs'
import { zip } from '../../scripts/mcpb/zip.mjs'

/** What registries and desktop clients are told agrees with the package. */

const root = join(import.meta.dirname, '..', '..')
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
const about = read('package.json')
const folder = mkdtempSync(join(tmpdir(), 'surehand-mcpb-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('server.json names this package and this version', () => {
  const server = read('server.json')
  // The registry looks for the name in the package: https://modelcontextprotocol.io/registry/package-types
  expect(server.name).toBe(about.mcpName)
  expect(server.version).toBe(about.version)
  expect(server.packages).toEqual([
    {
      registryType: 'npm',
      identifier: about.name,
      version: about.version,
      runtimeHint: 'npx',
      transport: { type: 'stdio' },
      packageArguments: [{ type: 'positional', value: 'mcp' }],
    },
  ])
  // The registry takes no longer one.
  expect(server.description.length).toBeLessThanOrEqual(100)
})

test('the bundle’s manifest names this version and starts the program of the package', () => {
  const manifest = manifestOf(about, [{ name: 'act', description: 'Acts.' }])
  expect(manifest).toMatchObject({ name: about.name, version: about.version })
  expect(`./${manifest.server.entry_point}`).toBe(about.bin.surehand)
  expect(manifest.server.mcp_config.args).toEqual([`\${__dirname}/${manifest.server.entry_point}`, 'mcp'])
})

test('the bundle is a ZIP archive, and the same bytes for the same files', () => {
  const files: [string, Buffer][] = [
    ['manifest.json', Buffer.from('{}')],
    ['dist/ä.js', Buffer.from('1;'.repeat(5000))],
    ['empty', Buffer.alloc(0)],
  ]
  const archive = zip(files)
  expect(zip(files)).toEqual(archive)
  const file = join(folder, 'some.mcpb')
  writeFileSync(file, archive)
  execFileSync('python3', ['-m', 'zipfile', '-e', file, join(folder, 'out')])
  for (const [path, content] of files) expect(readFileSync(join(folder, 'out', path))).toEqual(content)
})
