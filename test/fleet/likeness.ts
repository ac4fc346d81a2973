/** Comparing what a program says with what was read in its picture, which is never quite the same. */

/** Letters and digits alone, in one case. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

export function tokensOf(text: string): string[] {
  return text
    .split(/[\s/_.,:;()[\]<>"'|-]+/)
    .map(plain)
    .filter((token) => token.length >= 2)
}

/** Whether two words are one, given that a letter in four may be misread. */
export function alike(a: string, b: string): boolean {
  const longer = Math.max(a.length, b.length)
  return longer > 0 && distance(a, b) <= Math.floor(longer / 4)
}

/** Whether a word is one of a text's, or a part of it where words were read apart or together. */
export function within(word: string, text: string): boolean {
  return plain(text).includes(word) || tokensOf(text).some((token) => alike(token, word))
}

/** Whether what was read is the name: half of its words, since long names are cut off and icons read as letters. */
export function reads(words: readonly string[], name: string): boolean {
  const tokens = tokensOf(name)
  const read = words.map(plain).filter((word) => word !== '')
  const together = read.join('')
  const found = tokens.filter((token) => together.includes(token) || read.some((word) => alike(word, token)))
  return found.length * 2 >= tokens.length || alike(together, plain(name))
}

/** Levenshtein's. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}
