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
import { inItsWindow, inOrder, mostImportant, type Row } from './diff-order.js'
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

interface ListedEntry {
  /** `+` it came, `-` it went, `~` it changed, `>` it moved. */
  mark: string
  entry: DiffEntry
  /** Its line in the text of the diff, without the mark. */
  text: string
}

interface Lists {
  added: readonly DiffEntry[]
  removed: readonly DiffEntry[]
  modified: readonly ModifiedEntry[]
  moved: readonly MovedEntry[]
}
type ListName = keyof Lists

/** With the element that it is about: in the tree after, of what was removed in the tree before. */
interface NumberedRow extends Row<ListName> {
  node: number
}

const WINDOW = 0

const LISTS: readonly ListName[] = ['added', 'removed', 'modified', 'moved']
const MARKS: Record<ListName, string> = { added: '+', removed: '-', modified: '~', moved: '>' }

// The native lists: how many numbers a row has, and what the number for "it shows" means.
const WIDTHS: Record<ListName, number> = { added: 3, removed: 3, modified: 4, moved: 5 }
const SHOWS: readonly InViewport[] = ['unknown', false, true]

// Entries that the text shows at most.
const LINES = 50
const MORE = '… and 1000 more, and 1000 out of view'
// Of a window that came: what is in one as small as this stands in its line.
const SMALL_WINDOW = 8

/**
 * What became of each element between two snapshots, by identity: what came, what went, what changed, what moved. It is held
 * natively; its entries become JavaScript objects when a list is asked for, and read from the snapshots when they are.
 */
export class Diff {
  /** `3 added, 1 removed, 2 modified`; `no change`. */
  readonly summary: string
  /**
   * Elements that are in one tree only, where the other tree is cut: it is not known whether they came or went, and they are in
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

  /**
   * Plain data: at most `maxEntries` (default 100) of each list, those that say most (windows, values, texts), long texts cut; says what
   * it left out.
   */
  toJSON(options?: { maxEntries?: number } | string): DiffJSON {
    // JSON.stringify() gives the key.
    const own = typeof options === 'string' ? undefined : options
    checkOptions('diff.toJSON(options)', own, { maxEntries: count })
    const most = own?.maxEntries ?? ENTRIES_IN_JSON
    const leftOut = LISTS.map((list) => [list, this.length(list) - most] as const).filter(([, n]) => n > 0)
    return {
      summary: this.summary,
      added: this.foremost('added', most).map((entry) => entry.toJSON()),
      removed: this.foremost('removed', most).map((entry) => entry.toJSON()),
      modified: this.foremost('modified', most).map((entry) => entry.toJSON()),
      moved: this.foremost('moved', most).map((entry) => entry.toJSON()),
      suppressed: { ...this.suppressed },
      uncertain: this.uncertain,
      ...(leftOut.length > 0 ? { leftOut: Object.fromEntries(leftOut) } : {}),
    }
  }

  /**
   * The summary with what was suppressed, and a line an entry: `+` came, `-` went, `~` changed, `>` moved. Windows come first, then values,
   * texts, states and the rest; a window that came or went is one line with its size. What is out of view is counted. Ends with how
   * many more there are where the budget ends it.
   */
  toString(budget?: TextBudget): string {
    checkOptions('diff.toString(budget)', budget, budgetShape)
    return this.textAbout(undefined, budget)
  }

  /** @internal The same, with what has that ref first. */
  textAbout(
    ref: string | undefined,
    { maxLines = LINES, maxTokens = Number.POSITIVE_INFINITY }: TextBudget = {},
  ): string {
    const { rows, unseen } = this.ordered(ref)
    const lines: string[] = []
    let tokens = tokensOf(this.headline) + tokensOf(MORE)
    for (const row of rows.slice(0, maxLines)) {
      const line = this.line(row)
      tokens += tokensOf(line)
      if (tokens > maxTokens) break
      lines.push(line)
    }
    const left = rows.length - lines.length
    const more = [...(left > 0 ? [`${left} more`] : []), ...(unseen.length > 0 ? [`${unseen.length} out of view`] : [])]
    return [this.headline, ...lines, ...(more.length > 0 ? [`… and ${more.join(', and ')}`] : [])].join('\n')
  }

  /** @internal What {@link textAbout} lists, in its order, and what is out of view: each entry with its mark and its line. */
  listedAbout(ref: string): { listed: ListedEntry[]; unseen: ListedEntry[] } {
    const { rows, unseen } = this.ordered(ref)
    const told = (row: NumberedRow) => ({
      mark: MARKS[row.list],
      entry: this.entryOf(row),
      get text() {
        return line(row).slice(2)
      },
    })
    const line = (row: NumberedRow) => this.line(row)
    return { listed: rows.map(told), unseen: unseen.map(told) }
  }

  private ordered(ref: string | undefined) {
    const [was, is] = ref ? [this.before.native.byRef(ref), this.after.native.byRef(ref)] : [-1, -1]
    return inOrder(
      LISTS.flatMap((list) => this.table(list)),
      ({ list, node }) => node >= 0 && node === (list === 'removed' ? was : is),
    )
  }

  private line(row: NumberedRow): string {
    const entry = this.entryOf(row)
    const line = `${MARKS[row.list]} ${entry}`
    if (row.matters !== WINDOW || (row.list !== 'added' && row.list !== 'removed')) return line
    const { native } = row.list === 'added' ? this.after : this.before
    const size = native.subtreeEnd(row.node) - row.node
    const table = this.table(row.list)
    const count = inItsWindow(table, row)
    const small = row.list === 'added' && count > 0 && count <= SMALL_WINDOW
    const parts = small ? table.slice(row.row + 1, row.row + 1 + count).map((part) => String(this.entryOf(part))) : []
    return `${line} (${size} ${size === 1 ? 'element' : 'elements'}${parts.length === 0 ? '' : `: ${parts.join(', ')}`})`
  }

  private length(list: ListName): number {
    return this.rows[list].length / WIDTHS[list]
  }

  private all<L extends ListName>(list: L): Lists[L] {
    const known = this.whole[list]
    if (known !== undefined) return known as Lists[L]
    const made = this.foremost(list, Number.POSITIVE_INFINITY)
    this.whole[list] = made
    return made
  }

  /** No more objects than are wanted: a diff may have a hundred thousand entries. */
  private foremost<L extends ListName>(list: L, limit: number): Lists[L] {
    const entries = mostImportant(this.table(list), limit).map((row) => this.entryOf(row))
    return entries as readonly DiffEntry[] as Lists[L]
  }

  /** What the native rows of a list say. */
  private table(list: ListName): NumberedRow[] {
    const [rows, width] = [this.rows[list], WIDTHS[list]]
    return Array.from({ length: this.length(list) }, (_, row) => {
      const at = row * width
      return { list, row, node: rows[at] as number, shows: rows[at + 1] as number, matters: rows[at + 2] as number }
    })
  }

  private entryOf({ list, row }: NumberedRow): DiffEntry {
    return this.entry(list, row, this.rows[list], row * WIDTHS[list])
  }

  private entry(list: ListName, row: number, rows: Uint32Array, at: number): DiffEntry {
    const index = rows[at] as number
    const shows = SHOWS[rows[at + 1] as number] as InViewport
    if (list === 'removed') return new DiffEntry(this.before, index, shows)
    if (list === 'added') return new DiffEntry(this.after, index, shows)
    const from = { snapshot: this.before, index: rows[at + 3] as number }
    if (list === 'modified') return new ModifiedEntry(this.native, row, from, this.after, index, shows)
    return new MovedEntry(from, rows[at + 4] === 1, this.after, index, shows)
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
