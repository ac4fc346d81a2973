import type { ToolResult } from '../../agent/result.js'

/** What a history can be written as. */
export const FORMS = ['list', 'workflow', 'script'] as const
export type Form = (typeof FORMS)[number]

/** What a command asks of the daemon: one line of JSON, answered by one line. */
export interface Request {
  /** Of the one that asks: a daemon of another version says so. */
  version: string
  /** Its name. */
  session: string
  /** What to do: call a tool of the core profile, tell what it did, or which sessions there are, end this one or all of them. */
  do: 'call' | 'history' | 'sessions' | 'close' | 'close-all'
  /** Of a history: what it is written as. */
  as?: Form
  tool?: string
  input?: Record<string, unknown>
  /** The session is begun if it is not there: over a private desktop, or over the one of `environment`. */
  begin?: 'private' | 'shared'
  environment?: Record<string, string>
  /** What the policy asks about this call is answered with yes. */
  confirmed?: boolean
}

export interface Refusal {
  code: string
  message: string
  sent: 'no' | 'unknown'
}

export type Reply = { result: ToolResult } | { text: string } | { refusal: Refusal }

/** The bytes of a line: a picture of a large screen has tens of MB as base64. */
export const LONGEST_REPLY = 256 * 1024 * 1024
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
