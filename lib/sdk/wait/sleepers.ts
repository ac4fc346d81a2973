import { onAbort } from '../call/abort.js'
import { LONGEST_TIMER } from '../call/limits.js'

/**
 * What ended a sleep: something was announced; a probe noticed a change that was not; looking again is due; nothing, its
 * time was up.
 */
export type Woken = 'event' | 'probe' | 'look' | 'time'

/** So many who wait for one application share their looks. */
export const CROWD = 5

// ms; of a crowd, those who are due within so many of one another wake together.
const TOGETHER = 100

interface Sleeper {
  due: number
  /** When the look began after which it sleeps, when the backstop is to wake it. */
  since: number | undefined
  wake: (by: Woken) => void
}

/** Many waits on one timer. It keeps Node running only while one sleeps. */
export class Sleepers {
  private readonly asleep = new Set<Sleeper>()
  private timer: NodeJS.Timeout | undefined
  private nextTick = 0

  get size(): number {
    return this.asleep.size
  }

  /** Whether anybody sleeps whom the backstop wakes. */
  get watched(): boolean {
    for (const { since } of this.asleep) if (since !== undefined) return true
    return false
  }

  /**
   * Resolves after `ms`, or when it is woken. `time` as well when the signal fires: what that means is the caller's to say.
   */
  async sleep(ms: number, signal: AbortSignal | undefined, since?: number): Promise<Woken> {
    const due = performance.now() + ms
    let sleeper: Sleeper | undefined
    let leave: (() => void) | undefined
    const woken = await new Promise<Woken>((resolve) => {
      sleeper = { due, since, wake: resolve }
      this.asleep.add(sleeper)
      if (signal !== undefined) leave = onAbort(signal, () => resolve('time'))
      this.arm(due)
    })
    if (sleeper !== undefined) this.asleep.delete(sleeper)
    leave?.()
    this.rest()
    return woken
  }

  wakeAll(): void {
    this.wake([...this.asleep], 'event')
  }

  /** Wakes those whom the backstop wakes and whose look began before `time`. */
  wakeWatched(time: number, by: Woken): void {
    this.wake(
      [...this.asleep].filter(({ since }) => since !== undefined && since < time),
      by,
    )
  }

  private wake(sleepers: Sleeper[], by: Woken): void {
    for (const sleeper of sleepers) {
      this.asleep.delete(sleeper)
      sleeper.wake(by)
    }
  }

  private arm(due: number): void {
    if (this.timer !== undefined && this.nextTick <= due) return
    clearTimeout(this.timer)
    this.nextTick = due
    this.timer = setTimeout(() => this.tick(), Math.min(LONGEST_TIMER, Math.max(0, due - performance.now())))
  }

  private tick(): void {
    this.timer = undefined
    const sleepers = [...this.asleep]
    const soon = performance.now() + (sleepers.length >= CROWD ? TOGETHER : 1)
    this.wake(
      sleepers.filter((sleeper) => sleeper.due <= soon),
      'time',
    )
    const next = Math.min(...[...this.asleep].map((sleeper) => sleeper.due))
    if (Number.isFinite(next)) this.arm(next)
  }

  private rest(): void {
    if (this.asleep.size > 0) return
    clearTimeout(this.timer)
    this.timer = undefined
  }
}
