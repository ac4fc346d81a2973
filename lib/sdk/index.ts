/**
 * Drives desktop applications through the accessibility tree. Start at {@link Desktop.open}.
 *
 * @module surehand
 */

export type { Changes, Watch } from './action/changes.js'
export type { DirectOptions } from './action/direct.js'
export type { Ended, Hooks, Outgoing, Payload, Verdict } from './action/hooks.js'
export type {
  ActionDefaults,
  ActionOptions,
  Ambiguity,
  ClickOptions,
  DragOptions,
  Failure,
  Forced,
  Intention,
  KeyOptions,
  Modifier,
  PlaceOptions,
  PointerButton,
  PointerOptions,
  Position,
  Recovery,
  RoutedOptions,
  Target,
  Verify,
} from './action/options.js'
export type { AwaitedState } from './action/verbs/wait-for.js'
export { App } from './app.js'
export type { AppEvent, AppEvents } from './app-events.js'
export { AppLocator } from './app-locator.js'
export type { ExitStatus } from './call/ended.js'
export type { WaitOptions } from './call/limits.js'
export type { Clipboard } from './clipboard.js'
export type { LaunchOptions, OpenOptions } from './desktop/desktop-options.js'
export type {
  Capability,
  DesktopStats,
  Display,
  Foreground,
  KeptTreeStats,
  Permission,
} from './desktop/desktop-types.js'
export { Desktop } from './desktop.js'
export type { DesktopEvent, DesktopWatch, Focused } from './desktop-watch.js'
export type { Candidate, CutAt, DetailsByCode, NearMiss } from './error-details.js'
export { ERROR_CODES, type ErrorCode, type ErrorDetails, isSurehandError, type Sent, SurehandError } from './errors.js'
export { type ChooseOptions, type Chosen, FileDialog } from './file-dialog/file-dialog.js'
export type { TextRange } from './locator/text-range.js'
export { type Filter, Locator, type ScreenshotOptions } from './locator.js'
export type { AppQuery } from './look/app-query.js'
export type { Lookup } from './look/lookup.js'
export type { AppIdentity } from './look/scope.js'
export { MenuEntry } from './menu.js'
export type { Picture } from './picture/screenshot.js'
export { Mouse, type MouseDownOptions, type MouseMoveOptions, type MouseUpOptions } from './pointer/mouse.js'
export { type PointDragOptions, type PointOptions, ScreenPoint } from './pointer/point.js'
export { Program } from './program.js'
export {
  type Acted,
  type ActionStep,
  type Attempt,
  type Awaited,
  type Choice,
  type Outcome,
  Receipt,
  type Route,
} from './receipt.js'
export type { Explanation } from './selector/explain.js'
export type { Simulation } from './simulated/simulation.js'
export type * from './simulated/world.js'
export { Table, type TableOptions, type TableRow } from './table.js'
export type { Tracing, TracingEnd, TracingOptions } from './tracing/tracing.js'
export { Diff, type DiffJSON, diff, type TextBudget } from './tree/diff.js'
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
export type { DiffOptions } from './tree/diff-options.js'
export type { Cut, Rect, TreeNode } from './tree/node.js'
export type { OutlineOptions } from './tree/outline-options.js'
export type { SelectorLike } from './tree/query.js'
export { Snapshot, SnapshotNode } from './tree/snapshot.js'
export type { SnapshotOptions } from './tree/snapshot-options.js'
export type { StateValue } from './tree/states.js'
export type { TreeOptions } from './tree/tree-options.js'
export type { AttributeName, CutReason, EventKind, NoiseRule, StateName } from './vocabulary.js'
export type { Awakening } from './wait/wait.js'
export { type Modality, Window, type WindowScreenshotOptions } from './window.js'
export { WindowLocator, type WindowQuery } from './window-locator.js'
