import { readFile, writeFile } from 'node:fs/promises'
import { SurehandError } from '../../sdk/errors.js'
import type { Finding } from './finding.js'

const VERSION = 1

/** The file of findings that are accepted: what is in it is left out of later reports. */
interface KnownFindings {
  version: typeof VERSION
  findings: { rule: string; path: string; count: number }[]
}

/**
 * Leaves out what the file has, as often as it has it: two nameless buttons of one toolbar are told apart by nothing that lasts.
 * `gone`: how many of the file were not found again. Rejects with INVALID_ARGUMENT where the file is missing or is none of these.
 */
export async function withoutKnown(
  findings: readonly Finding[],
  file: string,
): Promise<{ fresh: Finding[]; known: number; gone: number }> {
  const left = new Map((await read(file)).findings.map((each) => [keyOf(each), each.count]))
  const fresh = findings.filter((finding) => {
    const key = keyOf(finding)
    const count = left.get(key) ?? 0
    if (count > 0) left.set(key, count - 1)
    return count === 0
  })
  const gone = [...left.values()].reduce((sum, count) => sum + count, 0)
  return { fresh, known: findings.length - fresh.length, gone }
}

/** Writes the file anew, with these findings, sorted, so that a change of it can be read. */
export async function writeKnown(findings: readonly Finding[], file: string): Promise<void> {
  const counts = new Map<string, KnownFindings['findings'][number]>()
  for (const finding of findings) {
    const { rule } = finding
    const key = keyOf(finding)
    const count = (counts.get(key)?.count ?? 0) + 1
    counts.set(key, { rule, path: lasting(finding.path), count })
  }
  const sorted = [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each)
  await writeFile(file, `${JSON.stringify({ version: VERSION, findings: sorted } satisfies KnownFindings, null, 2)}\n`)
}

const keyOf = ({ rule, path }: { rule: string; path: string }) => `${rule}\n${lasting(path)}`

/** The path without the title of its window, which often names a document. */
const lasting = (path: string) => path.replace(/^(window|dialog|alertdialog) "(?:[^"\\]|\\.)*"/, '$1')

async function read(file: string): Promise<KnownFindings> {
  const wrong = (why: string) => new SurehandError('INVALID_ARGUMENT', `The baseline ${file} ${why}`, {})
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw wrong('is not there. `surehand audit … --baseline FILE --update-baseline` writes it.')
  })
  try {
    const read = JSON.parse(text) as Partial<KnownFindings>
    if (read.version === VERSION && Array.isArray(read.findings) && read.findings.every(isEntry)) {
      return read as KnownFindings
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw wrong('was not written by `surehand audit --update-baseline`. Write it anew.')
}

const isEntry = (value: unknown): boolean => {
  const { rule, path, count } = (value ?? {}) as Record<string, unknown>
  return typeof rule === 'string' && typeof path === 'string' && typeof count === 'number'
}
