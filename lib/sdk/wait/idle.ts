/** Work for the time in which nothing is asked of an application. */
export class Idle {
  private timer: NodeJS.Timeout | undefined
  private running: AbortController | undefined
  private again = () => {}

  /** Has `work` begin after `pause` ms. */
  begin(pause: number, work: (signal: AbortSignal) => Promise<void>): void {
    this.end(false)
    this.again = () => {
      this.timer = setTimeout(() => {
        this.timer = undefined
        const running = new AbortController()
        const over = () => {
          if (this.running === running) this.running = undefined
        }
        work(running.signal).then(over, over)
        // What it asks itself is not in its way.
        this.running = running
      }, pause).unref()
    }
    this.again()
  }

  /** Something is asked: `postpones` what is to begin, ends what runs and `givesWay`, and that begins anew after the pause. */
  asked(postpones: boolean, givesWay: boolean): void {
    if (this.running !== undefined) {
      if (!givesWay) return
      this.running.abort()
      this.running = undefined
      this.again()
    } else if (postpones) this.timer?.refresh()
  }

  /** Nothing begins; what runs and `givesWay` ends. */
  end(givesWay: boolean): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (!givesWay) return
    this.running?.abort()
    this.running = undefined
  }
}
