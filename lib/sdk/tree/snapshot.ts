import { checkArgument, checkOptions, flag, invalidArgument, waiting, whole } from '../call/arguments.js'
import { DEFAULT_TIMEOUT, Limits, type WaitOptions } from '../call/limits.js'
import { callNative } from '../errors.js'
import type { NativeNode, NativeSnapshot } from '../native/binding.js'
import { loadNative } from '../native/load.js'
import { type Explanation, explain, explainText } from '../selector/explain.js'
import type { StateName } from '../vocabulary.js'
import { textOf } from './json-text.js'
import { type Cut, labelOf, pathOf, type Rect, type TreeNode } from './node.js'
import { type OutlineOptions, outlineShape } from './outline-options.js'
import { queryOf, type SelectorLike } from './query.js'
import { type StateValue, stateOf } from './states.js'

/**
 * An immutable picture of an accessibility tree, held natively. Nodes become JavaScript objects one by one, when they
 * are asked for. Says itself whether it is complete, and where and why not.
 */
export class Snapshot {
  // Nodes are views without state of their own; one per index keeps `===` meaningful.
  private readonly nodes = new Map<number, SnapshotNode>()

  /** @internal Use `Snapshot.from`, or `snapshot()` of an application, window or locator. */
  constructor(
    /** @internal */
    readonly native: NativeSnapshot,
  ) {}

  /**
   * A snapshot of plain data, with no desktop at all: a {@link TreeNode} or its JSON text. Refs are given in document
   * order, from `e1`. It is read on another thread, and an object in between what else there is to do: leave it as it is
   * until then. Rejects with INVALID_ARGUMENT (with the path of what is wrong, or the `offset` of what is no JSON), TIMEOUT,
   * ABORTED.
   */
  static async from(tree: TreeNode | string, options?: WaitOptions): Promise<Snapshot> {
    const call = 'Snapshot.from(tree)'
    checkArgument(call, 'tree', tree, {
      accepts: (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
      expected: 'a tree ({ role, name, children, … }) or its JSON text',
    })
    checkOptions(call, options, waiting)
    const binding = loadNative()
    const limits = new Limits(binding, options, DEFAULT_TIMEOUT)
    const text = typeof tree === 'string' ? tree : await textOf(tree, limits)
    return new Snapshot(await limits.call((native) => binding.parseSnapshot(text, native)))
  }

  /** How many nodes there are. */
  get size(): number {
    return this.native.size
  }

  /** False when something is missing; {@link cuts} says where and why. */
  get complete(): boolean {
    return this.native.complete
  }

  /** Where the tree is cut, and why. */
  get cuts(): { node: SnapshotNode; reason: string; detail?: string }[] {
    return this.native.cuts().map((cut) => ({ ...cut, node: this.at(cut.node) }))
  }

  /** When reading began. */
  get capturedAt(): Date {
    return new Date(this.native.capturedAt)
  }

  /** How long reading took, in ms. */
  get duration(): number {
    return this.native.duration
  }

  /** What it costs in native memory, in bytes: its columns, and its distinct texts. */
  get memory(): { nodes: number; text: number } {
    return { nodes: this.native.bytesOfNodes, text: this.native.bytesOfText }
  }

  get root(): SnapshotNode {
    return this.at(0)
  }

  /** The node at a place in document order. Throws INVALID_ARGUMENT outside 0 … size - 1. */
  at(index: number): SnapshotNode {
    const known = this.nodes.get(index)
    if (known !== undefined) return known
    if (!whole.accepts(index) || index < 0 || index >= this.size) {
      throw invalidArgument('snapshot.at(index)', 'index', index, {
        accepts: () => false,
        expected: `an integer from 0 to ${this.size - 1}`,
      })
    }
    const node = new SnapshotNode(this, this.native, index)
    this.nodes.set(index, node)
    return node
  }

  /** The node that a ref names, or `undefined` when it is not in this tree. */
  byRef(ref: string): SnapshotNode | undefined {
    const index = this.native.byRef(ref)
    return index < 0 ? undefined : this.at(index)
  }

  /** The first match in the selector's order, or `undefined`. Throws INVALID_SELECTOR. */
  find(selector: SelectorLike, options?: { within?: SnapshotNode }): SnapshotNode | undefined {
    return this.match('snapshot.find()', selector, options, 1)[0]
  }

  /** Every match, in the selector's order. Throws INVALID_SELECTOR. */
  findAll(selector: SelectorLike, options?: { within?: SnapshotNode }): SnapshotNode[] {
    return this.match('snapshot.findAll()', selector, options, undefined)
  }

  /** Why a selector matches what it matches: how many survive each term, and the nearest misses. */
  explain(selector: SelectorLike, options?: { within?: SnapshotNode }): Explanation {
    const call = 'snapshot.explain()'
    const query = queryOf(call, selector)
    const scope = this.scope(call, options)
    return callNative(() => explain(query.selector, this.native.explain(query.compiled, scope)))
  }

  /** What {@link explain} says, as lines for a person. */
  explainText(selector: SelectorLike, options?: { within?: SnapshotNode }): string {
    return explainText(this.explain(selector, options), (node) => String(this.at(node)))
  }

  /**
   * The plain data of {@link TreeNode}; `Snapshot.from` reads it back exactly. Blocks for the length of the tree.
   */
  toJSON(): TreeNode {
    return JSON.parse(this.toJSONText()) as TreeNode
  }

  /** What {@link toJSON} gives, as text and without the objects; `refs` adds each node's ref. Blocks. */
  toJSONText(options?: { refs?: boolean }): string {
    checkOptions('snapshot.toJSONText(options)', options, { refs: flag })
    return this.native.toJSONText(0, { refs: options?.refs ?? false })
  }

  /**
   * An outline that a person and a language model can both read, a line for each node or for siblings that say little:
   * `button "Save" e12 disabled`. Says what it left out. Blocks for the length of the tree.
   */
  toString(options?: OutlineOptions): string {
    checkOptions('snapshot.toString(options)', options, outlineShape)
    return this.native.toText({ ...options }).text
  }

  private match(call: string, selector: SelectorLike, options: { within?: SnapshotNode } | undefined, limit?: number) {
    const { compiled } = queryOf(call, selector)
    const scope = this.scope(call, options)
    return callNative(() => this.native.match(compiled, { ...scope, limit })).map((index) => this.at(index))
  }

  private scope(call: string, options: { within?: SnapshotNode } | undefined) {
    const ofThis = { accepts: (value: unknown) => this.owns(value), expected: 'a node of this snapshot' }
    checkOptions(`${call.slice(0, -1)}selector, options)`, options, { within: ofThis })
    return options?.within === undefined ? {} : { scope: options.within.index, includeScope: false }
  }

  private owns(value: unknown): boolean {
    return value instanceof SnapshotNode && value.snapshot === this
  }
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

  /** The keys that press it, as `press()` takes them (`Control+s`), where the toolkit says them: read with the actions. */
  get shortcut(): string | undefined {
    return this.data.shortcut
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

  /** The platform's names of what can be done with it, for `locator.invoke(name)`; empty where they were not read (`actions` of the options). */
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
