import type { Limits } from '../call/limits.js'
import { callNative, isSurehandError, SurehandError } from '../errors.js'
import type {
  NativeElement,
  NativeNode,
  NativeReads,
  NativeSnapshot,
  NativeSnapshotOptions,
} from '../native/binding.js'
import type { Query } from '../tree/query.js'
import { isHurried } from './absence.js'
import type { Scope } from './scope.js'

/** The matches of a selector on one live tree. */
export interface Matches {
  snapshot: NativeSnapshot
  nodes: number[]
  /** The snapshot holds no more than what matches. */
  partial?: boolean
}

/** An element that was found, in the tree it was found in. */
export interface Found {
  snapshot: NativeSnapshot
  node: number
  element: NativeElement
  /** `snapshot` holds what the element is in and what is near it: it says nothing about the rest of the application. */
  near?: true
  /** `snapshot` was read, or is kept true by what the application announces; so may the tree be that is compared with it. */
  kept?: true
}

export interface LookOptions {
  /** What of the tree is read. Default: what the selector looks at, and bounds. */
  reads?: NativeReads | undefined
  /** The element to match in. Default: the whole tree. */
  within?: NativeElement | undefined
  /** Whether the tree may be the one that others look at who want one now. */
  share?: boolean
  /** Whether the tree is kept from now on. */
  keep?: boolean
  /** See {@link isTooLarge}. */
  frugal?: boolean
}

/** How a tree is read that is kept true by what the application announces. */
export interface Keeping {
  /** Elements that are read again in any case, with what they are in. */
  fresh?: string[]
  /** It is read as a whole. */
  renew?: boolean
  /** See {@link isTooLarge}. */
  frugal?: boolean
}

/** One look at the whole tree. */
export async function look(scope: Scope, query: Query, limits: Limits, options: LookOptions = {}): Promise<Matches> {
  refuseForeignRef(scope, query)
  const keeping = options.keep === true ? { renew: true } : undefined
  const { reads = query.reads, frugal = false } = options
  const snapshot = await treeOf(scope, frugal ? { ...reads, frugal } : reads, limits, options.share, keeping)
  if (isTooLarge(snapshot)) return { snapshot, nodes: [] }
  const nodes = await matchOn(snapshot, query, limits, options.within)
  // What there was no time to read may be there.
  if (nodes.length === 0 && !isHurried(snapshot)) refuseStaleRef(query)
  return { snapshot, nodes }
}

/** The tree of a scope now; with `keeping`, one that is kept where the application announces enough for that. */
export function treeOf(
  scope: Scope,
  reads: NativeReads & { frugal?: boolean },
  limits: Limits,
  share = false,
  keeping?: Keeping,
): Promise<NativeSnapshot> {
  const options = keeping === undefined ? reads : { ...reads, ...keeping, mirrored: true }
  const read = (own: Limits) => {
    scope.events.cost.asked()
    const snapshot = own.call((native) => scope.native.snapshot(scope.target, options, native))
    noteCost(scope, snapshot)
    return snapshot
  }
  if (!share) return read(limits)
  const what = JSON.stringify([scope.target.identity, reads])
  // It has a deadline of its own; a caller whose deadline comes first does not wait for it.
  return limits.race(scope.events.looks.take(what, () => read(limits.alone(SHARED_LOOK))))
}

// ms.
const SHARED_LOOK = 5_000

/** Has an application that did not answer in time be asked in another way. */
export function whenUnresponsive(error: unknown): undefined {
  if (!isSurehandError(error, 'APP_UNRESPONSIVE') && !isSurehandError(error, 'TIMEOUT')) throw error
}

/** Notes what a look at a tree costs; its outcome is for the caller. */
function noteCost({ target, events: { cost } }: Scope, look: Promise<NativeSnapshot>): void {
  const began = performance.now()
  look.then(
    (snapshot) => {
      const hurried = isHurried(snapshot)
      if (hurried) cost.tooSlow()
      if (isTooLarge(snapshot)) return cost.tooLarge()
      const whole = target.identity === undefined && !hurried
      cost.read({ size: snapshot.size, whole }, performance.now() - began)
    },
    (error: unknown) => {
      if (isSurehandError(error, 'APP_UNRESPONSIVE')) cost.tooSlow()
    },
  )
}

/** Of a frugal look: nothing was read, for too much would have to be asked for element by element. */
export function isTooLarge(snapshot: NativeSnapshot): boolean {
  return snapshot.size === 1 && snapshot.cuts().some(({ reason }) => reason === 'budget')
}

// Matching so many nodes may take long enough for the event loop to notice; fewer are not worth a thread, unless there is a
// pattern among what they are matched with.
const MANY = 5_000

/** What matches in a tree; STALE when the element that it is to be in is gone. */
export async function matchOn(
  snapshot: NativeSnapshot,
  query: Query,
  limits: Limits,
  within?: NativeElement,
): Promise<number[]> {
  const options = within === undefined ? {} : { scope: placeOf(snapshot, within), includeScope: true }
  if (snapshot.size < MANY && !query.compiled.hasPattern)
    return callNative(() => snapshot.match(query.compiled, options))
  return limits.call((native) => snapshot.matchAsync(query.compiled, options, native))
}

function placeOf(snapshot: NativeSnapshot, element: NativeElement): number {
  const node = snapshot.findIdentity(element.identity)
  if (node >= 0) return node
  // Near the deadline a tree may be cut before it comes to the window.
  if (!isHurried(snapshot)) throw windowClosed()
  throw new SurehandError('INCOMPLETE_TREE', 'The time was up before the window was read that is to be searched.', {})
}

/** The window that something was to be looked for in is gone. */
export function windowClosed(): SurehandError {
  return new SurehandError('STALE', 'The window to search is closed.', { window: 'closed' })
}

/** Whether looking again is of no use: a window that was closed does not come back, one that is opened anew is another. */
export function isWindowClosed(error: unknown): boolean {
  return isSurehandError(error, 'STALE') && error.details.window === 'closed'
}

/**
 * One look that lets the backend search, which may be far cheaper than reading the whole tree. When it finds nothing
 * and has not read the whole tree, `snapshot` is absent: then nothing is known about what is not there. Without `hidden` nothing is known
 * about whether a match is, unless the query asks.
 */
export async function search(
  scope: Scope,
  query: Query,
  limits: Limits,
  { hidden = true }: { hidden?: boolean } = {},
): Promise<{ snapshot: NativeSnapshot | undefined; nodes: number[]; partial: boolean }> {
  refuseForeignRef(scope, query)
  const { cost, pace } = scope.events
  cost.asked()
  const keep = cost.high && pace.mirrors && cost.kept !== 'never'
  const found = await limits.call((native) => scope.native.find(scope.target, query.compiled, { hidden, keep }, native))
  if (found.snapshot.kept) cost.keep(found.snapshot)
  if (found.nodes.length === 0 && !isHurried(found.snapshot)) refuseStaleRef(query)
  const { nodes, partial } = found
  return { snapshot: partial && nodes.length === 0 ? undefined : found.snapshot, nodes, partial }
}

/** Reads one element again, without what is below it. STALE when it is gone. */
export async function reread(
  scope: Scope,
  element: NativeElement,
  limits: Limits,
  options: NativeSnapshotOptions = {},
): Promise<NativeNode> {
  const wanted = { maxDepth: 0, bounds: true, text: false, actions: false, attributes: false, ...options }
  const snapshot = await limits.call((native) => scope.native.snapshot(element, wanted, native))
  return snapshot.node(0)
}

/** The element at `node`; only trees of a live desktop are looked at here, and there every node has one. */
export function foundAt(snapshot: NativeSnapshot, node: number): Found {
  return { snapshot, node, element: snapshot.element(node) as NativeElement }
}

/** The ref when the selector is nothing but one. */
export function bareRef(query: Query): string | undefined {
  const [step, ...more] = query.selector.steps
  return more.length === 0 && step?.match.kind === 'ref' ? step.match.ref : undefined
}

function refuseForeignRef(scope: Scope, query: Query): void {
  const ref = bareRef(query)
  if (ref === undefined) return
  const element = scope.native.elementOfRef(ref)
  if (element === undefined) {
    throw new SurehandError(
      'STALE',
      `${ref} was not handed out by this desktop, or its application has ended. Take a new snapshot.`,
      { ref },
    )
  }
  if (element.appKey !== scope.target.appKey) {
    throw new SurehandError('STALE', `${ref} belongs to another application than ${scope.place}.`, { ref })
  }
}

function refuseStaleRef(query: Query): void {
  const ref = bareRef(query)
  if (ref === undefined) return
  throw new SurehandError('STALE', `The element of ${ref} is gone. Find it again by a selector.`, { ref })
}
