import { SurehandError } from '../../sdk/errors.js'
import { tokensOf } from '../../sdk/tree/diff.js'

// Texts whose rest can be read on. An agent reads one to its end, or asks for less.
const KEPT = 16

export interface Page {
  text: string
  /** Given when there is more: how many lines, and what to read on with. */
  left?: { lines: number; cursor: string }
}

/** Long texts, page by page. What is read on is what was read first, whatever the application shows by now. */
export class Pages {
  private readonly kept = new Map<string, readonly string[]>()
  private count = 0

  /** The first page of a text. */
  first(text: string, maxTokens: number): Page {
    return this.page(text.split('\n'), 0, maxTokens, undefined)
  }

  /** The page at a cursor. INVALID_ARGUMENT when that was not handed out, or too long ago. */
  at(cursor: string, maxTokens: number): Page {
    const [id = '', line] = cursor.split(':')
    const lines = this.kept.get(id)
    const from = Number(line)
    if (lines === undefined || !Number.isSafeInteger(from) || from < 0 || from >= lines.length) {
      throw new SurehandError(
        'INVALID_ARGUMENT',
        `There is nothing to read on at cursor ${JSON.stringify(cursor)}: it was not handed out here, or ${KEPT} others were since. ` +
          'Call again without a cursor.',
        { cursor },
      )
    }
    return this.page(lines, from, maxTokens, id)
  }

  private page(lines: readonly string[], from: number, maxTokens: number, id: string | undefined): Page {
    let tokens = 0
    let to = from
    // At least one line, or paging would never advance.
    while (to < lines.length && (to === from || tokens + tokensOf(lines[to] as string) <= maxTokens)) {
      tokens += tokensOf(lines[to] as string)
      to++
    }
    const text = lines.slice(from, to).join('\n')
    if (to === lines.length) return { text }
    return { text, left: { lines: lines.length - to, cursor: `${id ?? this.keep(lines)}:${to}` } }
  }

  private keep(lines: readonly string[]): string {
    const id = `p${++this.count}`
    this.kept.set(id, lines)
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= KEPT) break
      this.kept.delete(oldest)
    }
    return id
  }
}
