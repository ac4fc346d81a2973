/** Every system that there is a prebuilt addon for. */
import { darwin } from './darwin.mjs'
import { linux } from './linux.mjs'
import { win32 } from './win32.mjs'

/**
 * `more`: sources of its own, written into the folder; `linkers`: the commands that make `built`; `finish`: what is done to it then.
 * @typedef {{ objects: string[], built: string, folder: string }} Linking
 * @typedef {{
 *   file: string, parts: string[], compiler: () => string[], more?: (folder: string) => string[],
 *   linkers: (linking: Linking) => string[][], finish?: (built: string) => void,
 *   inspect: (file: string, objects: string[]) => string[],
 * }} Target
 */

/** @type {Record<string, () => Target>} */
export const TARGETS = {
  'linux-x64': () => linux('x86_64', 'glibc'),
  'linux-x64-musl': () => linux('x86_64', 'musl'),
  'linux-arm64': () => linux('aarch64', 'glibc'),
  'linux-arm64-musl': () => linux('aarch64', 'musl'),
  'win32-x64': () => win32('x86_64'),
  'win32-arm64': () => win32('aarch64'),
  'darwin-x64': () => darwin('x86_64'),
  'darwin-arm64': () => darwin('arm64'),
}
