/** Two ways to end a run: when the step that runs has ended, or at once. */
export interface StopSignals {
  readonly after: AbortSignal
  readonly now: AbortSignal
}

/** The first `stop()` ends a run after the step that runs, the next one at once. */
export class Stop implements StopSignals {
  private readonly first = new AbortController()
  private readonly second = new AbortController()
  readonly after: AbortSignal = this.first.signal
  readonly now: AbortSignal = this.second.signal

  stop(): 'after the step' | 'at once' {
    if (!this.after.aborted) {
      this.first.abort()
      return 'after the step'
    }
    this.atOnce()
    return 'at once'
  }

  atOnce(): void {
    this.first.abort()
    this.second.abort()
  }
}
