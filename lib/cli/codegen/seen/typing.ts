import { SurehandError } from '../../../sdk/errors.js'
import type { Snapshot, SnapshotNode } from '../../../sdk/tree/snapshot.js'
import type { LiveApp } from '../../inspect/live-app.js'
import { Repeated } from '../../inspect/repeated.js'
import { focusedIn, located } from '../located.js'
import { entered, isField, isProtected } from '../meant.js'
import type { Act, Step } from '../step.js'

// ms; a program shows what a key wrote within this time, as a rule.
const SHOWN = 30
// ms; a tree that takes longer is given up.
const PATIENCE = 5_000

/** What a run of keys comes to. */
export interface Entry {
  before: Snapshot
  acts: readonly Act[]
}

/**
 * Keys that follow each other and change a text. Which characters they write is not known here: what is noted is what the field shows
 * afterwards, and of a protected field that it was filled.
 */
export class Typing {
  private readonly before: Snapshot | undefined
  private readonly reads = new Repeated(() => this.read())
  private timer: NodeJS.Timeout | undefined
  private keyAt = 0
  /** The last tree, and when it was asked for. */
  private last: { snapshot: Snapshot; asOf: number } | undefined
  private field: string | undefined
  private wasProtected = false
  // Of keys that write nothing.
  private readonly names: string[] = []
  private writes = false

  /** `isCurrent`: the last tree was read after all that the person did before. */
  constructor(
    private readonly live: LiveApp,
    isCurrent: boolean,
  ) {
    this.before = live.latest?.snapshot
    if (isCurrent && this.before !== undefined) this.look(this.before)
  }

  /** `name`: empty for a key that writes a character. */
  key(name: string): void {
    if (name === '') this.writes = true
    else this.names.push(name)
    this.keyAt = performance.now()
    if (this.field === undefined) void this.reads.again()
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.reads.again(), SHOWN)
  }

  /** Whether it goes into a field that is known. */
  get isInField(): boolean {
    return this.field !== undefined
  }

  /** The field as it was before, or as it is first known. */
  get node(): SnapshotNode | undefined {
    if (this.field === undefined) return undefined
    return this.before?.byRef(this.field) ?? this.last?.snapshot.byRef(this.field)
  }

  /** Whether the field hides what it has, or did so meanwhile. */
  get isSecret(): boolean {
    return this.wasProtected
  }

  /**
   * What it comes to, of what was read before the call where that is enough: what follows may change the field. The function that it gives
   * throws NOT_ACTIONABLE where that is not known.
   */
  async ended(): Promise<(steps: readonly Step[]) => Entry> {
    clearTimeout(this.timer)
    const isRead = this.last !== undefined && this.last.asOf >= this.keyAt + SHOWN / 2
    if (!isRead) await this.reads.again()
    return (steps) => this.entry(steps)
  }

  private entry(steps: readonly Step[]): Entry {
    const now = this.last?.snapshot
    const before = this.before ?? (now as Snapshot)
    const first = this.node
    if (this.field === undefined || first === undefined) return this.elsewhere(before, now)
    const after = now?.byRef(this.field)
    const isSecret = this.wasProtected || isProtected(first) || (after !== undefined && isProtected(after))
    if (isSecret) return { before, acts: [entered(first, undefined, steps)] }
    if (after === undefined) {
      const gone = `${first.path} went before it was read, so what was typed into it is not written.`
      throw new SurehandError('NOT_ACTIONABLE', gone, { check: 'focused' })
    }
    if (first.snapshot !== after.snapshot && after.value === first.value) return { before, acts: [] }
    return { before, acts: [entered(first, after.value ?? '', steps)] }
  }

  /** Keys that go to what is no field, as Delete to a list. */
  private elsewhere(before: Snapshot, now: Snapshot | undefined): Entry {
    const focused = focusedIn(now ?? before)
    if (focused !== undefined && !this.writes) {
      const target = located(focused)
      return { before, acts: this.names.map((key) => ({ verb: 'press', key, target })) }
    }
    const where =
      focused === undefined ? 'The program does not say which element has the focus' : `${focused.path} is no field`
    throw new SurehandError('NOT_ACTIONABLE', `${where}, so what was typed is not written.`, { check: 'focused' })
  }

  private async read(): Promise<void> {
    const asOf = performance.now()
    const snapshot = await this.live.app.snapshot({ timeout: PATIENCE }).catch(() => undefined)
    if (snapshot === undefined) return
    this.last = { snapshot, asOf }
    this.look(snapshot)
  }

  private look(snapshot: Snapshot): void {
    if (this.field === undefined) {
      const focused = focusedIn(snapshot)
      if (focused !== undefined && isField(focused) && focused.role !== 'terminal') this.field = focused.ref
    }
    const node = this.field === undefined ? undefined : snapshot.byRef(this.field)
    if (node !== undefined && isProtected(node)) this.wasProtected = true
  }
}
