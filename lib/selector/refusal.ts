/** Why a text is no selector, before it is said to anybody. */
export class Refusal extends Error {
  constructor(
    readonly offset: number,
    readonly found: string,
    readonly expected: string,
    /** What is wrong, when "expected this, found that" does not say it. */
    readonly reason?: string,
    /** What to write in the place of `found`. */
    readonly replacement?: string,
  ) {
    super(expected)
  }
}

export function excerpt(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 117)}...` : text)
}
