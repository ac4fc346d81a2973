import type { App } from '../../sdk/app.js'
import type { Snapshot } from '../../sdk/tree/snapshot.js'

// Programs whose trees are kept.
const KEPT = 16
// What a diff is about: what shows.
const READS = { actions: false, attributes: false }

/** How each program looked when it was last read. */
export class LastRead {
  readonly #trees = new Map<number, Promise<Snapshot | undefined>>()

  /** Reads it now; what there was before. */
  async read(
    app: App,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<[before: Snapshot | undefined, now: Snapshot]> {
    const before = await this.#trees.get(app.pid)
    const reading = app.snapshot({ ...READS, ...(signal === undefined ? {} : { signal }) })
    this.#keep(
      app.pid,
      reading.catch(() => before),
    )
    return [before, await reading]
  }

  #keep(pid: number, tree: Promise<Snapshot | undefined>): void {
    this.#trees.delete(pid)
    this.#trees.set(pid, tree)
    const oldest = this.#trees.size > KEPT ? this.#trees.keys().next().value : undefined
    if (oldest !== undefined) this.#trees.delete(oldest)
  }
}
