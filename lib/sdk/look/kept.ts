import { Limits } from '../call/limits.js'
import type { NativeReads, NativeSnapshot } from '../native/binding.js'
import type { Expression, Selector } from '../selector/ast.js'
import type { Query } from '../tree/query.js'
import { LONGEST_LOOK } from '../wait/tree-cost.js'
import { isHurried } from './absence.js'
import { bareRef, isTooLarge, treeOf, whenUnresponsive } from './look.js'
import type { Scope } from './scope.js'

// Trees that are kept true by what the application announces.

// Elements that are read again one by one.
const MOST_FRESH = 16

// ms; of 25,000 elements that have to be asked one by one it takes 5 s.
const KEPT_LOOK = 20_000

// ms after an action; when no other came, the tree is read as a whole.
const UNASKED = 1_500

// The same where none is kept yet. Who acts again at once is not kept waiting for it.
const PAUSE = 100

// Actions without such a pause. With a kept tree each takes a third of the time, so the next waits for one.
const MOST_UNKEPT = 10

// ms; the oldest tree that is believed about how many match, while actions follow one another or nothing is announced.
const LONGEST_KEPT = 10_000

/** What is read of a whole tree that is compared with another. */
export const WHOLE: NativeReads = { bounds: true, text: true, actions: false, attributes: false }
const KEPT: NativeReads = { ...WHOLE, namesFromText: true }

/**
 * After an action. Where the whole tree costs too much for an action to wait for it, it is read, and kept, once nothing is asked of the
 * application; one that is kept is read again then, for what nothing announced.
 */
export function keepTree(scope: Scope): void {
  const { cost, pace } = scope.events
  cost.actedAt = performance.now()
  if (!pace.mirrors || cost.kept === 'never') return
  const isKept = cost.kept === 'yes'
  if (!isKept && ++cost.unkept >= MOST_UNKEPT) void renew(scope)
  else cost.whenIdle(isKept ? UNASKED : PAUSE, (signal) => renew(scope, signal))
}

async function renew(scope: Scope, signal?: AbortSignal): Promise<void> {
  const { cost } = scope.events
  const limits = new Limits(scope.binding, { timeout: KEPT_LOOK, signal }, KEPT_LOOK)
  try {
    await readKept(scope, limits)
  } catch {
    // What was kept still is when it gave way to something that was asked.
    if (signal?.aborted !== true) cost.kept = 'no'
  }
}

async function readKept(scope: Scope, limits: Limits): Promise<NativeSnapshot> {
  const { cost, serial } = scope.events
  const tree = await treeOf(scope, KEPT, limits, false, { renew: true })
  cost.keep(tree, serial)
  return tree
}

/** The whole tree, without actions and attributes. Where one is kept, this is it from now on. */
export function wholeTree(scope: Scope, limits: Limits): Promise<NativeSnapshot> {
  const { cost } = scope.events
  if (cost.kept !== 'yes' || !canBeKept(scope, { queries: [], reads: KEPT })) return treeOf(scope, WHOLE, limits)
  cost.endIdle()
  return readKept(scope, limits)
}

/**
 * Whether there is a kept tree that says how many match, too. It may lack what nothing announced since it was read as a whole, so it is
 * believed for LONGEST_KEPT at most. Where nothing acts and something was announced, what is not may have come with it: then it is
 * believed for UNASKED, and who polls gets whole trees.
 */
export function countsInKept({ events }: Scope): boolean {
  const { cost } = events
  const now = performance.now()
  const age = now - cost.readAt
  const isCalm = () => now - cost.actedAt < UNASKED || (events.live && events.serial === cost.readSerial)
  return cost.kept === 'yes' && (age < UNASKED || (age < LONGEST_KEPT && isCalm()))
}

/** What is looked for in a kept tree. */
export interface KeptLook {
  queries: readonly Query[]
  /** What of the tree is read. */
  reads: NativeReads
  /** What each of the queries matches on a tree. */
  match: (tree: NativeSnapshot) => Promise<number[][]>
  /** Whether what matches need not be read again: nothing is about to be done to it, and all that it matches by is announced. */
  asItIs?: (tree: NativeSnapshot, nodes: readonly number[]) => boolean
  /** Whether there is another way than to read the whole tree, where that costs too much. */
  frugal?: boolean
}

/** Whether what is looked for can be told in a tree that is kept. */
export function canBeKept({ target, events }: Scope, { queries, reads }: Pick<KeptLook, 'queries' | 'reads'>): boolean {
  if (
    !events.pace.mirrors ||
    events.cost.kept === 'never' ||
    target.identity !== undefined ||
    reads.attributes ||
    reads.actions
  )
    return false
  return queries.every(isAboutItself)
}

/**
 * What matches in a tree that is kept: that is read again, with what it is in. `undefined` where nothing matches, so much that one by one is
 * too much, or something else than when it was read before: then only a tree that is read as a whole tells.
 */
export async function lookInKept(
  scope: Scope,
  { reads, match, asItIs, frugal = false }: KeptLook,
  limits: Limits,
): Promise<{ snapshot: NativeSnapshot; all: number[][] } | undefined> {
  const { cost, serial } = scope.events
  const tree = await treeOf(scope, reads, limits.within(LONGEST_LOOK), false, { frugal }).catch(whenUnresponsive)
  if (tree === undefined || isHurried(tree) || isTooLarge(tree)) {
    cost.kept = 'no'
    return undefined
  }
  cost.keep(tree, serial)
  const all = await match(tree)
  if (!tree.mirrored) return { snapshot: tree, all }
  const nodes = [...new Set(all.flat())]
  if (nodes.length > 0 && asItIs?.(tree, nodes)) return { snapshot: tree, all }
  const fresh = identitiesOf(tree, all)
  if (fresh.length === 0 || fresh.length > MOST_FRESH) return undefined
  const snapshot = await treeOf(scope, reads, limits, false, { fresh })
  const again = await match(snapshot)
  if (isHurried(snapshot) || identitiesOf(snapshot, again).join() !== fresh.join()) return undefined
  return { snapshot, all: again }
}

// Of texts and states, those that Chromium announces (docs/internals/quirks.md).
const ANNOUNCED_TEXTS: ReadonlySet<string> = new Set(['name', 'text', 'value'])
const ANNOUNCED_STATES: ReadonlySet<string> = new Set([
  ...['active', 'checked', 'enabled', 'expanded', 'focused', 'modal', 'pressed', 'selected'],
])

/** Whether all that a query looks at is announced when it changes. */
export function looksAtAnnounced({ selector }: Query): boolean {
  return isAnnounced(selector)
}

function isAnnounced({ steps }: Selector): boolean {
  return steps.every(({ match, nth }) => nth === undefined && isTermAnnounced(match))
}

function isTermAnnounced(expression: Expression): boolean {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.terms.every(isTermAnnounced)
    case 'not':
      return isTermAnnounced(expression.term)
    case 'group':
      return isAnnounced(expression.selector)
    case 'text':
      return ANNOUNCED_TEXTS.has(expression.key)
    case 'state':
      return ANNOUNCED_STATES.has(expression.state)
    default:
      return expression.kind === 'role' || expression.kind === 'ref'
  }
}

function identitiesOf(snapshot: NativeSnapshot, all: readonly number[][]): string[] {
  const nodes = [...new Set(all.flat())].sort((a, b) => a - b)
  return nodes.flatMap((node) => snapshot.element(node)?.identity ?? [])
}

/** Whether nothing but an element, and what it is in, decides whether it is meant: what is kept of the others makes no difference. */
function isAboutItself(query: Query): boolean {
  const { local, reads } = query.compiled
  return reads.bounds !== true && (local || bareRef(query) !== undefined)
}
