import { mapPictures } from './pictures.js'

// What a screenshot comes to with vendors that count by its size, which a message does not say: bench/results/tokens.md has ten.
const PICTURE = 1_500

/** About how many tokens messages, or a result, come to: four bytes of UTF-8 for one, and as many for every picture as for any other. */
export function estimateTokens(messages: unknown): number {
  let pictures = 0
  const words = mapPictures(messages, () => {
    pictures++
    return ''
  })
  const text = typeof words === 'string' ? words : (JSON.stringify(words) ?? '')
  return Math.ceil(Buffer.byteLength(text) / 4) + pictures * PICTURE
}
