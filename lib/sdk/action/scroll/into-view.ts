import { isSurehandError } from '../../errors.js'
import { type Found, foundAt, reread } from '../../look/look.js'
import { otherThan } from '../../look/sameness.js'
import { inItsSurroundings } from '../../look/surroundings.js'
import type { NativeDispatch } from '../../native/binding.js'
import { stateOf } from '../../tree/states.js'
import { announced, NotYet, until } from '../../wait/wait.js'
import type { Act, Attempt } from '../attempt.js'
import { isBehindHeader } from '../parts/headers.js'
import { isItem } from '../parts/item-parts.js'
import { sameRect } from '../rect.js'
import { dispatchNative, NOTHING_TO_DO, type Part } from '../steps/dispatch.js'
import { HIDDEN, notActionable } from '../steps/not-actionable.js'
import { type Looks, placeOf, scrollTo } from './scroll-to.js'

const UNKNOWN_PLACE: NativeDispatch = {
  route: 'none',
  detail: 'nothing: the toolkit does not report its position on the screen',
  confirmed: false,
}

/** The verb: brings an element into view, and sees to it that it is. */
export async function scrollIntoView(attempt: Attempt): Promise<Act> {
  const found = await locate(attempt, 'once it is not hidden')
  if (inView(found)) {
    // A toolkit that does not say where it is says nothing of whether it is in view.
    const known = found.snapshot.shows(found.node) === true
    return attempt.done(found, known ? NOTHING_TO_DO : UNKNOWN_PLACE)
  }
  const dispatch = await bringIntoView(attempt, found, 'acts')
  if (dispatch === undefined) {
    throw notActionable(found, 'viewport', 'it cannot be scrolled into view: nothing that scrolls is known around it')
  }
  await attempt.during('verify', () => untilInView(attempt))
  return attempt.done(found, { ...dispatch, confirmed: true })
}

/**
 * Scrolls an element into view: as the toolkit does it, or by giving it, or something next to it, the focus, or with the wheel over
 * what clips it. A toolkit's word that it scrolled is not enough (Chromium gives it and moves nothing): what moved nothing is
 * followed by the next. `undefined` when there is no way to.
 */
export async function bringIntoView(
  attempt: Attempt,
  first: Found,
  part: Part = 'prepares',
): Promise<NativeDispatch | undefined> {
  let dispatch: NativeDispatch | undefined
  let found = first
  const isRow = isItem(first.snapshot.node(first.node))
  for (const way of isRow ? ROWS : OTHERS) {
    const sent = await way(attempt, found, part)
    if (sent === undefined) continue
    dispatch = sent
    const before = found
    // Where it is scrolled to is known once the application has answered.
    found = way === scrollRow ? await again(attempt, before) : await afterScrolling(attempt, before)
    if (inView(found)) return dispatch
  }
  return (await scrollTo(attempt, found, part, attempt.limits.remaining, LOOKS)) ?? dispatch
}

type Way = (attempt: Attempt, found: Found, part: Part) => Promise<NativeDispatch | undefined>

const askToolkit: Way = (attempt, found, part) => dispatchNative(attempt, found, [{ kind: 'scrollIntoView' }], part)

const focusIt: Way = async (attempt, found, part) => (canFocus(found) ? giveFocus(attempt, found, part) : undefined)

/**
 * What has the focus is in view, and what is next to it may then be. An element that had the focus when it was scrolled out does not
 * move for getting it; once a neighbour has it, it does.
 */
const focusNeighbour: Way = async (attempt, { snapshot, node }, part) => {
  for (let around = snapshot.parent(node); around >= 0; around = snapshot.parent(around)) {
    const near: number[] = []
    // In the order of the document, what is in it and what is around it: no more than a screen is worth trying.
    for (let at = around + 1; at < snapshot.subtreeEnd(around); at++) near.push(at)
    near.sort((a, b) => Math.abs(a - node) - Math.abs(b - node))
    for (const at of near.slice(0, NEIGHBOURS)) {
      const neighbour = foundAt(snapshot, at)
      if (at !== node && !snapshot.hidden(at) && canFocus(neighbour)) return giveFocus(attempt, neighbour, part)
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

// ms; how long a row may take to move before it is given the focus.
const ROW_MOVES = 1_000

const scrollRow: Way = (attempt, found, part) =>
  scrollTo(attempt, found, part, Math.min(ROW_MOVES, attempt.limits.remaining / 3), LOOKS).catch((error: unknown) => {
    if (isSurehandError(error, 'NOT_ACTIONABLE')) return undefined
    throw error
  })

const OTHERS: readonly Way[] = [askToolkit, focusIt, focusNeighbour, focusIt]
// A row that is given the focus may become the selected one (GTK 3).
const ROWS: readonly Way[] = [askToolkit, scrollRow, focusIt, focusNeighbour, focusIt]

/** `undefined` when it had it already, or does not take it. */
async function giveFocus(attempt: Attempt, found: Found, part: Part): Promise<NativeDispatch | undefined> {
  try {
    const done = await dispatchNative(attempt, found, [{ kind: 'focus' }], part)
    return done?.route === 'none' ? undefined : done
  } catch (error) {
    if (isSurehandError(error, 'NOT_ACTIONABLE') || isSurehandError(error, 'STALE')) return undefined
    throw error
  }
}

// ms; how long nothing may move before another way is tried. Smooth scrolling moves from the first frame on.
const STILL = 200

/** The element when it is in view, or when nothing has moved for a while. */
export async function afterScrolling(attempt: Attempt, before: Found): Promise<Found> {
  const { scope, limits } = attempt
  let found = before
  for (let still = performance.now(); performance.now() - still < STILL && !limits.expired; ) {
    await scope.events.sleep(scope.events.serial, STILL / 8, limits)
    if (await isStill(attempt, found)) continue
    const now = await again(attempt, found)
    if (inView(now)) return now
    if (!sameRect(placeOf(now), placeOf(found))) still = performance.now()
    found = now
  }
  // What it is in may have moved instead.
  return again(attempt, found)
}

/** Whether the toolkit says that the element is where it was: one question, where a tree of thousands of rows takes a second (Qt). */
async function isStill({ scope, limits }: Attempt, { snapshot, node, element }: Found): Promise<boolean> {
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

// Elements; of more, a whole tree for each step takes longer than all the rest (Qt: 4,000 in 0.9 s).
const LARGE = 1_000

/** Whether a tree has so many elements that what an element is in has to tell where that is. */
export function isLarge({ snapshot }: Found): boolean {
  return snapshot.size > LARGE
}

/** The same element as it is now: what the action is about, or, in it, an option that is to be chosen. */
async function again(attempt: Attempt, found: Found): Promise<Found> {
  const { element } = found
  const near = found.near || isLarge(found) ? await nearby(attempt, found) : undefined
  if (near !== undefined) return near
  const now = await locate(attempt)
  if (now.element.identity === element.identity) return now
  const node = now.snapshot.findIdentity(element.identity)
  return node < 0 ? now : foundAt(now.snapshot, node)
}

const LOOKS: Looks = { again, inView, isLarge }

function untilInView(attempt: Attempt): Promise<Found> {
  return until(attempt.limits, announced(attempt.scope), async () => {
    const found = await locate(attempt)
    return inView(found)
      ? found
      : new NotYet(() => notActionable(found, 'viewport', 'it was scrolled and is not in view'))
  })
}

function locate(attempt: Attempt, when?: 'once it is not hidden'): Promise<Found> {
  const { resolution, patience, scope } = attempt
  return attempt.during('resolve', () =>
    until(patience, announced(scope), async () => {
      const found = await resolution.inTree()
      if (when === undefined || found instanceof NotYet || !found.snapshot.hidden(found.node)) return found
      return new NotYet(() => notActionable(found, 'visible', HIDDEN))
    }),
  )
}

/** The same element in a large tree that was scrolled: with what it is in and what is near it, where toolkits give rows places that are out of view. */
export async function nearby({ scope, resolution, limits }: Attempt, found: Found): Promise<Found | undefined> {
  const before = found.snapshot.node(found.node)
  if (before.bounds === undefined) return undefined
  const near = await inItsSurroundings(scope, found, resolution.reads, limits).catch(whenGone)
  return near === undefined || otherThan(before, near.snapshot.node(near.node)) !== undefined ? undefined : near
}

function whenGone(error: unknown): undefined {
  if (!isSurehandError(error, 'STALE') && !isSurehandError(error, 'UNSUPPORTED')) throw error
}
