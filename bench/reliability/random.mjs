/** A small seeded generator (mulberry32): the same seed gives the same plan on every machine. */
export class Random {
  /** @param {number} seed an integer */
  constructor(seed) {
    this.state = seed >>> 0
  }

  /** From 0 up to, and without, 1. */
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer, both ends included. */
  between(low, high) {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability) {
    return this.next() < probability
  }

  /** One of `[value, weight]`. */
  weighted(pairs) {
    let point = this.next() * pairs.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of pairs) {
      point -= weight
      if (point < 0) return value
    }
    return pairs[pairs.length - 1][0]
  }
}
