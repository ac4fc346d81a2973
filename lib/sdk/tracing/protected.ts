import type { Limits } from '../call/limits.js'
import type { Found } from '../look/look.js'
import type { NativeDesktop, NativeRect, NativeSnapshot } from '../native/binding.js'
import { type Query, queryOf } from '../tree/query.js'

/** Where protected fields are, as far as is known of the applications that something was done to. */
export class Protected {
  private readonly query: Query = queryOf('desktop.tracing', 'protected:true')
  private readonly areas = new Map<string, readonly NativeRect[]>()

  constructor(private readonly native: NativeDesktop) {}

  /** All that are known. */
  get all(): NativeRect[] {
    return [...this.areas.values()].flat()
  }

  /** An application as it is now, whole. */
  see(appKey: string, snapshot: NativeSnapshot): void {
    this.areas.set(appKey, this.areasIn(snapshot, snapshot.match(this.query.compiled, {})))
  }

  /** What an action found; where that is no more than a part of the application, that is asked. */
  async seeFound(appKey: string, { snapshot, near }: Found, limits: Limits): Promise<void> {
    if (near === undefined) return this.see(appKey, snapshot)
    const { compiled } = this.query
    const matches = await limits.call((native) => this.native.find({ appKey }, compiled, { hidden: false }, native))
    this.areas.set(appKey, this.areasIn(matches.snapshot, matches.nodes))
  }

  private areasIn(snapshot: NativeSnapshot, nodes: readonly number[]): NativeRect[] {
    return nodes.flatMap((node) => snapshot.node(node).bounds ?? [])
  }
}
