import type { Limits } from '../call/limits.js'
import type { Query } from '../tree/query.js'
import { Place } from './get-by.js'
import type { Scope } from './scope.js'

/** A place to look in, and what to look for there: a locator without its verbs. */
export abstract class Lookup<Found = unknown> extends Place<Found> {
  /** @internal */
  constructor(
    /** @internal */
    readonly scope: Scope,
    /** @internal */
    readonly query: Query,
  ) {
    super()
  }

  /** The selector as text, or what {@link Locator.describe} calls it. */
  get selector(): string {
    return this.query.text
  }

  /** @internal The same in a place that is known: waits for one that is looked for each time. */
  async resolved(_limits: Limits): Promise<Lookup> {
    return this
  }

  /** @internal The same; `undefined` while that place is not there. */
  async resolvedNow(_limits: Limits): Promise<Lookup | undefined> {
    return this
  }

  override toString(): string {
    return `${this.selector} in ${this.scope.place}`
  }
}
