import type { Limits } from '../call/limits.js'
import type { Query } from '../tree/query.js'
import { cutsThatHide } from './absence.js'
import { notFound } from './candidates.js'
import { look, type Matches, search } from './look.js'
import type { Scope } from './scope.js'

/**
 * What matches now, however many. That nothing does is only said of a tree that could not be hiding a match:
 * otherwise INCOMPLETE_TREE.
 */
export async function currentMatches(scope: Scope, query: Query, limits: Limits, share = false): Promise<Matches> {
  if (share) return judged(scope, query, limits, await look(scope, query, limits, { share }))
  const { snapshot, nodes } = await search(scope, query, limits)
  if (snapshot !== undefined && nodes.length > 0) return { snapshot, nodes }
  const { reads } = query.compiled
  const matches = snapshot === undefined ? await look(scope, query, limits, { reads }) : { snapshot, nodes }
  return judged(scope, query, limits, matches)
}

function judged(scope: Scope, query: Query, limits: Limits, matches: Matches): Matches {
  if (matches.nodes.length === 0 && cutsThatHide(matches.snapshot, query.selector).length > 0) {
    throw notFound(scope.place, query, matches.snapshot, Math.round(limits.elapsed))
  }
  return matches
}
