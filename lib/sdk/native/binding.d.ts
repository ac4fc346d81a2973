import type { ActionKind, CutReason, EventKind, NoiseRule, Route, TextField } from '../vocabulary.js'

/**
 * The native contract: what the addon exports, as `lib/sdk/native/load.ts` hands it to the rest of the library.
 * Structures mirror `src-native/core/seam/*.h`. TypeScript validates before it calls; C++ trusts.
 * Every rejection and every throw is an `Error` with `code` (the table in `src-native/core/vocabulary.json`), `sent` ('no', 'unknown')
 * and `details`.
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

/**
 * What waiting has to know about the events of an application; `src-native/core/seam/application.h` says what each
 * means. Times in ms.
 */
export interface NativePace {
  forgetful: boolean
  forgetsRemoval: boolean
  cheapFingerprint: boolean
  /** `find` and `around` cost a fraction of a tree that is large. */
  searches: boolean
  /** It announces nearly everything: a tree of it can be kept true, see {@link NativeSnapshotOptions.mirrored}. */
  mirrors: boolean
  firstEvent: number
  quiet: number
}

export interface NativeApplication {
  key: string
  name: string
  id: string
  /** What else it is called: untranslated. */
  otherNames: string[]
  executable: string
  pid: number
  toolkit: string
  responsive: boolean
  /** `false`: it shows windows and publishes nothing of what is in them; its snapshot is one node with a cut, `unpublished`. */
  hasTree: boolean
  pace: NativePace
}

export interface NativeElement {
  appKey: string
  /** Opaque platform bytes, one char per byte (latin1). */
  identity: string
  /** Of a window at a point: an open menu or list, which lies over the windows of its application. */
  popup?: boolean
  /** Of a window at a point: a popup may lie over it there, as the window system does not tell them. */
  popupsUntold?: boolean
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
  modality: 'none' | 'owner' | 'application' | 'unknown'
  minimized: boolean
  maximized: boolean
}

/** What of each node is read, besides role, name and states. All but `namesFromText` by default. */
export interface NativeReads {
  bounds?: boolean
  /** Values and the text of editable elements. */
  text?: boolean
  /** Without `text`: the names of what has none and is called what it says, such as a paragraph. */
  namesFromText?: boolean
  actions?: boolean
  attributes?: boolean
}

export interface NativeSnapshotOptions extends NativeReads {
  onlyVisible?: boolean
  maxNodes?: number
  maxDepth?: number
  /** Instead of what is below the target: what it is in, from the application on, and what is near it; the rest is cut. Where {@link NativePace.searches}. */
  around?: boolean
  /**
   * The whole tree may be one that is kept true by what the application announces ({@link NativeSnapshot.mirrored}), where the toolkit announces
   * enough for what is read.
   */
  mirrored?: boolean
  /** With `mirrored`: it is read as a whole, and kept. */
  renew?: boolean
  /** With `mirrored`: the identities of elements that are read again in any case, with what they are in. */
  fresh?: string[]
  /** Where most of a large tree would have to be asked for element by element: the target alone, cut (`budget`). */
  frugal?: boolean
}

export type {
  ActionKind as NativeActionKind,
  EventKind as NativeEventKind,
  Route as NativeRoute,
} from '../vocabulary.js'

export interface NativeAction {
  kind: ActionKind
  name?: string
  text?: string
  /** Of `setCaret`, like `start` and `end` of `selectText`, in UTF-16 units. */
  number?: number
  start?: number
  end?: number
}

export interface NativeDispatch {
  route: Route
  detail: string
  /** The backend saw the effect. Only of what no tree shows: a caret, a selected range, how long a protected text is. */
  confirmed: boolean
  /** It was sent, and had not returned when this was said, though the application went on. Absent: it had. */
  pending?: boolean
}

export type NativeInputStep =
  | { kind: 'move'; x: number; y: number }
  /** `click`: the n-th of a series. Default: 1. */
  | { kind: 'down' | 'up'; button: 1 | 2 | 3; click?: number }
  | { kind: 'wheel'; x: number; y: number }
  | { kind: 'keyDown' | 'keyUp'; key: string }
  | { kind: 'text'; text: string }
  /** ms. */
  | { kind: 'pause'; pause: number }
  /** Keys and buttons up, locks off, the first layout; of a display that others use, only what this desktop holds. */
  | { kind: 'setBack' }

/** Whom input is meant for: a window, brought to the foreground, or, without one, the window that has the keyboard or is below the pointer. */
export interface NativeInputTarget {
  window?: NativeElement
  /** It need not come to the foreground. UNSUPPORTED where the system hands input to the foreground only. */
  background?: boolean
}

/** What a picture is of; the whole screen where nothing is said. */
export interface NativeCapture {
  area?: NativeRect
  /** Its id. */
  display?: string
  window?: NativeElement
  /** Of a window: itself, where something covers it, too. */
  covered?: boolean
}

export interface NativeDisplay {
  id: string
  bounds: NativeRect
  workArea: NativeRect
  scale: number
  primary: boolean
}

export interface NativePermission {
  name: string
  state: 'granted' | 'denied' | 'stale' | 'notNeeded' | 'prompt'
  /** Empty where there is nothing to do. */
  remedy: string
  route?: string
}

/** How true a kept tree was, each time that it was compared with one that was read as a whole. */
export interface NativeKeptTree {
  appKey: string
  checks: number
  /** Checks that found a difference. */
  wrong: number
  trusted: boolean
  /** How many elements were not as they are, by what of them. */
  differences: Record<string, number>
}

export interface NativeCapability {
  name: string
  available: boolean
  /** Empty where it is available. */
  reason: string
}

/** What has the keyboard. */
export interface NativeForeground {
  appKey: string
  window?: NativeElement
  /** Where the system says; otherwise the tree of the window does. */
  focused?: NativeElement
}

export type NativeArrangement =
  | { kind: 'minimize' | 'maximize' | 'restore' }
  | { kind: 'move'; x: number; y: number }
  | { kind: 'resize'; width: number; height: number }

export interface NativeImage {
  bounds: NativeRect
  width: number
  height: number
  scale: number
  /** RGBA, rows without padding; owned by JavaScript. */
  rgba: Buffer
}

export interface NativeLaunchOptions {
  /** Or a displayed name; exactly one of them. */
  command?: string
  name?: string
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
export interface NativeNode extends Partial<Record<TextField, string>> {
  role: string
  bounds?: NativeRect
  states: string[]
  attributes?: Record<string, string>
  actions?: string[]
  process?: string
  pid?: number
  cut?: { reason: CutReason; detail?: string }
}

/** The application of the process that a node lives in; empty where the platform does not say. */
export interface NativeOwner {
  name: string
  id: string
  executable: string
  pid: number
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
  /**
   * It was kept true by what the application announced, and not read as a whole: places, and what is out of view, are as they were read
   * last.
   */
  readonly mirrored: boolean
  /** It is kept from now on: what is read next may be mirrored. */
  readonly kept: boolean
  readonly bytesOfNodes: number
  readonly bytesOfText: number
  cuts(): { node: number; reason: CutReason; detail?: string }[]

  node(index: number): NativeNode
  role(index: number): string
  name(index: number): string | undefined
  /** -1 for the root. */
  parent(index: number): number
  subtreeEnd(index: number): number
  children(index: number): number[]
  /** Undefined in trees made from data that name no process. */
  owner(index: number): NativeOwner | undefined
  ref(index: number): string
  /** -1 when the ref's element is not in this tree. */
  byRef(ref: string): number
  /** Undefined in trees made from data. */
  element(index: number): NativeElement | undefined
  /** -1 when it is not in this tree. */
  findIdentity(identity: string): number
  /**
   * The part of a node that its windows and what scrolls around it let show: empty when that is nothing, `undefined` when its own
   * rectangle is unknown.
   */
  visiblePart(index: number): NativeRect | undefined
  /** Whether a node shows: not hidden, as its toolkit says, and by its visible part; `undefined` when its rectangle is unknown. */
  shows(index: number): boolean | undefined
  /** Whether it does not show and scrolling would not change that. What is scrolled out is not hidden. */
  hidden(index: number): boolean
  /** Whether a node scrolls what is in it, by its role. */
  scrolls(index: number): boolean
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
  suppress?: Partial<Record<NoiseRule, boolean>>
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
 * A handle on a native diff. Its lists are flat: rows of indices into the two snapshots, of `shows`, which is 0 when
 * not known, 1 for no and 2 for yes, and of `matters`: 0 a window, 1 a value, 2 a text, 3 a state, 4 anything else, 5 what is in a
 * window that came or went.
 */
export interface NativeDiff {
  readonly summary: string
  readonly uncertain: number
  suppressed(): Record<NoiseRule, number>
  /** Rows of (after, shows, matters). */
  added(): Uint32Array
  /** Rows of (before, shows, matters). */
  removed(): Uint32Array
  /** Rows of (after, shows, matters, before). */
  modified(): Uint32Array
  /** Rows of (after, shows, matters, before, 1 when only its place among its siblings changed). */
  moved(): Uint32Array
  /** What changed, of the n-th row of `modified`. */
  changes(row: number): NativeChange[]
}

/** A compiled selector. */
export interface NativeQuery {
  /** What a snapshot must hold for it to be matched there; what it need not hold costs calls. */
  readonly reads: NativeReads
  /** Whether a fingerprint tells when something else matches. */
  readonly told: boolean
  /** Whether nothing but an element and what it is in decides whether it matches: what {@link NativeDesktop.findAmong} takes. */
  readonly local: boolean
  /** Whether it has a wildcard or a regular expression: then one long text may take long to match. */
  readonly hasPattern: boolean
}

/** A compiled regular expression. Its time is bounded by the length of the text. */
export interface NativePattern {
  /** `undefined` when the step budget ran out. */
  search(text: string): boolean | undefined
}

/** Says that looking again is worthwhile, never what is there now. */
export interface NativeEvent {
  kind: EventKind
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
  /** Idempotent; nothing is handed over afterwards. Waits for nothing. */
  close(): void
}

export interface NativeFindOptions {
  /** Default: all. */
  limit?: number
  /** Whether it matters of a match whether it is hidden. Default: true. */
  hidden?: boolean
  /** A whole tree that has to be read for it is kept ({@link NativeSnapshot.kept}), where that can be. */
  keep?: boolean
}

/** `files`: absolute paths, each ended by a NUL. */
export type NativeClipboardFormat = 'text' | 'png' | 'files'

/** What a person does. Which character a key writes is never told. */
export type NativeUserInput = {
  /** 1 for the first. */
  number: number
  /** ms, by the clock of the window system, which wraps. */
  time: number
  /** Of the window below the pointer, or of the one that has the keyboard; 0 where that is unknown. */
  pid: number
  /** `Control`, `Alt`, `Shift`, `Meta`. */
  modifiers: string[]
} & (
  | {
      kind: 'buttonDown' | 'buttonUp'
      x: number
      y: number
      /** 1 left, 2 middle, 3 right; 4 to 7: one notch of the wheel up, down, left, right. */
      button: number
    }
  /** `key`: its DOM name; empty for a key that writes a character. */
  | { kind: 'keyDown'; key: string }
)

export interface NativeDesktop {
  readonly backend: string
  /** ms in which two presses at one place are a double click, whatever was meant; 0 where the steps say what is meant. */
  readonly clickInterval: number
  applications(limits: NativeLimits): Promise<NativeApplication[]>
  windows(appKey: string, limits: NativeLimits): Promise<NativeWindow[]>
  snapshot(target: NativeTarget, options: NativeSnapshotOptions, limits: NativeLimits): Promise<NativeSnapshot>
  find(
    target: NativeTarget,
    query: NativeQuery,
    options: NativeFindOptions,
    limits: NativeLimits,
  ): Promise<NativeMatches>
  /**
   * What matches among these elements (identities) and what they are in, of a query that is `local`. That nothing matches proves nothing.
   */
  findAmong(
    identities: string[],
    target: NativeTarget,
    query: NativeQuery,
    limits: NativeLimits,
  ): Promise<NativeMatches>
  /** Resolves as `pending` where the action returns only when what it set off is over: a button that opens a modal dialog. */
  invoke(element: NativeElement, action: NativeAction, limits: NativeLimits): Promise<NativeDispatch>
  /**
   * A target that is not, or no longer, in the foreground ends it: NOT_ACTIONABLE when nothing had been sent, else
   * OUTCOME_UNKNOWN with `details.sentSteps` and `details.sentCharacters`. No key stays held when it fails.
   */
  input(steps: NativeInputStep[], target: NativeInputTarget, limits: NativeLimits): Promise<NativeDispatch>
  /** What the application does from its resolution on is announced. UNSUPPORTED where the backend has no events. */
  observe(target: NativeTarget, kinds: EventKind[], limits: NativeLimits): Promise<NativeSubscription>
  /**
   * An event, which says nothing, for each time that these keys (DOM names, UTF-8 as Latin 1; modifiers first) are down together. UNSUPPORTED
   * where the system does not tell.
   */
  hotkey(keys: string[], limits: NativeLimits): Promise<NativeSubscription>
  /**
   * An event for each thing that a person does with the pointer and the keyboard, with a `NativeUserInput` as JSON in its `detail`. What
   * `input` of this desktop makes is left out. UNSUPPORTED where the system does not tell.
   */
  userInput(limits: NativeLimits): Promise<NativeSubscription>
  /**
   * Stays the same while an application does in structure, roles, names and states; it tells nothing of values, texts and places. Of
   * the `whole` tree that a snapshot reads, or of what is cheap to ask for.
   */
  fingerprint(appKey: string, whole: boolean, limits: NativeLimits): Promise<bigint>
  /** ms that the processors have worked for an application and for what it started. UNSUPPORTED where the system does not say. */
  processorTime(appKey: string, limits: NativeLimits): Promise<number>
  keptTrees(limits: NativeLimits): Promise<NativeKeptTree[]>
  /**
   * The window that would get a click there. The identity `popup x y width height`: a menu, the list of a combo box or a tooltip, which
   * lies there. An empty one: a window of that application that `windows()` has not told of; an empty key, too: of no known application.
   * NOT_FOUND over the bare desktop, with `details.popups` "untold" where a popup may lie there. Never asks an application.
   */
  windowAt(x: number, y: number, limits: NativeLimits): Promise<NativeElement>
  /** Where its menus, lists and tooltips show in windows of their own; none where that is not told. Never asks an application. */
  popups(appKey: string, limits: NativeLimits): Promise<NativeRect[]>
  /** The element of the target that is in front there. NOT_FOUND where it shows none. */
  elementAt(target: NativeTarget, x: number, y: number, limits: NativeLimits): Promise<NativeElement>
  /** What of its text is selected, in UTF-16 units; a caret is a range without length. */
  selectedRange(element: NativeElement, limits: NativeLimits): Promise<{ start: number; end: number }>
  /** Where a part of its text is on the screen; `undefined` where it is scrolled out. */
  textBounds(element: NativeElement, start: number, end: number, limits: NativeLimits): Promise<NativeRect | undefined>
  /** NOT_FOUND when nothing has the keyboard. */
  foreground(limits: NativeLimits): Promise<NativeForeground>
  screenshot(capture: NativeCapture, limits: NativeLimits): Promise<NativeImage>
  /** The primary one first. */
  displays(limits: NativeLimits): Promise<NativeDisplay[]>
  permissions(limits: NativeLimits): Promise<NativePermission[]>
  capabilities(limits: NativeLimits): Promise<NativeCapability[]>
  /** Sent, not read back: window managers may do otherwise. */
  arrange(window: NativeElement, arrangement: NativeArrangement, limits: NativeLimits): Promise<NativeDispatch>
  /** The characters of a text that `input` cannot type because no key has them, each once; mostly none. */
  charactersWithoutKey(text: string, limits: NativeLimits): Promise<string>
  /** Empty where it holds nothing; UNSUPPORTED where it holds no text. */
  /** Bytes, as `latin1`. */
  readClipboard(format: NativeClipboardFormat, limits: NativeLimits): Promise<string>
  writeClipboard(format: NativeClipboardFormat, latin1: string, limits: NativeLimits): Promise<void>
  /** Makes the item of that name of a container that has its items only when they are scrolled to. NOT_FOUND. */
  realize(container: NativeElement, name: string, limits: NativeLimits): Promise<NativeElement>
  launch(options: NativeLaunchOptions, limits: NativeLimits): Promise<NativeLaunched>
  /** Of a process that launch() started. With `ended`, waits for its end, or until the deadline, and says how it is then. */
  program(process: number, ended: boolean, limits: NativeLimits): Promise<NativeProgramReport>
  activate(window: NativeElement, limits: NativeLimits): Promise<void>
  close(window: NativeElement, limits: NativeLimits): Promise<void>
  quit(appKey: string, force: boolean, limits: NativeLimits): Promise<void>
  /** The element that a ref was handed out for by this desktop, whether or not it still exists. */
  elementOfRef(ref: string): NativeElement | undefined
  /** What simulated applications received, in order: `Received` of lib/sdk/simulated/world.ts. Null on a real desktop. */
  record(): unknown[] | null
  /** Carries out effects (`Effect` of lib/sdk/simulated/world.ts) from outside. UNSUPPORTED on a real desktop. */
  apply(effects: unknown): void
  /** Cancels what is under way and frees everything. Idempotent; ends within about a second. */
  dispose(): Promise<void>
}

export interface NativeOpenOptions {
  backend: string
  /** Replaces the process environment for everything the backend looks up. */
  environment: Record<string, string>
  world?: unknown
  enhancedUserInterface?: boolean
}

export interface NativeBinding {
  readonly version: string
  /** Backends compiled in. */
  readonly backends: string[]
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
  /** The AST of lib/sdk/selector/ast.ts. Throws INVALID_SELECTOR. */
  compileQuery(ast: unknown): NativeQuery
  /** A regular expression with flags of i, s and u. Throws INVALID_SELECTOR. */
  compilePattern(source: string, flags: string): NativePattern
  createCancel(): NativeCancel
  /**
   * Shows the window of the self-test and blocks this process until it is closed: for a process of its own, on Windows. With `hang` it
   * never answers (`start`), or not after "Block" was pressed (`press`). Throws UNSUPPORTED elsewhere.
   */
  runSelfTestForm(hang: string): void
}
