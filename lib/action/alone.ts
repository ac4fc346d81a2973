import { isSurehandError } from '../errors.js'
import type { Limits } from '../limits.js'
import { FEW } from '../observation.js'
import type { Query } from '../query.js'
import type { Scope } from '../scope.js'
import type { Matches } from './look.js'
import { isOfItsOwn } from './needs.js'
import type { Wakeups } from './wait.js'

// Elements that are looked at without the tree: a few calls, however large that is.

/**
 * What matches among a few elements and what they are in, of a selector that {@link isOfItsOwn}. That nothing does, or that this was
 * not to be found out, proves nothing.
 */
export async function glanceAt(
  scope: Scope,
  query: Query,
  identities: readonly string[],
  limits: Limits,
): Promise<Matches | undefined> {
  try {
    const { snapshot, nodes } = await limits.call((native) =>
      scope.native.findAmong([...identities], scope.target, query.compiled, native),
    )
    return nodes.length === 0 ? undefined : { snapshot, nodes }
  } catch (error) {
    // Whatever it is, the look at the whole tree meets it as well, and knows what it means.
    if (isSurehandError(error) && error.code !== 'ABORTED') return undefined
    throw error
  }
}

/** Has a wait for elements to go ask for these alone, as far as that says anything. */
export function watchGoing(
  scope: Scope,
  query: Query,
  { snapshot, nodes }: Matches,
  limits: Limits,
  wakeups: Wakeups,
  isGone: (matches: Matches) => boolean = () => false,
): void {
  if (nodes.length > FEW || !isOfItsOwn(query.selector)) return
  const identities = nodes.flatMap((node) => snapshot.element(node)?.identity ?? [])
  wakeups.untilGone(async () => {
    const matches = await glanceAt(scope, query, identities, limits)
    return matches === undefined || isGone(matches)
  })
}
