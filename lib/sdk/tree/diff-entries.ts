import { callNative } from '../errors.js'
import type { NativeDiff } from '../native/binding.js'
import { quoted } from './quoted.js'
import type { Snapshot, SnapshotNode } from './snapshot.js'

// What JSON and text show at most: an agent reads it whole, a log keeps it.
export const ENTRIES_IN_JSON = 100
const TEXT_IN_JSON = 200
const TEXT_IN_A_LINE = 80
const CHANGES_IN_A_LINE = 8

/** Where a long text changed: offsets into the whole texts, counted as JavaScript strings are. */
export interface ChangedRange {
  /** The first character that differs, in both texts. */
  start: number
  /** Behind the last one that differs, in the old text. */
  oldEnd: number
  /** Behind the last one that differs, in the new text. */
  newEnd: number
  oldLength: number
  newLength: number
}

/** One attribute of an element that differs. `null` stands for what the platform says nothing about. */
export interface Change {
  /**
   * `role`; a text (`name`, `value`, `description` and the others of a `TreeNode`); a state
   * (`checked`, `enabled`, …, whose values are true, false, `'mixed'` and null); `bounds`; `actions`; `attr:` and the name
   * of another attribute.
   */
  attribute: string
  old: unknown
  new: unknown
  /**
   * Given when a text is long (more than 200 bytes): then `old` and `new` show no more than what changed and a little around
   * it, with `…` where something was left out. The whole texts are those of the entry's nodes.
   */
  range?: ChangedRange
}

/** Whether an element shows: inside its window and its scroll containers, and not behind a modal dialog. */
export type InViewport = boolean | 'unknown'

/** An element in a {@link Diff}: one that came (in the tree after) or that went (in the tree before). */
export class DiffEntry {
  /** @internal Made by `Diff`. */
  constructor(
    private readonly snapshot: Snapshot,
    private readonly index: number,
    readonly inViewport: InViewport,
  ) {}

  /** In the snapshot after; of what was removed, in the snapshot before. */
  get node(): SnapshotNode {
    return this.snapshot.at(this.index)
  }

  get ref(): string {
    return this.node.ref
  }

  get role(): string {
    return this.node.role
  }

  get name(): string | undefined {
    return this.node.name
  }

  /** Always `undefined` for protected (password) elements. */
  get value(): string | undefined {
    return this.node.value
  }

  /** Long texts are cut. */
  toJSON(): DiffEntryJSON {
    const { name, value, ref, role, inViewport } = this
    return {
      ref,
      role,
      ...(name === undefined ? {} : { name: brief(name, TEXT_IN_JSON) }),
      ...(value === undefined ? {} : { value: brief(value, TEXT_IN_JSON) }),
      inViewport,
    }
  }

  /** `button "Save" e12`. */
  toString(): string {
    const { name, ref } = this
    const label = name ? `${this.role} ${quoted(name)}` : this.role
    return `${label}${ref && ` ${ref}`}${this.inViewport === false ? ' [out of view]' : ''}`
  }
}

/** An element that is in both trees and differs. */
export class ModifiedEntry extends DiffEntry {
  private loaded: readonly Change[] | undefined

  /** @internal Made by `Diff`. */
  constructor(
    private readonly native: NativeDiff,
    private readonly row: number,
    private readonly from: { snapshot: Snapshot; index: number },
    ...entry: ConstructorParameters<typeof DiffEntry>
  ) {
    super(...entry)
  }

  /** The same element in the snapshot before. */
  get before(): SnapshotNode {
    return this.from.snapshot.at(this.from.index)
  }

  /** What is different about it. */
  get changes(): readonly Change[] {
    this.loaded ??= callNative(() => this.native.changes(this.row))
    return this.loaded
  }

  override toJSON(): ModifiedEntryJSON {
    const changes = this.changes.slice(0, ENTRIES_IN_JSON)
    const leftOut = this.changes.length - changes.length
    return { ...super.toJSON(), changes, ...(leftOut > 0 ? { changesLeftOut: leftOut } : {}) }
  }

  /** `text "Status" e5: name "Ready" → "Saved"`. */
  override toString(): string {
    const shown = this.changes.slice(0, CHANGES_IN_A_LINE).map(changeText)
    const more = this.changes.length - shown.length
    return `${super.toString()}: ${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}`
  }
}

/** An element that is in both trees, at different places. */
export class MovedEntry extends DiffEntry {
  /** @internal Made by `Diff`. */
  constructor(
    private readonly from: { snapshot: Snapshot; index: number },
    /** True when it only changed places among its siblings; false when it has another parent now. */
    readonly reordered: boolean,
    ...entry: ConstructorParameters<typeof DiffEntry>
  ) {
    super(...entry)
  }

  /** The same element in the snapshot before. */
  get before(): SnapshotNode {
    return this.from.snapshot.at(this.from.index)
  }

  override toJSON(): MovedEntryJSON {
    const { from, to } = this.parents
    return { ...super.toJSON(), reordered: this.reordered, from, to }
  }

  /** `listitem "Milk" e7: from list "To do" to list "Done"`. */
  override toString(): string {
    const { from, to } = this.parents
    return `${super.toString()}: ${this.reordered ? `to another place in ${to}` : `from ${from} to ${to}`}`
  }

  private get parents(): { from: string; to: string } {
    return { from: parentText(this.before), to: parentText(this.node) }
  }
}

export interface DiffEntryJSON {
  ref: string
  role: string
  name?: string
  value?: string
  inViewport: InViewport
}

export interface ModifiedEntryJSON extends DiffEntryJSON {
  changes: Change[]
  changesLeftOut?: number
}

export interface MovedEntryJSON extends DiffEntryJSON {
  reordered: boolean
  /** Its parent before and after, as text. */
  from: string
  to: string
}

function parentText(node: SnapshotNode): string {
  return brief(node.parent === undefined ? 'the root' : String(node.parent), TEXT_IN_A_LINE)
}

function changeText(change: Change): string {
  return `${change.attribute} ${valueText(change.old)} → ${valueText(change.new)}`
}

/** @internal The same in fewer words: `checked`, `not enabled`, `value "12"`, `value "1" → "2"`. */
export function stated({ attribute, old, new: now }: Change): string {
  if (typeof now === 'boolean') return now ? attribute : `not ${attribute}`
  if (now === null) return `no longer ${attribute}${typeof old === 'boolean' ? '' : ` ${valueText(old)}`}`
  return `${attribute} ${old === null || old === '' ? '' : `${valueText(old)} → `}${valueText(now)}`
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? shortened(value) : brief(JSON.stringify(value), TEXT_IN_A_LINE)
}

function shortened(text: string): string {
  return quoted(brief(text, TEXT_IN_A_LINE))
}

/** Cuts a long text, but no character in two. */
function brief(text: string, length: number): string {
  if (text.length <= length) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length
  return `${text.slice(0, end)}…`
}
