import type { NativeNode, NativeSnapshot } from '../native/binding.js'
import type { Snapshot } from './snapshot.js'
import { type StateName, type StateValue, stateOf } from './states.js'

/** Screen pixels; the origin is the top left corner of the screen. */
export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** Why a part of a tree is missing. */
export interface Cut {
  /** `deadline`, `unresponsive`, `virtual`, `budget`, `permission`, `hidden` or `failed`. */
  reason: string
  detail?: string
}

/**
 * One node of a {@link Snapshot}: a view that reads from the native tree when asked. Nothing about it changes; to
 * see what the application shows now, take another snapshot. `undefined` means that the platform says nothing.
 */
export class SnapshotNode {
  private loaded: NativeNode | undefined

  /** @internal Made by `Snapshot`. */
  constructor(
    readonly snapshot: Snapshot,
    private readonly native: NativeSnapshot,
    /** Its place in document order; 0 is the root. */
    readonly index: number,
  ) {}

  /** Names this element for as long as it lives (`e12`); never reused. Selectable as `ref:e12`. */
  get ref(): string {
    return this.native.ref(this.index)
  }

  /** The normalised role: `button`, `textbox`, … */
  get role(): string {
    return this.native.role(this.index)
  }

  /** The accessible name, as the application gives it. */
  get name(): string | undefined {
    return this.native.name(this.index)
  }

  /** Its text or number. Always `undefined` for protected (password) elements. */
  get value(): string | undefined {
    return this.data.value
  }

  get description(): string | undefined {
    return this.data.description
  }

  /** The author's id (AutomationId, AXIdentifier, accessible id). */
  get id(): string | undefined {
    return this.data.id
  }

  get class(): string | undefined {
    return this.data.class
  }

  get placeholder(): string | undefined {
    return this.data.placeholder
  }

  /** The platform's own role and subrole: `push button`, `AXButton`. */
  get platformRole(): string | undefined {
    return this.data.platformRole
  }

  /** The platform's role in the user's language. */
  get localizedRole(): string | undefined {
    return this.data.localizedRole
  }

  /** In screen pixels; `undefined` where the toolkit gives none or wrong ones. */
  get bounds(): Rect | undefined {
    return this.data.bounds
  }

  /** The states that are on (`enabled`, `checked=mixed`), and `checked=false` where a three-valued one applies. */
  get states(): readonly string[] {
    return this.data.states
  }

  /** One state: true, false, `'mixed'`, or `undefined` when the question makes no sense for this element. */
  state(name: StateName): StateValue {
    return stateOf(this.data.states, name)
  }

  /** Other platform attributes, by name. */
  get attributes(): Readonly<Record<string, string>> {
    return this.data.attributes ?? {}
  }

  /** The platform's names of what can be done with it, for `locator.invoke(name)`. */
  get actions(): readonly string[] {
    return this.data.actions ?? []
  }

  /** Executable of the process it lives in, without path and extension. */
  get process(): string | undefined {
    return this.data.process
  }

  get pid(): number | undefined {
    return this.data.pid
  }

  /** Why its children are missing, wholly or in part. */
  get cut(): Cut | undefined {
    return this.data.cut
  }

  get parent(): SnapshotNode | undefined {
    const parent = this.native.parent(this.index)
    return parent < 0 ? undefined : this.snapshot.at(parent)
  }

  get children(): SnapshotNode[] {
    return this.native.children(this.index).map((child) => this.snapshot.at(child))
  }

  /** What is below it, in document order. */
  *descendants(): Generator<SnapshotNode> {
    const end = this.native.subtreeEnd(this.index)
    for (let index = this.index + 1; index < end; index++) yield this.snapshot.at(index)
  }

  /** The shortest selector that matches this node and nothing else in the snapshot. */
  get selector(): string {
    return this.native.uniqueSelector(this.index)
  }

  /** `window "Editor" > toolbar > button "Save"`. */
  get path(): string {
    return pathOf(this.native, this.index)
  }

  /** Its subtree as plain data; see {@link Snapshot.toJSON}. Blocks for its length. */
  toJSON(): unknown {
    return JSON.parse(this.native.toJSONText(this.index, {}))
  }

  toString(): string {
    return labelOf(this.native, this.index)
  }

  private get data(): NativeNode {
    this.loaded ??= this.native.node(this.index)
    return this.loaded
  }
}

/** `button "Save"`. */
export function labelOf(native: NativeSnapshot, index: number): string {
  const name = native.name(index)
  return name === undefined || name === '' ? native.role(index) : `${native.role(index)} ${JSON.stringify(name)}`
}

/** From the root's children down; the root itself is what the caller asked about. */
export function pathOf(native: NativeSnapshot, index: number): string {
  const labels: string[] = []
  for (let node = index; node > 0; node = native.parent(node)) labels.unshift(labelOf(native, node))
  return labels.length > 0 ? labels.join(' > ') : labelOf(native, index)
}
