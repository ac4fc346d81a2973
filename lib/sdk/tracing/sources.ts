import { readFile } from 'node:fs/promises'
import type { SourceEntry } from './trace-format.js'

// Characters; a test that is longer is generated.
const LONGEST = 300_000

/** The files that steps are in, as far as they can be read. */
export async function sourcesOf(files: Iterable<string>): Promise<SourceEntry[]> {
  const read = async (file: string): Promise<SourceEntry[]> => {
    const text = await readFile(file, 'utf8').catch(() => undefined)
    return text === undefined || text.length > LONGEST ? [] : [{ type: 'source', file, text }]
  }
  return (await Promise.all([...files].map(read))).flat()
}
