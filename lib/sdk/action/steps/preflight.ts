import { isSurehandError } from '../../errors.js'
import { type Found, reread } from '../../look/look.js'
import { mayBeModal, modalAmong } from '../../look/modal.js'
import { frontInPopup, isInPopup, placeOfPopup } from '../../look/popup.js'
import { otherThan } from '../../look/sameness.js'
import type { NativeElement, NativeNode, NativeRect, NativeSnapshotOptions } from '../../native/binding.js'
import { whyWindowsAreUnknown } from '../../tree/no-position.js'
import { labelOf } from '../../tree/node.js'
import { stateOf } from '../../tree/states.js'
import { endedBy } from '../../wait/rest.js'
import { NotYet } from '../../wait/wait.js'
import type { Attempt } from '../attempt.js'
import { closedMenu, openMenu, popupOver } from '../menus.js'
import { ITEM_ROLES, isEditedInPlace } from '../parts/item-parts.js'
import { clickPoint } from '../parts/text-point.js'
import { hoverSteps } from '../pointer.js'
import { contains, isEmpty, type Point, sameRect } from '../rect.js'
import { bringIntoView, inView, isLarge, nearby } from '../scroll/into-view.js'
import {
  belongs,
  holds,
  inFront,
  nameOf,
  offScreen,
  onlyByPointer,
  takesEveryClick,
  titled,
  windowThere,
} from './covering.js'
import { dispatchInput, dispatchWindow } from './dispatch.js'
import { a, type Check, HIDDEN, notActionable, outOfReach, whyHidden } from './not-actionable.js'

/** What an action needs of an element whatever its route. */
export interface Preconditions {
  enabled: boolean
  /** Whether it must take text; by what was found, if need be. */
  editable: boolean | ((found: Found) => boolean)
  /** That what takes the text may be in it: the entry of a combo box, the editor that an item opens. */
  orWithin?: boolean
  /** That keys which are meant for it are not taken by an open menu. */
  keyboard?: boolean
  /** That it is done by the pointer, or may be: that is safe below a dialog that may be modal. */
  pointer?: boolean
  /** Whether a click there must be one of its own; it must unless said here. */
  apart?: boolean
  /** Where in the element the pointer is needed; its middle, unless said here. */
  place?: ((node: NativeNode) => Point | undefined) | undefined
  /** What the action goes on to look at, besides states and bounds. */
  reads?: NativeSnapshotOptions
}

/** An element that passed its checks, as the last of them saw it. */
export interface Ready extends Found {
  now: NativeNode
  /** The dialog, in words, that it may be below, as nothing tells whether that is modal: only the pointer may be used. */
  below?: string
}

/** An element that was found and fails a check, for now. */
export class Failing extends NotYet {
  constructor(
    readonly found: Found,
    readonly check: Check,
    seen: string,
    endsAtRest = false,
  ) {
    super(() => notActionable(found, check, seen), false, endsAtRest)
  }
}

// Two reads this far apart that agree mean that nothing is moving: a frame at 60 Hz.
const FRAME = 16

// Items of a list that sorts itself keep their place for longer than a frame, and are another's neighbour by then: every 30 ms, with Qt 6, two
// of eight selections were of a wrong row.
const KEPT = 60

// Roles whose elements can become editable: fields, and what a web page makes editable (`contenteditable`).
const MAY_TAKE_TEXT: ReadonlySet<string> = new Set([
  ...['textbox', 'searchbox', 'combobox', 'spinbutton', 'cell', 'gridcell', 'document', 'terminal', 'canvas'],
  ...['generic', 'group', 'region', 'article', 'paragraph', 'heading', 'main', 'form', 'note', 'comment', 'code'],
])

/** What one action has already tried in order to get an element ready: each is worth trying once. */
export interface Efforts {
  /** It was seen out of view. A page that has just come to show may not be laid out yet, so it is scrolled only then. */
  waited?: boolean
  scrolled: boolean
  raised: boolean
  /** ms until a press there is one of its own. */
  apartIn?: number
  /** Where it is after it was scrolled in a large tree; the next check is of this. */
  near?: Found | undefined
  /** The pointer was put where the element is, below something that may be a tooltip. */
  pointed?: boolean
}

/** Not hidden, enabled, editable if need be, not moving, and still what was found: a native route needs no more. */
export async function preflight(attempt: Attempt, found: Found, needs: Preconditions): Promise<Failing | Ready> {
  const { scope, limits } = attempt
  const before = found.snapshot.node(found.node)
  const closed = attempt.forces('visible') ? undefined : closedMenu(found)
  // Nothing opens a menu but a person, or what the application is about to do.
  if (closed !== undefined) return new Failing(found, 'visible', closed, true)
  if (!attempt.forces('visible') && found.snapshot.hidden(found.node))
    return new Failing(found, 'visible', whyHidden(found))
  const { modal, mayBe } = attempt.forces('uncovered') ? {} : await modalOver(attempt, found)
  if (modal !== undefined) return new Failing(found, 'uncovered', takesEveryClick(modal))
  if (mayBe !== undefined && needs.pointer !== true) return new Failing(found, 'uncovered', onlyByPointer(mayBe))

  const menu = needs.keyboard === true && !attempt.forces('uncovered') ? openMenu(found) : undefined
  if (menu !== undefined) return new Failing(found, 'uncovered', menu)

  const now = await reread(scope, found.element, limits, reads(attempt, needs)).catch(whenGone)
  if (now === undefined) return new Failing(found, 'stable', 'it went away while it was looked at')
  const other = otherThan(before, now)
  if (other !== undefined) return new Failing(found, 'stable', `${other}: its place was given to another`)
  const editable = typeof needs.editable === 'function' ? needs.editable(found) : needs.editable
  const trouble = stateTrouble(now, { ...needs, editable }, attempt)
  if (trouble !== undefined) {
    const { check, seen, lasts } = trouble
    if (lasts === 'always') throw endedBy(notActionable(found, check, seen), 'at once')
    return new Failing(found, check, seen, lasts === 'at rest')
  }
  if (!attempt.forces('stable') && !sameRect(before.bounds, now.bounds)) return moved(found, before.bounds, now.bounds)
  let below = mayBe
  if (!attempt.forces('uncovered') && attempt.isOutdated) {
    const opened = await modalNow(attempt, found)
    if (opened.modal !== undefined) return new Failing(found, 'uncovered', takesEveryClick(opened.modal))
    below = opened.mayBe
    if (below !== undefined && needs.pointer !== true) return new Failing(found, 'uncovered', onlyByPointer(below))
  }
  return { ...found, now, ...(below === undefined ? {} : { below }) }
}

/** What synthesised input needs besides: a point on the element that is in view, stays and is covered by nothing. */
export async function preflightInput(
  attempt: Attempt,
  found: Found & Pick<Ready, 'below'>,
  efforts: Efforts,
  place?: Preconditions['place'],
): Promise<Failing | Point> {
  const { scope, limits } = attempt
  const { below } = found
  if (!attempt.forces('viewport') && !efforts.scrolled && !inView(found)) return scroll(attempt, found, efforts)
  // The click itself would bring its window to the front, and nothing but that would look like its effect.
  if (below !== undefined && !efforts.raised && !isInActive(found)) {
    const raised = await raise(attempt, found, efforts)
    if (raised !== undefined) return new Failing(found, 'uncovered', raised)
  }
  const node = found.snapshot.node(found.node)
  const before = node.bounds
  const part = found.snapshot.visiblePart(found.node)
  if (part === undefined) {
    const why = await whyWindowsAreUnknown(scope.native, limits)
    if (below !== undefined) return new Failing(found, 'uncovered', onlyByPointer(below))
    if (why !== undefined) throw endedBy(outOfReach(found, why), 'at once')
    return new Failing(found, 'viewport', 'the toolkit does not report its position on the screen')
  }
  if (isEmpty(part) && !attempt.forces('viewport'))
    return new Failing(found, 'viewport', `its bounds ${shown(before)} are outside what its window shows`)

  if (!attempt.forces('stable')) {
    await limits.sleep(ITEM_ROLES.has(node.role) ? KEPT : FRAME)
    const now = await reread(scope, found.element, limits).catch(whenGone)
    if (now === undefined) return new Failing(found, 'stable', 'it went away while it was looked at')
    const other = otherThan(node, now)
    if (other !== undefined) return new Failing(found, 'stable', `${other}: its place was given to another`)
    if (!sameRect(before, now.bounds)) return moved(found, before, now.bounds)
  }

  const { at } = attempt.action.options
  if (at !== undefined && !(before !== undefined && contains(before, at))) {
    return new Failing(found, 'stable', `it is at ${shown(before)}, no longer at ${at.x},${at.y}`)
  }
  const asked = attempt.pointIn(before ?? part)
  const own = asked === undefined ? place?.(node) : undefined
  if (own !== undefined && !attempt.forces('viewport') && !showsAt(found, own))
    return new Failing(found, 'viewport', `at ${own.x},${own.y}, where its mark is, its window does not show it`)
  const point = asked ?? own ?? clickPoint(found, isEmpty(part) && before !== undefined ? before : part)
  if (attempt.forces('uncovered')) return point
  return (await covered(attempt, found, point, efforts)) ?? point
}

/** Whether what the element is in shows at a point: its mark may lie beside the element itself. */
function showsAt({ snapshot, node }: Found, point: Point): boolean {
  const around = snapshot.parent(node)
  const part = snapshot.visiblePart(around < 0 ? node : around)
  return part !== undefined && contains(part, point)
}

async function scroll(attempt: Attempt, found: Found, efforts: Efforts): Promise<Failing> {
  if (efforts.waited !== true) {
    efforts.waited = true
    await attempt.limits.sleep(FRAME)
    if (!isLarge(found) && !found.near) return new Failing(found, 'viewport', 'it is not in view')
  }
  efforts.scrolled = true
  const scrolled = await bringIntoView(attempt, found).catch(whenGone)
  if (isLarge(found) || found.near) efforts.near = await nearby(attempt, found)
  const seen = scrolled === undefined ? 'it is not in view, and nothing that scrolls is known around it' : SCROLLED
  return new Failing(found, 'viewport', seen)
}

const SCROLLED = 'it was scrolled and is not in view yet'

/** Ids are compared where the selector went by them: reading them may cost a call. */
function reads({ resolution }: Attempt, needs: Preconditions): NativeSnapshotOptions {
  return resolution.reads.attributes ? { ...needs.reads, attributes: true } : (needs.reads ?? {})
}

/** What keeps an element from being used, or may, in words. */
interface Over {
  modal?: string | undefined
  mayBe?: string | undefined
}

/**
 * The modal dialog that keeps the element from being used, in words. Toolkits let an accessibility action through where no person could
 * press; the application may well ignore it.
 */
async function modalOver(attempt: Attempt, found: Found): Promise<Over> {
  const { snapshot, node } = found
  const modal = snapshot.modalOver(node)
  if (modal >= 0) return { modal: labelOf(snapshot, modal) }
  // One window was read, or a part of it: that cannot show what is modal for the whole application. And Qt says of no dialog that it is
  // modal; X11 does.
  const isWhole = found.near === undefined && snapshot.role(0) === 'application'
  return isWhole && !anotherMayTakeAll(found) ? {} : modalNow(attempt, found)
}

/** Whether another of the application's windows is the active one, or a dialog. */
function anotherMayTakeAll({ snapshot, node }: Found): boolean {
  return snapshot.children(0).some((window) => {
    if (window <= node && node < snapshot.subtreeEnd(window)) return false
    const { role, states } = snapshot.node(window)
    return (role === 'dialog' || stateOf(states, 'active') === true) && stateOf(states, 'visible') === true
  })
}

/** The same, by the windows that there are now. A tree takes its time (Qt: 60 ms for 290 elements), in which a dialog may open. */
async function modalNow({ scope, limits }: Attempt, found: Found): Promise<Over> {
  const { element } = found
  const windows = await limits.call((native) => scope.native.windows(element.appKey, native))
  const own = (window: NativeElement) => holds(found, window)
  const [modal, mayBe] = [modalAmong(windows, own), mayBeModal(windows, own)]
  return { modal: modal && titled(modal), mayBe: mayBe && titled(mayBe) }
}

function stateTrouble(
  node: NativeNode,
  needs: Preconditions,
  attempt: Attempt,
): { check: Check; seen: string; lasts?: 'always' | 'at rest' } | undefined {
  if (!attempt.forces('visible') && stateOf(node.states, 'visible') !== true) return { check: 'visible', seen: HIDDEN }
  if (needs.enabled && !attempt.forces('enabled') && stateOf(node.states, 'enabled') !== true)
    return { check: 'enabled', seen: 'it is disabled' }
  if (!needs.editable || attempt.forces('editable')) return undefined
  if (stateOf(node.states, 'readonly') === true) return { check: 'editable', seen: 'it is read-only' }
  if (stateOf(node.states, 'editable') === true) return undefined
  if (needs.orWithin === true && (node.role === 'combobox' || isEditedInPlace(node))) return undefined
  if (!MAY_TAKE_TEXT.has(node.role))
    return { check: 'editable', seen: `${a(node)}, and that takes no text`, lasts: 'always' }
  return { check: 'editable', seen: `${a(node)} that is not editable`, lasts: 'at rest' }
}

async function covered(attempt: Attempt, found: Found, point: Point, efforts: Efforts): Promise<Failing | undefined> {
  const { scope, limits } = attempt
  const windows = await limits.call((native) => scope.native.windows(found.element.appKey, native))
  const modal = modalAmong(windows, (window) => holds(found, window))
  if (modal !== undefined) return new Failing(found, 'uncovered', takesEveryClick(titled(modal)))

  const popup = popupOver(found, point)
  if (popup !== undefined) {
    const by = labelOf(found.snapshot, popup)
    return new Failing(found, 'uncovered', `at ${point.x},${point.y} it is covered by ${by}`)
  }
  const top = await windowThere(scope, found, point, limits)
  if (top?.appKey === found.element.appKey) {
    const popup = placeOfPopup(top)
    if (popup !== undefined && !isInPopup(found.snapshot, found.node, popup)) {
      // A tooltip goes away when the pointer is elsewhere; what is in the tree as a menu or list does not.
      if (efforts.pointed !== true && isTooltip(found, popup, point)) {
        efforts.pointed = true
        await dispatchInput(attempt, found, hoverSteps(point), 'prepares')
      }
      return new Failing(found, 'uncovered', `at ${point.x},${point.y} ${inFront(found, popup, point)}`)
    }
  }
  if (top !== undefined && belongs(found, top, windows)) return undefined
  const off = top === undefined ? await offScreen(scope, point, limits) : undefined
  if (off !== undefined) return new Failing(found, 'viewport', off)

  if (top?.popup === true) {
    const seen = `at ${point.x},${point.y} an open menu or list covers it; close that first (Escape)`
    return new Failing(found, 'uncovered', seen)
  }
  const raised = efforts.raised ? undefined : await raise(attempt, found, efforts)
  if (raised !== undefined) return new Failing(found, 'uncovered', `${raised} and something still covers it`)
  const by =
    top === undefined ? 'something that is no window of an application' : await nameOf(scope, top, windows, limits)
  return new Failing(found, 'uncovered', `at ${point.x},${point.y} it is covered by ${by}`)
}

/** Brings its window to the front, once, and says so; `undefined` where that cannot be done. */
async function raise(attempt: Attempt, found: Found, efforts: Efforts): Promise<string | undefined> {
  efforts.raised = true
  const window = windowOf(found)
  if (window === undefined) return undefined
  try {
    await dispatchWindow(attempt, found, 'activate', 'prepares', window)
    return 'its window was brought to the front'
  } catch (error) {
    if (!isSurehandError(error, 'UNSUPPORTED')) throw error
    return undefined
  }
}

function isInActive({ snapshot, node }: Found): boolean {
  const window = snapshot.windowOf(node)
  return window >= 0 && stateOf(snapshot.node(window).states, 'active') === true
}

function isTooltip({ snapshot }: Found, popup: NativeRect, { x, y }: Point): boolean {
  const front = frontInPopup(snapshot, popup, x, y)
  return front < 0 || snapshot.role(front) === 'tooltip' || snapshot.role(snapshot.parent(front)) === 'tooltip'
}

function windowOf({ snapshot, node }: Found): NativeElement | undefined {
  const window = snapshot.windowOf(node)
  return window < 0 ? undefined : snapshot.element(window)
}

function moved(found: Found, before: NativeRect | undefined, after: NativeRect | undefined): Failing {
  return new Failing(found, 'stable', `it moved from ${shown(before)} to ${shown(after)}`)
}

function shown(rect: NativeRect | undefined): string {
  return rect === undefined ? 'unknown bounds' : `${rect.x},${rect.y} ${rect.width}x${rect.height}`
}

function whenGone(error: unknown): undefined {
  if (!isSurehandError(error, 'STALE')) throw error
}
