/** The software bill of materials of the package: what is installed with it, and what is bundled in it. CycloneDX, by `npm sbom`. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledIn } from '../third-party.mjs'

/** @param {string} root whose `dist` is built @returns {object} */
export function sbom(root) {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'library', '--package-lock-only']
  const whole = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }))
  const { dependencies } = read(join(root, 'package.json'))
  const places = [
    ...bundledIn(join(root, 'dist')),
    ...Object.keys(dependencies).map((name) => join('node_modules', name)),
  ]
  const shipped = new Set(places.map((place) => idOf(read(join(root, place, 'package.json')))))
  const components = whole.components.filter((one) => shipped.has(one['bom-ref']))
  const missing = [...shipped].filter((id) => !components.some((one) => one['bom-ref'] === id))
  if (missing.length > 0) throw new Error(`npm sbom does not list ${missing.join(', ')}`)
  const { name, version } = read(join(root, 'package.json'))
  const own = { ...whole.metadata.component, name, purl: `pkg:npm/${name}@${version}` }
  const relations = whole.dependencies.filter(({ ref }) => shipped.has(ref))
  return {
    ...whole,
    metadata: { ...whole.metadata, component: own },
    // npm says of what is bundled that only developers need it.
    components: components.map(({ scope, properties, ...component }) => component),
    dependencies: [
      { ref: own['bom-ref'], dependsOn: [...shipped].sort() },
      ...relations.map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((id) => shipped.has(id)) })),
    ],
  }
}

/** @param {{ name: string, version: string }} of */
const idOf = ({ name, version }) => `${name}@${version}`

/** @param {string} file */
const read = (file) => JSON.parse(readFileSync(file, 'utf8'))
