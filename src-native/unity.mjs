/**
 * Writes files that include eight sources each, and prints their names: headers take most of the time that a source takes to
 * compile (45 sources: 51 s one by one, 4 s together). Run by binding.gyp; CMakeLists.txt does the same by CMAKE_UNITY_BUILD.
 *
 *   node src-native/unity.mjs <folder> <list of sources.json>…
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const BATCH = 8
const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** @param {string} folder relative to the root @param {string[]} lists @returns {string[]} relative to the root */
export function unity(folder, lists) {
  const sources = JSON.parse(readFileSync(join(root, 'sources.json'), 'utf8'))
  mkdirSync(join(root, folder), { recursive: true })
  return lists.flatMap((list) => {
    const batches = Math.ceil(sources[list].length / BATCH)
    return Array.from({ length: batches }, (_, index) => {
      const file = `${folder}/${list}-${String(index).padStart(2, '0')}.cc`
      const batch = sources[list].slice(index * BATCH, (index + 1) * BATCH)
      const text = batch.map((source) => `#include "${relative(folder, source).replaceAll('\\', '/')}"\n`).join('')
      // What is as it was keeps its time, and is not compiled again.
      if (!existsSync(join(root, file)) || readFileSync(join(root, file), 'utf8') !== text)
        writeFileSync(join(root, file), text)
      return file
    })
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, ...lists] = process.argv.slice(2)
  console.log(unity(folder, lists).join(' '))
}
