import { callNative, isSurehandError, SurehandError } from '../errors.js'
import type { NativePattern } from '../native/binding.js'
import { loadNative } from '../native/load.js'

/**
 * A regular expression that a model, a file or a client wrote. It runs on the native engine, whose time is bounded by the length of the
 * text: JavaScript's own can take years over `^(a+)+$`, and stops everything else in the process meanwhile.
 */
export class LinearPattern {
  private readonly native: NativePattern

  /** INVALID_ARGUMENT for what is no regular expression, or uses what the engine does not have. */
  constructor(
    readonly source: string,
    readonly flags: string,
  ) {
    try {
      this.native = callNative(() => loadNative().compilePattern(source, flags))
    } catch (cause) {
      if (!isSurehandError(cause, 'INVALID_SELECTOR')) throw cause
      throw new SurehandError('INVALID_ARGUMENT', `${cause.message}.`, { ...cause.details, pattern: source }, { cause })
    }
  }

  /** Whether it matches anywhere in the text. TIMEOUT when it needs more steps than the engine grants, as backreferences may. */
  test(text: string): boolean {
    const found = this.native.search(text)
    if (found !== undefined) return found
    throw new SurehandError(
      'TIMEOUT',
      `/${shortened(this.source)}/${this.flags} needs too many steps on a text of ${text.length} characters. Write it without backreferences, or more plainly.`,
      { pattern: this.source, length: text.length },
    )
  }

  /** As RegExp's: ajv keeps patterns by it. */
  toString(): string {
    return `/${this.source}/${this.flags}`
  }
}

const LONGEST = 200

function shortened(source: string): string {
  return source.length <= LONGEST ? source : `${source.slice(0, LONGEST)}…`
}
