import { isSurehandError, SurehandError } from '../../errors.js'
import { type Found, foundAt, treeOf } from '../../look/look.js'
import type { NativeDispatch } from '../../native/binding.js'
import type { Act, Attempt } from '../attempt.js'
import { wheelSteps } from '../pointer.js'
import type { Point } from '../rect.js'
import { afterScrolling } from '../scroll/into-view.js'
import type { Bar } from '../scroll/scroll-bar.js'
import { scrollContainer } from '../scroll/scroll-container.js'
import { type Axis, scrollerAt } from '../scroll/wheel-place.js'
import { dispatchInput } from '../steps/dispatch.js'
import { readyForInput } from '../steps/ready.js'

/**
 * Scrolls what shows at an element by the wheel: at the element, or beside it where the wheel would change a value there, or by the scroll
 * bar. With `force` it is turned over the element in any case.
 */
export async function scroll(attempt: Attempt, notches: Point): Promise<Act> {
  const { found, point } = await readyForInput(attempt, { enabled: false, editable: false, apart: false })
  if (attempt.action.options.force === true) {
    return attempt.done(found, await dispatchInput(attempt, found, wheelSteps(point, notches)))
  }
  let dispatch: NativeDispatch = { route: 'none', detail: 'it is scrolled to its end', confirmed: true }
  for (const axis of ['y', 'x'] as const) {
    if (notches[axis] !== 0) dispatch = (await along(attempt, found, point, axis, notches[axis])) ?? dispatch
  }
  return attempt.done(found, dispatch)
}

// px and steps of a scroll bar that a notch is: GTK scrolls by about 50 px, Qt by three steps.
const STEPS_PER_NOTCH = 3
const PIXELS_PER_NOTCH = 50

async function along(
  attempt: Attempt,
  first: Found,
  point: Point,
  axis: Axis,
  notches: number,
): Promise<NativeDispatch | undefined> {
  let found = await inWholeTree(attempt, first)
  let dispatch: NativeDispatch | undefined
  let isLaidOut = false
  for (let left = notches; left !== 0; ) {
    const container = scrollerAt(found.snapshot, found.node, point)
    const units = ({ step }: Bar) =>
      left *
      (step === undefined ? PIXELS_PER_NOTCH : Math.min(step * STEPS_PER_NOTCH, Math.max(step, PIXELS_PER_NOTCH)))
    const scroll = { container, axis, notches: left, units, preferred: point }
    const turn = await scrollContainer(attempt, found, scroll, 'acts').catch((error: unknown) => {
      if (left !== notches) throw halfway(error, notches - left, notches)
      // What has just opened gets its scroll bars a moment later.
      if (isLaidOut || !isSurehandError(error, 'NOT_ACTIONABLE')) throw error
      return 'look again' as const
    })
    if (turn === undefined) return dispatch
    if (turn === 'look again') {
      found = await inWholeTree(attempt, await afterScrolling(attempt, found))
      isLaidOut = true
      continue
    }
    dispatch = turn.dispatch
    if (!turn.single) return dispatch
    left -= Math.sign(left)
    if (left !== 0) found = await afterScrolling(attempt, found)
  }
  return dispatch
}

/** What takes the wheel may be anywhere in what scrolls. */
async function inWholeTree(attempt: Attempt, found: Found): Promise<Found> {
  if (found.near === undefined) return found
  const snapshot = await treeOf(attempt.scope, attempt.resolution.reads, attempt.limits)
  const node = snapshot.findIdentity(found.element.identity)
  return node < 0 ? found : foundAt(snapshot, node)
}

function halfway(error: unknown, done: number, notches: number): unknown {
  if (!(error instanceof SurehandError) || error.code !== 'NOT_ACTIONABLE') return error
  const message = `The wheel was turned by ${Math.abs(done)} of ${Math.abs(notches)} notches. ${error.message}`
  return new SurehandError('VERIFY_FAILED', message, { ...error.details }, { cause: error, sent: 'unknown' })
}
