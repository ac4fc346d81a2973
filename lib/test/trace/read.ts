import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { SurehandError } from '../../sdk/errors.js'
import { type Entry, VERSION } from '../../sdk/tracing/trace-format.js'

/** The entries of a trace file. INVALID_ARGUMENT for another file, or another version. */
export async function readTrace(path: string): Promise<Entry[]> {
  return entriesOf(path, await readFile(path))
}

/** The same, of what a file holds. */
export async function entriesOf(path: string, file: Buffer): Promise<Entry[]> {
  const bytes = await promisify(gunzip)(file).catch(() => undefined)
  const first = bytes?.subarray(0, bytes.indexOf(10)).toString('utf8')
  const header = first === undefined ? undefined : parsed(first)
  if (bytes === undefined || header?.type !== 'trace') {
    throw new SurehandError('INVALID_ARGUMENT', `${path} is no trace: desktop.tracing.stop({ path }) writes one.`)
  }
  if (header.version !== VERSION) {
    const has = `${path} has version ${header.version} of the format, and this surehand reads ${VERSION}`
    throw new SurehandError('INVALID_ARGUMENT', `${has}. Show it with the surehand that wrote it.`)
  }
  const lines = bytes.toString('utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Entry)
}

function parsed(line: string): { type?: string; version?: unknown } | undefined {
  try {
    return JSON.parse(line) as { type?: string }
  } catch {
    return undefined
  }
}
