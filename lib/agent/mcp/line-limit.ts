import { Transform, type TransformCallback } from 'node:stream'

/** Bytes of one message. The transport ends the connection, without a word, for more than 10 MiB. */
export const LONGEST_LINE = 8 * 2 ** 20
// Bytes at either end in which the id of a request is looked for.
const ENDS = 1_024

/** Passes whole lines. One that is too long is let go, and `tooLong` is given the id of the request that it was, where it can be seen. */
export class LineLimit extends Transform {
  private chunks: Buffer[] = []
  private length = 0
  private tail = Buffer.alloc(0)

  constructor(
    private readonly tooLong: (id: string | number | null) => void,
    private readonly longest = LONGEST_LINE,
  ) {
    super()
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(0x0a, from)
      const part = chunk.subarray(from, end < 0 ? chunk.length : end + 1)
      from += part.length
      this.length += part.length
      if (this.length <= this.longest) this.chunks.push(part)
      else this.cut(part)
      if (end >= 0) this.endLine()
    }
    done()
  }

  /** Keeps what may hold the id. */
  private cut(part: Buffer): void {
    const [first] = this.chunks
    if (first !== undefined && this.tail.length === 0) {
      const all = Buffer.concat(this.chunks)
      this.chunks = [Buffer.from(all.subarray(0, ENDS))]
    }
    this.tail = Buffer.concat([this.tail, part]).subarray(-ENDS)
  }

  private endLine(): void {
    const [chunks, isCut] = [this.chunks, this.length > this.longest]
    const ends = isCut ? [Buffer.concat(chunks).toString('utf8'), this.tail.toString('utf8')] : []
    this.chunks = []
    this.length = 0
    this.tail = Buffer.alloc(0)
    if (isCut) this.tooLong(idOf(ends[0] ?? '', ends[1] ?? ''))
    else this.push(Buffer.concat(chunks))
  }
}

const ID = String.raw`"id"\s*:\s*(-?\d{1,15}|"(?:[^"\\]|\\.){0,200}")`
// Before anything that is nested, or the last member of all.
const FIRST = new RegExp(String.raw`^\s*\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]{0,200}"\s*,)*\s*${ID}`)
const LAST = new RegExp(String.raw`[,{]\s*${ID}\s*\}\s*$`)

function idOf(head: string, tail: string): string | number | null {
  const written = FIRST.exec(head)?.[1] ?? LAST.exec(tail)?.[1]
  try {
    return written === undefined ? null : (JSON.parse(written) as string | number)
  } catch {
    return null
  }
}
