import type { NativeRect, NativeSnapshot } from '../../native/binding.js'
import { stateOf } from '../../tree/states.js'
import { centre, contains, isEmpty, overlap, type Point } from '../rect.js'

/** The direction that something scrolls in. */
export type Axis = 'x' | 'y'

/** Where the wheel may be turned. */
export interface WheelPlace {
  point: Point
  /** Nothing that comes below the pointer while the container scrolls takes the wheel: any number of notches may be sent at once. */
  whole: boolean
}

/**
 * What takes the wheel as a change of its value, or of what is chosen in it: GTK 3 and Qt for all of these, whether or not it has the
 * focus. The wheel over a scroll bar scrolls in the direction of that bar.
 */
const TURNED: ReadonlySet<string> = new Set(['combobox', 'spinbutton', 'slider', 'calendar', 'tab', 'scrollbar'])

// px; frames and shadows around a widget belong to it.
const MARGIN = 2

/** What the wheel scrolls over a node: itself, what scrolls in it at that point, or the nearest around it that scrolls or is a window. */
export function scrollerAt(snapshot: NativeSnapshot, node: number, point: Point): number {
  if (snapshot.scrolls(node)) return node
  for (let at = snapshot.subtreeEnd(node) - 1; at > node; at--) {
    if (!snapshot.scrolls(at) || snapshot.hidden(at)) continue
    const part = snapshot.visiblePart(at)
    if (part !== undefined && contains(part, point)) return at
  }
  let at = node
  while (!snapshot.scrolls(at) && snapshot.windowOf(at) !== at && snapshot.parent(at) >= 0) at = snapshot.parent(at)
  return at
}

/**
 * A point of a container where the wheel scrolls it and changes no value, as near to `preferred` as may be; `undefined` where all of it
 * is taken by what the wheel would change.
 */
export function wheelPlace(
  snapshot: NativeSnapshot,
  container: number,
  axis: Axis,
  preferred?: Point,
): WheelPlace | undefined {
  const clip = snapshot.visiblePart(container)
  if (clip === undefined || isEmpty(clip)) return undefined
  const wanted = preferred !== undefined && contains(clip, preferred) ? preferred : centre(clip)
  const { passing, resting, scrollers, complete } = takersIn(snapshot, container, clip)
  if (complete) {
    // Rather not over what scrolls inside it, either: that would scroll first.
    const apart = lane(clip, axis, wanted, [...passing, ...resting, ...scrollers])
    const point = apart ?? lane(clip, axis, wanted, [...passing, ...resting])
    if (point !== undefined) return { point, whole: true }
  }
  const point = between(clip, wanted, [...passing, ...resting])
  return point === undefined ? undefined : { point, whole: false }
}

/** What takes the wheel, and where. */
interface Takers {
  /** In the container: they move when it scrolls. */
  passing: NativeRect[]
  /** Above what shows of it: they stay where they are. */
  resting: NativeRect[]
  scrollers: NativeRect[]
  /** Whether the place of all of them is known. */
  complete: boolean
}

function takersIn(snapshot: NativeSnapshot, container: number, clip: NativeRect): Takers {
  const end = snapshot.subtreeEnd(container)
  const takers: Takers = { passing: [], resting: [], scrollers: [], complete: true }
  for (let at = 0; at < snapshot.size; at++) {
    const inside = at > container && at < end
    if (!inside && at <= container && container < snapshot.subtreeEnd(at)) continue
    const taken = TURNED.has(snapshot.role(at))
    const scrolls = inside && !taken && scrollsByItself(snapshot, at)
    if ((!taken && !scrolls) || snapshot.hidden(at)) continue
    const bounds = inside ? snapshot.node(at).bounds : snapshot.visiblePart(at)
    if (scrolls) {
      if (bounds !== undefined) takers.scrollers.push(bounds)
    } else if (bounds !== undefined) {
      if (inside) takers.passing.push(bounds)
      else if (overlap(bounds, clip)) takers.resting.push(bounds)
    } else if (inside && snapshot.role(at) !== 'scrollbar') {
      takers.complete = false
    }
  }
  // What was not read may be anything. Rows that do not exist yet are like those that do.
  const unread = snapshot.cuts().some(({ node, reason }) => node >= container && node < end && !KNOWN.has(reason))
  return { ...takers, complete: takers.complete && !unread }
}

const KNOWN: ReadonlySet<string> = new Set(['virtual', 'hidden'])

function scrollsByItself(snapshot: NativeSnapshot, node: number): boolean {
  if (snapshot.scrolls(node)) return true
  return snapshot.role(node) === 'textbox' && stateOf(snapshot.node(node).states, 'multiline') === true
}

/** A point from which to one end of the container and the other nothing of `taken` comes along. */
function lane(clip: NativeRect, axis: Axis, wanted: Point, taken: readonly NativeRect[]): Point | undefined {
  const across = axis === 'y' ? 'x' : 'y'
  const [from, length] = axis === 'y' ? [clip.x, clip.width] : [clip.y, clip.height]
  const occupied = taken
    .filter((rect) => !isEmpty(rect))
    .map((rect): [number, number] => (axis === 'y' ? [rect.x, rect.x + rect.width] : [rect.y, rect.y + rect.height]))
    .sort(([a], [b]) => a - b)
  const free: [number, number][] = []
  let at = from + 1
  for (const [begin, end] of [...occupied, [from + length - 1, from + length] as const]) {
    if (begin - MARGIN > at) free.push([at, begin - MARGIN])
    at = Math.max(at, end + MARGIN)
  }
  const isIn = (value: number) => free.some(([begin, end]) => value >= begin && value < end)
  if (isIn(wanted[across])) return wanted
  const [widest] = free.sort((a, b) => b[1] - b[0] - (a[1] - a[0]))
  return widest === undefined ? undefined : { ...wanted, [across]: Math.floor((widest[0] + widest[1]) / 2) }
}

// Points are looked for in so many columns and rows.
const GRID = 16

/** The point nearest to `wanted` that is not on `taken` as it lies now. */
function between(clip: NativeRect, wanted: Point, taken: readonly NativeRect[]): Point | undefined {
  const isFree = ({ x, y }: Point) =>
    !taken.some((rect) => {
      const around = { x: rect.x - MARGIN, y: rect.y - MARGIN }
      return contains({ ...around, width: rect.width + 2 * MARGIN, height: rect.height + 2 * MARGIN }, { x, y })
    })
  const part = (start: number, length: number, index: number) => Math.floor(start + ((index + 0.5) / GRID) * length)
  const points = Array.from({ length: GRID * GRID }, (_, index) => ({
    x: part(clip.x, clip.width, index % GRID),
    y: part(clip.y, clip.height, Math.floor(index / GRID)),
  }))
  const away = ({ x, y }: Point) => Math.hypot(x - wanted.x, y - wanted.y)
  return [wanted, ...points.sort((a, b) => away(a) - away(b))].find(isFree)
}
