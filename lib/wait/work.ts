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

// Of one processor. Applications that show nothing but a cursor use less than 0.02; a thread that computes, all it can get.
const AT_WORK = 0.3
// On a machine where five others want each processor, one that computes gets no more than 0.16.
const AT_REST = 0.1

/**
 * How much an application is at work, though it answers: by the processor time of its process and of what that started. It is read,
 * never asked of the application.
 */
export class Work {
  private supported = true
  // The share that it works whatever is done to it: an animation. Found by waiting in vain; waited for no more.
  private usual = 0

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

  /** Whether it has something to do that may yet show. Not of one that has as much to do all the time. */
  isAtWork(share: number): boolean {
    this.usual = Math.min(this.usual, share)
    return share > this.usual + AT_WORK
  }

  isAtRest(share: number): boolean {
    return share <= AT_REST
  }

  /** It was waited for until it rests, in vain. */
  neverRests(share: number): void {
    this.usual = share
  }
}

/** Of one processor, between two readings. */
export function shareOf(from: Reading, to: Reading): number {
  // What a child had worked goes with it when it ends.
  return Math.max(0, to.worked - from.worked) / Math.max(1, to.at - from.at)
}
