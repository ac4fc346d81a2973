import type { Receipt } from '../receipt.js'

// What a result says of a step, the tree aside. An agent reads one after every step, and the whole of it stays below 400 tokens.
const TOKENS = 300
const MOST = 360
// Counted by four bytes, codes, numbers and paths come to half as many as a model reads: then less is said.
const LESS = [TOKENS, 200, 120, 60]

/** What a receipt says, within the budget of a result. */
export function receiptText(receipt: Receipt): string {
  let text = ''
  for (const maxTokens of LESS) {
    text = receipt.toText({ maxTokens })
    if (atMostTokens(text) <= MOST) break
  }
  return text
}

/** At least as many as models split a text into: words by their length, Chinese by signs, three digits, and whatever else is one. */
function atMostTokens(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(/\p{L}[\p{L}\p{M}]*|\p{N}{1,3}|[^\s\p{L}\p{N}]/gu)) {
    const long = [...piece].filter((sign) => Buffer.byteLength(sign) > 2).length
    tokens += /\p{L}/u.test(piece) ? long + Math.ceil((Buffer.byteLength(piece) - 3 * long) / 5) : 1
  }
  return tokens
}
