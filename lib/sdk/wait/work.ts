import type { Limits } from '../call/limits.js'
import { isSurehandError } from '../errors.js'
import type { NativeDesktop } from '../native/binding.js'

/** What an application had worked by then. */
export interface Reading {
  /** ms, of `performance.now()`. */
  at: number
  /** ms of processor time. */
  worked: number
}

// Of one processor, over 100 ms, on two of them that 17 processes wanted: GTK 3, Qt 6 and Chromium at rest 0.00 to 0.06, with a thread
// that computes 0.84 to 1.13 (with what it waits for a processor).
const AT_WORK = 0.3
const AT_REST = 0.1

/**
 * How much an application is at work, though it answers: by the processor time of its process and of what that started. It is read,
 * never asked of the application.
 */
export class Work {
  private supported = true
  // The share that it works whatever is done to it: an animation. Found by waiting in vain; waited for no more.
  private usual = 0
  private last = 0

  constructor(
    private readonly native: NativeDesktop,
    private readonly appKey: string,
  ) {}

  /** `undefined` where the system does not say. */
  async read(limits: Limits): Promise<Reading | undefined> {
    if (!this.supported) return undefined
    try {
      const worked = await limits.call((native) => this.native.processorTime(this.appKey, native))
      return { at: performance.now(), worked }
    } catch (error) {
      if (isSurehandError(error, 'ABORTED')) throw error
      if (isSurehandError(error, 'UNSUPPORTED')) this.supported = false
      return undefined
    }
  }

  /** What it was seen to work in a while. */
  note(share: number): void {
    this.last = share
    this.usual = Math.min(this.usual, share)
  }

  /** Whether it has something to do that may yet show. Not of one that has as much to do all the time. */
  isAtWork(share: number): boolean {
    return share > this.usual + AT_WORK
  }

  isAtRest(share: number): boolean {
    return share <= AT_REST
  }

  /** It was waited for until it rests, in vain. */
  neverRests(): void {
    this.usual = this.last
  }

  /** Whether it is known not to rest, whatever is done to it. */
  get restless(): boolean {
    return !this.isAtRest(this.usual)
  }
}

/** Of one processor, between two readings. */
export function shareOf(from: Reading, to: Reading): number {
  // What a child had worked goes with it when it ends.
  return Math.max(0, to.worked - from.worked) / Math.max(1, to.at - from.at)
}
