import { Session } from 'node:inspector'

/**
 * A loop that mutates texts and keeps those that reach code which none before them reached. V8 counts the blocks of lib/ that each input
 * runs.
 */

export interface Target {
  seeds: readonly string[]
  /** Pieces of the language, put in at random places. */
  tokens: readonly string[]
  /** What is wrong with how `text` is handled, or nothing. */
  fault(text: string): Promise<string | undefined> | string | undefined
}

export interface Figures {
  runs: number
  /** Inputs that reached new code. */
  kept: number
  /** Blocks of lib/ that were run. */
  blocks: number
  slowestMs: number
  seconds: number
  seed: number
}

// Runs of which one is looked at: asking for the blocks costs more than a run.
const EVERY = 16
// Bytes of the longest input: repeated pieces show what is quadratic.
const LONGEST = 100_000

/** Counts by xorshift, so that a seed gives the same inputs again. */
class Chance {
  constructor(private state: number) {}
  below(n: number): number {
    this.state ^= this.state << 13
    this.state ^= this.state >>> 17
    this.state ^= this.state << 5
    return (this.state >>> 0) % n
  }
  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }
}

interface Range {
  startOffset: number
  endOffset: number
  count: number
}

/** The blocks that ran since it was asked before. */
class Blocks {
  private readonly session = new Session()
  private readonly seen = new Set<string>()

  constructor() {
    this.session.connect()
    this.session.post('Profiler.enable')
    this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  get size(): number {
    return this.seen.size
  }

  /** Whether a block ran that had never run. */
  anyNew(): boolean {
    let found = false
    this.session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error !== null) throw error
      for (const { url, functions } of coverage.result) {
        if (!url.includes('/lib/')) continue
        for (const each of functions) for (const range of each.ranges) found = this.add(url, range) || found
      }
    })
    return found
  }

  private add(url: string, { startOffset, endOffset, count }: Range): boolean {
    // Twice, ten times, a hundred times: loops are told apart by their order of magnitude.
    const key = `${url}:${startOffset}:${endOffset}:${count === 0 ? 'never' : Math.floor(Math.log10(count))}`
    if (count === 0 || this.seen.has(key)) return false
    this.seen.add(key)
    return true
  }

  end(): void {
    this.session.disconnect()
  }
}

function mutated(text: string, corpus: readonly string[], tokens: readonly string[], chance: Chance): string {
  const at = chance.below(text.length + 1)
  switch (chance.below(7)) {
    case 0:
      return text.slice(0, at) + chance.of(tokens) + text.slice(at)
    case 1:
      return text.slice(0, at) + text.slice(at + 1 + chance.below(12))
    case 2:
      return text.slice(0, at) + String.fromCharCode(chance.below(chance.below(4) ? 128 : 65_536)) + text.slice(at + 1)
    case 3:
      return text.slice(0, at) + text.slice(at, at + 1 + chance.below(30)).repeat(2) + text.slice(at)
    case 4:
      return text.slice(0, at) + chance.of(corpus).slice(chance.below(60))
    case 5:
      return text.slice(0, at) + chance.of(tokens) + text.slice(at + chance.below(20))
    default: {
      const [line, other] = [text.split('\n'), chance.of(corpus).split('\n')]
      line.splice(chance.below(line.length + 1), chance.below(3), chance.of(other))
      return line.join('\n')
    }
  }
}

/** Throws an error with the input and the seed when `target` finds a fault. */
export async function fuzz(target: Target, seconds: number, seed: number): Promise<Figures> {
  const chance = new Chance(seed || 1)
  const blocks = new Blocks()
  const corpus = [...target.seeds]
  const end = performance.now() + seconds * 1000
  let [runs, kept, slowestMs] = [0, 0, 0]
  const run = async (text: string) => {
    runs++
    const began = performance.now()
    const wrong = await target.fault(text)
    slowestMs = Math.max(slowestMs, performance.now() - began)
    if (wrong !== undefined) throw new Error(`seed ${seed}, run ${runs}: ${wrong}\n${JSON.stringify(text)}`)
  }
  for (const text of target.seeds) await run(text)
  blocks.anyNew()
  while (performance.now() < end) {
    let text = chance.of(corpus)
    for (let i = 1 + chance.below(5); i > 0; i--) text = mutated(text, corpus, target.tokens, chance)
    if (chance.below(500) === 0) text = text.repeat(1 + chance.below(2_000))
    text = text.slice(0, LONGEST)
    await run(text)
    // Asking costs more than a run does: every few runs, and the last of them is kept.
    if (runs % EVERY !== 0) continue
    if (blocks.anyNew() && text.length < 4_000) {
      corpus.push(text)
      kept++
    }
  }
  const figures = { runs, kept, blocks: blocks.size, slowestMs: Number(slowestMs.toFixed(1)), seconds, seed }
  blocks.end()
  return figures
}
