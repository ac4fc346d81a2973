import type { Limits } from '../limits.js'
import type { NativeSnapshot } from '../native/binding.js'
import type { Query } from '../query.js'
import type { Scope } from '../scope.js'
import { isHurried } from './absence.js'
import { ambiguous, notFound } from './candidates.js'
import { type Found, foundAt, glance, look, type Matches } from './look.js'
import { NotYet } from './wait.js'

/** Finds the one element that a selector means, one look at a time. */
export class Resolution {
  // The last whole tree that had no match: what a failure is explained with.
  private empty: NativeSnapshot | undefined

  constructor(
    private readonly scope: Scope,
    private readonly query: Query,
    private readonly limits: Limits,
  ) {}

  /** In the whole tree: what comes after needs the surroundings. While there is nothing, only the backend searches. */
  async inTree(): Promise<Found | NotYet> {
    if (this.empty !== undefined) {
      const { snapshot, nodes } = await glance(this.scope, this.query, this.limits)
      if (nodes.length === 0) return this.nothing(snapshot ?? this.empty)
    }
    return this.one(await look(this.scope, this.query, this.limits))
  }

  /** By the backend's search; the tree it comes with may hold the match alone. */
  async bySearch(): Promise<Found | NotYet> {
    const { snapshot, nodes } = await glance(this.scope, this.query, this.limits)
    if (nodes.length === 1 && snapshot !== undefined) return foundAt(snapshot, nodes[0] as number)
    if (nodes.length === 0 && (snapshot ?? this.empty) !== undefined) {
      return this.nothing((snapshot ?? this.empty) as NativeSnapshot)
    }
    return this.one(await look(this.scope, this.query, this.limits))
  }

  private one({ snapshot, nodes }: Matches): Found | NotYet {
    if (nodes.length > 1) throw ambiguous(this.scope.place, this.query, snapshot, nodes)
    if (nodes.length === 0) return this.nothing(snapshot)
    this.empty = undefined
    return foundAt(snapshot, nodes[0] as number)
  }

  private nothing(snapshot: NativeSnapshot): NotYet {
    this.empty = snapshot
    const error = () => notFound(this.scope.place, this.query, snapshot, Math.round(this.limits.elapsed))
    return new NotYet(error, isHurried(snapshot))
  }
}
