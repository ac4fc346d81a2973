import { setImmediate as nextTurn } from 'node:timers/promises'
import { LinearPattern } from '../../sdk/call/linear-pattern.js'
import { SurehandError } from '../../sdk/errors.js'

// ms of work at a time; the server answers pings between two of them.
const SLICE = 20

/** Looks for a regular expression in lines, until a deadline. */
export class Search {
  private readonly pattern: LinearPattern

  /** INVALID_ARGUMENT for what is no regular expression. */
  constructor(
    private readonly source: string,
    ignoreCase: boolean,
    private readonly remaining: () => number,
  ) {
    this.pattern = new LinearPattern(source, ignoreCase ? 'iu' : 'u')
  }

  /** Which of the lines match. TIMEOUT where it takes too long. */
  async matching(lines: readonly string[]): Promise<number[]> {
    const found: number[] = []
    let began = performance.now()
    for (const [index, line] of lines.entries()) {
      if (this.pattern.test(line)) found.push(index)
      if (performance.now() - began < SLICE) continue
      if (this.remaining() <= 0) throw this.late()
      await nextTurn()
      began = performance.now()
    }
    return found
  }

  private late(): SurehandError {
    return new SurehandError(
      'TIMEOUT',
      `Looking for ${this.source} took too long. Say it more plainly, or in fewer files.`,
      { pattern: this.source },
    )
  }
}
