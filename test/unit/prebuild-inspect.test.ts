import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { inspectPe } from '../../scripts/prebuild/inspect/pe.mjs'

/** What `npm run prebuild` says of an addon for Windows that is not as it has to be. */

const folder = mkdtempSync(join(tmpdir(), 'surehand-pe-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const HIGH_ENTROPY_VA = 0x20
const DYNAMIC_BASE = 0x40
const NX_COMPAT = 0x100
const ADDRESS = 0x1000

interface Image {
  machine?: number
  time?: number
  characteristics?: number
  imports?: string[]
  exports?: string[]
  section?: number
}

/** A 64-bit PE file with one section, in which the tables are. */
function image({
  machine = 0x8664,
  time = 0,
  characteristics = HIGH_ENTROPY_VA | DYNAMIC_BASE | NX_COMPAT,
  imports = ['KERNEL32.dll'],
  exports = ['napi_register_module_v1', 'node_api_module_get_api_version_v1'],
  section = 0x40000040,
}: Image): Buffer {
  const bytes = Buffer.alloc(0x800)
  const pe = 0x80
  const optional = pe + 24
  const start = 0x200
  bytes.writeUInt32LE(pe, 0x3c)
  bytes.write('PE\0\0', pe, 'latin1')
  bytes.writeUInt16LE(machine, pe + 4)
  bytes.writeUInt16LE(1, pe + 6)
  bytes.writeUInt32LE(time, pe + 8)
  bytes.writeUInt16LE(240, pe + 20)
  bytes.writeUInt16LE(0x20b, optional)
  bytes.writeUInt16LE(characteristics, optional + 70)
  const header = optional + 240
  bytes.write('.rdata', header, 'latin1')
  bytes.writeUInt32LE(ADDRESS, header + 12)
  bytes.writeUInt32LE(0x600, header + 16)
  bytes.writeUInt32LE(start, header + 20)
  bytes.writeUInt32LE(section, header + 36)

  let next = 0x300
  const text = (value: string) => {
    const at = next
    bytes.write(`${value}\0`, start + at, 'latin1')
    next += value.length + 1
    return ADDRESS + at
  }
  imports.forEach((name, index) => {
    bytes.writeUInt32LE(text(name), start + index * 20 + 12)
  })
  bytes.writeUInt32LE(ADDRESS, optional + 112 + 8)
  const table = 0x100
  bytes.writeUInt32LE(exports.length, start + table + 24)
  bytes.writeUInt32LE(ADDRESS + table + 40, start + table + 32)
  exports.forEach((name, index) => {
    bytes.writeUInt32LE(text(name), start + table + 40 + index * 4)
  })
  bytes.writeUInt32LE(ADDRESS + table, optional + 112)
  return bytes
}

function findings(about: Image): string[] {
  const file = join(folder, 'surehand.node')
  writeFileSync(file, image(about))
  return inspectPe(file, 'x86_64')
}

describe('an addon for Windows', () => {
  test('that is as it has to be', () => {
    expect(findings({})).toEqual([])
  })

  test.each<[string, Image, string]>([
    ['for another processor', { machine: 0xaa64 }, 'is not for x86_64'],
    ['with the time of its build', { time: 1 }, 'says when it was built'],
    ['at a fixed address', { characteristics: HIGH_ENTROPY_VA | NX_COMPAT }, 'is not DYNAMIC_BASE'],
    ['whose data can be run', { characteristics: HIGH_ENTROPY_VA | DYNAMIC_BASE }, 'is not NX_COMPAT'],
    ['with a section to write and run', { section: 0xe0000020 }, '.rdata can be written and run'],
    ['that needs a compiler’s library', { imports: ['KERNEL32.dll', 'libstdc++-6.dll'] }, 'needs libstdc++-6.dll'],
    ['that needs node.exe by its name', { imports: ['NODE.EXE'] }, 'needs NODE.EXE'],
    [
      'that exports more than Node calls',
      { exports: ['napi_register_module_v1', 'node_api_module_get_api_version_v1', 'leak'] },
      'exports leak',
    ],
    [
      'that Node cannot call',
      { exports: ['node_api_module_get_api_version_v1'] },
      'does not export napi_register_module_v1',
    ],
  ])('%s', (_name, about, finding) => {
    expect(findings(about)).toEqual([finding])
  })
})
