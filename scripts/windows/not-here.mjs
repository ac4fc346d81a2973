/** The tests of the contract that cannot run over this backend, each with the reason. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @param {string} root @returns {{ name: string, reason: string }[]} */
export function notHere(root) {
  return JSON.parse(readFileSync(join(root, 'test', 'windows', 'not-here.json'), 'utf8'))
}

/** For `-t`: all others, of those whose full names begin so. @param {string} root */
export function everythingHere(root, begin = '') {
  const names = notHere(root).map(({ name }) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return names.length === 0 ? `^${begin}` : `^(?!.*(${names.join('|')}))${begin}`
}
