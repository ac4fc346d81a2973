import type { App } from '../sdk/app.js'
import type { Desktop } from '../sdk/desktop.js'

// ms; reading what a process worked.
const READING = 200

/** The applications that the tools of one desktop were asked about. */
export class KnownApps {
  private readonly byName = new Map<string, App>()
  private readonly asked = new Set<App>()

  static of(desktop: Desktop): KnownApps {
    let own = known.get(desktop)
    if (own === undefined) {
      own = new KnownApps()
      known.set(desktop, own)
    }
    return own
  }

  /** The application that was last called so. */
  called(name: string): App | undefined {
    return this.byName.get(name)
  }

  /** A tool is about to look at it. A model thinks for seconds between two calls: in that time it may have been at rest. */
  async found(name: string, app: App, signal: AbortSignal): Promise<void> {
    this.byName.set(name, app)
    this.asked.add(app)
    await app.resumed({ timeout: READING, signal })
  }

  /** The call of a tool is over. */
  async left(signal: AbortSignal): Promise<void> {
    const apps = [...this.asked]
    this.asked.clear()
    if (!signal.aborted) await Promise.all(apps.map((app) => app.paused({ timeout: READING, signal })))
  }
}

const known = new WeakMap<Desktop, KnownApps>()

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // One of another user is alive, too.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
