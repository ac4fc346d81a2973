import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SurehandError } from '../errors.js'
import type { NativeBinding } from './binding.js'

const require = createRequire(import.meta.url)
/** What musl calls the processors that Node calls otherwise. */
const MUSL_NAMES: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' }

let loaded: NativeBinding | undefined

/**
 * The native addon: `build/Release` when there is one, else the prebuild for this platform. Throws
 * `NATIVE_LOAD_FAILED`, which says what was tried and how to mend it.
 */
export function loadNative(): NativeBinding {
  loaded ??= load()
  return loaded
}

function load(): NativeBinding {
  const root = packageRoot()
  let binding: NativeBinding
  try {
    binding = nodeGypBuild()(root) as NativeBinding
  } catch (cause) {
    throw failure(root, reasonOf(cause), cause)
  }
  const expected = versionAt(root)
  if (binding.version !== expected) {
    throw failure(root, `it was built for version ${binding.version} and this is ${expected}`)
  }
  return binding
}

/** It takes Alpine alone for a system with musl, unless a variable says so, which it reads when it is loaded. */
function nodeGypBuild(): (directory: string) => unknown {
  const given = process.env.LIBC
  if (given === undefined && hasMusl()) process.env.LIBC = 'musl'
  try {
    return require('node-gyp-build')
  } finally {
    if (given === undefined) delete process.env.LIBC
  }
}

/** Found by its package.json, because a bundler may have moved this file to anywhere. */
function packageRoot(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  for (let directory = here; ; directory = dirname(directory)) {
    if (nameAt(directory) === 'surehand') return directory
    if (directory === dirname(directory)) break
  }
  try {
    return dirname(require.resolve('surehand/package.json'))
  } catch (cause) {
    throw failure(here, 'the package "surehand" was not found from here; mark it as external in your bundler', cause)
  }
}

function nameAt(directory: string): unknown {
  return existsSync(join(directory, 'package.json')) ? manifestAt(directory).name : undefined
}

function versionAt(directory: string): unknown {
  return manifestAt(directory).version
}

function manifestAt(directory: string): { name?: unknown; version?: unknown } {
  try {
    return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  } catch {
    return {}
  }
}

function reasonOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause)
  return text.startsWith('No native build was found') ? 'there is none for this system' : text
}

function failure(root: string, reason: string, cause?: unknown): SurehandError {
  const { platform, arch } = process
  const libc = libcOf()
  const node = process.versions.node
  const napi = Number(process.versions.napi)
  // As node-gyp-build looks: the variable stands instead of the package's own directory.
  const base = process.env.SUREHAND_PREBUILD || root
  const built = process.env.PREBUILDS_ONLY ? [] : [join(base, 'build', 'Release'), join(base, 'build', 'Debug')]
  const tried = [...built, join(base, 'prebuilds', `${platform}-${arch}`)]
  const found = tried.flatMap((directory) => addonsIn(directory))
  const fix =
    platform === 'linux' || platform === 'darwin' || platform === 'win32'
      ? 'Install the package again: `npm install surehand`. Where it has no addon for the system, build one in a clone of the repository ' +
        '(`npm ci`, `npm run prebuildify`, `npm pack`; it needs Python 3, make and a C++17 compiler) and install that archive. ' +
        'A build/Release left from another version or system comes before the prebuilds: delete it.'
      : 'surehand runs on Linux, Windows and macOS.'
  return new SurehandError(
    'NATIVE_LOAD_FAILED',
    `The native part of surehand does not load on ${platform}-${arch}${libc === undefined ? '' : ` (${libc})`}, ` +
      `Node ${node} (Node-API ${napi}): ${reason}.\n` +
      `Looked in ${tried.join(', ')}${found.length > 0 ? `; found ${found.join(', ')}` : '; found nothing'}.\n${fix}`,
    { platform, arch, ...(libc === undefined ? {} : { libc }), node, napi, tried, found, reason },
    cause === undefined ? undefined : { cause },
  )
}

function addonsIn(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((file) => file.endsWith('.node'))
      .map((file) => join(directory, file))
  } catch {
    return []
  }
}

function hasMusl(): boolean {
  // A report takes some 10 ms, so none is made where there is no musl. Debian can have it beside its own library.
  const loader = `/lib/ld-musl-${MUSL_NAMES[process.arch] ?? process.arch}.so.1`
  return process.platform === 'linux' && existsSync(loader) && libcOf() === 'musl'
}

function libcOf(): string | undefined {
  if (process.platform !== 'linux') return undefined
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined
  const glibc = report?.header?.glibcVersionRuntime
  return glibc === undefined ? 'musl' : `glibc ${glibc}`
}
