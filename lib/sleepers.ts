/** What ended a sleep. */
export type Woken = 'event' | 'time'

// More than this wake together when they are due within so many ms of one another: they can share what they do next.
const CROWD = 4
const TOGETHER = 100

interface Sleeper {
  due: number
  wake: (by: Woken) => void
}

/** Many who sleep at once, on one timer. It keeps Node running only while somebody sleeps. */
export class Sleepers {
  private readonly asleep = new Set<Sleeper>()
  private timer: NodeJS.Timeout | undefined
  private nextTick = 0
  private wokenLast = 0

  /** @param onWake called before those who are woken together go on */
  constructor(private readonly onWake: () => void) {}

  get size(): number {
    return this.asleep.size
  }

  /** Whether a crowd was woken at once, the last time that anybody was. */
  get crowded(): boolean {
    return this.wokenLast > CROWD
  }

  /**
   * Resolves after `ms`, or when all are woken. `time` as well when the signal fires: what that means is the caller's to say.
   */
  async sleep(ms: number, signal: AbortSignal | undefined): Promise<Woken> {
    const due = performance.now() + ms
    let sleeper: Sleeper | undefined
    let onAbort: (() => void) | undefined
    const woken = await new Promise<Woken>((resolve) => {
      sleeper = { due, wake: resolve }
      this.asleep.add(sleeper)
      onAbort = () => resolve('time')
      signal?.addEventListener('abort', onAbort, { once: true })
      this.arm(due)
    })
    if (sleeper !== undefined) this.asleep.delete(sleeper)
    if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort)
    this.rest()
    return woken
  }

  wakeAll(): void {
    this.wake([...this.asleep], 'event')
  }

  private wake(sleepers: Sleeper[], by: Woken): void {
    if (sleepers.length === 0) return
    this.wokenLast = sleepers.length
    this.onWake()
    for (const sleeper of sleepers) {
      this.asleep.delete(sleeper)
      sleeper.wake(by)
    }
  }

  private arm(due: number): void {
    if (this.timer !== undefined && this.nextTick <= due) return
    clearTimeout(this.timer)
    this.nextTick = due
    this.timer = setTimeout(() => this.tick(), Math.max(0, due - performance.now()))
  }

  private tick(): void {
    this.timer = undefined
    const sleepers = [...this.asleep]
    const soon = performance.now() + (sleepers.length > CROWD ? TOGETHER : 1)
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
