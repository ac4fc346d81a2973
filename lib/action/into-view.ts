import type { NativeRect } from '../native/binding.js'
import type { Receipt } from '../receipt.js'
import { stateOf } from '../states.js'
import type { Attempt } from './attempt.js'
import { dispatchInput, dispatchNative } from './dispatch.js'
import type { Found } from './look.js'
import { NOTHING_TO_DO, notActionable } from './perform.js'
import { wheelSteps } from './pointer.js'
import { Resolution } from './resolve.js'
import { centre, isEmpty, type Point, sameRect, visiblePart } from './viewport.js'
import { NotYet, until } from './wait.js'

/** Brings an element into view: as the toolkit does it, or else with the wheel over what clips it. */
export function scrollIntoView(attempt: Attempt): Promise<Receipt> {
  return attempt.run(async () => {
    const found = await locate(attempt)
    if (inView(found)) return attempt.receipt(found, NOTHING_TO_DO)

    const native = await dispatchNative(attempt, found.element, [{ kind: 'scrollIntoView' }])
    if (native !== undefined) {
      await attempt.during('verify', () => untilInView(attempt))
      return attempt.receipt(found, { ...native, confirmed: true })
    }
    const input = await wheelIntoView(attempt, found)
    return attempt.receipt(found, { ...input, confirmed: true })
  })
}

/** Turns the wheel until the element is in view, or until turning it moves nothing. */
async function wheelIntoView(attempt: Attempt, first: Found) {
  for (let found = first; ; ) {
    const bounds = boundsOf(found)
    const clip = bounds === undefined ? undefined : clipOf(found, bounds)
    if (bounds === undefined || clip === undefined) {
      throw notActionable(found, 'it cannot be scrolled into view: nothing that scrolls is known around it')
    }
    const dispatch = await dispatchInput(attempt, wheelSteps(centre(clip), notches(bounds, clip)))
    found = await until(attempt.limits, async () => {
      const next = await locate(attempt)
      const moved = !sameRect(boundsOf(next), bounds)
      return moved || inView(next) ? next : new NotYet(() => notActionable(next, 'turning the wheel does not move it'))
    })
    if (inView(found)) return dispatch
  }
}

async function untilInView(attempt: Attempt): Promise<Found> {
  return until(attempt.limits, async () => {
    const found = await locate(attempt)
    return inView(found) ? found : new NotYet(() => notActionable(found, 'it was scrolled and is not in view'))
  })
}

function locate(attempt: Attempt): Promise<Found> {
  const resolution = new Resolution(attempt.scope, attempt.query, attempt.limits)
  return attempt.during('resolve', () => until(attempt.limits, () => resolution.inTree()))
}

/** Where the toolkit gives no bounds, its word that the element shows is all there is. */
export function inView(found: Found): boolean {
  const { bounds, states } = found.snapshot.node(found.node)
  const part = visiblePart(found.snapshot, found.node, bounds)
  return stateOf(states, 'visible') === true && (part === undefined || !isEmpty(part))
}

function boundsOf({ snapshot, node }: Found): NativeRect | undefined {
  return snapshot.node(node).bounds
}

/** The visible part of the nearest ancestor that the element is outside of. */
function clipOf({ snapshot, node }: Found, bounds: NativeRect): NativeRect | undefined {
  const middle = centre(bounds)
  for (let at = snapshot.parent(node); at >= 0; at = snapshot.parent(at)) {
    const clip = visiblePart(snapshot, at, snapshot.node(at).bounds)
    if (clip !== undefined && !isEmpty(clip) && !contains(clip, middle)) return clip
  }
  return undefined
}

// A notch scrolls by some tens of pixels in every toolkit; a third of the clip at a time cannot jump over a row.
const PIXELS_PER_NOTCH = 50

function notches(bounds: NativeRect, clip: NativeRect): Point {
  const middle = centre(bounds)
  const along = (at: number, start: number, length: number) => {
    const way = at < start ? at - start : at > start + length ? at - (start + length) : 0
    const most = Math.max(1, Math.floor(length / 3 / PIXELS_PER_NOTCH))
    return Math.sign(way) * Math.min(most, Math.ceil(Math.abs(way) / PIXELS_PER_NOTCH))
  }
  return { x: along(middle.x, clip.x, clip.width), y: along(middle.y, clip.y, clip.height) }
}

function contains(rect: NativeRect, { x, y }: Point): boolean {
  return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height
}
