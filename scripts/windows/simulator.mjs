/** Builds the simulator of UI Automation and the fixtures, with mingw-w64. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { tool } from './tool.mjs'

const require = createRequire(import.meta.url)

/** What it is registered as: CUIAutomation and CUIAutomation8. */
export const UI_AUTOMATION = ['FF48DBA4-60EF-4201-AA87-54103EEF594E', 'E22AD333-B25F-460C-83D0-0581107395C9']

/** @param {string} root @param {string} folder @returns the folder with what was built */
export async function buildSimulator(root, folder) {
  const build = join(folder, 'simulator')
  const headers = require('node-api-headers').include_dir
  await tool('cmake', [
    ...['-S', join(root, 'test', 'simulators', 'uia'), '-B', build, '-G', 'Ninja', '-DCMAKE_SYSTEM_NAME=Windows'],
    '-DCMAKE_CXX_COMPILER=x86_64-w64-mingw32-g++-posix',
    `-DNODE_API_INCLUDE=${headers}`,
  ])
  await tool('cmake', ['--build', build])
  return build
}
