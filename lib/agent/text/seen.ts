import { SurehandError } from '../../sdk/errors.js'
import type { Locator } from '../../sdk/locator.js'
import type { Receipt } from '../../sdk/receipt.js'
import { quote } from '../../sdk/selector/index.js'
import { quoted } from '../../sdk/tree/quoted.js'
import type { Snapshot } from '../../sdk/tree/snapshot.js'

/** What an element was when an agent was told of its ref. */
interface Shown {
  role: string
  name: string | undefined
}

// What was told longer ago is compared with nothing: then a ref is its identity alone.
const KEPT = 64

/**
 * What an agent knows of the elements it has refs of. Lists use their rows again: the same element may show another message by now,
 * and that is not what was meant.
 */
export class Seen {
  private readonly told: { byRef(ref: string): Shown | undefined }[] = []

  /** A tree that was read. */
  tree(snapshot: Snapshot): void {
    this.add(snapshot)
  }

  /** The elements that a receipt speaks of, as they are afterwards. */
  receipt({ diff }: Receipt): void {
    if (diff === undefined) return
    const entries = [...diff.added, ...diff.modified].slice(0, KEPT)
    const elements = new Map(entries.map(({ ref, role, name }) => [ref, { role, name }]))
    this.add({ byRef: (ref) => elements.get(ref) })
  }

  /**
   * A selector of the element of that ref, as long as it is what it was when the agent was told. STALE at once when it shows something
   * else.
   */
  async selector(ref: string, element: Locator, limits: { timeout: number; signal: AbortSignal }): Promise<string> {
    const was = this.told.findLast((told) => told.byRef(ref) !== undefined)?.byRef(ref)
    if (was === undefined) return `ref:${ref}`
    const { root: is } = await element.snapshot({ ...limits, maxDepth: 0 })
    if (is.role !== was.role || is.name !== was.name) {
      throw new SurehandError(
        'STALE',
        `${ref} was ${labelled(was)} and shows ${labelled(is)} by now. Read the tree again, or say what is meant by a selector.`,
        { ref, was: labelled(was), is: labelled(is) },
      )
    }
    // Between here and the press it may change as well.
    return was.name ? `ref:${ref}|role:${was.role}|name:${quote(was.name)}` : `ref:${ref}|role:${was.role}`
  }

  private add(told: { byRef(ref: string): Shown | undefined }): void {
    this.told.push(told)
    if (this.told.length > KEPT) this.told.shift()
  }
}

function labelled({ role, name }: Shown): string {
  return name === undefined ? role : `${role} ${quoted(name)}`
}
