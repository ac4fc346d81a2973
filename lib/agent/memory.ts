import type { Hooks } from '../sdk/action/hooks.js'
import type { App } from '../sdk/app.js'
import { isSurehandError } from '../sdk/errors.js'
import { type ElementRecord, recordOf } from '../sdk/heal/element-record.js'
import { type Healed, healed } from '../sdk/heal/heal.js'
import { Deadline } from './deadline.js'

// Elements that are remembered, the last ones.
const KEPT = 100
// ms for the look at an application in which a selector found nothing.
const LOOK = 1_000

/** What elements were when actions found them. Where a selector finds nothing any more, it says what is most like what it found. */
export class Memory {
  readonly #records = new Map<string, ElementRecord>()

  readonly hooks: Hooks = {
    afterAction: ({ app, selector, receipt }) => {
      const before = receipt?.diff?.before
      const element = before?.byRef(receipt?.element.ref ?? '')
      if (app === undefined || selector === '' || before === undefined || element === undefined) return
      const key = keyOf(app.executable, selector)
      this.#records.delete(key)
      this.#records.set(key, recordOf(element))
      const oldest = this.#records.size > KEPT ? this.#records.keys().next().value : undefined
      if (oldest !== undefined) this.#records.delete(oldest)
    },
  }

  /**
   * What may have become of what the failed call's selector once found; nothing where that is not known. Never fails. `find`: the
   * application that it was about.
   */
  async proposals(
    thrown: unknown,
    find: (deadline: Deadline) => Promise<App>,
    signal: AbortSignal,
  ): Promise<Proposals | undefined> {
    if (!isSurehandError(thrown, 'NOT_FOUND') || this.#records.size === 0) return undefined
    const selector = String(thrown.details.selector ?? '')
    const deadline = new Deadline(LOOK)
    try {
      const app = await find(deadline)
      const record = this.#records.get(keyOf(app.executable, selector))
      if (record === undefined) return undefined
      const now = await app.snapshot({ timeout: deadline.remaining, signal, actions: false })
      return { was: record, now: healed(record, now) }
    } catch {
      return undefined
    }
  }
}

/** What a selector once found, and what is like it by now. */
export interface Proposals {
  was: ElementRecord
  now: readonly Healed[]
}

function keyOf(executable: string, selector: string): string {
  return `${executable}\n${selector}`
}
