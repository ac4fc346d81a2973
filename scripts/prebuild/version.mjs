/** Whether this Node loads the addons that are in a folder: their version and backends. What is for another system is in no such folder. */
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const require = createRequire(import.meta.url)
const folder = resolve(process.argv[2] ?? 'prebuilds')
const files = readdirSync(folder, { recursive: true }).filter((file) => String(file).endsWith('.node'))
if (files.length === 0) throw new Error(`${folder} has no addon`)
for (const file of files) {
  const { version, backends } = require(join(folder, String(file)))
  console.log(`${file}: ${version}, ${backends.join(', ')}`)
}
