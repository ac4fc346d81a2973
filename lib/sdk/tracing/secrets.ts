import { type Entry, MASK } from './trace-format.js'

// Characters; what is shorter stands in any text by chance, and is masked where it is the whole of one.
const SHORT = 4

// String literals that are given to what types, in JavaScript: any of them may be meant for a protected field.
const TYPED = /(\.(?:fill|type|insertText|write)\(\s*)("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)/g

// A string of a JSON text, keys included: without them, the text between two strings would be taken for one.
const STRING = /("(?:[^"\\]|\\.)*")(\s*:)?/g

// What readers go by, and no application says.
const OWN_WORDS = new Set(['type', 'kind', 'part', 'effect', 'route', 'png'])

/** The protected texts of a trace, and how they are kept out of it. */
export class Secrets {
  /**
   * Each with its spelling in a JSON text. That is worked out once: it is another copy of the secret, and one for each text that is
   * masked would stay all over the process's memory.
   */
  private readonly known = new Map<string, string>()

  add(text: string): void {
    if (text !== '' && !this.known.has(text)) this.known.set(text, JSON.stringify(text).slice(1, -1))
  }

  /** The entry without any of them. */
  masked(entry: Entry): Entry {
    if (entry.type === 'source') return { ...entry, text: this.ofSource(entry.text) }
    if (this.known.size === 0) return entry
    if (entry.type === 'tree') {
      const runs = entry.runs.map((run) => (typeof run === 'string' ? this.ofJSON(run) : run))
      return { ...entry, runs }
    }
    return this.walk(entry) as Entry
  }

  private ofSource(text: string): string {
    let masked = text.replace(TYPED, (_, call: string, literal: string) => `${call}${literal[0]}${MASK}${literal[0]}`)
    for (const [secret, spelled] of this.known) {
      if (secret.length >= SHORT) masked = masked.replaceAll(secret, MASK)
      else for (const quote of ['"', "'", '`']) masked = masked.replaceAll(quote + secret + quote, quote + MASK + quote)
      // As a literal spells it.
      if (spelled !== secret && secret.length >= SHORT) masked = masked.replaceAll(spelled, MASK)
    }
    return masked
  }

  private ofJSON(text: string): string {
    return text.replace(STRING, (all, literal: string, colon?: string) => {
      if (colon !== undefined) return all
      const value = JSON.parse(literal) as string
      const masked = this.ofText(value)
      return masked === value ? literal : JSON.stringify(masked)
    })
  }

  private ofText(text: string): string {
    let masked = text
    for (const [secret, spelled] of this.known) {
      if (masked === secret) return MASK
      if (secret.length < SHORT) continue
      masked = masked.replaceAll(secret, MASK)
      // As messages quote it.
      if (spelled !== secret) masked = masked.replaceAll(spelled, MASK)
    }
    return masked
  }

  private walk(value: unknown): unknown {
    if (typeof value === 'string') return this.ofText(value)
    if (Array.isArray(value)) return value.map((item) => this.walk(item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, OWN_WORDS.has(name) ? item : this.walk(item)]),
    )
  }
}
