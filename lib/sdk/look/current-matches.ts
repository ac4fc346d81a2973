import type { Limits } from '../call/limits.js'
import type { NativeElement, NativeSnapshot } from '../native/binding.js'
import type { Query } from '../tree/query.js'
import { cutsThatHide } from './absence.js'
import { notFound } from './candidates.js'
import { type Sorted, sorted } from './hidden.js'
import { canBeKept, countsInKept, lookInKept, looksAtAnnounced } from './kept.js'
import { look, type Matches, matchOn, search } from './look.js'
import { derive, type Scope } from './scope.js'

/**
 * What matches now, however many. That nothing does is only said of a tree that could not be hiding a match:
 * otherwise INCOMPLETE_TREE.
 */
export async function currentMatches(scope: Scope, query: Query, limits: Limits, share = false): Promise<Matches> {
  return matchesNow(scope, query, limits, share, false)
}

async function matchesNow(
  scope: Scope,
  query: Query,
  limits: Limits,
  share: boolean,
  hidden: boolean,
): Promise<Matches> {
  if (share) return judged(scope, query, limits, await look(scope, query, limits, { share }))
  const kept = await keptMatches(scope, query, limits, hidden)
  if (kept !== undefined) return kept
  const { snapshot, nodes, partial } = await search(scope, query, limits, { hidden })
  if (snapshot !== undefined && nodes.length > 0) return { snapshot, nodes, partial }
  const { reads } = query.compiled
  const matches = snapshot === undefined ? await look(scope, query, limits, { reads }) : { snapshot, nodes }
  return judged(scope, query, limits, matches)
}

// Whether an option of a closed list shows is not announced; Chromium calls it one of these.
const SHOWS_UNTOLD: ReadonlySet<string> = new Set(['option', 'menuitem'])

/** In a tree that is kept, where there is one and it tells. */
async function keptMatches(scope: Scope, query: Query, limits: Limits, hidden: boolean): Promise<Matches | undefined> {
  const { identity, ...application } = scope.target
  const place = identity === undefined ? scope : derive(scope, { target: application })
  const within = identity === undefined ? undefined : (scope.target as NativeElement)
  const asked = { queries: [query], reads: query.compiled.reads }
  if (!countsInKept(scope) || !canBeKept(place, asked)) return undefined
  const match = async (tree: NativeSnapshot) => [await matchOn(tree, query, limits, within)]
  const asItIs = (tree: NativeSnapshot, nodes: readonly number[]) =>
    looksAtAnnounced(query) && !(hidden && nodes.some((node) => SHOWS_UNTOLD.has(tree.role(node))))
  const looked = await lookInKept(place, { ...asked, match, asItIs }, limits)
  const nodes = looked?.all[0]
  return looked === undefined || !nodes?.length ? undefined : { snapshot: looked.snapshot, nodes }
}

/** The same, by whether they are hidden. */
export async function currentSorted(
  scope: Scope,
  query: Query,
  limits: Limits,
  share = false,
): Promise<Matches & Sorted> {
  const matches = await matchesNow(scope, query, limits, share, true)
  const first = sorted(matches.snapshot, query, matches.nodes)
  if (first.hidden.length === 0 || matches.partial !== true) return { ...matches, ...first }
  // The matches alone do not say what is only scrolled out.
  const whole = judged(scope, query, limits, await look(scope, query, limits))
  return { ...whole, ...sorted(whole.snapshot, query, whole.nodes) }
}

function judged(scope: Scope, query: Query, limits: Limits, matches: Matches): Matches {
  if (matches.nodes.length === 0 && cutsThatHide(matches.snapshot, query.selector).length > 0) {
    throw notFound(scope.place, query, matches.snapshot, Math.round(limits.elapsed))
  }
  return matches
}
