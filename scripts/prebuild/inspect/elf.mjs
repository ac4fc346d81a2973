/** What a loader would say of an addon for Linux, and what an attacker would like to miss: read with readelf. */
import { spawnSync } from 'node:child_process'
import { basename } from 'node:path'

const MACHINE = { x86_64: 'Advanced Micro Devices X86-64', aarch64: 'AArch64' }
const EXPORTED = new Set(['napi_register_module_v1', 'node_api_module_get_api_version_v1'])
// Of each C library: what Node itself has loaded before.
const LIBRARIES = /^(lib(c|m|dl|pthread|rt)\.so(\.\d+)?|ld-linux-\S+|libc\.musl-\S+)$/

/**
 * @param {string} file
 * @param {{ processor: string, libc: 'glibc' | 'musl', floor: string, objects: string[] }} target `floor`: the newest glibc version that it
 * may ask for; `objects`: what it was linked of
 * @returns {string[]} what is not as it has to be
 */
export function inspectElf(file, { processor, libc, floor, objects }) {
  const findings = []
  const expect = (holds, finding) => holds || findings.push(finding)

  const header = readelf('-h', file)
  expect(header.includes(MACHINE[processor]), `is not for ${processor}`)
  const dynamic = readelf('-d', file)
  expect(/\bBIND_NOW\b|\bNOW\b/.test(dynamic), 'binds its symbols lazily')
  expect(/\bNODELETE\b/.test(dynamic), 'may be unloaded while a thread of it runs')
  expect(!/\b(RPATH|RUNPATH|TEXTREL)\b/.test(dynamic), 'has a path to search, or text that is relocated')
  for (const [, library] of dynamic.matchAll(/\(NEEDED\).*\[(\S+)\]/g))
    expect(LIBRARIES.test(library), `needs ${library}`)
  const segments = readelf('-lW', file)
  expect(/GNU_RELRO/.test(segments), 'has no RELRO')
  expect(!/GNU_STACK.*RWE/.test(segments), 'has an executable stack')
  // The linker puts in a __stack_chk_fail of its own, so the addon does not say whether it has any.
  for (const object of objects)
    expect(readelf('-sW', object).includes('__stack_chk_fail'), `no stack protector in ${basename(object)}`)

  const symbols = readelf('-W', '--dyn-syms', file).split('\n')
  const names = symbols.flatMap((line) => {
    const [, , , type, bind, , section, name] = line.trim().split(/\s+/)
    return name === undefined || !['FUNC', 'OBJECT', 'NOTYPE', 'TLS'].includes(type)
      ? []
      : [{ section, name, weak: bind === 'WEAK' }]
  })
  for (const { name } of names.filter(({ section }) => section !== 'UND'))
    expect(EXPORTED.has(name.replace(/@.*/, '')), `exports ${name}`)
  // What is weak may be missing.
  const wanted = names.filter(({ section, weak }) => section === 'UND' && !weak).map(({ name }) => name)
  for (const name of wanted) {
    const version = /@GLIBC_([\d.]+)/.exec(name)?.[1]
    if (version !== undefined) {
      expect(libc === 'glibc', `wants ${name}, which musl has not`)
      expect(newest(version, floor) === floor, `wants ${name}, newer than ${floor}`)
    } else if (libc === 'glibc') {
      // What the linker found in no library of that age.
      expect(/^(napi|node_api)_/.test(name), `wants ${name}, which glibc ${floor} has not`)
    }
  }
  return findings
}

/** @param {string} one @param {string} other */
function newest(one, other) {
  return one.localeCompare(other, 'en', { numeric: true }) > 0 ? one : other
}

/** @param {string[]} args */
function readelf(...args) {
  const { stdout, error } = spawnSync('readelf', args, { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (error) throw new Error('readelf is not there: it comes with binutils')
  return stdout
}
