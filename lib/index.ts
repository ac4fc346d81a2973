/** Drives desktop applications through the accessibility tree. Start at {@link Desktop.open}. */
export type { Candidate } from './action/candidates.js'
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
export type { Awakening } from './action/wait.js'
export type { AwaitedState } from './action/wait-for.js'
export { App, type WindowQuery } from './app.js'
export type { AppQuery } from './app-query.js'
export type { Changes, Watch } from './changes.js'
export { Desktop, type LaunchOptions, type OpenOptions } from './desktop.js'
export {
  type Change,
  type ChangedRange,
  Diff,
  DiffEntry,
  type DiffEntryJSON,
  type DiffJSON,
  type DiffOptions,
  diff,
  type InViewport,
  ModifiedEntry,
  type ModifiedEntryJSON,
  MovedEntry,
  type MovedEntryJSON,
  type NoiseRule,
} from './diff.js'
export { ERROR_CODES, type ErrorCode, type ErrorDetails, isSurehandError, SurehandError } from './errors.js'
export type { WaitOptions } from './limits.js'
export { type Filter, Locator, type ScreenshotOptions } from './locator.js'
export { type Cut, type Rect, SnapshotNode } from './node.js'
export type { SelectorLike } from './query.js'
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
export type * from './simulated.js'
export type { Simulation } from './simulation.js'
export { type OutlineOptions, Snapshot, type TreeNode } from './snapshot.js'
export type { SnapshotOptions } from './snapshot-options.js'
export type { StateName, StateValue } from './states.js'
export { Window } from './window.js'
