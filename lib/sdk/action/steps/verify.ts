import type { Limits } from '../../call/limits.js'
import { isSurehandError, SurehandError } from '../../errors.js'
import { cutsThatHide, isHurried } from '../../look/absence.js'
import { searchAmong, watchGoing } from '../../look/alone.js'
import { describe, type NearMiss, nearMissesOf } from '../../look/candidates.js'
import { currentSorted } from '../../look/current-matches.js'
import { counting, sorted } from '../../look/hidden.js'
import { type Matches, matchOn, treeOf } from '../../look/look.js'
import type { Scope } from '../../look/scope.js'
import type { NativeElement, NativeReads, NativeSnapshot } from '../../native/binding.js'
import type { Awaited } from '../../receipt.js'
import { type Query, together } from '../../tree/query.js'
import { type Awakening, announced, NotYet, polling, until, type Wakeups } from '../../wait/wait.js'
import { PASSING } from '../../wait/wait-until.js'
import type { ParsedTarget } from './resolve.js'

/** ms. */
export const VERIFY_TIMEOUT = 2_000

/** `verify` of an action, ready to be asked of a tree. They are about what is not hidden, unless a selector decides that for itself. */
export interface Conditions {
  exists: readonly ParsedTarget[]
  notExists: readonly ParsedTarget[]
  /** Where to look: the first that matches, and what is below it. */
  within?: ParsedTarget | undefined
  /** ms. */
  timeout: number
  /** The caller said how long the effect may take: an effect that has not appeared by then is treated as not coming. */
  bounded: boolean
  /** ms. */
  stable: number
}

export interface Verified {
  /** The tree that fulfilled the conditions, unless less than a tree was enough to see that they are. */
  snapshot: NativeSnapshot | undefined
  awakening: Awakening
}

/** What a snapshot must hold for the conditions to be asked of it. */
export function readsOf(conditions: Conditions): NativeReads {
  return together(allOf(conditions).map(({ query }) => query.reads))
}

function allOf({ exists, notExists, within }: Conditions): ParsedTarget[] {
  return [...exists, ...notExists, ...(within === undefined ? [] : [within])]
}

/** What of the conditions does not hold on a tree, in words; nothing when all of them do. */
export async function unmet(snapshot: NativeSnapshot, conditions: Conditions, limits: Limits): Promise<string[]> {
  const found: string[] = []
  let place: NativeElement | undefined
  if (conditions.within !== undefined) {
    const { query, within } = conditions.within
    const [node] = counting(sorted(snapshot, query, await matchOn(snapshot, query, limits, within)))
    if (node === undefined) return [`nothing matches the scope ${query.text}`]
    place = snapshot.element(node)
  }
  const matches = async ({ query, within }: ParsedTarget) => {
    const nodes = await matchOn(snapshot, query, limits, within ?? place).catch((error: unknown) => {
      // A window that is closed holds nothing any more.
      if (isSurehandError(error, 'STALE')) return []
      throw error
    })
    return sorted(snapshot, query, nodes)
  }
  for (const parsed of conditions.exists) {
    const { there, hidden } = await matches(parsed)
    if (there.length === 0) found.push(nothingMatches(snapshot, parsed, hidden))
  }
  for (const parsed of conditions.notExists) {
    const [node] = (await matches(parsed)).there
    if (node !== undefined) found.push(`${describe(snapshot, node)} still matches ${parsed.query.text}`)
    else if (cutsThatHide(snapshot, parsed.query.selector, parsed.within ?? place).length > 0)
      found.push(couldMatch(parsed.query))
  }
  return found
}

/** Whether the conditions hold now, where no tree was read that shows it; `undefined` when there is no time to find out. */
export async function holdNow(
  scope: Scope,
  conditions: Conditions,
  reads: NativeReads,
  limits: Limits,
): Promise<boolean | undefined> {
  const only = onlyOne(conditions)
  try {
    if (only !== undefined) {
      const lack = await unmetNow(scope, only, limits, polling)
      return lack?.complete === false ? undefined : lack === undefined
    }
    const tree = await treeOf(scope, reads, limits)
    const holds = (await unmet(tree, conditions, limits)).length === 0
    return holds || tree.complete ? holds : undefined
  } catch (error) {
    if (isSurehandError(error) && PASSING.has(error.code)) return undefined
    throw error
  }
}

/**
 * Waits until the conditions hold, and, when they have to, stay so. VERIFY_FAILED says what does not, and what was seen. Where a look costs
 * much, `since` is the serial before the action: what is announced after it is looked at first.
 */
export async function verify(
  scope: Scope,
  conditions: Conditions,
  reads: NativeReads,
  limits: Limits,
  since?: number,
): Promise<Verified> {
  let awakening: Awakening = { by: 'at once', looks: 0, probes: 0 }
  let heldSince: number | undefined
  const wakeups = announced(scope, { told: allOf(conditions).every(({ query }) => query.compiled.told) })
  const quick = canShowThemselves(conditions)
  let before: NativeSnapshot | undefined
  const only = onlyOne(conditions)
  if (quick && since !== undefined && (await showsWhenAnnounced(scope, conditions, since, limits))) {
    return { snapshot: undefined, awakening: { by: 'event', looks: 1, probes: 0, ...lastOf(scope) } }
  }
  const snapshot = await until<NativeSnapshot | undefined>(
    limits,
    wakeups,
    async (count) => {
      if (quick && (await showThemselves(scope, conditions, wakeups.sources, limits, before))) return undefined
      // The tree that has it at once is the one afterwards, too, where it does not cost too much. Later, looking for one thing is
      // cheaper than reading all.
      if (only !== undefined && (count > 0 || scope.events.cost.high)) {
        const lack = await unmetNow(scope, only, limits, wakeups)
        if (lack?.complete === false) wakeups.unseen()
        return lack && new NotYet(() => failed(scope, lack, limits, conditions, before), lack.hurried)
      }
      const tree = await treeOf(scope, reads, limits, wakeups.crowded)
      const missing = await unmet(tree, conditions, limits)
      before = tree
      if (missing.length > 0) {
        heldSince = undefined
        if (!tree.complete) wakeups.unseen()
        if (only?.exists === false) {
          const nodes = await matchOn(tree, only.query, limits)
          watchGoing(scope, only.query, { snapshot: tree, nodes }, limits, wakeups, noneIsThere(only.query))
        }
        return new NotYet(
          () => failed(scope, { missing, complete: tree.complete }, limits, conditions, tree),
          isHurried(tree),
        )
      }
      heldSince ??= performance.now()
      const lasted = performance.now() - heldSince
      if (lasted >= conditions.stable) return tree
      // An event wakes it, and so does the end of the time for which it has to hold.
      wakeups.atLatest(conditions.stable - lasted)
      const lack = {
        missing: [`it held for ${Math.round(lasted)} of ${conditions.stable} ms`],
        complete: tree.complete,
      }
      return new NotYet(() => failed(scope, lack, limits, conditions, tree))
    },
    (woken) => {
      awakening = woken
    },
  )
  return { snapshot, awakening }
}

/** What a program that was started is to show. Its windows and what is in them come bit by bit. */
export async function verifyLaunch(scope: Scope, conditions: Conditions, limits: Limits): Promise<Awaited> {
  const began = performance.now()
  await scope.events.begin(limits)
  const { awakening } = await verify(scope, conditions, readsOf(conditions), limits.within(conditions.timeout))
  return { what: 'verify', ...awakening, duration: Math.round((performance.now() - began) * 1000) / 1000 }
}

/** Whether all that is asked for is that something is, or is not, somewhere in the application at one moment. */
function isPlain({ exists, notExists, within, stable }: Conditions): boolean {
  return within === undefined && stable === 0 && [...exists, ...notExists].every((parsed) => !parsed.within)
}

/** Whether elements may fulfil the conditions without the rest of the tree: what is not to be there takes all of it. */
function canShowThemselves(conditions: Conditions): boolean {
  const { exists, notExists } = conditions
  if (!isPlain(conditions) || exists.length === 0 || notExists.length > 0) return false
  return exists.every(({ query }) => query.compiled.local)
}

/** Whether the elements that announced something are what has to exist: one that shows for a moment is gone when the tree is read. */
async function showThemselves(
  scope: Scope,
  { exists }: Conditions,
  sources: readonly string[],
  limits: Limits,
  tree: NativeSnapshot | undefined,
): Promise<boolean> {
  if (sources.length === 0) return false
  for (const { query } of exists) {
    const matches = await searchAmong(scope, query, sources, limits, tree)
    if (matches === undefined || sorted(matches.snapshot, query, matches.nodes).there.length === 0) return false
  }
  return true
}

function lastOf({ events: { last } }: Scope): { event?: string } {
  return last === undefined ? {} : { event: last }
}

/** Whether what is announced after `since`, soon enough, is what has to exist. A tree that is read meanwhile is mostly read too early. */
async function showsWhenAnnounced(
  scope: Scope,
  conditions: Conditions,
  since: number,
  limits: Limits,
): Promise<boolean> {
  const { events } = scope
  if (!events.live || events.crowded) return false
  const end = performance.now() + events.pace.firstEvent
  for (let serial = since; ; ) {
    const sources = events.sourcesSince(serial)
    serial = events.serial
    if (await showThemselves(scope, conditions, sources, limits, undefined)) return true
    const left = end - performance.now()
    if (left <= 0 || (await events.sleep(serial, left, limits)) !== 'event') return false
  }
}

/** The one condition, when there is but one, that can be looked for by itself. */
interface Only {
  query: Query
  exists: boolean
}

function onlyOne(conditions: Conditions): Only | undefined {
  const { exists, notExists } = conditions
  const [parsed, ...others] = [...exists, ...notExists]
  if (parsed === undefined || others.length > 0 || !isPlain(conditions)) return undefined
  return { query: parsed.query, exists: exists.length > 0 }
}

/** What does not hold, in words, and whether nothing could be hidden from who says so. */
interface Unmet {
  missing: string[]
  complete: boolean
  /** Time ran out while it was looked at. */
  hurried?: boolean
}

async function unmetNow(
  scope: Scope,
  { query, exists }: Only,
  limits: Limits,
  wakeups: Wakeups,
): Promise<Unmet | undefined> {
  const unmet = (words: string) => ({ missing: [words], complete: true })
  try {
    const matches = await currentSorted(scope, query, limits, wakeups.crowded)
    const { snapshot, there, hidden } = matches
    const [node] = there
    if (!exists) watchGoing(scope, query, matches, limits, wakeups, noneIsThere(query))
    if (exists) return node === undefined ? unmet(nothingMatches(snapshot, { query }, hidden)) : undefined
    return node === undefined ? undefined : unmet(`${describe(snapshot, node)} still matches ${query.text}`)
  } catch (error) {
    // A ref whose element is gone.
    if (isSurehandError(error, 'STALE')) return exists ? unmet(nothing(query)) : undefined
    if (!isSurehandError(error, 'INCOMPLETE_TREE')) throw error
    const words = exists ? `${nothing(query)}${IN_WHAT_WAS_READ}` : couldMatch(query)
    return { missing: [words], complete: false, hurried: error.details.hurried === true }
  }
}

const IN_WHAT_WAS_READ = ' in the part of the tree that was read'

function nothingMatches(
  snapshot: NativeSnapshot,
  { query, within }: ParsedTarget,
  [hidden]: readonly number[],
): string {
  if (hidden !== undefined) return `${describe(snapshot, hidden)} matches ${query.text} and is hidden`
  return `${nothing(query)}${cutsThatHide(snapshot, query.selector, within).length > 0 ? IN_WHAT_WAS_READ : ''}`
}

function nothing({ text }: Query): string {
  return `nothing matches ${text}`
}

function noneIsThere(query: Query): (matches: Matches) => boolean {
  return ({ snapshot, nodes }) => sorted(snapshot, query, nodes).there.length === 0
}

function couldMatch(query: Query): string {
  return `the tree is cut where something could match ${query.text}`
}

function failed(
  scope: Scope,
  { missing, complete }: Unmet,
  limits: Limits,
  { exists }: Conditions,
  tree: NativeSnapshot | undefined,
): SurehandError {
  const waited = Math.round(limits.elapsed)
  const nearMisses = (
    tree === undefined ? [] : exists.flatMap(({ query }) => nearMissesOf(tree, query).nearMisses)
  ).slice(0, SHOWN_NEAR_MISSES)
  return new SurehandError(
    'VERIFY_FAILED',
    `Verification failed in ${scope.place}, ${waited} ms after the action: ${missing.join('; ')}.${nearest(nearMisses)}`,
    { missing, waited, complete, ...(nearMisses.length > 0 ? { nearMisses } : {}) },
  )
}

// The step that failed is what the message is about.
const SHOWN_NEAR_MISSES = 3

function nearest(nearMisses: readonly NearMiss[]): string {
  const words = nearMisses.map(
    ({ role, name, ref, fails }) =>
      `${name === undefined ? role : `${role} "${name}"`} (${ref}) fails ${fails.join(', ')}`,
  )
  return words.length === 0 ? '' : ` Nearest: ${words.join('; ')}.`
}
