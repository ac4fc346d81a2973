/** Why a text is no selector, before it is said to anybody. */
export class Refusal extends Error {
  constructor(
    readonly offset: number,
    readonly found: string,
    readonly expected: string,
    /** What is wrong, when "expected this, found that" does not say it. */
    readonly reason?: string,
    /** What to write in the place of `found`, or of `range` where more than that has to go. */
    readonly replacement?: string,
    private readonly range?: { readonly start: number; readonly end: number },
  ) {
    super(expected)
  }

  /** `source` with what was refused replaced; nothing when it is not known by what. */
  mended(source: string): string | undefined {
    if (this.replacement === undefined) return undefined
    const { start, end } = this.range ?? { start: this.offset, end: this.offset + this.found.length }
    return source.slice(0, start) + this.replacement + source.slice(end)
  }
}

export function excerpt(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 117)}...` : text)
}
