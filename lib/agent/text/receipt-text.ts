import type { Receipt } from '../../sdk/receipt.js'
import { changesText } from './changes-text.js'

// What a result says of a step, the tree aside. An agent reads one after every step, and the whole of it stays below 400 tokens.
const MOST = 320
// Lines of changes. Codes, numbers and paths come to twice as many tokens as words: then less is said.
const LINES = [10, 6, 4, 2]

/**
 * What a receipt says to a model: what was acted on, how it was found where the selector alone does not say it, and what changed. The verb
 * and the effect are in the line above it.
 */
export function receiptText(receipt: Receipt, says: boolean): string {
  const { diff } = receipt
  const head = receipt.inBrief()
  if (!says || diff === undefined || diff.empty || receipt.ended !== undefined) return head.join('\n')
  let text = ''
  for (const most of LINES) {
    const changes = changesText(diff, receipt.element.ref, most)
    // What changed of the element that was acted on names it; so does a selector with its name, where nothing is unusual about it.
    const isNamed = changes.some((line) => line.startsWith(`~ ${head[0]}:`)) || isAsAsked(receipt, head[0])
    text = [...head.slice(isNamed ? 1 : 0, -1), ...changes].join('\n')
    if (atMostTokens(text) <= MOST) break
  }
  return text
}

function isAsAsked({ element: { name, ref }, selector }: Receipt, line = ''): boolean {
  if (name === undefined || name === '' || !line.endsWith(ref)) return false
  return selector.includes(`name:${name}`) || selector.includes(`name:"${name}"`)
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
