import { checkArgument, checkOptions, count, invalidArgument, type Shape, waiting } from '../call/arguments.js'

import { DEFAULT_TIMEOUT, Limits, type WaitOptions } from '../call/limits.js'
import type { NativeBinding, NativeDiff, NativeLimits, NativeSnapshot } from '../native/binding.js'
import { loadNative } from '../native/load.js'
import { NOISE_RULES, type NoiseRule } from '../vocabulary.js'
import {
  DiffEntry,
  type DiffEntryJSON,
  ENTRIES_IN_JSON,
  type InViewport,
  ModifiedEntry,
  type ModifiedEntryJSON,
  MovedEntry,
  type MovedEntryJSON,
} from './diff-entries.js'
import { type DiffOptions, diffShape, nativeOptions } from './diff-options.js'
import { Snapshot } from './snapshot.js'

/** A {@link Diff} as plain data of bounded size. */
export interface DiffJSON {
  summary: string
  added: DiffEntryJSON[]
  removed: DiffEntryJSON[]
  modified: ModifiedEntryJSON[]
  moved: MovedEntryJSON[]
  suppressed: Record<NoiseRule, number>
  uncertain: number
  /** How many entries of each list are not in here; absent when all are. */
  leftOut?: { added?: number; removed?: number; modified?: number; moved?: number }
}

/** How long a text may get. */
export interface TextBudget {
  /** Entries, one a line. Default: 50. */
  maxLines?: number
  /** About so many tokens in all (four bytes of UTF-8 each, as in outlines). Default: no limit. */
  maxTokens?: number
}

export const budgetShape: Shape = { maxLines: count, maxTokens: count }

interface Lists {
  added: readonly DiffEntry[]
  removed: readonly DiffEntry[]
  modified: readonly ModifiedEntry[]
  moved: readonly MovedEntry[]
}
type ListName = keyof Lists

const LISTS: readonly ListName[] = ['added', 'removed', 'modified', 'moved']
const MARKS: Record<ListName, string> = { added: '+', removed: '-', modified: '~', moved: '>' }

// The native lists: how many numbers a row has, and what the number for "it shows" means.
const WIDTHS: Record<ListName, number> = { added: 2, removed: 2, modified: 3, moved: 4 }
const SHOWS: readonly InViewport[] = ['unknown', false, true]

// Entries that the text shows at most.
const LINES = 50
const MORE = '… and 1000 more'

/**
 * What became of each element between two snapshots, by identity: what came, what went, what changed, what moved. It is held
 * natively; its entries become JavaScript objects when a list is asked for, and read from the snapshots when they are.
 */
export class Diff {
  /** `3 added, 1 removed, 2 modified`; `no change`. */
  readonly summary: string
  /**
   * Elements that are in one tree only, where the other tree is cut: nobody knows whether they came or went, and they are in
   * no list.
   */
  readonly uncertain: number
  /** How much each noise rule left out; see {@link NoiseRule}. */
  readonly suppressed: Readonly<Record<NoiseRule, number>>
  private readonly rows: Record<ListName, Uint32Array>
  private readonly whole: Partial<Lists> = {}

  /** @internal Use {@link diff}. */
  constructor(
    private readonly native: NativeDiff,
    readonly before: Snapshot,
    /** Addressable: its refs are good for locators. */
    readonly after: Snapshot,
  ) {
    this.summary = native.summary
    this.uncertain = native.uncertain
    this.suppressed = native.suppressed()
    this.rows = { added: native.added(), removed: native.removed(), modified: native.modified(), moved: native.moved() }
  }

  /** Nothing to report. {@link suppressed} and {@link uncertain} may say more. */
  get empty(): boolean {
    return this.summary === 'no change'
  }

  /** What is in the tree after only, in its order. */
  get added(): readonly DiffEntry[] {
    return this.all('added')
  }

  /** What is in the tree before only, in its order. */
  get removed(): readonly DiffEntry[] {
    return this.all('removed')
  }

  /** What is in both and differs, in the order of the tree after. */
  get modified(): readonly ModifiedEntry[] {
    return this.all('modified')
  }

  /** What is in both at different places, in the order of the tree after. */
  get moved(): readonly MovedEntry[] {
    return this.all('moved')
  }

  /** {@link toData} within its default budget. */
  toJSON(): DiffJSON {
    return this.toData()
  }

  /** Plain data: at most `maxEntries` (default 100) of each list, long texts cut; says what it left out. */
  toData(options?: { maxEntries?: number }): DiffJSON {
    checkOptions('diff.toData(options)', options, { maxEntries: count })
    const most = options?.maxEntries ?? ENTRIES_IN_JSON
    const leftOut = LISTS.map((list) => [list, this.length(list) - most] as const).filter(([, n]) => n > 0)
    return {
      summary: this.summary,
      added: this.first('added', most).map((entry) => entry.toJSON()),
      removed: this.first('removed', most).map((entry) => entry.toJSON()),
      modified: this.first('modified', most).map((entry) => entry.toJSON()),
      moved: this.first('moved', most).map((entry) => entry.toJSON()),
      suppressed: { ...this.suppressed },
      uncertain: this.uncertain,
      ...(leftOut.length > 0 ? { leftOut: Object.fromEntries(leftOut) } : {}),
    }
  }

  /** {@link toText} within its default budget. */
  toString(): string {
    return this.toText()
  }

  /**
   * The summary with what was suppressed, and a line an entry: `+` came, `-` went, `~` changed, `>` moved. Ends with how many
   * more there are where the budget ends it.
   */
  toText(budget?: TextBudget): string {
    checkOptions('diff.toText(budget)', budget, budgetShape)
    const { maxLines = LINES, maxTokens = Number.POSITIVE_INFINITY } = budget ?? {}
    const lines: string[] = []
    let tokens = tokensOf(this.headline) + tokensOf(MORE)
    const fits = (line: string) => {
      tokens += tokensOf(line)
      return tokens <= maxTokens
    }
    budgeted: for (const list of LISTS)
      for (const entry of this.first(list, maxLines - lines.length)) {
        const line = `${MARKS[list]} ${entry}`
        if (!fits(line)) break budgeted
        lines.push(line)
      }
    const left = LISTS.reduce((sum, list) => sum + this.length(list), 0) - lines.length
    return [this.headline, ...lines, ...(left > 0 ? [`… and ${left} more`] : [])].join('\n')
  }

  private length(list: ListName): number {
    return this.rows[list].length / WIDTHS[list]
  }

  private all<L extends ListName>(list: L): Lists[L] {
    const known = this.whole[list]
    if (known !== undefined) return known as Lists[L]
    const made = this.first(list, Number.POSITIVE_INFINITY)
    this.whole[list] = made
    return made
  }

  /** No more objects than are wanted: a diff may have a hundred thousand entries. */
  private first<L extends ListName>(list: L, limit: number): Lists[L] {
    const entries: DiffEntry[] = []
    const [rows, width, count] = [this.rows[list], WIDTHS[list], Math.min(limit, this.length(list))]
    for (let row = 0; row < count; row++) entries.push(this.entry(list, row, rows, row * width))
    return entries as readonly DiffEntry[] as Lists[L]
  }

  private entry(list: ListName, row: number, rows: Uint32Array, at: number): DiffEntry {
    const index = rows[at] as number
    const shows = SHOWS[rows[at + 1] as number] as InViewport
    if (list === 'removed') return new DiffEntry(this.before, index, shows)
    if (list === 'added') return new DiffEntry(this.after, index, shows)
    const from = { snapshot: this.before, index: rows[at + 2] as number }
    if (list === 'modified') return new ModifiedEntry(this.native, row, from, this.after, index, shows)
    return new MovedEntry(from, rows[at + 3] === 1, this.after, index, shows)
  }

  private get headline(): string {
    const notes = NOISE_RULES.filter((rule) => this.suppressed[rule] > 0).map(
      (rule) => `${this.suppressed[rule]} ${rule}`,
    )
    const suppressed = notes.length > 0 ? ` (left out: ${notes.join(', ')})` : ''
    return `${this.summary}${suppressed}${this.uncertain > 0 ? `; ${this.uncertain} uncertain, where a tree is cut` : ''}`
  }
}

/**
 * What changed between two snapshots of the same application or window: structural and by identity. Where identities say
 * nothing (trees made from data, an application that was started anew) elements are the same by author id, then by role and
 * name under the same parent, then by order among equals; what stays ambiguous was removed and added. Compares off the event
 * loop.
 *
 * Throws INVALID_ARGUMENT for snapshots of different applications, and for those of an application and of a part of it;
 * TIMEOUT, ABORTED.
 */
export async function diff(before: Snapshot, after: Snapshot, options?: DiffOptions & WaitOptions): Promise<Diff> {
  const call = 'diff(before, after, options)'
  const snapshot = { accepts: (value: unknown) => value instanceof Snapshot, expected: 'a Snapshot' }
  checkArgument(call, 'before', before, snapshot)
  checkArgument(call, 'after', after, snapshot)
  checkOptions(call, options, { ...diffShape, ...waiting })
  checkComparable(call, before, after)
  const binding = loadNative()
  const limits = new Limits(binding, options, DEFAULT_TIMEOUT)
  const native = await limits.call((within) =>
    binding.diff(before.native, after.native, nativeOptions(options), within),
  )
  return new Diff(native, before, after)
}

/** @internal The same for native snapshots that are known to be of the same target. */
export async function diffNative(
  binding: NativeBinding,
  before: NativeSnapshot,
  after: NativeSnapshot,
  options: DiffOptions,
  limits: NativeLimits,
): Promise<Diff> {
  const native = await binding.diff(before, after, nativeOptions(options), limits)
  return new Diff(native, new Snapshot(before), new Snapshot(after))
}

/** Of another application or of another part everything would have come and gone, which is no answer to any question. */
function checkComparable(call: string, before: Snapshot, after: Snapshot): void {
  const refuse = (given: string): never => {
    throw invalidArgument(call, 'after', given, {
      accepts: () => false,
      expected: 'a snapshot of the same application or window as before',
    })
  }
  const [old, now] = [before.native, after.native]
  if (old.appKey === '' || now.appKey === '') return
  if (old.appKey !== now.appKey) {
    const [oldProgram, program] = [before.root.process, after.root.process]
    if (program === undefined || program !== oldProgram) {
      refuse(`of another application: ${before.root} (${oldProgram}), then ${after.root} (${program})`)
    }
    return
  }
  const [oldRoot, root] = [old.element(0)?.identity, now.element(0)?.identity]
  if (oldRoot === undefined || root === undefined || oldRoot === root) return
  if (now.findIdentity(oldRoot) > 0 || old.findIdentity(root) > 0) {
    refuse(`of another part of the application: ${before.root}, then ${after.root}`)
  }
}

/** As the outlines count them, with the end of the line. */
export function tokensOf(line: string): number {
  return (Buffer.byteLength(line) + 1) / 4
}
