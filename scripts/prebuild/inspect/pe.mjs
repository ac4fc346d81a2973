/** What Windows would say of an addon: read from the file itself. */
import { readFileSync } from 'node:fs'

const MACHINE = { x86_64: 0x8664, aarch64: 0xaa64 }
const EXPORTED = new Set(['napi_register_module_v1', 'node_api_module_get_api_version_v1'])
// Of every Windows 10; api-ms-win-crt is its C library.
const LIBRARIES =
  /^(api-ms-win-crt-[a-z]+-l1-1-0|advapi32|dwmapi|gdi32|kernel32|ntdll|ole32|oleaut32|shcore|shell32|user32|version)\.dll$/
const HARDENED = { HIGH_ENTROPY_VA: 0x20, DYNAMIC_BASE: 0x40, NX_COMPAT: 0x100 }
const DIRECTORY = { exports: 0, imports: 1, lateImports: 13 }

/** @param {string} file @param {string} processor `x86_64` or `aarch64` @returns {string[]} what is not as it has to be */
export function inspectPe(file, processor) {
  const findings = []
  const expect = (holds, finding) => holds || findings.push(finding)
  const image = readPe(readFileSync(file))
  expect(image.machine === MACHINE[processor], `is not for ${processor}`)
  expect(image.time === 0, 'says when it was built')
  for (const [name, bit] of Object.entries(HARDENED)) expect(image.characteristics & bit, `is not ${name}`)
  for (const { name, writes, runs } of image.sections) expect(!(writes && runs), `${name} can be written and run`)
  // Node's functions are looked up in the program that loads it, so that node.exe may have another name.
  for (const name of image.imports) expect(LIBRARIES.test(name.toLowerCase()), `needs ${name}`)
  for (const name of image.exports) expect(EXPORTED.has(name), `exports ${name}`)
  for (const name of EXPORTED) expect(image.exports.includes(name), `does not export ${name}`)
  return findings
}

/** The parts of a 64-bit PE file (Microsoft's "PE Format"). @param {Buffer} bytes */
export function readPe(bytes) {
  const pe = bytes.readUInt32LE(0x3c)
  if (bytes.toString('latin1', pe, pe + 4) !== 'PE\0\0') throw new Error('is no PE file')
  const optional = pe + 24
  if (bytes.readUInt16LE(optional) !== 0x20b) throw new Error('is no 64-bit PE file')
  const sections = Array.from({ length: bytes.readUInt16LE(pe + 6) }, (_, index) => {
    const at = optional + bytes.readUInt16LE(pe + 20) + index * 40
    const flags = bytes.readUInt32LE(at + 36)
    return {
      name: bytes.toString('latin1', at, at + 8).replace(/\0+$/, ''),
      address: bytes.readUInt32LE(at + 12),
      size: bytes.readUInt32LE(at + 16),
      offset: bytes.readUInt32LE(at + 20),
      runs: (flags & 0x20000000) !== 0,
      writes: (flags & 0x80000000) !== 0,
    }
  })
  /** Where in the file an address of the loaded image is. @param {number} address */
  const offsetOf = (address) => {
    const section = sections.find((one) => address >= one.address && address < one.address + one.size)
    if (section === undefined) throw new Error(`has nothing at address ${address}`)
    return address - section.address + section.offset
  }
  const text = (address) => {
    const at = offsetOf(address)
    return bytes.toString('latin1', at, bytes.indexOf(0, at))
  }
  const directory = (index) => bytes.readUInt32LE(optional + 112 + index * 8)
  return {
    machine: bytes.readUInt16LE(pe + 4),
    time: bytes.readUInt32LE(pe + 8),
    characteristics: bytes.readUInt16LE(optional + 70),
    sections,
    imports: [
      ...namesOf(bytes, directory(DIRECTORY.imports), { size: 20, name: 12 }, offsetOf, text),
      ...namesOf(bytes, directory(DIRECTORY.lateImports), { size: 32, name: 4 }, offsetOf, text),
    ],
    exports: exportsOf(bytes, directory(DIRECTORY.exports), offsetOf, text),
  }
}

/** The names in a table of descriptors, which ends with one that has none. */
function namesOf(bytes, table, descriptor, offsetOf, text) {
  if (table === 0) return []
  const names = []
  for (let at = offsetOf(table); bytes.readUInt32LE(at + descriptor.name) !== 0; at += descriptor.size)
    names.push(text(bytes.readUInt32LE(at + descriptor.name)))
  return names
}

function exportsOf(bytes, table, offsetOf, text) {
  if (table === 0) return []
  const at = offsetOf(table)
  const names = offsetOf(bytes.readUInt32LE(at + 32))
  return Array.from({ length: bytes.readUInt32LE(at + 24) }, (_, index) => text(bytes.readUInt32LE(names + index * 4)))
}
