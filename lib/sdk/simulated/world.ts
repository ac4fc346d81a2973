import type { Role } from '../selector/roles.js'
import type { EventKind, StateName } from '../vocabulary.js'

/**
 * A desktop in memory: what `Desktop.open({ world })` opens. Plain JSON. Nothing in it depends on chance; delays run
 * on the real clock.
 */
export interface World {
  /** px; the one display. Default: 1280 × 800. */
  screen?: { width: number; height: number }
  /** Several of them, instead of `screen`. Default of `workArea`: its bounds; the first is the primary one unless one says so. */
  displays?: {
    id: string
    bounds: { x: number; y: number; width: number; height: number }
    workArea?: { x: number; y: number; width: number; height: number }
    scale?: number
    primary?: boolean
  }[]
  /** What the clipboard holds. */
  clipboard?: string
  /** What `desktop.permissions()` says of these. Default: none is needed. */
  permissions?: { name: string; state: 'granted' | 'denied' | 'stale' | 'notNeeded' | 'prompt'; remedy?: string }[]
  /** What `desktop.capabilities()` says of these. Default: everything is available. */
  capabilities?: { name: string; available: boolean; reason?: string }[]
  /** Running from the beginning. */
  applications?: SimulatedApplication[]
  /** By command: what `desktop.launch()` starts by that, or by its `name` or one of its `otherNames`. */
  launchable?: Record<string, SimulatedApplication>
}

export interface SimulatedApplication {
  /** What is displayed. */
  name: string
  /** Desktop or bundle id. */
  id?: string
  /** What else it is called: its name untranslated, or in another language. */
  otherNames?: string[]
  /** File name without path. Default: `name`. */
  executable?: string
  /** Default: counted up from 1001. */
  pid?: number
  toolkit?: string
  /** What it says of itself to those who wait. Default: that it announces everything, and soon. */
  pace?: SimulatedPace
  /** Its top-level windows, the topmost last. */
  windows: SimulatedNode[]
  /** `false`: it publishes no accessibility tree; its windows show all the same. Default: `true`. */
  hasTree?: boolean
  /** Says of what is scrolled out that it is `offscreen`, as browsers do. Default: `false`. */
  tellsOffscreen?: boolean
  /** Lives on without a window. Default: it ends with its last one. */
  keepsRunning?: boolean
  /** Announces no events at all: waits have to look again. Default: it announces every change. */
  silent?: boolean
  /** Kinds of events, or single events, that it does not announce, as some toolkits do not. */
  forgets?: ForgottenEvent[]
  /** In ms from its start. */
  faults?: {
    /** Does not answer from `after` (default 0) for so many ms. */
    hanging?: { after?: number; for: number }
    /** Is at work from `after` (default 0) for so many ms, and answers all the while. */
    working?: { after?: number; for: number }
    /** Ends by itself after so many ms. */
    exit?: number
  }
}

/** What an application is known for: the more it forgets to announce, the more often it is looked at again. */
export interface SimulatedPace {
  /** It does not announce everything. */
  forgetful?: boolean
  /** Nor that something was removed. */
  forgetsRemoval?: boolean
  /** Whether asking it for a fingerprint costs it little. Default: true. */
  cheapFingerprint?: boolean
  /** ms until the first event after an action. Default: 100. */
  firstEvent?: number
  /** ms without an event: then an action's changes have been announced. Default: 20. */
  quiet?: number
}

/** A kind of event; or one half of `structure`: GTK 4 forgets what is added, Qt both. */
export type ForgottenEvent = EventKind | 'ChildrenChanged:add' | 'ChildrenChanged:remove'

/** `self` is the element that a script belongs to, `window` its window; others are named by their `key`. */
export type SimulatedKey = string

/** An element: the plain-data form of a node (what `snapshot.toJSON()` gives is one), a key and its behaviour. */
export type SimulatedNode = SimulatedStates & {
  role: Role
  /** What effects and tests call it. Not seen by selectors; `id` is. */
  key?: string
  name?: string
  value?: string
  description?: string
  id?: string
  class?: string
  placeholder?: string
  platformRole?: string
  localizedRole?: string
  shortcut?: string
  /**
   * Screen px. `null`: unknown. Default: a place below (in bars and rows: beside) the element before it, inside its
   * parent.
   */
  bounds?: { x: number; y: number; width: number; height: number } | null
  /**
   * All states, as a snapshot lists them. Default: what is usual for the role (enabled, visible, a field editable, a
   * checkbox unchecked), changed by single ones: `enabled: false`, `checked: 'mixed'`.
   */
  states?: string[]
  attributes?: Record<string, string>
  /** Names of its actions. Default: `press` where pressing means something. */
  actions?: string[]
  /** Says that its children are not all there. */
  cut?: { reason: string; detail?: string }
  /** Of sliders, spin buttons, scroll bars. Default: 0 to 100. */
  range?: { minimum?: number; maximum?: number }
  /** Of a tab: the key of the tab panel that it shows. */
  controls?: string
  /** The name of another application, whose element it is and what is below it: this one embeds it, or only lists it. */
  ownedBy?: string
  /** Of a window. */
  minimized?: boolean
  /** Of a window: the key of the window that it belongs to. */
  owner?: SimulatedKey
  /**
   * Of a window: which others it keeps from being used; `owner` makes it a sheet of the one that it belongs to, and the tree has it
   * there. `modal: true` is `application`.
   */
  modality?: 'none' | 'owner' | 'application'
  /** What happens when something is done to it, after its usual behaviour or `instead` of it. */
  on?: Record<SimulatedEvent, Effect[] | { instead: Effect[] }>
  /**
   * When an action on it returns. Default: at once. `closed`: when the windows are closed that it opened, as where a program
   * runs its modal dialog inside the press of a button. `never`: not before the desktop ends.
   */
  returns?: 'closed' | 'never'
  faults?: Faults
  children?: SimulatedNode[]
  /** Children that exist only when they are scrolled to; the tree is cut here (`virtual`) while there are any. */
  rows?: SimulatedNode[]
  /** Of captured trees; ignored here. */
  ref?: string
  process?: string
  pid?: number
  apps?: string[]
}

/** Single states, on top of the usual ones: `{ role: 'checkbox', checked: true }`. */
export type SimulatedStates = { [state in StateName]?: boolean | 'mixed' }

/**
 * What scripts can react to:
 * `press` (by action, pointer, Enter or Space), `toggle`, `select`, `deselect`, `expand`, `collapse`, `setText`,
 * `insertText`, `setCaret`, `selectText`, `type`, `setValue`, `focus`, `scrollIntoView`, `showMenu` (also by the right button), `doubleClick`,
 * `hover`, `drag`, `drop`, `close` (a window), `change` (its value, check or selection changed, by whatever),
 * `action:<name>` (that named action), `key:<key>` (a key pressed while it or something in it has the focus, with
 * modifiers in the order `Control+Alt+Shift+Meta+`).
 */
export type SimulatedEvent = string

/**
 * What a script does. `after`: ms from the event. Texts may use `${key.value}` and `${key.name}`: what that element
 * has at that moment.
 */
export type Effect = { after?: number } & (
  | ({ set: SimulatedKey } & Partial<Omit<SimulatedNode, 'children' | 'role' | 'key'>>)
  | { add: SimulatedNode; to: SimulatedKey; at?: number }
  | { remove: SimulatedKey }
  | { replace: SimulatedKey; with: SimulatedNode }
  | { move: SimulatedKey; to: SimulatedKey; at?: number }
  /** The same element as far as one can see, under a new identity, as some toolkits do. */
  | { recreate: SimulatedKey }
  /** Each of the two shows what the other did, in its own place and under its own identity, as rows do that a list uses again. */
  | { recycle: SimulatedKey; as: SimulatedKey }
  /** In the script's own application, or in another, by name. */
  | { openWindow: SimulatedNode; application?: string }
  /** The window, or the window of the element, of that key. */
  | { closeWindow: SimulatedKey }
  /** The window, or the window of the element, of that key comes to the front. */
  | { activate: SimulatedKey }
  | { focus: SimulatedKey }
  /** The application does not answer for so many ms, nor to what set this off. */
  | { hang: number; application?: string }
  /** The application is at work for so many ms, and answers all the while. */
  | { work: number; application?: string }
  /** It ends, with that code (default 0) or by that signal. */
  | { exit: true; code?: number; signal?: string; application?: string }
  /** It writes to its standard output, or error. */
  | { print: string; to?: 'stdout' | 'stderr'; application?: string }
  | { launch: string }
)

/** What goes wrong with an element; times in ms from when it came into the world. */
export interface Faults {
  /** It appears only then. */
  late?: number
  /** It is removed then. */
  vanishing?: number
  /** Its place shifts for so long before it comes to rest: from `x`, `y` px away. A number means x: 60. */
  moving?: number | { for: number; x?: number; y?: number }
  /** There is a second one, for so long; `true`: for ever. */
  duplicated?: number | true
  /** It is disabled until then. */
  disabled?: number
  /** A dialog lies over it until then. */
  covered?: number
  /** It gets a new identity then. */
  recreated?: number
  /** It says that it did what it was asked, and does nothing. */
  lying?: boolean
  /** It says that it was scrolled into view, and stays where it is; giving it the focus moves it. */
  stuck?: boolean
  /** Every so many-th press never arrives. The menu of an entry closes all the same, as toolkits have it. */
  lostPresses?: number
  /** A window's: it comes to the front when so many characters have been typed elsewhere. */
  intruding?: number
}

/** One thing that an application received. `at`: ms since the world was opened. */
export interface Received {
  /**
   * An event (`press`, `setText`, …), or `type`, `key`, `click` (on something that is not pressed), `rightClick`,
   * `wheel`, `drop`, `close`, `activate`, `arrange` (a window; `how`), `launch`, `quit`; `failedEffect` when a script could not be carried out.
   */
  what: string
  at: number
  application?: string
  key?: string
  role?: string
  name?: string
  /** Of `press`. */
  by?: 'action' | 'pointer' | 'keyboard'
  /** What was written; only its `length` in a protected field. */
  text?: string
  length?: number
  number?: number
  pressed?: string
  /** The element is lying: it received this and did nothing. */
  ignored?: true
  [more: string]: unknown
}
