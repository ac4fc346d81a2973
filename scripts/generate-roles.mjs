// What is derived from src-native/core/tree/role_table.json.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const source = join(root, 'src-native/core/tree/role_table.json')
const origin = 'Generated from src-native/core/tree/role_table.json by scripts/generate-roles.mjs.'
// `common` is what people write and no platform says.
const platforms = ['aria', 'atspi', 'uia', 'ax', 'common']

/** The form in which names are compared: case, spaces, `-` and `_` mean nothing. */
function squash(name) {
  return name.toLowerCase().replace(/[-_ ]/g, '')
}

/** Every accepted spelling with its role; throws when two roles claim one. */
function aliasesOf(table) {
  const owners = new Map()
  const spellings = new Map()
  function claim(spelling, role) {
    const key = squash(spelling)
    const owner = owners.get(key)
    if (owner && owner.name !== role.name) {
      throw new Error(`role_table.json: "${spelling}" means both ${owner.name} and ${role.name}`)
    }
    if (!owner) spellings.set(spelling, role)
    owners.set(key, role)
  }
  for (const role of table.roles) claim(role.name, role)
  for (const role of table.roles)
    for (const platform of platforms) for (const name of role[platform] ?? []) claim(name, role)
  for (const { name, means } of table.shadowed) {
    if (owners.get(squash(name))?.name !== means)
      throw new Error(`role_table.json: shadowed "${name}" does not mean ${means}`)
  }
  return { owners, spellings }
}

function quote(text) {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}

export function generated() {
  const table = JSON.parse(readFileSync(source, 'utf8'))
  if (table.roles.length > 255) throw new Error('role_table.json: Role is one byte')
  const { owners, spellings } = aliasesOf(table)
  const byKey = [...owners].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    'src-native/core/tree/role_table.inc': `// ${origin}
${table.roles.map((role) => `SUREHAND_ROLE(${role.enumerator}, "${role.name}")\n`).join('')}`,
    'src-native/core/tree/role_aliases.inc': `// ${origin}
// Sorted; lower case, without spaces, \`-\` and \`_\`.
${byKey.map(([key, role]) => `SUREHAND_ROLE_ALIAS("${key}", ${role.enumerator})\n`).join('')}`,
    'lib/sdk/selector/roles.ts': `// ${origin}
/** The normalised roles: ARIA's names, and those of things that desktops have and ARIA has not. */
export const roles = [
${table.roles.map((role) => `  ${quote(role.name)},\n`).join('')}] as const

export type Role = (typeof roles)[number]

/** Every accepted name: the normalised roles and each platform's own, in one spelling each (see findRole). */
export const roleAliases: Readonly<Record<string, Role>> = {
${[...spellings].map(([name, role]) => `  ${/^\w+$/.test(name) ? name : quote(name)}: ${quote(role.name)},\n`).join('')}}

const byKey = new Map(Object.entries(roleAliases).map(([name, role]) => [squash(name), role]))

function squash(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '')
}

/** The role that a name means, whatever its case and whether its words are joined by spaces, \`-\`, \`_\` or nothing. */
export function findRole(name: string): Role | undefined {
  return byKey.get(squash(name))
}
`,
  }
}
