/** Removes the CommonJS files of the build that no entry of the package loads: `surehand` starts the ES modules of the command line. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

/** @param {string} folder of the build @param {{ exports: Record<string, unknown>, bin: Record<string, string> }} about package.json */
export function removeUnreachable(folder, { exports, bin }) {
  const entries = Object.values(exports).flatMap((entry) => entry.require?.default ?? [])
  const left = [...entries, ...Object.values(bin)].map((path) => basename(path))
  const reached = new Set()
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (reached.has(file) || !existsSync(join(folder, file))) continue
    reached.add(file)
    const text = readFileSync(join(folder, file), 'utf8')
    left.push(...[...text.matchAll(/["']\.\/([\w.-]+\.cjs)["']/g)].map(([, name]) => name))
  }
  for (const file of readdirSync(folder)) if (file.endsWith('.cjs') && !reached.has(file)) rmSync(join(folder, file))
}
