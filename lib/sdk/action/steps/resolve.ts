import type { Limits } from '../../call/limits.js'
import { callNative, isSurehandError, SurehandError } from '../../errors.js'
import { isHurried } from '../../look/absence.js'
import { searchAmong } from '../../look/alone.js'
import { ambiguous, candidatesOf, nearMissesOf, notFound } from '../../look/candidates.js'
import { type Sorted, sorted } from '../../look/hidden.js'
import { canBeKept, lookInKept } from '../../look/kept.js'
import { withoutLabels } from '../../look/labels.js'
import {
  type Found,
  foundAt,
  isTooLarge,
  look,
  type Matches,
  matchOn,
  search,
  treeOf,
  whenUnresponsive,
  windowClosed,
} from '../../look/look.js'
import { realize } from '../../look/realize.js'
import { markOf } from '../../look/sameness.js'
import { derive, type Scope } from '../../look/scope.js'
import { inItsSurroundings } from '../../look/surroundings.js'
import type { NativeElement, NativeReads, NativeSnapshot } from '../../native/binding.js'
import type { Choice } from '../../receipt.js'
import { type Query, together } from '../../tree/query.js'
import { LONGEST_LOOK } from '../../wait/tree-cost.js'
import { NotYet } from '../../wait/wait.js'
import type { ActionOptions } from '../options.js'

// Elements; of more, the whole tree says better which is meant.
const MANY = 100

/** One way to say which element is meant. */
export interface ParsedTarget {
  query: Query
  /** The element (a window) that it is looked for in; otherwise anywhere. */
  within?: NativeElement
}

export interface ResolutionOptions {
  /** What the tree must hold besides what the selectors look at. */
  reads?: NativeReads
  /** Whether to wait for one to be the only one while there are several: a copy may be on its way out. */
  patient?: boolean
  /** Whether the window that all of them are looked for in is enough, for nothing that comes after needs more of the application. */
  windowOnly?: boolean
  onAmbiguous?: ActionOptions['onAmbiguous']
}

/** Finds the one element that a selector, or one of its alternatives, means; one look at a time. */
export class Resolution {
  /** Which target won, and what they all matched on that tree. */
  winner: Query
  choices: Choice[] = []
  // The last whole tree that had no match: what a failure is explained with.
  private empty: NativeSnapshot | undefined
  private requested = false
  private picked: string | undefined
  /** What the trees that it looks at hold. */
  readonly reads: NativeReads
  /** Whether fingerprints tell when something else matches. */
  readonly told: boolean

  constructor(
    private readonly scope: Scope,
    private readonly targets: readonly ParsedTarget[],
    private readonly limits: Limits,
    private readonly options: ResolutionOptions = {},
  ) {
    this.winner = this.primary
    this.reads = together([...targets.map(({ query }) => query.reads), options.reads ?? {}])
    this.told = targets.every(({ query }) => query.compiled.told)
  }

  /**
   * In the whole tree: what comes after needs the surroundings. While there is nothing, only the backend searches, or only the window is
   * read that it is to be in.
   */
  async inTree(share = false): Promise<Found | NotYet> {
    const [only, ...others] = this.targets
    const kept = share ? undefined : await this.inKeptTree()
    if (kept !== undefined) return kept
    const near = await this.nearby(share)
    if (near !== undefined) return near
    const { window } = this
    if (window !== undefined && (this.options.windowOnly || (this.empty !== undefined && !share))) {
      const { snapshot, all } = await this.look(derive(this.scope, { target: window }), share).catch(whenClosed)
      if (this.options.windowOnly) return this.decide(snapshot, all)
      if (all.every((nodes) => nodes.length === 0)) return this.nothing(snapshot)
    }
    if (this.empty !== undefined && !share && others.length === 0 && only?.within === undefined) {
      const { snapshot, nodes } = await search(this.scope, this.primary, this.limits)
      if (nodes.length === 0) return this.nothing(snapshot ?? this.empty)
    }
    const { snapshot, all } = await this.look(this.scope, share)
    return this.decide(snapshot, all)
  }

  /**
   * In a tree that is kept true by what the application announces. Nothing but that one element is meant is believed of such a tree: all else
   * is said by one that is read as a whole.
   */
  private async inKeptTree(): Promise<Found | NotYet | undefined> {
    const { scope, limits, reads, queries } = this
    if (!this.keeps || this.empty !== undefined) return undefined
    const match = (tree: NativeSnapshot) => this.matchesIn(scope, tree)
    const looked = await lookInKept(scope, { queries, reads, match, frugal: this.searches }, limits)
    if (looked === undefined) return undefined
    const { snapshot, all } = looked
    if (!snapshot.mirrored) return this.kept(await this.decide(snapshot, all))
    const found = await this.decide(snapshot, all).catch((error: unknown) => {
      if (!isSurehandError(error, 'AMBIGUOUS')) throw error
      return undefined
    })
    return found instanceof NotYet ? undefined : found && this.kept(found)
  }

  private kept(found: Found | NotYet): Found | NotYet {
    return found instanceof NotYet ? found : { ...found, kept: true }
  }

  /** Whether what is looked for, and what comes after needs, can be told in a tree that is kept. */
  private get keeps(): boolean {
    const { scope, options, reads, queries } = this
    const { cost } = scope.events
    if (options.onAmbiguous !== undefined) return false
    if (cost.kept !== 'yes' && (cost.high || options.windowOnly)) return false
    return canBeKept(scope, { queries, reads })
  }

  private get queries(): Query[] {
    return this.targets.map(({ query }) => query)
  }

  /**
   * What the application itself finds, with what is near it, where its whole tree costs too much. Nothing where it cannot be asked for
   * that, finds nothing, or so much that the whole tree says better which is meant.
   */
  private async nearby(share: boolean): Promise<Found | NotYet | undefined> {
    const { window, scope, limits } = this
    if (!this.searches) return undefined
    if (!scope.events.cost.high) {
      const whole = await this.look(scope, share, limits.within(LONGEST_LOOK), true).catch(whenUnresponsive)
      const isRead = whole !== undefined && !isHurried(whole.snapshot) && !isTooLarge(whole.snapshot)
      if (isRead) return this.decide(whole.snapshot, whole.all)
    }
    const place = window === undefined ? scope : derive(scope, { target: window })
    const matches = await this.searched(place)
    if (matches === undefined) return undefined
    const found = await this.decide(matches.snapshot, [matches.nodes])
    if (found instanceof NotYet) return found
    return inItsSurroundings(scope, found, this.reads, limits).catch((error: unknown) => {
      if (!isSurehandError(error, 'STALE')) throw error
      return this.nothing(matches.snapshot)
    })
  }

  private get searches(): boolean {
    return this.scope.events.pace.searches && this.targets.length === 1 && this.primary.compiled.local
  }

  /** What the application itself finds; a few elements, each with what it is in. */
  private async searched(place: Scope): Promise<Matches | undefined> {
    const { primary, limits } = this
    const { snapshot, nodes, partial } = await search(place, primary, limits)
    if (snapshot === undefined || nodes.length === 0 || nodes.length > MANY) return undefined
    // The whole tree, read for a search, holds no places.
    if (!partial) return { snapshot, nodes }
    const identities = nodes.flatMap((node) => snapshot.element(node)?.identity ?? [])
    return searchAmong(this.scope, primary, identities, limits)
  }

  /** What all of them match on one tree: the application's, or that of the window that they are looked for in. */
  private async look(
    scope: Scope,
    share: boolean,
    limits = this.limits,
    frugal = false,
  ): Promise<{ snapshot: NativeSnapshot; all: number[][] }> {
    const [only, ...others] = this.targets
    const keep = this.keeps && scope === this.scope
    if (only !== undefined && others.length === 0) {
      const options = { reads: this.reads, within: placeIn(scope, only), share, keep, frugal }
      const { snapshot, nodes } = await look(scope, only.query, limits, options)
      return { snapshot, all: [nodes] }
    }
    const snapshot = await treeOf(scope, this.reads, limits, share, keep ? { renew: true } : undefined)
    return { snapshot, all: await this.matchesIn(scope, snapshot, limits) }
  }

  private async matchesIn(scope: Scope, snapshot: NativeSnapshot, limits = this.limits): Promise<number[][]> {
    const all: number[][] = []
    for (const parsed of this.targets) {
      all.push(await matchOn(snapshot, parsed.query, limits, placeIn(scope, parsed)))
    }
    return all
  }

  /** The window that all of them are looked for in, when there is one. */
  private get window(): NativeElement | undefined {
    const [window, ...others] = this.targets.map(({ within }) => within)
    return others.every((other) => other?.identity === window?.identity) ? window : undefined
  }

  /** By the backend's search; the tree it comes with may hold the match alone. */
  async bySearch(): Promise<Found | NotYet> {
    const kept = this.scope.events.cost.kept === 'yes' ? await this.inKeptTree() : undefined
    if (kept !== undefined) return kept
    const { snapshot, nodes } = await search(this.scope, this.primary, this.limits)
    if (nodes.length === 1 && snapshot !== undefined) return foundAt(snapshot, nodes[0] as number)
    const none = snapshot ?? this.empty
    if (nodes.length === 0 && none !== undefined) return (await this.madeOnRequest(none)) ?? this.nothing(none)
    const matches = await look(this.scope, this.primary, this.limits)
    return this.decide(matches.snapshot, [matches.nodes])
  }

  private get primary(): Query {
    return (this.targets[0] as ParsedTarget).query
  }

  /**
   * The first in declared order that matches anything says what is meant. Where that is several, one of the others may pick from them, and
   * nothing else: what it means besides was not asked for. What is hidden counts only when nothing else matches.
   */
  private async decide(snapshot: NativeSnapshot, all: number[][]): Promise<Found | NotYet> {
    const each = all.map((nodes, at) => sorted(snapshot, (this.targets[at] as ParsedTarget).query, nodes))
    const shows = each.some(({ there }) => there.length > 0)
    const counted = each.map((own) => (shows ? own.there : own.hidden))
    const first = counted.findIndex((nodes) => nodes.length > 0)
    if (first < 0) return (await this.madeOnRequest(snapshot)) ?? this.nothing(snapshot)
    const nodes = withoutLabels(snapshot, counted[first] as number[])
    if (nodes.length === 1) return this.won(snapshot, each, first, nodes[0] as number)
    const picks = (own: number[], at: number) => at >= first && own.length === 1 && nodes.includes(own[0] as number)
    const picking = counted.findIndex(picks)
    if (picking >= 0) return this.won(snapshot, each, picking, counted[picking]?.[0] as number)
    const { query } = this.targets[first] as ParsedTarget
    const node = await this.pick(snapshot, query, nodes)
    if (node === undefined) {
      const error = () => ambiguous(this.scope.place, query, snapshot, nodes)
      if (this.options.patient) return new NotYet(error)
      throw error()
    }
    return this.won(snapshot, each, first, node)
  }

  private won(snapshot: NativeSnapshot, all: Sorted[], index: number, node: number): Found {
    this.empty = undefined
    this.winner = (this.targets[index] as ParsedTarget).query
    const unseen = snapshot.hidden(node)
    this.choices = this.targets.map(({ query }, at) => {
      const { there, hidden } = all[at] as Sorted
      const nodes = unseen ? [...there, ...hidden] : there
      const element = nodes.length === 0 ? 'none' : nodes.includes(node) ? 'same' : 'another'
      const others = unseen ? 0 : hidden.length
      return { selector: query.text, count: nodes.length, ...(others === 0 ? {} : { hidden: others }), element }
    })
    return foundAt(snapshot, node)
  }

  private async pick(snapshot: NativeSnapshot, query: Query, nodes: number[]): Promise<number | undefined> {
    const { onAmbiguous } = this.options
    if (onAmbiguous === undefined) return undefined
    // The same choice is not asked for twice.
    const again = nodes.find((node) => markOf(snapshot, node) === this.picked)
    if (again !== undefined) return again
    const candidates = candidatesOf(snapshot, nodes)
    const choice = await this.limits.outside(async () =>
      onAmbiguous(candidates, { selector: query.text, count: nodes.length }),
    )
    if (choice === undefined) return undefined
    const ref = typeof choice === 'string' ? choice : choice.ref
    const node = callNative(() => snapshot.byRef(ref))
    if (!nodes.includes(node)) {
      throw new SurehandError(
        'INVALID_ARGUMENT',
        `onAmbiguous picked ${JSON.stringify(ref)}, which is none of the candidates: ${candidates.map((candidate) => candidate.ref).join(', ')}.`,
        { picked: ref, candidates },
      )
    }
    this.picked = markOf(snapshot, node)
    return node
  }

  /** What came nearest when nothing matched, on the last tree that was looked at. */
  get nearMisses(): ReturnType<typeof nearMissesOf> {
    return this.empty === undefined ? { nearMisses: [], searched: 0 } : nearMissesOf(this.empty, this.primary)
  }

  /** What is not in the tree because its container has too many to list; asked for once. */
  private async madeOnRequest(snapshot: NativeSnapshot): Promise<Found | NotYet | undefined> {
    if (this.requested) return undefined
    this.requested = true
    const each = this.targets.map(({ query, within }) => realize(this.scope, query, snapshot, this.limits, within))
    if (!(await Promise.all(each)).includes(true)) return undefined
    const again = await this.look(this.scope, false)
    return this.decide(again.snapshot, again.all)
  }

  private nothing(snapshot: NativeSnapshot): NotYet {
    this.empty = snapshot
    const { query, within } = this.targets[0] as ParsedTarget
    const error = () => notFound(this.scope.place, query, snapshot, Math.round(this.limits.elapsed), within)
    return new NotYet(error, isHurried(snapshot))
  }
}

/** The element that it is looked for in, where the tree is not that alone. */
function placeIn(scope: Scope, { within }: ParsedTarget): NativeElement | undefined {
  return scope.target.identity === undefined ? within : undefined
}

function whenClosed(error: unknown): never {
  // Of a ref it says more.
  throw isSurehandError(error, 'STALE') && error.details.ref === undefined ? windowClosed() : error
}
