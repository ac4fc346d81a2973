import { Idle } from './idle.js'

/** ms; an action that looks at the whole tree before and afterwards should not take longer for it. */
export const LONGEST_LOOK = 1_000

// Elements; of more, two whole trees take an action longer than all the rest.
const LARGE = 15_000

// Elements; of fewer, a whole tree is read before who asks for something else has noticed.
const SMALL = 3_000

// ms; a tree that took long because everything did is tried again then.
const REMEMBERED = 10_000

/**
 * Whether an application's tree costs so much that only those should ask for it who need all of it: what was asked goes on being
 * answered, and no other caller is meanwhile.
 */
export class TreeCost {
  private large = false
  private size = Number.POSITIVE_INFINITY
  private slowUntil = 0
  /** ms that the last tree took; 0 before there was one. */
  took = 0
  /**
   * Whether one is kept true by what the application announces: then the whole one costs next to nothing. `never`: it was found to be
   * wrong.
   */
  kept: 'no' | 'yes' | 'never' = 'no'
  /** When the last action ended, and when what is kept was read as a whole; as `performance.now()` tells. */
  actedAt = Number.NEGATIVE_INFINITY
  readAt = Number.NEGATIVE_INFINITY
  /** How many events had come when that read began; none where that is not known. */
  readSerial: number | undefined
  /** Actions that followed one another so quickly that no tree could be read to be kept. */
  unkept = 0
  private readonly idle = new Idle()

  get high(): boolean {
    return this.large || performance.now() < this.slowUntil
  }

  /** A tree was read, in `took` ms: the whole one, or a part of it. */
  read({ size, whole }: { size: number; whole: boolean }, took: number): void {
    this.took = took
    if (took > LONGEST_LOOK) this.tooSlow()
    if (size > LARGE) this.large = true
    else if (whole) this.large = false
    if (whole) this.size = size
  }

  /**
   * A tree was read that was to be kept, from when so many events had come. One that is whole and is not kept is of an application that
   * announced too little.
   */
  keep({ kept, complete, mirrored }: { kept: boolean; complete: boolean; mirrored: boolean }, serial?: number): void {
    this.kept = kept ? 'yes' : complete ? 'never' : 'no'
    this.unkept = 0
    if (mirrored) return
    this.readAt = performance.now()
    this.readSerial = serial
  }

  /** There was not time enough to read it. */
  tooSlow(): void {
    this.slowUntil = performance.now() + REMEMBERED
  }

  /** Most of it would have to be asked for element by element. */
  tooLarge(): void {
    this.large = true
  }

  /**
   * Has `read` begin when nothing was asked for so many ms. When something is asked meanwhile its signal fires, and it begins anew after
   * such a pause. A small tree is read to its end.
   */
  whenIdle(pause: number, read: (signal: AbortSignal) => Promise<void>): void {
    this.idle.begin(pause, read)
  }

  /** Something is asked: what is read meanwhile would keep it waiting. */
  asked(): void {
    this.idle.asked(this.kept !== 'yes', this.size > SMALL)
  }

  /** Nothing is read at rest for now: an action begins, or all of it is read anyway. */
  endIdle(): void {
    this.idle.end(this.size > SMALL)
  }
}
