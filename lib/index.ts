/** Drives desktop applications through the accessibility tree. Start at {@link Desktop.open}. */

export type { Changes, Watch } from './action/changes.js'
export type {
  ActionDefaults,
  ActionOptions,
  Fallback,
  Forced,
  Intention,
  Modifier,
  PointerOptions,
  RoutedOptions,
  Target,
  Verify,
} from './action/options.js'
export type { AwaitedState } from './action/verbs/wait-for.js'
export { App, type WindowQuery } from './app.js'
export type { WaitOptions } from './call/limits.js'
export { Desktop, type LaunchOptions, type OpenOptions } from './desktop.js'
export { ERROR_CODES, type ErrorCode, type ErrorDetails, isSurehandError, SurehandError } from './errors.js'
export { type Filter, Locator, type ScreenshotOptions } from './locator.js'
export type { AppQuery } from './look/app-query.js'
export type { Candidate } from './look/candidates.js'

export type { Lookup } from './look/lookup.js'
export { MenuEntry } from './menu.js'
export { type ExitStatus, Program } from './program.js'

export {
  type Acted,
  type Attempt,
  type Awaited,
  type Choice,
  type Outcome,
  Receipt,
  type Route,
  type Step,
} from './receipt.js'
export type { Explanation } from './selector/explain.js'
export type { Simulation } from './simulated/simulation.js'
export type * from './simulated/world.js'
export { Diff, type DiffJSON, diff } from './tree/diff.js'
export {
  type Change,
  type ChangedRange,
  DiffEntry,
  type DiffEntryJSON,
  type InViewport,
  ModifiedEntry,
  type ModifiedEntryJSON,
  MovedEntry,
  type MovedEntryJSON,
} from './tree/diff-entries.js'
export type { DiffOptions, NoiseRule } from './tree/diff-options.js'
export type { Cut, Rect, TreeNode } from './tree/node.js'
export type { OutlineOptions } from './tree/outline-options.js'
export type { SelectorLike } from './tree/query.js'
export { Snapshot, SnapshotNode } from './tree/snapshot.js'
export type { SnapshotOptions } from './tree/snapshot-options.js'
export type { StateName, StateValue } from './tree/states.js'
export type { TreeOptions } from './tree/tree-options.js'
export type { Awakening } from './wait/wait.js'
export { type Modality, Window } from './window.js'
