import type { SurehandError } from '../../errors.js'
import { describe } from '../../look/candidates.js'
import type { Found } from '../../look/look.js'
import type { NativeDispatch } from '../../native/binding.js'
import type { Attempt } from '../attempt.js'
import { wheelSteps } from '../pointer.js'
import type { Point } from '../rect.js'
import { dispatchInput, type Part } from '../steps/dispatch.js'
import { notActionable } from '../steps/not-actionable.js'
import { type Bar, barOf, moveBar } from './scroll-bar.js'
import { type Axis, wheelPlace } from './wheel-place.js'

/** What is to be scrolled, and how far: positive is down and to the right. */
export interface Scroll {
  container: number
  axis: Axis
  notches: number
  /** The same as a change of the scroll bar's value; 0 keeps the bar where it is. */
  units: (bar: Bar) => number
  /** Whether it is so far that the scroll bar is set rather than the wheel turned, where there is one. */
  far?: boolean
  /** Where the wheel is turned if nothing there takes it. */
  preferred?: Point
}

/** What was sent: so many notches, or units of a scroll bar's value. */
export interface Scrolled {
  dispatch: NativeDispatch
  by: 'notch' | 'unit'
  amount: number
  /** One notch was sent where more might turn something that comes below the pointer: look before the next. */
  single: boolean
}

/**
 * Scrolls a container without turning the wheel over anything that would change its value: where nothing takes the wheel, else by the
 * scroll bar, else by one notch at a place that is free now. `undefined` at the end of its scroll bar; NOT_ACTIONABLE where there is no way.
 */
export async function scrollContainer(
  attempt: Attempt,
  found: Found,
  { container, axis, notches, units, far = false, preferred }: Scroll,
  part: Part,
): Promise<Scrolled | undefined> {
  const { snapshot } = found
  const place = wheelPlace(snapshot, container, axis, preferred)
  const turn = async (point: Point, amount: number, single: boolean): Promise<Scrolled> => {
    const steps = wheelSteps(point, axis === 'y' ? { x: 0, y: amount } : { x: amount, y: 0 })
    return { dispatch: await dispatchInput(attempt, found, steps, part), by: 'notch', amount, single }
  }
  if (place?.whole && !far) return turn(place.point, notches, false)

  const bar = await barOf(attempt, snapshot, container, axis)
  const moved = bar === undefined ? undefined : await moveBar(attempt, bar, units(bar), part)
  if (moved === 'at its end') return undefined
  if (moved !== undefined) return { ...moved, by: 'unit', single: false }
  if (place?.whole) return turn(place.point, notches, false)
  if (place === undefined) throw noPlace(found, container)
  return turn(place.point, Math.sign(notches), true)
}

function noPlace(found: Found, container: number): SurehandError {
  const around = describe(found.snapshot, container)
  return notActionable(
    found,
    'viewport',
    `to scroll it the wheel would have to be turned over ${around}, and all that shows there would change its value instead ` +
      '(combo boxes, spin buttons, sliders); no scroll bar with a value was found. Give the focus to something near it, or make the window larger',
  )
}
