import { isSurehandError } from '../../errors.js'
import { type Found, reread } from '../../look/look.js'
import type { NativeDispatch, NativeRect, NativeSnapshot } from '../../native/binding.js'
import { patiently } from '../../wait/patiently.js'
import { announced, NotYet, until } from '../../wait/wait.js'
import type { Attempt } from '../attempt.js'
import { openPart } from '../parts/headers.js'
import { centre, contains, isEmpty, sameRect } from '../rect.js'
import type { Part } from '../steps/dispatch.js'
import { notActionable } from '../steps/not-actionable.js'
import type { Bar } from './scroll-bar.js'
import { scrollContainer } from './scroll-container.js'
import type { Axis } from './wheel-place.js'

/** How an element that is being scrolled is found again. */
export interface Looks {
  /** The same element in a new tree that holds what it is in. */
  again(attempt: Attempt, found: Found): Promise<Found>
  inView(found: Found): boolean
  /** Whether its tree has so many elements that reading one for each step takes longer than all the rest. */
  isLarge(found: Found): boolean
}

// px; what a notch, or a unit of a scroll bar's value, moves by until it is seen what it does here.
const FIRST_GUESS = { notch: 50, unit: 1 }
const LEAST = { notch: 1, unit: 0.01 }
// More in one go and the application is busy for many seconds.
const MOST_NOTCHES = 30
// The same once it is known what a notch does, and that the application keeps up.
const MOST_KNOWN_NOTCHES = 240
// px; what is farther is scrolled to by the scroll bar, where there is one: one call takes it there.
const FAR = MOST_NOTCHES * FIRST_GUESS.notch

/** Turns the wheel, or moves a scroll bar, for `patience` ms at each turn, until the element is in view, or until that moves nothing. */
export async function scrollTo(
  attempt: Attempt,
  first: Found,
  part: Part,
  patience: number,
  looks: Looks,
): Promise<NativeDispatch | undefined> {
  let dispatch: NativeDispatch | undefined
  const pixelsPer = { ...FIRST_GUESS }
  let found = first
  for (let place = placeOf(first); place !== undefined; ) {
    const clip = clipOf(found, place)
    if (clip === undefined) return dispatch
    const { axis, pixels } = wayTo(place, clip.shown)
    const most = pixelsPer.notch === FIRST_GUESS.notch ? MOST_NOTCHES : MOST_KNOWN_NOTCHES
    const notches = Math.sign(pixels) * Math.min(most, Math.ceil(Math.abs(pixels) / pixelsPer.notch))
    const guess = { found, container: clip.node, axis }
    const units = (bar: Bar) => {
      if (pixelsPer.unit === FIRST_GUESS.unit) pixelsPer.unit = pixelsPerUnit(guess, bar) ?? FIRST_GUESS.unit
      return pixels / pixelsPer.unit
    }
    const far = Math.abs(pixels) > FAR
    const turn = await scrollContainer(attempt, found, { container: clip.node, axis, notches, units, far }, part)
    if (turn === undefined) return dispatch
    dispatch = turn.dispatch
    const still = `${turn.by === 'notch' ? 'turning the wheel' : 'moving its scroll bar'} does not move it`
    const before = place
    // What is below the pointer is known once it rests, from a tree.
    const look = { found, place: before, still, inTree: turn.single || !looks.isLarge(found) }
    const now = await patiently(attempt.limits, patience, (limits) =>
      until(limits, announced(attempt.scope), () => moved(attempt, look, looks)),
    )
    found = now.found
    if (look.inTree && looks.inView(found)) return dispatch
    place = turn.single ? placeOf(found) : await resting(attempt, now)
    if (place === undefined) return dispatch
    const by = Math.abs(place.x - before.x) + Math.abs(place.y - before.y)
    if (by > 0) pixelsPer[turn.by] = Math.max(LEAST[turn.by], by / Math.abs(turn.amount))
  }
  return dispatch
}

interface Place {
  found: Found
  place: NativeRect
}

/** Where the element is once it is elsewhere: by the element alone, where a tree of thousands of rows takes a second (Qt). */
async function moved(
  attempt: Attempt,
  { found, place, still, inTree }: Place & { still: string; inTree: boolean },
  { again, inView }: Looks,
): Promise<Place | NotYet> {
  if (!inTree) {
    const bounds = await boundsNow(attempt, found)
    if (bounds !== undefined && sameRect(bounds, place))
      return new NotYet(() => notActionable(found, 'viewport', still))
    if (bounds !== undefined) return { found, place: bounds }
  }
  const next = await again(attempt, found)
  const now = placeOf(next)
  // It may have come into view before this turn, by its focus.
  if (now !== undefined && inView(next)) return { found: next, place: now }
  if (now === undefined || sameRect(now, place)) return new NotYet(() => notActionable(next, 'viewport', still))
  return { found: next, place: now }
}

// ms between two looks at what may scroll smoothly, and how long that may take.
const STEP = 20
const LONGEST = 500

/** Where it comes to rest: a place on its way does not say how far a notch or a unit moves it. */
async function resting(attempt: Attempt, { found, place }: Place): Promise<NativeRect> {
  const patience = attempt.limits.within(LONGEST)
  for (let last = place; ; ) {
    await patience.sleep(STEP)
    const now = await boundsNow(attempt, found)
    if (now === undefined || sameRect(now, last) || patience.remaining < STEP) return now ?? last
    last = now
  }
}

async function boundsNow({ scope, limits }: Attempt, { element }: Found): Promise<NativeRect | undefined> {
  try {
    return (await reread(scope, element, limits)).bounds
  } catch (error) {
    if (isSurehandError(error, 'STALE')) return undefined
    throw error
  }
}

/** How far a unit of a scroll bar moves what is in a container, by how much there is in it. */
function pixelsPerUnit(
  { found: { snapshot }, container, axis }: { found: Found; container: number; axis: Axis },
  bar: Bar,
): number | undefined {
  const length = axis === 'y' ? 'height' : 'width'
  const shown = snapshot.visiblePart(container)
  const ends = snapshot.children(container).flatMap((child) => {
    const { bounds } = snapshot.node(child)
    return bounds === undefined || isEmpty(bounds) ? [] : [bounds[axis], bounds[axis] + bounds[length]]
  })
  if (shown === undefined || ends.length === 0 || bar.most === undefined || bar.most <= bar.least) return undefined
  const least = ends.reduce((a, b) => Math.min(a, b))
  const most = ends.reduce((a, b) => Math.max(a, b))
  const hidden = most - least - shown[length]
  return hidden <= 0 ? undefined : hidden / (bar.most - bar.least)
}

/**
 * Where an element is, or where it would be if its row went on as its neighbours do: GTK 3 and 4 give no bounds for list
 * rows that are scrolled out, nor for what is in them.
 */
export function placeOf({ snapshot, node }: Found): NativeRect | undefined {
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
  const role = snapshot.role(node)
  const siblings = snapshot.children(parent).filter((sibling) => snapshot.role(sibling) === role)
  const index = siblings.indexOf(node)
  const all = siblings.flatMap((sibling, at) => {
    const { bounds } = snapshot.node(sibling)
    return bounds === undefined || isEmpty(bounds) ? [] : [{ at, bounds }]
  })
  // The cells of a table follow each other row by row: those of its column are what goes on as it does.
  const columns = columnsOf(all.map(({ bounds }) => bounds))
  const placed = all.filter(({ at }) => (at - index) % columns === 0)
  const [a, b] = [placed[0], placed[placed.length - 1]]
  if (a === undefined || b === undefined || a === b) return undefined
  const along = (from: number, to: number) => Math.round(from + ((to - from) / (b.at - a.at)) * (index - a.at))
  return { ...a.bounds, x: along(a.bounds.x, b.bounds.x), y: along(a.bounds.y, b.bounds.y) }
}

/** How many elements beside each other there are in each row; 1 where that is not the same in all of them. */
function columnsOf(places: readonly NativeRect[]): number {
  const rows: number[] = []
  let y: number | undefined
  for (const place of places) {
    if (place.y !== y) rows.push(0)
    rows[rows.length - 1] = (rows[rows.length - 1] ?? 0) + 1
    y = place.y
  }
  const [, second = 1, ...others] = rows
  // The first and the last row may show in part.
  return others.slice(0, -1).every((count) => count === second) ? second : 1
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

/** How far a place has to come in the direction in which it is outside, in px; down and to the right is positive. */
function wayTo(place: NativeRect, clip: NativeRect): { axis: Axis; pixels: number } {
  const middle = centre(place)
  const along = (at: number, start: number, length: number) => {
    const way = at < start ? at - start : at >= start + length ? at - (start + length) + 1 : 0
    // What is far is brought to the middle: its place may be a guess.
    return Math.abs(way) > length ? Math.round(at - start - length / 2) : way
  }
  const y = along(middle.y, clip.y, clip.height)
  return y === 0 ? { axis: 'x', pixels: along(middle.x, clip.x, clip.width) } : { axis: 'y', pixels: y }
}
