import type { Limits } from '../../sdk/call/limits.js'
import { isSurehandError } from '../../sdk/errors.js'
import { cutsThatHide } from '../../sdk/look/absence.js'
import { nearMissesOf } from '../../sdk/look/candidates.js'
import { counting, sorted } from '../../sdk/look/hidden.js'
import { foundAt, look, search } from '../../sdk/look/look.js'
import type { Lookup } from '../../sdk/look/lookup.js'
import type { NativeSnapshot } from '../../sdk/native/binding.js'
import { pathOf } from '../../sdk/tree/node.js'
import { Snapshot, type SnapshotNode } from '../../sdk/tree/snapshot.js'

/**
 * What a locator means, when that is one element that is not hidden and the backend finds it without reading the whole tree, which takes a
 * tenth of the time. It says nothing of what is around the element.
 */
export async function oneFound(lookup: Lookup, limits: Limits): Promise<Sight | undefined> {
  const { scope, query } = lookup
  try {
    const found = await search(scope, query, limits)
    if (found.snapshot === undefined || !found.partial || found.nodes.length !== 1) return undefined
    const { hidden } = sorted(found.snapshot, query, found.nodes)
    const { element } = foundAt(found.snapshot, found.nodes[0] as number)
    if (hidden.length > 0 || element === undefined) return undefined
    const snapshot = new Snapshot(await limits.call((native) => scope.native.snapshot(element, READS, native)))
    // Time was up before all of it was read: what it does not say is then no news.
    if (isCutShort(snapshot.native)) return undefined
    const node = snapshot.at(0)
    return {
      snapshot,
      nodes: [node],
      matches: 1,
      all: () => [node],
      doubtful: false,
      cutShort: false,
      cut: () => '',
      nearest: () => '',
    }
  } catch (error) {
    // It went meanwhile: what the whole tree says now counts.
    if (!isSurehandError(error, 'STALE')) throw error
    return undefined
  }
}

const isCutShort = (tree: NativeSnapshot) => tree.cuts().some(({ reason }) => reason === 'deadline')

// What a matcher may ask about: everything that a tree says.
const READS = { bounds: true, text: true, namesFromText: true, actions: false, attributes: true }

/** What a locator means at one moment. */
export interface Sight {
  snapshot: Snapshot
  /** What matches and counts: what is not hidden, or, where nothing else matches, what is. */
  nodes: SnapshotNode[]
  /** How much matches, hidden or not. */
  matches: number
  /** All of that. */
  all(): SnapshotNode[]
  /** Whether a match could be where the tree was cut: then nothing proves that there is none, or no more than were seen. */
  doubtful: boolean
  /** The time was up before all was read: what was seen earlier says more. */
  cutShort: boolean
  /** In words, where the tree was cut and why, as far as a match could be there. */
  cut(): string
  /** In words, what nearly matches where nothing does. */
  nearest(): string
}

export async function sightOf(lookup: Lookup, limits: Limits, share: boolean): Promise<Sight> {
  const { scope, query } = lookup
  const { snapshot: native, nodes } = await look(scope, query, limits, { reads: READS, share }).catch(
    (error: unknown) => {
      // What a ref named, or the window that it was looked for in, is gone: nothing matches.
      if (!isSurehandError(error, 'STALE')) throw error
      return { snapshot: undefined, nodes: [] as number[] }
    },
  )
  if (native === undefined) return nothingThere()
  const snapshot = new Snapshot(native)
  const cuts = cutsThatHide(native, query.selector)
  return {
    snapshot,
    nodes: counting(sorted(native, query, nodes)).map((node) => snapshot.at(node)),
    matches: nodes.length,
    all: () => nodes.map((node) => snapshot.at(node)),
    doubtful: cuts.length > 0,
    cutShort: isCutShort(native),
    cut: () =>
      cuts
        .slice(0, SHOWN)
        .map(({ node, reason }) => `\n    ${pathOf(native, node)} (${reason})`)
        .join(''),
    nearest() {
      const { nearMisses } = nearMissesOf(native, query)
      const words = nearMisses.slice(0, SHOWN).map(({ path, fails }) => `\n    ${path} fails ${fails.join(', ')}`)
      return words.length === 0 ? '' : `\n  Nearest:${words.join('')}`
    },
  }
}

// More near misses would bury what was expected.
const SHOWN = 3

let empty: Promise<Snapshot> | undefined

/** What is seen of a locator whose place is gone. */
export async function nothingThere(): Promise<Sight> {
  empty ??= Snapshot.from({ role: 'generic' })
  return {
    snapshot: await empty,
    nodes: [],
    matches: 0,
    all: () => [],
    doubtful: false,
    cutShort: false,
    cut: () => '',
    nearest: () => '',
  }
}
