/** Longer words are not compared: no key or role is, and the cost is the product of the lengths. */
const LONGEST = 40

/**
 * How many insertions, deletions, replacements and swaps of neighbours lie between two words, or `limit + 1` when
 * there are more than `limit` (Damerau-Levenshtein, each pair swapped at most once).
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1)
      }
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > limit) return limit + 1
    beforeLast = last
    last = row
  }
  return Math.min(last[b.length]!, limit + 1)
}

/** The candidate nearest to `word`, whatever its case, or nothing when none is near enough to be what was meant. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase()
  if (wanted === '' || wanted.length > LONGEST) return undefined
  let best: string | undefined
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase(), least - 1)
    if (distance < least) {
      least = distance
      best = candidate
    }
  }
  return best
}
