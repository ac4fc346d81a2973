import type { Limits } from '../../call/limits.js'
import { isSurehandError } from '../../errors.js'
import type { Found } from '../../look/look.js'
import { frontInPopup, opensApart } from '../../look/popup.js'
import type { Scope } from '../../look/scope.js'
import type { NativeElement, NativeRect, NativeWindow } from '../../native/binding.js'
import { labelOf } from '../../tree/node.js'
import { quoted } from '../../tree/quoted.js'
import { contains, type Point } from '../rect.js'

// What lies over an element, in words.

export function takesEveryClick(modal: string): string {
  return `${modal} is modal and takes every click`
}

/** Below a dialog that may be modal nothing is done but what a person does, too: to point there and click. */
export function onlyByPointer(dialog: string): string {
  return (
    `${dialog} is open and may be modal: nothing here tells. Below it only a click by the pointer is safe. ` +
    "Close it first, or pass force: ['uncovered'] if it is not modal"
  )
}

/** What an open popup puts over an element, in words. */
export function inFront({ snapshot }: Found, popup: NativeRect, { x, y }: Point): string {
  const front = frontInPopup(snapshot, popup, x, y)
  const what =
    front < 0
      ? 'an open menu or list that is not in the tree'
      : `an open menu or list, with ${labelOf(snapshot, front)} there,`
  return `${what} lies over it and gets the click; choose in it, or close it first (Escape)`
}

/** Whether a window that receives a click is the one that holds the element. */
export function belongs(found: Found, top: NativeElement, windows: readonly NativeWindow[]): boolean {
  if (top.appKey !== found.element.appKey) return false
  if (top.popup === true) return holds(found, top)
  // A menu or list that hangs out of its window lies over the application's others.
  if (top.popupsUntold === true && opensApart(found)) return true
  // A popup may be a window to the window system and none to the accessibility tree, and the other way round; only
  // another of the application's windows is certainly in the way.
  return holds(found, top) || !windows.some((window) => window.element.identity === top.identity)
}

export function holds({ snapshot, node }: Found, element: NativeElement): boolean {
  for (let at = node; at >= 0; at = snapshot.parent(at)) {
    if (snapshot.element(at)?.identity === element.identity) return true
  }
  return false
}

/** The window that gets a click at a point: the element's own where the window system does not tell; `undefined`: which one is not known. */
export async function windowThere(scope: Scope, found: Found, { x, y }: Point, limits: Limits) {
  try {
    return await limits.call((native) => scope.native.windowAt(x, y, native))
  } catch (error) {
    // Where the window system does not tell, this check cannot be made: of windows, or of a popup that hangs out of its window.
    if (isSurehandError(error, 'UNSUPPORTED')) return found.element
    if (isSurehandError(error, 'NOT_FOUND') && error.details.popups === 'untold' && opensApart(found))
      return found.element
    // One of several windows that only the focus tells apart: it may be another one, until it has that.
    if (isSurehandError(error, 'NOT_FOUND') || isSurehandError(error, 'AMBIGUOUS')) return undefined
    throw error
  }
}

/** A point on none of the displays, in words: the pointer would stop at the edge, over something else. `undefined`: it is on one. */
export async function offScreen(scope: Scope, point: Point, limits: Limits): Promise<string | undefined> {
  try {
    const displays = await limits.call((native) => scope.native.displays(native))
    if (displays.length === 0 || displays.some(({ bounds }) => contains(bounds, point))) return undefined
    return `at ${point.x},${point.y}, where the pointer would go, there is no screen; move its window first (window.move)`
  } catch (error) {
    if (isSurehandError(error, 'UNSUPPORTED')) return undefined
    throw error
  }
}

export async function nameOf(scope: Scope, top: NativeElement, windows: readonly NativeWindow[], limits: Limits) {
  const window = windows.find((candidate) => candidate.element.identity === top.identity)
  if (window !== undefined) return titled(window)
  const apps = await limits.call((native) => scope.native.applications(native))
  const app = apps.find((candidate) => candidate.key === top.appKey)
  return app === undefined ? 'another application' : `a window of ${app.name || app.executable}`
}

export function titled(window: NativeWindow): string {
  return `${window.role} ${quoted(window.title)}`
}
