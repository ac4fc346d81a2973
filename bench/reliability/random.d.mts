/** See random.mjs. */
export class Random {
  constructor(seed: number)
  next(): number
  between(low: number, high: number): number
  chance(probability: number): boolean
}
