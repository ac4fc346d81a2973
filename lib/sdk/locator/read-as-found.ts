import type { Limits } from '../call/limits.js'
import { isSurehandError, SurehandError } from '../errors.js'
import { currentMatches } from '../look/current-matches.js'
import type { Found } from '../look/look.js'
import type { Scope } from '../look/scope.js'
import type { NativeSnapshot, NativeSnapshotOptions } from '../native/binding.js'
import type { Query } from '../tree/query.js'
import { NotYet } from '../wait/wait.js'

/**
 * An element that was found, read again with what is below it. What has become another meanwhile (a notice that shows for a moment) and no
 * longer matches was not what was asked for: then nothing is there yet.
 */
export async function readAsFound(
  scope: Scope,
  query: Query,
  found: Found,
  options: NativeSnapshotOptions,
  limits: Limits,
): Promise<NativeSnapshot | NotYet> {
  const read = await limits.call((native) => scope.native.snapshot(found.element, options, native))
  if (isAsFound(found, read) || (await stillMatches(scope, query, found, limits))) return read
  return new NotYet(
    () =>
      new SurehandError(
        'NOT_FOUND',
        `The element that matched ${query.text} in ${scope.place} changed before it was read.`,
        {
          selector: query.text,
          waited: Math.round(limits.elapsed),
        },
      ),
  )
}

/** Whether what was read of an element is what it was found by: its role, name and states, and its text as far as both have it. */
function isAsFound({ snapshot, node }: Found, read: NativeSnapshot): boolean {
  const [before, now] = [snapshot.node(node), read.node(0)]
  if (before.role !== now.role || before.name !== now.name) return false
  if (before.value !== undefined && now.value !== undefined && before.value !== now.value) return false
  return before.states.join() === now.states.join()
}

async function stillMatches(scope: Scope, query: Query, { element }: Found, limits: Limits): Promise<boolean> {
  const matches = await currentMatches(scope, query, limits).catch((error: unknown) => {
    if (!isSurehandError(error, 'INCOMPLETE_TREE')) throw error
  })
  return matches?.nodes.some((node) => matches.snapshot.element(node)?.identity === element.identity) === true
}
