/** One time limit over several calls, each of which gets what is left of it. */
export class Deadline {
  private readonly began = performance.now()

  constructor(
    private readonly timeout: number,
    /** Whether the model named it. Then what could still come is waited for to the end; otherwise until the application rests. */
    readonly given = true,
  ) {}

  /** What a model gave as `timeout_ms`, or else what calls usually get. */
  static of(given: number | undefined, usual: number): Deadline {
    return new Deadline(given ?? usual, given !== undefined)
  }

  /** ms; never 0, which no call takes: it ends by itself at once. */
  get remaining(): number {
    return Math.max(1, Math.round(this.timeout - (performance.now() - this.began)))
  }
}
