import { setImmediate as turn } from 'node:timers/promises'

/** Looks that many want at the same time, taken once: each caller gets one that began after the call. */
export class SharedLooks {
  private readonly running = new Map<string, Promise<unknown>>()
  private readonly next = new Map<string, Promise<unknown>>()

  take<T>(what: string, look: () => Promise<T>): Promise<T> {
    const waiting = this.next.get(what)
    if (waiting !== undefined) return waiting as Promise<T>
    // Those who were woken together ask in the same turn of the event loop.
    const before = this.running.get(what)?.then(nothing, nothing) ?? turn()
    const taken = before.then(() => {
      this.next.delete(what)
      const now = look()
      this.running.set(what, now)
      const over = () => {
        if (this.running.get(what) === now) this.running.delete(what)
      }
      now.then(over, over)
      return now
    })
    this.next.set(what, taken)
    return taken
  }
}

function nothing(): void {}
