import type { NativeSnapshot } from '../native/binding.js'
import { partsOf, runsOf } from './runs.js'
import type { TreeEntry } from './trace-format.js'

interface Last {
  tree: number
  text: string
  parts: readonly string[]
}

/** Trees as what is different from the one before of the same application that was read in the same way. */
export class WrittenTrees {
  private readonly last = new Map<string, Last>()
  private readonly known = new WeakMap<NativeSnapshot, number>()
  private count = 0

  /** The next ones are whole. */
  startAnew(): void {
    this.last.clear()
  }

  /** Its entry, or the number of the tree that is the same. */
  add(snapshot: NativeSnapshot, app: number, how: string): TreeEntry | number {
    const which = `${app} ${how}`
    const last = this.last.get(which)
    if (last !== undefined && this.known.get(snapshot) === last.tree) return last.tree
    const text = snapshot.toJSONText(0, { refs: true })
    if (last?.text === text) {
      this.known.set(snapshot, last.tree)
      return last.tree
    }
    const tree = this.count++
    const parts = partsOf(text)
    this.last.set(which, { tree, text, parts })
    this.known.set(snapshot, tree)
    const from = last === undefined ? {} : { from: last.tree }
    return { type: 'tree', tree, app, ...from, runs: runsOf(parts, last?.parts ?? []) }
  }
}
