import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Secrets } from './secrets.js'
import type { Entry, Header } from './trace-format.js'

// Chapters that a full trace consists of: so much of it goes at once when there is more.
const CHAPTERS = 8

/** Steps stay as long as can be; these take the room. */
const HEAVY: ReadonlySet<Entry['type']> = new Set<Entry['type']>(['tree', 'picture', 'events', 'output'])

interface Chapter {
  entries: Entry[]
  bytes: number
}

/**
 * What has been written down, and no more of it than may be: then the trees, pictures, events and output of the oldest chapter go, because
 * why a test failed is to be seen at its end. A chapter refers to no tree and no picture of another.
 */
export class Store {
  leftOut = 0
  private readonly chapters: Chapter[] = [{ entries: [], bytes: 0 }]
  private bytes = 0

  constructor(
    private readonly maxBytes: number,
    /** A chapter begins: what comes next must stand for itself. */
    private readonly onChapter: () => void,
  ) {}

  add(entry: Entry): void {
    const chapter = this.chapters[this.chapters.length - 1] as Chapter
    chapter.entries.push(entry)
    const size = sizeOf(entry)
    chapter.bytes += size
    this.bytes += size
    if (chapter.bytes < this.maxBytes / CHAPTERS) return
    this.chapters.push({ entries: [], bytes: 0 })
    this.onChapter()
    this.reduce(({ type }) => !HEAVY.has(type))
    this.reduce(({ type }) => type === 'app')
  }

  /** As many of the oldest chapters as it takes, to what is kept of them. */
  private reduce(isKept: (entry: Entry) => boolean): void {
    for (const old of this.chapters.slice(0, -1)) {
      if (this.bytes <= this.maxBytes - this.maxBytes / CHAPTERS) return
      const kept = old.entries.filter(isKept)
      this.leftOut += old.entries.length - kept.length
      const bytes = kept.reduce((sum, each) => sum + sizeOf(each), 0)
      this.bytes -= old.bytes - bytes
      Object.assign(old, { entries: kept, bytes })
    }
  }

  async write(path: string, header: Header, secrets: Secrets, last: readonly Entry[]): Promise<void> {
    const all = [header, ...this.chapters.flatMap(({ entries }) => entries), ...last]
    const text = all.map((entry) => `${JSON.stringify(secrets.masked(entry))}\n`).join('')
    // Pictures are compressed already, and make up most of it: more than the least costs much and gains little.
    await writeFile(path, await promisify(gzip)(text, { level: 1 }))
  }
}

/** About; JSON adds little. */
function sizeOf(entry: Entry): number {
  if (entry.type === 'picture') return entry.png.length + 200
  if (entry.type !== 'tree') return JSON.stringify(entry).length
  return entry.runs.reduce((sum, run) => sum + (typeof run === 'string' ? run.length : 16), 60)
}
