/** ms; an action that looks at the whole tree before and afterwards should not take longer for it. */
export const LONGEST_LOOK = 1_000

// Elements; of more, two whole trees take an action longer than all the rest.
const LARGE = 15_000

// ms; a tree that took long because everything did is tried again then.
const REMEMBERED = 10_000

/**
 * Whether an application's tree costs so much that only those should ask for it who need all of it: what was asked goes on being
 * answered, and no other caller is meanwhile.
 */
export class TreeCost {
  private large = false
  private slowUntil = 0
  /** ms that the last tree took; 0 before there was one. */
  took = 0
  /**
   * Whether one is kept true by what the application announces, or is about to be: then the whole one costs next to nothing. `never`: it was
   * found to be wrong.
   */
  kept: 'no' | 'soon' | 'yes' | 'never' = 'no'
  /** When the last action ended, and when what is kept was read as a whole; as `performance.now()` tells. */
  actedAt = Number.NEGATIVE_INFINITY
  readAt = Number.NEGATIVE_INFINITY
  /** When what is kept is read as a whole again. */
  renewal: NodeJS.Timeout | undefined

  get high(): boolean {
    return this.large || performance.now() < this.slowUntil
  }

  /** A tree was read, in `took` ms: the whole one, or a part of it. */
  read({ size, whole }: { size: number; whole: boolean }, took: number): void {
    this.took = took
    if (took > LONGEST_LOOK) this.tooSlow()
    if (size > LARGE) this.large = true
    else if (whole) this.large = false
  }

  /** There was not time enough to read it. */
  tooSlow(): void {
    this.slowUntil = performance.now() + REMEMBERED
  }
}
