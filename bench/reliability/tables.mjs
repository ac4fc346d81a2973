/** Where results go, and how figures are written. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const RESULTS = fileURLToPath(new URL('results', import.meta.url))

/** @param {string[]} heads @param {string[][]} rows */
export function table(heads, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

/** @param {number | undefined} value */
export const figure = (value) => (value === undefined ? '–' : value.toFixed(Math.abs(value) < 10 ? 1 : 0))

/** @param {string} folder @param {string} stem @param {object} report @param {string} page Markdown */
export function save(folder, stem, report, page) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${stem}.json`), `${JSON.stringify(report, null, 1)}\n`)
  writeFileSync(join(folder, `${stem}.md`), page)
  console.log(page)
}
