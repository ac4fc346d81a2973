/** Work that is done again whenever it is asked for, one at a time: what is asked for while it is under way is one time more. */
export class Repeated {
  private running: Promise<void> | undefined
  private next: Promise<void> | undefined

  constructor(private readonly work: () => Promise<void>) {}

  /** Resolves when work that began after this call is done. */
  again(): Promise<void> {
    if (this.running === undefined) {
      this.running = this.work().finally(() => {
        this.running = undefined
      })
      return this.running
    }
    this.next ??= this.running.then(
      () => this.follow(),
      () => this.follow(),
    )
    return this.next
  }

  private follow(): Promise<void> {
    this.next = undefined
    return this.again()
  }
}
