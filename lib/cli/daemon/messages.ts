import type { ServedTools } from '../served-tools.js'

/** A command as it was typed: one line of JSON, answered by one line. */
export interface Typed {
  /** Of the one that asks: a daemon of another version says so. */
  version: string
  argv: readonly string[]
  /** Where it was typed: files are named from there. */
  cwd: string
  /** What says which desktop is meant. */
  environment: Readonly<Record<string, string>>
  /** It is `surehand mcp`, which talks on after the first line of the answer. */
  mcp?: ServedTools & { session: string }
}

/** What a command prints, and ends with. */
export interface Printed {
  out?: string
  error?: string
  code: number
}

/** The bytes of a line. */
export const LONGEST_REPLY = 64 * 1024 * 1024
export const LONGEST_REQUEST = 4 * 1024 * 1024

/** The first line that comes; `undefined` when the other side ends before one is whole. Rejects for one that is longer. */
export async function firstLine(stream: AsyncIterable<Buffer>, longest: number): Promise<string | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    const end = part.indexOf(10)
    parts.push(end < 0 ? part : part.subarray(0, end))
    if (end >= 0) return Buffer.concat(parts).toString()
    size += part.length
    if (size > longest) throw new Error(`A message of more than ${longest} bytes.`)
  }
  return undefined
}
