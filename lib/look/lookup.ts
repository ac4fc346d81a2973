import type { Query } from '../tree/query.js'
import type { Scope } from './scope.js'

/** A place to look in, and what to look for there: what a locator is to whoever only has to find its elements. */
export abstract class Lookup {
  /** The selector, as text. */
  readonly selector: string

  /** @internal */
  constructor(
    /** @internal */
    readonly scope: Scope,
    /** @internal */
    readonly query: Query,
  ) {
    this.selector = query.text
  }

  toString(): string {
    return `${this.selector} in ${this.scope.place}`
  }
}
