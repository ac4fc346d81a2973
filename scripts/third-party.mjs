/** Writes THIRD-PARTY.md into the folder of the build: the licenses of the packages that are bundled there. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** @param {string} folder */
export function writeThirdParty(folder) {
  const parts = bundledIn(folder).map((place) => {
    const at = join(root, place)
    const { name, version, license } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'))
    const file = readdirSync(at).find((one) => /^licen[sc]e/i.test(one))
    const text = file === undefined ? 'The package has no file with its license.' : readFileSync(join(at, file), 'utf8')
    return `## ${name} ${version} (${license})\n\n${text.trim()}\n`
  })
  const page = ['# Packages that are bundled here, and their licenses\n', ...parts].join('\n')
  writeFileSync(join(folder, 'THIRD-PARTY.md'), page)
}

/** esbuild writes a comment with its path before each file that it bundles. @param {string} folder @returns {string[]} */
export function bundledIn(folder) {
  const files = readdirSync(folder).filter((file) => /\.c?js$/.test(file))
  const found = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return [...text.matchAll(/^\s*\/\/ ((?:.*\/)?node_modules\/(?:@[^/\n]+\/)?[^/\n]+)\//gm)].map(([, place]) => place)
  })
  // tsup's own is what `shims` adds: two lines.
  return [...new Set(found)].filter((place) => place !== 'node_modules/tsup').sort()
}
