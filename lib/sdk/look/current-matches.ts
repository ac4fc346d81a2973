import type { Limits } from '../call/limits.js'
import type { Query } from '../tree/query.js'
import { cutsThatHide } from './absence.js'
import { notFound } from './candidates.js'
import { type Sorted, sorted } from './hidden.js'
import { look, type Matches, search } from './look.js'
import type { Scope } from './scope.js'

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
  const { snapshot, nodes, partial } = await search(scope, query, limits, { hidden })
  if (snapshot !== undefined && nodes.length > 0) return { snapshot, nodes, partial }
  const { reads } = query.compiled
  const matches = snapshot === undefined ? await look(scope, query, limits, { reads }) : { snapshot, nodes }
  return judged(scope, query, limits, matches)
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
