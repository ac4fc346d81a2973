/**
 * Links an addon for macOS where there is no SDK. The frameworks are what our own declarations of them say (test/simulators/ax/include,
 * checked against Apple's); libSystem's symbols come with zig.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { MINIMUM, root, zig } from '../darwin.mjs'

export const LINKER = 'ld64.lld-19'
export const NM = 'llvm-nm-19'
export const declarations = join(root, 'test', 'simulators', 'ax', 'include')
const FRAMEWORKS = ['ApplicationServices', 'Carbon', 'CoreFoundation', 'CoreGraphics']

/**
 * The command that links a bundle of `objects`; `folder` is for what it needs. Only Node's functions may be undefined. A Mac with Apple's
 * processor loads only what is signed: the linker signs it ad hoc.
 * @param {{ processor: string, objects: string[], addon: string, folder: string, flags?: string[] }} linking @returns {string[]}
 */
export function linkCommand({ processor, objects, addon, folder, flags = [] }) {
  writeStubs(folder, processor, objects)
  const listed = join(folder, 'objects')
  writeFileSync(listed, objects.join('\n'))
  const { symbols } = createRequire(import.meta.url)('node-api-headers')
  const node = [...symbols.v9.js_native_api_symbols, ...symbols.v9.node_api_symbols]
  return [
    LINKER,
    ...['-arch', processor, '-platform_version', 'macos', MINIMUM, '14.0', '-bundle', '-dead_strip', '-adhoc_codesign'],
    ...node.flatMap((name) => ['-U', `_${name}`]),
    ...['-F', folder, '-L', folder, ...FRAMEWORKS.flatMap((name) => ['-framework', name]), '-lc++', '-lSystem'],
    ...[...flags, '-filelist', listed, '-o', addon],
  ]
}

/**
 * What stands for the libraries: each framework has what our headers declare of it, and not a symbol more. libc++ has what the objects
 * want of it: what of that is too new for the target, the compiler has said.
 * @param {string} folder @param {string} processor @param {string[]} objects
 */
function writeStubs(folder, processor, objects) {
  for (const name of FRAMEWORKS) {
    const symbols = readdirSync(join(declarations, name)).flatMap((file) => declared(join(declarations, name, file)))
    if (name === 'CoreFoundation') symbols.push('___CFConstantStringClassReference')
    const at = join(folder, `${name}.framework`)
    mkdirSync(at, { recursive: true })
    const installed = `/System/Library/Frameworks/${name}.framework/Versions/A/${name}`
    writeFileSync(join(at, `${name}.tbd`), stub(installed, processor, symbols))
  }
  const wanted = spawnSync(NM, ['-u', '-j', ...objects], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout.split('\n')
  const cxx = wanted.filter((symbol) => /^(__Z|___cxa_|___gxx_|__ZT)/.test(symbol) && !symbol.includes('surehand'))
  writeFileSync(join(folder, 'libc++.tbd'), stub('/usr/lib/libc++.1.dylib', processor, [...new Set(cxx)]))
  // lld takes no arm64e for arm64.
  const system = readFileSync(join(zig, 'libc', 'darwin', 'libSystem.tbd'), 'utf8')
  writeFileSync(join(folder, 'libSystem.tbd'), system.replaceAll('arm64e-', 'arm64-'))
}

/** The functions and constants of one of our headers. @param {string} file */
function declared(file) {
  const text = readFileSync(file, 'utf8')
    .replaceAll(/^\s*#.*(\\\n.*)*$/gm, '')
    .replaceAll(/\/\/.*$/gm, '')
  return [...text.matchAll(/\b(?:CF_EXPORT|CG_EXTERN)\s+([^;{]+);/g)].flatMap(([, declaration]) => {
    const called = /(\w+)\s*\(/.exec(declaration)
    return [`_${called === null ? /(\w+)\s*$/.exec(declaration)?.[1] : called[1]}`]
  })
}

/** @param {string} installed @param {string} processor @param {string[]} symbols */
function stub(installed, processor, symbols) {
  const target = `[ ${processor}-macos ]`
  const list = symbols.map((symbol) => `'${symbol}'`).join(', ')
  return `--- !tapi-tbd
tbd-version:     4
targets:         ${target}
install-name:    '${installed}'
exports:
  - targets:     ${target}
    symbols:     [ ${list} ]
...
`
}
