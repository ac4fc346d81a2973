import type { Limits } from '../call/limits.js'
import { isSurehandError } from '../errors.js'
import type { NativeSnapshot } from '../native/binding.js'
import type { Query } from '../tree/query.js'
import { FEW } from '../wait/observation.js'
import type { Wakeups } from '../wait/wait.js'
import type { Matches } from './look.js'
import type { Scope } from './scope.js'

// Elements that are looked at without the tree: a few calls, however large that is.

/**
 * What matches among a few elements and what they are in, of a query that is `local`. That nothing does, or that this was
 * not to be found out, proves nothing. What the elements were in when the tree was last looked at is asked together with them;
 * without such a tree each says what to ask next.
 */
export async function searchAmong(
  scope: Scope,
  query: Query,
  identities: readonly string[],
  limits: Limits,
  tree?: NativeSnapshot,
): Promise<Matches | undefined> {
  const lines = identities.flatMap((identity) => [identity, ...(tree === undefined ? [] : lineOf(tree, identity))])
  try {
    const { snapshot, nodes } = await limits.call((native) =>
      scope.native.findAmong([...new Set(lines)], scope.target, query.compiled, native),
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
  if (nodes.length > FEW || !query.compiled.local) return
  const identities = nodes.flatMap((node) => snapshot.element(node)?.identity ?? [])
  wakeups.untilGone(async () => {
    const matches = await searchAmong(scope, query, identities, limits, snapshot)
    return matches === undefined || isGone(matches)
  })
}

/** What an element was in, as far as the tree has it. */
function lineOf(tree: NativeSnapshot, element: string): string[] {
  const line: string[] = []
  const node = tree.findIdentity(element)
  for (let at = node < 0 ? node : tree.parent(node); at >= 0; at = tree.parent(at)) {
    const { identity } = tree.element(at) ?? {}
    if (identity !== undefined) line.push(identity)
  }
  return line
}
