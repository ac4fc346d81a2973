import { isSurehandError, SurehandError } from '../errors.js'
import type { Limits } from '../limits.js'
import type { NativeElement, NativeSnapshot, NativeSnapshotOptions } from '../native/binding.js'
import type { Query } from '../query.js'
import type { Scope } from '../scope.js'
import { cutsThatHide, isHurried } from './absence.js'
import { describe } from './candidates.js'
import { matchOn, treeOf } from './look.js'
import { isTold, mergedNeeds, needsOf } from './needs.js'
import type { Contender } from './resolve.js'
import { type Awakening, announced, NotYet, until } from './wait.js'

/** ms. */
export const VERIFY_TIMEOUT = 2_000

/** `verify` of an action, ready to be asked of a tree. */
export interface Conditions {
  exists: readonly Contender[]
  notExists: readonly Contender[]
  /** Where to look: the first that matches, and what is below it. */
  within?: Contender | undefined
  /** ms. */
  timeout: number
  /** ms. */
  stable: number
}

/** The tree that fulfilled the conditions. */
export interface Verified {
  snapshot: NativeSnapshot
  awakening: Awakening
}

export function needsOfConditions(conditions: Conditions): NativeSnapshotOptions {
  return mergedNeeds(allOf(conditions).map(({ query }) => needsOf(query.selector)))
}

function allOf({ exists, notExists, within }: Conditions): Contender[] {
  return [...exists, ...notExists, ...(within === undefined ? [] : [within])]
}

/** What of the conditions does not hold on a tree, in words; nothing when all of them do. */
export async function unmet(snapshot: NativeSnapshot, conditions: Conditions, limits: Limits): Promise<string[]> {
  const found: string[] = []
  let place: NativeElement | undefined
  if (conditions.within !== undefined) {
    const [node] = await matchOn(snapshot, conditions.within.query, limits, conditions.within.within)
    if (node === undefined) return [`nothing matches the scope ${conditions.within.query.text}`]
    place = snapshot.element(node)
  }
  const matches = ({ query, within }: Contender) =>
    matchOn(snapshot, query, limits, within ?? place).catch((error: unknown) => {
      // A window that is closed holds nothing any more.
      if (isSurehandError(error, 'STALE')) return []
      throw error
    })
  for (const contender of conditions.exists) {
    if ((await matches(contender)).length === 0) found.push(`nothing matches ${contender.query.text}`)
  }
  for (const contender of conditions.notExists) {
    const [node] = await matches(contender)
    if (node !== undefined) found.push(`${describe(snapshot, node)} still matches ${contender.query.text}`)
    else if (isHidden(snapshot, contender.query)) {
      found.push(`the tree is cut where something could match ${contender.query.text}`)
    }
  }
  return found
}

/** Waits until the conditions hold, and, when they have to, stay so. VERIFY_FAILED says what does not, and what was seen. */
export async function verify(
  scope: Scope,
  conditions: Conditions,
  reads: NativeSnapshotOptions,
  limits: Limits,
): Promise<Verified> {
  let awakening: Awakening = { by: 'at once', looks: 0, probes: 0 }
  let since: number | undefined
  const wakeups = announced(scope, { told: allOf(conditions).every(({ query }) => isTold(query.selector)) })
  const snapshot = await until<NativeSnapshot>(
    limits,
    wakeups,
    async () => {
      const tree = await treeOf(scope, reads, limits, wakeups.crowded)
      const missing = await unmet(tree, conditions, limits)
      if (missing.length > 0) {
        since = undefined
        if (!tree.complete) wakeups.unseen()
        return new NotYet(() => failed(scope, missing, tree, limits), isHurried(tree))
      }
      since ??= performance.now()
      const lasted = performance.now() - since
      if (lasted >= conditions.stable) return tree
      // An event wakes it, and so does the end of the time for which it has to hold.
      wakeups.atLatest(conditions.stable - lasted)
      return new NotYet(() =>
        failed(scope, [`it held for ${Math.round(lasted)} of ${conditions.stable} ms`], tree, limits),
      )
    },
    (woken) => {
      awakening = woken
    },
  )
  return { snapshot, awakening }
}

function isHidden(snapshot: NativeSnapshot, query: Query): boolean {
  return cutsThatHide(snapshot, query.selector).length > 0
}

function failed(scope: Scope, missing: string[], tree: NativeSnapshot, limits: Limits): SurehandError {
  const waited = Math.round(limits.elapsed)
  return new SurehandError(
    'VERIFY_FAILED',
    `What was to be so afterwards in ${scope.place} is not, ${waited} ms after it was sent: ${missing.join('; ')}.`,
    { missing, waited, nodes: tree.size, complete: tree.complete },
  )
}
