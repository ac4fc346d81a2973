/** Minifies the files of the build that are of other packages, nearly all of them. What is ours stays as a person reads it. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { transformSync } from 'esbuild'

// Of a file.
const MOST_OURS = 0.2
/** Names stay: what fails in it is to be found by them. */
const SHORTER = { minifyWhitespace: true, minifySyntax: true, legalComments: 'none' }

/** Reads what each file was made of where tsup wrote it, and removes that. @param {string} folder of the build */
export function minifyForeign(folder) {
  for (const format of ['esm', 'cjs']) {
    const metafile = join(folder, `metafile-${format}.json`)
    const { outputs } = JSON.parse(readFileSync(metafile, 'utf8'))
    rmSync(metafile)
    for (const [path, { inputs }] of Object.entries(outputs)) {
      const file = join(folder, basename(path))
      // What no entry loads may have been removed.
      if (!/\.c?js$/.test(path) || !existsSync(file) || oursIn(inputs) > MOST_OURS) continue
      const { code } = transformSync(readFileSync(file, 'utf8'), { ...SHORTER, format, target: 'node20.17' })
      writeFileSync(file, code)
    }
  }
}

/** @param {Record<string, { bytesInOutput: number }>} inputs */
function oursIn(inputs) {
  const sizes = Object.entries(inputs).map(([path, { bytesInOutput }]) => ({ path, bytesInOutput }))
  const sum = (of) => of.reduce((total, { bytesInOutput }) => total + bytesInOutput, 0)
  return sum(sizes.filter(({ path }) => !path.includes('node_modules/'))) / Math.max(1, sum(sizes))
}
