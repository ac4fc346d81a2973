/** One time limit over several calls, each of which gets what is left of it. */
export class Deadline {
  private readonly began = performance.now()

  constructor(private readonly timeout: number) {}

  /** ms; never 0, which no call takes: it ends by itself at once. */
  get remaining(): number {
    return Math.max(1, Math.round(this.timeout - (performance.now() - this.began)))
  }
}
