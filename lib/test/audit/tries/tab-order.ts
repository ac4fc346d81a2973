import type { App } from '../../../sdk/app.js'
import type { Desktop } from '../../../sdk/desktop.js'
import { SurehandError } from '../../../sdk/errors.js'
import type { Snapshot, SnapshotNode } from '../../../sdk/tree/snapshot.js'
import type { Window } from '../../../sdk/window.js'
import { AuditedTree, above, isControl, windowOf } from '../audited-tree.js'
import { type Finding, findingOf } from '../finding.js'
import { tabOrder } from './try-rules.js'

/** What pressing Tab through the active window showed. */
export interface TabOrderResult {
  findings: Finding[]
  /** The controls that had the focus, in the order of the keyboard. */
  order: string[]
  /** Why nothing can be said of what was not reached, where that is so. */
  incomplete?: string
}

// The arrow keys lead to these; which of them Tab reaches is the choice of the toolkit.
const BY_ARROWS: ReadonlySet<string> = new Set([
  'radio',
  'tab',
  'menu',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
])
const WITH_ARROWS = [
  'toolbar',
  'menubar',
  'menu',
  'tablist',
  'radiogroup',
  'listbox',
  'list',
  'tree',
  'table',
  'grid',
  'treegrid',
]

// Presses in one direction; more controls than that are not judged.
const LIMIT = 120

/** What is done on the way, at each control that Tab leads to for the first time. */
export interface Visitor {
  /** The focus is about to leave it. */
  leave(focused: SnapshotNode | undefined): Promise<void>
  come(node: SnapshotNode): Promise<void>
}

const NOTHING: Visitor = { leave: async () => {}, come: async () => {} }

/**
 * Presses Tab, then Shift+Tab, until the focus comes round. It changes the focus, and in a field that keeps the Tab key the text.
 * UNSUPPORTED is passed on where the window takes no keys.
 */
export async function tryTabOrder(app: App, window: Window, visitor: Visitor = NOTHING): Promise<TabOrderResult> {
  const seen: SnapshotNode[] = []
  const ahead = await walk(app, window, 'Tab', seen, visitor)
  const back = await walk(app, window, 'Shift+Tab', seen, NOTHING)
  const order = seen.map(({ role, name }) => (name ? `${role} ${JSON.stringify(name)}` : role))
  const after = await app.snapshot()
  const reached = new Set(seen.map(({ ref }) => ref))
  const trapped = trapOf(after, ahead, back)
  const findings =
    trapped === undefined
      ? []
      : [findingOf(tabOrder, { node: trapped, seen: 'Tab, Shift+Tab and these with Control do not leave it.' })]
  const incomplete = whyIncomplete(ahead, back, reached.size)
  if (incomplete !== undefined) return { findings, order, incomplete }
  return { findings: [...findings, ...unreached(after, reached)], order }
}

/** The window of the program that has the keyboard. NOT_ACTIONABLE where none of it has. */
export async function activeWindow(desktop: Desktop, app: App): Promise<Window> {
  await app.activate()
  const front = await desktop.foreground()
  if (front?.window !== undefined && front.app.pid === app.pid) return front.window
  throw new SurehandError('NOT_ACTIONABLE', `Tab cannot be pressed in ${app}: no window of it has the keyboard.`, {})
}

// Presses in a row after which no element says that it has the focus. The button in a combo box of GTK 3 is in no tree.
const NOWHERE = 2

interface Walk {
  /** The ref of what kept the focus. */
  stuck?: string
  /** Whether the focus came back to where it had been. */
  round: boolean
}

async function walk(
  app: App,
  window: Window,
  key: 'Tab' | 'Shift+Tab',
  seen: SnapshotNode[],
  visitor: Visitor,
): Promise<Walk> {
  const had: SnapshotNode[] = []
  let nowhere = 0
  const start = await focusedNow(app)
  for (let press = 0; press < LIMIT; press++) {
    const last = had.at(-1) ?? start
    const around = start === undefined ? had : [start, ...had]
    await visitor.leave(last)
    let focused = await pressed(app, window, key)
    // In a text Tab may be a character, and in a table of Qt it leads from cell to cell without an end: Control leaves both.
    if (focused !== undefined && (focused.ref === last?.ref || isAmongCells(focused, around))) {
      focused = await pressed(app, window, `Control+${key}`)
    }
    if (focused === undefined) {
      if (++nowhere > NOWHERE) return { round: false }
      continue
    }
    nowhere = 0
    const { ref } = focused
    if (ref === last?.ref || isAmongCells(focused, around)) return { stuck: ref, round: false }
    if (ref === start?.ref || ref === had[0]?.ref) {
      if (!seen.some((each) => each.ref === ref)) {
        seen.push(focused)
        await visitor.come(focused)
      }
      return { round: true }
    }
    // It turns in a circle that it did not begin in.
    if (had.some((each) => each.ref === ref)) return { round: false }
    had.push(focused)
    if (!seen.some((each) => each.ref === ref)) {
      seen.push(focused)
      await visitor.come(focused)
    }
  }
  return { round: false }
}

const CELLS: ReadonlySet<string> = new Set(['cell', 'gridcell', 'row', 'treeitem', 'listitem', 'option'])

const isAmongCells = ({ ref, role }: SnapshotNode, had: readonly SnapshotNode[]): boolean =>
  CELLS.has(role) && had.some((each) => each.ref === ref)

async function pressed(app: App, window: Window, key: string): Promise<SnapshotNode | undefined> {
  await window.press(key)
  return focusedNow(app)
}

/** The element that has the keyboard. A table of Qt calls its current cell focused after the focus has left it. */
async function focusedNow(app: App): Promise<SnapshotNode | undefined> {
  const snapshot = await app.snapshot({ actions: false })
  const focused = snapshot.findAll('focused:true')
  const inner = focused.filter((node) => ![...node.descendants()].some((below) => focused.includes(below)))
  const others = inner.filter(({ role }) => !CELLS.has(role))
  return (others.length > 0 ? others : inner).at(-1)
}

/** What neither direction leaves; of a table, the table. */
function trapOf(snapshot: Snapshot, ahead: Walk, back: Walk): SnapshotNode | undefined {
  const [one, other] = [ahead.stuck, back.stuck].map((ref) => (ref === undefined ? undefined : snapshot.byRef(ref)))
  if (one === undefined || other === undefined) return undefined
  if (one === other) return one
  const [table, same] = [one, other].map((node) => above(node, ...WITH_ARROWS))
  return table === same ? table : undefined
}

function whyIncomplete(ahead: Walk, back: Walk, reached: number): string | undefined {
  if (reached === 0) return 'the program does not say which element has the focus'
  if (!ahead.round && !back.round) return `the focus did not come round to where it began, in ${LIMIT} presses`
  return undefined
}

/** Controls of the window that take focus by the tree's word and never had it. */
function unreached(snapshot: Snapshot, reached: ReadonlySet<string>): Finding[] {
  const had = [...reached].flatMap((ref) => snapshot.byRef(ref) ?? [])
  const top = had.map(windowOf).find((window) => window !== undefined)
  if (top === undefined) return []
  const tree = new AuditedTree(snapshot, top)
  const missed = tree.shown.filter((node) => {
    if (!isControl(node) || node.state('focusable') !== true || node.state('enabled') !== true) return false
    if (BY_ARROWS.has(node.role) || above(node, ...WITH_ARROWS) !== undefined) return false
    // The focus may be of a part of it, or of what it is a part of.
    return ![node, ...node.descendants()].some(({ ref }) => reached.has(ref)) && !isWithin(node, reached)
  })
  return missed.map((node) => findingOf(tabOrder, { node, seen: 'Tab and Shift+Tab do not reach it.' }))
}

function isWithin(node: SnapshotNode, reached: ReadonlySet<string>): boolean {
  for (let at = node.parent; at !== undefined && at.role !== 'window' && at.role !== 'dialog'; at = at.parent) {
    if (reached.has(at.ref)) return true
  }
  return false
}
