import type { Limits } from '../../call/limits.js'
import type { Found } from '../../look/look.js'
import { modalAmong } from '../../look/modal.js'
import { isInPopup, placeOfPopup } from '../../look/popup.js'
import type { Scope } from '../../look/scope.js'
import type { NativeSnapshot, NativeWindow } from '../../native/binding.js'
import { labelOf } from '../../tree/node.js'
import { stateOf } from '../../tree/states.js'
import { closedMenu, openMenu, popupOver } from '../menus.js'
import { clickPoint } from '../parts/text-point.js'
import { isEmpty } from '../rect.js'
import { inView } from '../scroll/into-view.js'
import { belongs, holds, inFront, nameOf, offScreen, takesEveryClick, titled, windowThere } from './covering.js'
import { type Check, whyHidden } from './not-actionable.js'

/** What keeps an element from being acted on, as it is now. */
export interface Obstacle {
  check: Check
  /** The actions that it stops, or that have something to do first. */
  stops: 'every action' | 'the pointer' | 'typing'
  /** Completes "it cannot be acted on: …". */
  seen: string
}

/**
 * What an action on an element would wait for, without doing anything: nothing is scrolled, raised or hovered, as the preflight of an
 * action would. Two moments are not compared, so that an element that moves is not noticed.
 */
export async function obstaclesOf(
  scope: Scope,
  snapshot: NativeSnapshot,
  node: number,
  limits: Limits,
): Promise<Obstacle[]> {
  const element = snapshot.element(node)
  if (element === undefined) return []
  const found: Found = { snapshot, node, element }
  if (snapshot.hidden(node)) {
    return [{ check: 'visible', stops: 'every action', seen: closedMenu(found) ?? whyHidden(found) }]
  }
  const windows = await limits.call((native) => scope.native.windows(element.appKey, native))
  const modal = modalOver(found, windows)
  if (modal !== undefined) return [...ofStates(found), blocked('every action', takesEveryClick(modal))]
  const menu = openMenu(found)
  return [
    ...ofStates(found),
    ...(menu === undefined ? [] : [blocked('typing', menu)]),
    ...(await ofPlace(scope, found, windows, limits)),
  ]
}

function blocked(stops: Obstacle['stops'], seen: string): Obstacle {
  return { check: 'uncovered', stops, seen }
}

function modalOver(found: Found, windows: readonly NativeWindow[]): string | undefined {
  const { snapshot, node } = found
  const modal = snapshot.modalOver(node)
  if (modal >= 0) return labelOf(snapshot, modal)
  const window = modalAmong(windows, (own) => holds(found, own))
  return window && titled(window)
}

function ofStates({ snapshot, node }: Found): Obstacle[] {
  const { states } = snapshot.node(node)
  const found: Obstacle[] = []
  if (stateOf(states, 'enabled') !== true)
    found.push({ check: 'enabled', stops: 'every action', seen: 'it is disabled' })
  if (stateOf(states, 'readonly') === true) found.push({ check: 'editable', stops: 'typing', seen: 'it is read-only' })
  return found
}

async function ofPlace(
  scope: Scope,
  found: Found,
  windows: readonly NativeWindow[],
  limits: Limits,
): Promise<Obstacle[]> {
  const { snapshot, node } = found
  const part = snapshot.visiblePart(node)
  const outside = (seen: string): Obstacle[] => [{ check: 'viewport', stops: 'the pointer', seen }]
  if (part === undefined) return outside('the toolkit does not report its position on the screen')
  if (isEmpty(part) || !inView(found)) return outside('it is not in view, and is scrolled into view first')
  const point = clickPoint(found, part)
  const at = `at ${point.x},${point.y}`
  const popup = popupOver(found, point)
  if (popup !== undefined) return [blocked('the pointer', `${at} it is covered by ${labelOf(snapshot, popup)}`)]
  const top = await windowThere(scope, found, point, limits)
  const over = top?.appKey === found.element.appKey ? placeOfPopup(top) : undefined
  if (over !== undefined && !isInPopup(snapshot, node, over))
    return [blocked('the pointer', `${at} ${inFront(found, over, point)}`)]
  if (top !== undefined && belongs(found, top, windows)) return []
  const off = top === undefined ? await offScreen(scope, point, limits) : undefined
  if (off !== undefined) return outside(off)
  const by =
    top === undefined ? 'something that is no window of an application' : await nameOf(scope, top, windows, limits)
  return [blocked('the pointer', `${at} it is covered by ${by}`)]
}
