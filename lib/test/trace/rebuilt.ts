import { partsBy } from '../../sdk/tracing/runs.js'
import type { TreeEntry } from '../../sdk/tracing/trace-format.js'
import type { TreeNode } from '../../sdk/tree/node.js'

/** A node of a traced tree: with its ref. */
export type TraceTree = Omit<TreeNode, 'children'> & { ref?: string; children?: TraceTree[] }

// Every so many differences what they come to is kept, so that any tree is few of them away.
const KEPT = 16

/** The trees of a trace, each made from its differences when it is asked for. */
export class Trees {
  private readonly entries = new Map<number, TreeEntry>()
  private readonly kept = new Map<number, string[]>()

  add(entry: TreeEntry): void {
    this.entries.set(entry.tree, entry)
  }

  /** `undefined` when it was left out. */
  tree(number: number): TraceTree | undefined {
    const parts = this.partsOf(number)
    return parts === undefined ? undefined : (JSON.parse(parts.join('')) as TraceTree)
  }

  private partsOf(number: number): string[] | undefined {
    const chain: TreeEntry[] = []
    let at: number | undefined = number
    let parts: string[] = []
    while (at !== undefined) {
      const known = this.kept.get(at)
      if (known !== undefined) {
        parts = known
        break
      }
      const entry = this.entries.get(at)
      if (entry === undefined) return undefined
      chain.push(entry)
      at = entry.from
    }
    for (let left = chain.length - 1; left >= 0; left--) {
      const entry = chain[left] as TreeEntry
      parts = partsBy(entry.runs, parts)
      if (left % KEPT === 0) this.kept.set(entry.tree, parts)
    }
    return parts
  }
}
