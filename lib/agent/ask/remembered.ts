import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Kind } from './question.js'

/** What persons said to take from now on, by what they were asked: a selector, an answer. In a file when there is one for it. */
export class Remembered {
  private known: Promise<Map<string, string>> | undefined

  constructor(private readonly file: string | undefined) {}

  async of(kind: Kind, about: string): Promise<string | undefined> {
    return (await this.all()).get(keyOf(kind, about))
  }

  /** Written beside, then renamed: a file that is cut short would be worse than none. */
  async keep(kind: Kind, about: string, answer: string): Promise<void> {
    const all = await this.all()
    all.set(keyOf(kind, about), answer)
    if (this.file === undefined) return
    await mkdir(dirname(this.file), { recursive: true })
    const beside = `${this.file}.${process.pid}`
    const file = await open(beside, 'w', 0o600)
    try {
      await file.writeFile(`${JSON.stringify({ format_version: 1, answers: Object.fromEntries(all) }, null, 1)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, this.file)
  }

  private all(): Promise<Map<string, string>> {
    this.known ??= this.read()
    return this.known
  }

  private async read(): Promise<Map<string, string>> {
    if (this.file === undefined) return new Map()
    const text = await readFile(this.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{}'
      throw error
    })
    const { answers = {} } = JSON.parse(text) as { answers?: Record<string, unknown> }
    return new Map(Object.entries(answers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  }
}

function keyOf(kind: Kind, about: string): string {
  return `${kind}: ${about}`
}
