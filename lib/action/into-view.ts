import { isSurehandError } from '../errors.js'
import { type Found, foundAt, reread } from '../look/look.js'
import type { NativeDispatch, NativeRect, NativeSnapshot } from '../native/binding.js'
import { stateOf } from '../tree/states.js'
import { announced, NotYet, until } from '../wait/wait.js'
import { dispatchNative, NOTHING_TO_DO, type Part } from './dispatch.js'
import type { Act, Execution } from './execution.js'
import { HIDDEN, notActionable } from './not-actionable.js'
import { centre, contains, isEmpty, sameRect } from './rect.js'
import { scrollContainer } from './scroll-container.js'
import type { Axis } from './wheel-place.js'

/** The verb: brings an element into view, and sees to it that it is. */
export async function scrollIntoView(execution: Execution): Promise<Act> {
  const found = await locate(execution, 'once it is not hidden')
  if (inView(found)) return execution.done(found, NOTHING_TO_DO)
  const dispatch = await bringIntoView(execution, found, 'acts')
  if (dispatch === undefined) {
    throw notActionable(found, 'viewport', 'it cannot be scrolled into view: nothing that scrolls is known around it')
  }
  await execution.during('verify', () => untilInView(execution))
  return execution.done(found, { ...dispatch, confirmed: true })
}

/**
 * Scrolls an element into view: as the toolkit does it, or by giving it, or something next to it, the focus, or with the wheel over
 * what clips it. A toolkit's word that it scrolled is not enough (Chromium gives it and moves nothing): what moved nothing is
 * followed by the next. `undefined` when there is no way to.
 */
export async function bringIntoView(
  execution: Execution,
  first: Found,
  part: Part = 'prepares',
): Promise<NativeDispatch | undefined> {
  let dispatch: NativeDispatch | undefined
  let found = first
  for (const way of [askToolkit, focusIt, focusNeighbour, focusIt]) {
    const sent = await way(execution, found, part)
    if (sent === undefined) continue
    dispatch = sent
    const before = found
    found = await afterScrolling(execution, before)
    if (inView(found)) return dispatch
  }
  return (await wheelIntoView(execution, found, part)) ?? dispatch
}

type Way = (execution: Execution, found: Found, part: Part) => Promise<NativeDispatch | undefined>

const askToolkit: Way = (execution, found, part) => dispatchNative(execution, found, [{ kind: 'scrollIntoView' }], part)

const focusIt: Way = async (execution, found, part) => (canFocus(found) ? giveFocus(execution, found, part) : undefined)

/**
 * What has the focus is in view, and what is next to it may then be. An element that had the focus when it was scrolled out does not
 * move for getting it; once a neighbour has it, it does.
 */
const focusNeighbour: Way = async (execution, { snapshot, node }, part) => {
  for (let around = snapshot.parent(node); around >= 0; around = snapshot.parent(around)) {
    const near: number[] = []
    // In the order of the document, what is in it and what is around it: no more than a screen is worth trying.
    for (let at = around + 1; at < snapshot.subtreeEnd(around); at++) near.push(at)
    near.sort((a, b) => Math.abs(a - node) - Math.abs(b - node))
    for (const at of near.slice(0, NEIGHBOURS)) {
      const neighbour = foundAt(snapshot, at)
      if (at !== node && !snapshot.hidden(at) && canFocus(neighbour)) return giveFocus(execution, neighbour, part)
    }
    if (near.length >= NEIGHBOURS) return undefined
  }
  return undefined
}

// Elements; what is farther away in the tree is hardly next to it.
const NEIGHBOURS = 16

function canFocus({ snapshot, node }: Found): boolean {
  const { states } = snapshot.node(node)
  return stateOf(states, 'focusable') === true && stateOf(states, 'enabled') === true
}

/** `undefined` when it had it already, or does not take it. */
async function giveFocus(execution: Execution, found: Found, part: Part): Promise<NativeDispatch | undefined> {
  try {
    const done = await dispatchNative(execution, found, [{ kind: 'focus' }], part)
    return done?.route === 'none' ? undefined : done
  } catch (error) {
    if (isSurehandError(error, 'NOT_ACTIONABLE') || isSurehandError(error, 'STALE')) return undefined
    throw error
  }
}

// ms; how long nothing may move before another way is tried. Smooth scrolling moves from the first frame on.
const STILL = 200

/** The element when it is in view, or when nothing has moved for a while. */
export async function afterScrolling(execution: Execution, before: Found): Promise<Found> {
  const { scope, limits } = execution
  let found = before
  for (let still = performance.now(); performance.now() - still < STILL && !limits.expired; ) {
    await scope.events.sleep(scope.events.serial, STILL / 8, limits)
    if (await isStill(execution, found)) continue
    const now = await again(execution, found)
    if (inView(now)) return now
    if (!sameRect(placeOf(now), placeOf(found))) still = performance.now()
    found = now
  }
  // What it is in may have moved instead.
  return again(execution, found)
}

/** Whether the toolkit says that the element is where it was: one question, where a tree of thousands of rows takes a second (Qt). */
async function isStill({ scope, limits }: Execution, { snapshot, node, element }: Found): Promise<boolean> {
  const { bounds } = snapshot.node(node)
  if (bounds === undefined) return false
  try {
    return sameRect((await reread(scope, element, limits)).bounds, bounds)
  } catch (error) {
    if (isSurehandError(error, 'STALE')) return false
    throw error
  }
}

/** Where the toolkit gives no bounds, its word that the element shows is all there is. */
export function inView(found: Found): boolean {
  return found.snapshot.shows(found.node) !== false && !isBehindHeader(found)
}

const TABLES: ReadonlySet<string> = new Set(['table', 'grid', 'treegrid', 'tree'])

// Children of a table that are looked at: the headers come first in Qt and GTK.
const FIRST = 500

/** The lower edge of a table's column headers, in screen px; what a Qt table scrolls up goes behind them. */
function headerEdge(snapshot: NativeSnapshot, table: number): number | undefined {
  if (!TABLES.has(snapshot.role(table))) return undefined
  const edges = snapshot
    .children(table)
    .slice(0, FIRST)
    .filter((child) => snapshot.role(child) === 'columnheader' && !snapshot.hidden(child))
    .flatMap((child) => snapshot.node(child).bounds ?? [])
    .map(({ y, height }) => y + height)
  return edges.length === 0 ? undefined : Math.max(...edges)
}

/** Whether the middle of a row or cell lies behind its table's headers, which would take the click. */
function isBehindHeader({ snapshot, node }: Found): boolean {
  const { bounds, role } = snapshot.node(node)
  if (bounds === undefined || role === 'columnheader' || role === 'rowheader') return false
  for (let at = snapshot.parent(node); at >= 0; at = snapshot.parent(at)) {
    const edge = headerEdge(snapshot, at)
    if (edge !== undefined) return centre(bounds).y < edge
  }
  return false
}

/** The part of an element that what it scrolls is seen in. */
function openPart(snapshot: NativeSnapshot, node: number): NativeRect | undefined {
  const shown = snapshot.visiblePart(node)
  const edge = shown === undefined ? undefined : headerEdge(snapshot, node)
  if (shown === undefined || edge === undefined || edge <= shown.y) return shown
  return { ...shown, y: edge, height: Math.max(0, shown.y + shown.height - edge) }
}

// px; what a notch, or a unit of a scroll bar's value, moves by until it is seen what it does here.
const FIRST_GUESS = { notch: 50, unit: 1 }
const LEAST = { notch: 1, unit: 0.01 }

/** Turns the wheel, or moves a scroll bar, until the element is in view, or until that moves nothing. */
async function wheelIntoView(execution: Execution, first: Found, part: Part): Promise<NativeDispatch | undefined> {
  let dispatch: NativeDispatch | undefined
  const pixelsPer = { ...FIRST_GUESS }
  for (let found = first; !inView(found); ) {
    const place = placeOf(found)
    const clip = place === undefined ? undefined : clipOf(found, place)
    if (place === undefined || clip === undefined) return dispatch
    const way = wayTo(place, clip.shown)
    const { axis } = way
    const most = pixelsPer.notch === FIRST_GUESS.notch ? MOST_NOTCHES : MOST_KNOWN_NOTCHES
    const notches = Math.sign(way.pixels) * Math.min(most, Math.ceil(Math.abs(way.pixels) / pixelsPer.notch))
    const units = way.pixels / pixelsPer.unit
    const turn = await scrollContainer(execution, found, { container: clip.node, axis, notches, units }, part)
    if (turn === undefined) return dispatch
    dispatch = turn.dispatch
    const before = found
    found = await until(execution.limits, announced(execution.scope), async () => {
      const still = `${turn.by === 'notch' ? 'turning the wheel' : 'moving its scroll bar'} does not move it`
      if (await isStill(execution, before)) return new NotYet(() => notActionable(before, 'viewport', still))
      const next = await again(execution, before)
      const moved = !sameRect(placeOf(next), place)
      return moved || inView(next) ? next : new NotYet(() => notActionable(next, 'viewport', still))
    })
    // What is below the pointer is known once it rests.
    if (turn.single) found = await afterScrolling(execution, found)
    const now = placeOf(found) ?? place
    const moved = Math.abs(now.x - place.x) + Math.abs(now.y - place.y)
    if (moved > 0) pixelsPer[turn.by] = Math.max(LEAST[turn.by], moved / Math.abs(turn.amount))
  }
  return dispatch
}

/** The same element as it is now: what the action is about, or, in it, an option that is to be chosen. */
async function again(execution: Execution, { element }: Found): Promise<Found> {
  const now = await locate(execution)
  if (now.element.identity === element.identity) return now
  const node = now.snapshot.findIdentity(element.identity)
  return node < 0 ? now : foundAt(now.snapshot, node)
}

function untilInView(execution: Execution): Promise<Found> {
  return until(execution.limits, announced(execution.scope), async () => {
    const found = await locate(execution)
    return inView(found)
      ? found
      : new NotYet(() => notActionable(found, 'viewport', 'it was scrolled and is not in view'))
  })
}

function locate(execution: Execution, when?: 'once it is not hidden'): Promise<Found> {
  const { resolution, patience, scope } = execution
  return execution.during('resolve', () =>
    until(patience, announced(scope), async () => {
      const found = await resolution.inTree()
      if (when === undefined || found instanceof NotYet || !found.snapshot.hidden(found.node)) return found
      return new NotYet(() => notActionable(found, 'visible', HIDDEN))
    }),
  )
}

/**
 * Where an element is, or where it would be if its row went on as its neighbours do: GTK 3 and 4 give no bounds for list
 * rows that are scrolled out, nor for what is in them.
 */
function placeOf({ snapshot, node }: Found): NativeRect | undefined {
  for (let at = node; at >= 0; at = snapshot.parent(at)) {
    const place = placeAmongSiblings(snapshot, at)
    if (place !== undefined || snapshot.node(snapshot.parent(at))?.bounds !== undefined) return place
  }
  return undefined
}

function placeAmongSiblings(snapshot: NativeSnapshot, node: number): NativeRect | undefined {
  const own = snapshot.node(node).bounds
  if (own !== undefined) return own
  const parent = snapshot.parent(node)
  if (parent < 0) return undefined
  const siblings = snapshot.children(parent)
  const index = siblings.indexOf(node)
  const placed = siblings.flatMap((sibling, at) => {
    const { bounds } = snapshot.node(sibling)
    return bounds === undefined || isEmpty(bounds) ? [] : [{ at, bounds }]
  })
  const [a, b] = [placed[0], placed[placed.length - 1]]
  if (a === undefined || b === undefined || a === b) return undefined
  const along = (from: number, to: number) => Math.round(from + ((to - from) / (b.at - a.at)) * (index - a.at))
  return { ...a.bounds, x: along(a.bounds.x, b.bounds.x), y: along(a.bounds.y, b.bounds.y) }
}

/** The nearest ancestor that a place is outside of, and the part of it that shows. */
function clipOf({ snapshot, node }: Found, place: NativeRect): { node: number; shown: NativeRect } | undefined {
  const middle = centre(place)
  for (let at = snapshot.parent(node); at >= 0; at = snapshot.parent(at)) {
    const shown = openPart(snapshot, at)
    if (shown !== undefined && !isEmpty(shown) && !contains(shown, middle)) return { node: at, shown }
  }
  return undefined
}

// More in one go and the application is busy for longer than anybody waits.
const MOST_NOTCHES = 30
// The same once it is known what a notch does, and that the application keeps up.
const MOST_KNOWN_NOTCHES = 240

/** How far a place has to come in the direction in which it is outside, in px; down and to the right is positive. */
function wayTo(place: NativeRect, clip: NativeRect): { axis: Axis; pixels: number } {
  const middle = centre(place)
  const along = (at: number, start: number, length: number) =>
    at < start ? at - start : at >= start + length ? at - (start + length) + 1 : 0
  const y = along(middle.y, clip.y, clip.height)
  return y === 0 ? { axis: 'x', pixels: along(middle.x, clip.x, clip.width) } : { axis: 'y', pixels: y }
}
