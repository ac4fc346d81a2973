// Writes what is derived from the sources: tables of src-native/core, and the list of error messages. `--check` writes nothing and fails when a file is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generated as messages } from './generate-messages.mjs'
import { generated as roles } from './generate-roles.mjs'
import { generated as vocabulary } from './generate-vocabulary.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const check = process.argv.includes('--check')
for (const [path, text] of Object.entries({ ...roles(), ...vocabulary(), ...messages() })) {
  const file = join(root, path)
  if (!check) {
    writeFileSync(file, text)
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${path} is stale: run \`npm run generate\``)
    process.exitCode = 1
  }
}
