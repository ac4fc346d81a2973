/** How long a backstop rests between two answers: at least as long as answering took. */
export interface Pauses {
  /** ms; at first. */
  quickest: number
  /** Then this share of the time that the youngest of those who wait has waited. */
  growth: number
  /** ms; up to this. */
  slowest: number
  /** Where that is so little that answering takes a larger share of the application's time than this: longer, up to `longest` ms. */
  share: number
  longest: number
}

/**
 * Notices changes without an event, once for all waits on one application: asks, at a pace that slows down, for a number that
 * is another one when something changed.
 */
export class Backstop {
  /** How often it has asked. */
  asked = 0
  private print: bigint | undefined
  /** When the first answer came that was like the last one, and whether one that was unlike it came before. */
  private steady = { since: 0, seen: false }
  private youngest = 0
  private took = 0
  private ended = 0
  private due = 0
  private timer: NodeJS.Timeout | undefined
  private running: AbortController | undefined

  constructor(
    private readonly pauses: Pauses,
    private readonly ask: (signal: AbortSignal) => Promise<bigint>,
    /**
     * There may have been a change before `time`, and when it is `seen` there was one: earlier looks are repeated.
     * Says whether others sleep.
     */
    private readonly changed: (time: number, seen: boolean) => boolean,
  ) {}

  /** A wait begins. */
  enter(): void {
    this.youngest = performance.now()
  }

  /** A wait sleeps; it asks for no other. */
  watch(): void {
    if (this.running !== undefined) return
    const now = performance.now()
    const due = Math.max(now, Math.max(this.ended, this.youngest) + this.pause)
    if (this.timer !== undefined && this.due <= due) return
    clearTimeout(this.timer)
    this.due = due
    this.timer = setTimeout(() => this.go(), due - now)
  }

  /** No wait sleeps: the look that is taken now says more, and is not to be kept waiting by an answer. */
  rest(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.running?.abort()
  }

  /** No wait is left: an equal fingerprint later may hide a change in between. */
  forget(): void {
    this.rest()
    this.print = undefined
  }

  private get pause(): number {
    const { quickest, growth, slowest, share, longest } = this.pauses
    const age = performance.now() - this.youngest
    const most = Math.max(slowest, Math.min(longest, this.took / share))
    return Math.min(most, Math.max(quickest, this.took, age * growth))
  }

  private async go(): Promise<void> {
    this.timer = undefined
    this.running = new AbortController()
    const { signal } = this.running
    const began = performance.now()
    this.asked++
    // An error is for those who wait to find out about.
    const print = await this.ask(signal).catch(() => undefined)
    this.running = undefined
    this.ended = performance.now()
    if (!signal.aborted) {
      this.took = this.ended - began
      if (print === undefined || print !== this.print) {
        this.steady = { since: this.ended, seen: print !== undefined && this.print !== undefined }
        this.print = print
      }
    }
    if (this.changed(this.steady.since, this.steady.seen)) this.watch()
  }
}
