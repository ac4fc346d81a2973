/** Writes THIRD-PARTY.md into the folder of the build: the licenses of the packages that are bundled there. */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
// Of devDependencies, tsup bundles what lib imports.
const BUNDLED = ['pixelmatch', 'unbash']

/** @param {string} folder */
export function writeThirdParty(folder) {
  const parts = BUNDLED.map((name) => {
    const at = join(root, 'node_modules', name)
    const { version, license } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'))
    return `## ${name} ${version} (${license})\n\n${readFileSync(join(at, 'LICENSE'), 'utf8').trim()}\n`
  })
  const page = ['# Packages that are bundled here, and their licenses\n', ...parts].join('\n')
  writeFileSync(join(folder, 'THIRD-PARTY.md'), page)
}
