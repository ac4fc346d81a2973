// Generated from src-native/core/vocabulary.json by scripts/generate-vocabulary.mjs.

export const STATES = [
  'enabled',
  'visible',
  'focusable',
  'focused',
  'active',
  'modal',
  'busy',
  'selected',
  'expanded',
  'checked',
  'pressed',
  'editable',
  'readonly',
  'multiline',
  'multiselectable',
  'required',
  'invalid',
  'protected',
  'default',
  'haspopup',
  'visited',
  'offscreen',
] as const

/**
 * Every state of a snapshot.
 * - `visible`: not hidden; it may be scrolled out
 * - `active`: the window that has the keyboard
 * - `invalid`: its content failed the application's validation
 * - `default`: what Enter presses in its dialog
 * - `visited`: a link that was followed before
 * - `offscreen`: visible and scrolled out of what shows it, as far as the toolkit says so
 */
export type StateName = (typeof STATES)[number]

export const STATE_KEYS = [
  'enabled',
  'visible',
  'focusable',
  'focused',
  'modal',
  'busy',
  'selected',
  'expanded',
  'checked',
  'pressed',
  'editable',
  'readonly',
  'required',
  'protected',
  'visited',
] as const

/**
 * The states that a selector can ask for.
 * - `visible`: not hidden; it may be scrolled out
 * - `visited`: a link that was followed before
 */
export type StateKey = (typeof STATE_KEYS)[number]

/** States that not every element has: what cannot be checked is neither checked nor unchecked. */
export const THREE_VALUED_STATES = ['selected', 'expanded', 'checked', 'pressed'] as const

/** States that may be neither on nor off, but `mixed`. */
export const MIXED_STATES = ['checked', 'pressed'] as const

/**
 * The texts of a node. Each is optional: no text is not the empty text.
 * - `platformRole`: the platform's own role and subrole: `push button`, `AXButton/AXCloseButton`
 * - `shortcut`: the keys that press it, as `press()` takes them: `Control+s`
 */
export type TextField =
  | 'name'
  | 'value'
  | 'description'
  | 'id'
  | 'class'
  | 'placeholder'
  | 'platformRole'
  | 'localizedRole'
  | 'shortcut'

export const EVENT_KINDS = ['structure', 'property', 'state', 'text', 'value', 'focus', 'window', 'selection'] as const

/**
 * What an event is about.
 * - `structure`: children came, went, or changed places
 * - `property`: a name, a description
 * - `window`: opened, closed, activated
 */
export type EventKind = (typeof EVENT_KINDS)[number]

/**
 * What can be done to an element natively.
 * - `press`: the default action: press, click, activate, jump
 * - `select`: select this item in its container
 * - `setText`: replace the whole text
 * - `insertText`: at the caret
 * - `setValue`: a number: sliders, spin buttons
 * - `setCaret`: before the UTF-16 unit `number`
 * - `selectText`: from the UTF-16 unit `start` to `end`
 * - `named`: the platform action `name`
 */
export type ActionKind =
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
  | 'selectText'
  | 'focus'
  | 'scrollIntoView'
  | 'showMenu'
  | 'named'

/** How an action was done. */
export type Route = 'action' | 'text' | 'value' | 'selection' | 'focus' | 'scroll' | 'input' | 'window' | 'none'

export const NOISE_RULES = ['geometry', 'scrollbars', 'structure', 'order'] as const

/**
 * What a diff leaves out and counts unless it is asked to report it.
 * - `geometry`: changes of position and size
 * - `scrollbars`: scroll bars and their parts
 * - `structure`: rows, cells, columns, groups and menus that came or went and carry no text
 * - `order`: siblings that only changed places
 */
export type NoiseRule = (typeof NOISE_RULES)[number]

/**
 * Why a part of a tree is missing.
 * - `deadline`: time ran out while it was read
 * - `unresponsive`: the application stopped answering
 * - `virtual`: rows that exist only when scrolled to (a sheet's cells)
 * - `closed`: entries of a closed menu, of which a program has very many
 * - `budget`: `maxNodes` or `maxDepth`
 * - `hidden`: not shown, and the caller asked for what shows
 * - `failed`: the application answered with an error
 * - `changing`: the application changed while its tree was read, each time: parts are older than others
 * - `unpublished`: the application shows windows and publishes no tree
 */
export type CutReason =
  | 'deadline'
  | 'unresponsive'
  | 'virtual'
  | 'closed'
  | 'budget'
  | 'permission'
  | 'hidden'
  | 'failed'
  | 'changing'
  | 'unpublished'

export const ERROR_CODES = [
  'INVALID_SELECTOR',
  'NOT_FOUND',
  'AMBIGUOUS',
  'STALE',
  'NOT_ACTIONABLE',
  'TIMEOUT',
  'VERIFY_FAILED',
  'OUTCOME_UNKNOWN',
  'INCOMPLETE_TREE',
  'APP_NOT_FOUND',
  'APP_UNRESPONSIVE',
  'APP_EXITED',
  'PERMISSION_DENIED',
  'NO_DESKTOP',
  'UNSUPPORTED',
  'INVALID_ARGUMENT',
  'REFUSED',
  'ABORTED',
  'NATIVE_LOAD_FAILED',
] as const

/** What kind of thing went wrong; stable across versions, made to be compared with. */
export type ErrorCode = (typeof ERROR_CODES)[number]

/**
 * Attributes that mean the same on every platform. What else a platform says keeps its own name, behind the platform's: `atspi:toolkit`.
 * - `row`: 0-based, in its table
 * - `column`: 0-based, in its table
 * - `rowcount`: of a table, with what is not loaded
 * - `colcount`: of a table, with what is not loaded
 * - `level`: of a heading or in a tree, from 1
 * - `posinset`: its place among those of its kind, from 1
 * - `setsize`: how many of its kind there are
 * - `min`: the least value that it takes
 * - `max`: the greatest value that it takes
 * - `step`: by what its value changes
 * - `orientation`: `horizontal` or `vertical`
 * - `formula`: what a cell computes its value by
 * - `url`: where a link leads, or what an image or a document shows
 */
export type AttributeName =
  | 'row'
  | 'column'
  | 'rowcount'
  | 'colcount'
  | 'level'
  | 'posinset'
  | 'setsize'
  | 'min'
  | 'max'
  | 'step'
  | 'orientation'
  | 'formula'
  | 'url'
