import type { App } from '../../../sdk/app.js'
import type { AppEvent } from '../../../sdk/app-events.js'
import { isSurehandError } from '../../../sdk/errors.js'

/** Counts what a program announces of values and states. */
export class Announcements implements Disposable {
  count = 0
  private readonly ended = new AbortController()

  /** `undefined` where the platform has no events. */
  static async of(app: App): Promise<Announcements | undefined> {
    const announcements = new Announcements()
    const events = app.events({
      kinds: ['value', 'state', 'text', 'property', 'selection'],
      signal: announcements.ended.signal,
    })
    try {
      await events.ready()
    } catch (error) {
      if (isSurehandError(error, 'UNSUPPORTED')) return undefined
      throw error
    }
    void announcements.listen(events)
    return announcements
  }

  [Symbol.dispose](): void {
    this.ended.abort()
  }

  private async listen(events: AsyncIterable<AppEvent>): Promise<void> {
    try {
      // Swing announces what shows whenever its tree is read.
      for await (const { detail } of events) if (!/:(showing|visible)$/.test(detail)) this.count++
    } catch {
      // Ended by the caller, or with the program; who presses keys in it finds that out.
    }
  }
}
