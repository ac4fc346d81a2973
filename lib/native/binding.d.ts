/**
 * The native contract: what the addon exports, as `lib/native/load.ts` hands it to the rest of the library.
 * Structures mirror `src-native/core/*.h`. TypeScript validates before it calls; C++ trusts.
 * Every rejection and every throw is an `Error` with `code` (the table in `src-native/core/errors.h`) and `details`.
 */

/** What bounds a call. */
export interface NativeLimits {
  /** ms from now; at most 2^31 - 1. */
  timeout: number
  cancel?: NativeCancel
}

export interface NativeCancel {
  cancel(): void
}

export interface NativeRect {
  x: number
  y: number
  width: number
  height: number
}

export interface NativeApplication {
  key: string
  name: string
  id: string
  executable: string
  pid: number
  toolkit: string
  responsive: boolean
}

export interface NativeElement {
  appKey: string
  /** Opaque platform bytes, one char per byte (latin1). */
  identity: string
}

export interface NativeTarget {
  appKey: string
  identity?: string
}

export interface NativeWindow {
  element: NativeElement
  /** The window that it belongs to, where the platform says so. */
  owner?: NativeElement
  title: string
  role: string
  bounds?: NativeRect
  active: boolean
  /** Which windows it keeps from being used. */
  modality: 'none' | 'owner' | 'application'
  minimized: boolean
}

export interface NativeSnapshotOptions {
  onlyVisible?: boolean
  bounds?: boolean
  text?: boolean
  actions?: boolean
  attributes?: boolean
  maxNodes?: number
  maxDepth?: number
}

export type NativeActionKind =
  | 'press'
  | 'toggle'
  | 'expand'
  | 'collapse'
  | 'select'
  | 'deselect'
  | 'setText'
  | 'insertText'
  | 'setValue'
  | 'setCaret'
  | 'focus'
  | 'scrollIntoView'
  | 'showMenu'
  | 'named'

export interface NativeAction {
  kind: NativeActionKind
  name?: string
  text?: string
  number?: number
}

export type NativeRoute = 'action' | 'text' | 'value' | 'selection' | 'focus' | 'scroll' | 'input' | 'window' | 'none'

export interface NativeDispatch {
  route: NativeRoute
  detail: string
  confirmed: boolean
}

export type NativeInputStep =
  | { kind: 'move'; x: number; y: number }
  | { kind: 'down' | 'up'; button: 1 | 2 | 3 }
  | { kind: 'wheel'; x: number; y: number }
  | { kind: 'keyDown' | 'keyUp'; key: string }
  | { kind: 'text'; text: string }

export interface NativeImage {
  bounds: NativeRect
  width: number
  height: number
  scale: number
  /** RGBA, rows without padding; owned by JavaScript. */
  rgba: Buffer
}

export interface NativeLaunchOptions {
  command: string
  arguments?: string[]
  environment?: Record<string, string>
  workingDirectory?: string
}

export interface NativeLaunched {
  application: NativeApplication
  /** The process that was started, for {@link NativeDesktop.program}. */
  process: number
}

/** What a program that was launched has said so far (the last MiB of each stream), and how it ended. */
export interface NativeProgramReport {
  output: { bytes: Buffer; dropped: number }
  error: { bytes: Buffer; dropped: number }
  running: boolean
  exitCode?: number
  /** `SIGSEGV`. */
  signal?: string
}

export interface NativeMatches {
  snapshot: NativeSnapshot
  nodes: number[]
  /** The snapshot holds no more than the matches; it proves nothing about what is absent. */
  partial: boolean
}

/** One node as plain data; absent members mean that the platform says nothing. */
export interface NativeNode {
  role: string
  name?: string
  value?: string
  description?: string
  id?: string
  class?: string
  placeholder?: string
  platformRole?: string
  localizedRole?: string
  bounds?: NativeRect
  states: string[]
  attributes?: Record<string, string>
  actions?: string[]
  process?: string
  pid?: number
  cut?: { reason: string; detail?: string }
}

export interface NativeMatchOptions {
  scope?: number
  includeScope?: boolean
  limit?: number
}

export interface NativeOutlineOptions {
  root?: number
  maxLines?: number
  maxTokens?: number
  refs?: boolean
  bounds?: boolean
  hidden?: boolean
}

export interface NativeOutline {
  text: string
  lines: number
  nodesShown: number
  nodesLeftOut: number
  nodesFolded: number
  nodesHidden: number
}

/** See `src-native/core/query/explain.h`. */
export interface NativeExplanation {
  matches: number
  steps: { searched: number; matches: number; terms: { term: number; alone: number; survivors: number }[] }[]
  nearMisses: { node: number; fails: number[] }[]
}

/** A handle on an immutable native tree. No JavaScript object per node until one is asked for. */
export interface NativeSnapshot {
  readonly size: number
  readonly complete: boolean
  readonly appKey: string
  /** ms since the epoch. */
  readonly capturedAt: number
  /** ms. */
  readonly duration: number
  readonly bytesOfNodes: number
  readonly bytesOfText: number
  cuts(): { node: number; reason: string; detail?: string }[]

  node(index: number): NativeNode
  role(index: number): string
  name(index: number): string | undefined
  /** -1 for the root. */
  parent(index: number): number
  subtreeEnd(index: number): number
  children(index: number): number[]
  ref(index: number): string
  /** -1 when the ref's element is not in this tree. */
  byRef(ref: string): number
  /** Undefined in trees made from data. */
  element(index: number): NativeElement | undefined
  /** -1 when it is not in this tree. */
  findIdentity(identity: string): number
  /** The nearest window that holds the node, or is it; -1 where there is none. */
  windowOf(index: number): number
  /** The modal dialog that keeps the node from being used, or -1. Linear. */
  modalOver(index: number): number

  /** Synchronous: at most a few ms on 10,000 nodes. */
  match(query: NativeQuery, options: NativeMatchOptions): number[]
  /** On a thread of its own; for large trees and costly selectors. */
  matchAsync(query: NativeQuery, options: NativeMatchOptions, limits: NativeLimits): Promise<number[]>
  explain(query: NativeQuery, options: NativeMatchOptions & { maxNearMisses?: number }): NativeExplanation
  uniqueSelector(index: number): string

  /** JSON text of the subtree. Blocks for its length. */
  toJSONText(index: number, options: { refs?: boolean }): string
  /** Blocks for its length. */
  toText(options: NativeOutlineOptions): NativeOutline
}

/** What a diff leaves out unless asked, by rule. */
export interface NativeDiffOptions {
  /** All true by default. */
  suppress?: { geometry?: boolean; scrollbars?: boolean; structure?: boolean; order?: boolean }
}

/** One attribute that differs. */
export interface NativeChange {
  attribute: string
  old: unknown
  new: unknown
  /** In UTF-16 code units of the whole texts. */
  range?: { start: number; oldEnd: number; newEnd: number; oldLength: number; newLength: number }
}

/**
 * A handle on a native diff. Its lists are flat: rows of indices into the two snapshots and of `shows`, which is 0 when
 * nobody knows, 1 for no and 2 for yes.
 */
export interface NativeDiff {
  readonly summary: string
  readonly uncertain: number
  suppressed(): { geometry: number; scrollbars: number; structure: number; order: number }
  /** Rows of (after, shows). */
  added(): Uint32Array
  /** Rows of (before, shows). */
  removed(): Uint32Array
  /** Rows of (after, shows, before). */
  modified(): Uint32Array
  /** Rows of (after, shows, before, 1 when only its place among its siblings changed). */
  moved(): Uint32Array
  /** What changed, of the n-th row of `modified`. */
  changes(row: number): NativeChange[]
}

/** A compiled selector. */
export interface NativeQuery {
  readonly __query: never
}

export type NativeEventKind = 'structure' | 'property' | 'state' | 'text' | 'value' | 'focus' | 'window' | 'selection'

/** Says that looking again is worthwhile, never what is there now. */
export interface NativeEvent {
  kind: NativeEventKind
  /** Identity of the element it is about, as in {@link NativeElement}; empty: the application. */
  source: string
  /** The platform's own name: `ChildrenChanged:add`, `StateChanged:enabled`. */
  detail: string
  /** The element's name, where it came with the event. */
  name?: string
  /** Identity of what was added, where the event says. */
  child?: string
}

/** Events that go on until it is closed or its desktop is. It never keeps Node running. */
export interface NativeSubscription {
  /**
   * Called with what has come, the same event once, and how many were dropped because more came than are kept. What came
   * before there was a listener is handed over at once, on a later turn.
   */
  listen(listener: (events: NativeEvent[], dropped: number) => void): void
  /** Idempotent; nothing is handed over afterwards. */
  close(): Promise<void>
}

export interface NativeDesktop {
  readonly backend: string
  applications(limits: NativeLimits): Promise<NativeApplication[]>
  windows(appKey: string, limits: NativeLimits): Promise<NativeWindow[]>
  snapshot(target: NativeTarget, options: NativeSnapshotOptions, limits: NativeLimits): Promise<NativeSnapshot>
  find(target: NativeTarget, query: NativeQuery, limit: number, limits: NativeLimits): Promise<NativeMatches>
  /**
   * What matches among these elements (identities) and what they are in, of a query that looks at nothing else: no `nth`, `has`, `..`,
   * geometry. That nothing matches proves nothing.
   */
  findAmong(
    identities: string[],
    target: NativeTarget,
    query: NativeQuery,
    limits: NativeLimits,
  ): Promise<NativeMatches>
  invoke(element: NativeElement, action: NativeAction, limits: NativeLimits): Promise<NativeDispatch>
  input(steps: NativeInputStep[], limits: NativeLimits): Promise<NativeDispatch>
  /** What the application does from its resolution on is announced. UNSUPPORTED where the backend has no events. */
  observe(target: NativeTarget, kinds: NativeEventKind[], limits: NativeLimits): Promise<NativeSubscription>
  /**
   * Stays the same while an application does in structure, roles, names and states; it tells nothing of values, texts and places. Of
   * the `whole` tree that a snapshot reads, or of what is cheap to ask for.
   */
  fingerprint(appKey: string, whole: boolean, limits: NativeLimits): Promise<bigint>
  windowAt(x: number, y: number, limits: NativeLimits): Promise<NativeElement>
  screenshot(area: NativeRect | undefined, limits: NativeLimits): Promise<NativeImage>
  screen(limits: NativeLimits): Promise<NativeRect>
  launch(options: NativeLaunchOptions, limits: NativeLimits): Promise<NativeLaunched>
  /** Of a process that launch() started. With `ended`, waits for its end, or until the deadline, and says how it is then. */
  program(process: number, ended: boolean, limits: NativeLimits): Promise<NativeProgramReport>
  activate(window: NativeElement, limits: NativeLimits): Promise<void>
  close(window: NativeElement, limits: NativeLimits): Promise<void>
  quit(appKey: string, force: boolean, limits: NativeLimits): Promise<void>
  /** The element that a ref was handed out for by this desktop, whether or not it still exists. */
  elementOfRef(ref: string): NativeElement | undefined
  /** What simulated applications received, in order: `Received` of lib/simulated/world.ts. Null on a real desktop. */
  record(): unknown[] | null
  /** Carries out effects (`Effect` of lib/simulated/world.ts) from outside. UNSUPPORTED on a real desktop. */
  apply(effects: unknown): void
  /** Cancels what is under way and frees everything. Idempotent; ends within about a second. */
  dispose(): Promise<void>
}

export interface NativeOpenOptions {
  backend: string
  /** Replaces the process environment for everything the backend looks up. */
  environment: Record<string, string>
  world?: unknown
}

export interface NativeBinding {
  readonly version: string
  /** Backends compiled in. */
  readonly backends: string[]
  readonly errorCodes: string[]
  openDesktop(options: NativeOpenOptions, limits: NativeLimits): Promise<NativeDesktop>
  /** Parses JSON text on a thread of its own. INVALID_ARGUMENT with the path of what is wrong, or the offset of what is no JSON. */
  parseSnapshot(text: string, limits: NativeLimits): Promise<NativeSnapshot>
  /** On a thread of its own. */
  diff(
    before: NativeSnapshot,
    after: NativeSnapshot,
    options: NativeDiffOptions,
    limits: NativeLimits,
  ): Promise<NativeDiff>
  /** The AST of lib/selector/ast.ts. Throws INVALID_SELECTOR. */
  compileQuery(ast: unknown): NativeQuery
  createCancel(): NativeCancel
}
