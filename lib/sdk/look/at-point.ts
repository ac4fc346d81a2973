import type { Limits } from '../call/limits.js'
import { isSurehandError } from '../errors.js'
import type { NativeDesktop, NativeElement, NativeRect, NativeTarget } from '../native/binding.js'
import { Snapshot, type SnapshotNode } from '../tree/snapshot.js'
import { frontInPopup, isEntryInPopup, isInPopup, placeOfPopup } from './popup.js'

/** The window that would get a click at a point; `undefined` over the bare desktop and over what is no known application's. */
export async function windowAt(
  desktop: NativeDesktop,
  x: number,
  y: number,
  limits: Limits,
): Promise<NativeElement | undefined> {
  const at = () => unlessNone(limits.call((native) => desktop.windowAt(x, y, native)))
  const window = await at()
  if (window === undefined || window.appKey === '') return undefined
  if (window.identity !== '' && placeOfPopup(window) === undefined) return window
  // Which of its windows it is, is known once they were asked for.
  await limits.call((native) => desktop.windows(window.appKey, native))
  return (await at()) ?? window
}

/**
 * The element in front at a point; `undefined` where there is none, and where a popup is in front that the tree has nothing of: what
 * lies below it is not what a click gets to.
 */
export function elementAt(
  desktop: NativeDesktop,
  x: number,
  y: number,
  limits: Limits,
): Promise<SnapshotNode | undefined> {
  // What was found there may go before it is read, and something else is in front then.
  return elementAtOnce(desktop, x, y, limits).catch((error: unknown) => {
    if (isSurehandError(error, 'STALE')) return elementAtOnce(desktop, x, y, limits)
    throw error
  })
}

async function elementAtOnce(
  desktop: NativeDesktop,
  x: number,
  y: number,
  limits: Limits,
): Promise<SnapshotNode | undefined> {
  const window = await windowAt(desktop, x, y, limits)
  if (window === undefined) return undefined
  const { appKey, identity } = window
  const popup = placeOfPopup(window)
  if (popup !== undefined) return inPopup(desktop, appKey, popup, x, y, limits)
  const at = (target: NativeTarget) => unlessNone(limits.call((native) => desktop.elementAt(target, x, y, native)))
  // A window may go, or its name with the last snapshot that kept it, right after it was found: then all of its application is asked.
  const element = await (identity === ''
    ? at({ appKey })
    : at(window).catch((error: unknown) => {
        if (isSurehandError(error, 'STALE')) return at({ appKey })
        throw error
      }))
  if (element === undefined) return undefined
  const found = new Snapshot(await limits.call((native) => desktop.snapshot(element, { maxDepth: 0 }, native))).root
  // Chromium has a window without anything in it for the list of a select, whose options are elements of the page.
  const bare = element.identity === identity && found.role === 'window' ? found.bounds : undefined
  return (bare && (await inPopup(desktop, appKey, bare, x, y, limits, isEntryInPopup))) ?? found
}

/** Of each point, the process whose window a click there would get to; `undefined` where that is not known. */
export async function pidsAt(
  desktop: NativeDesktop,
  points: readonly { x: number; y: number }[],
  limits: Limits,
): Promise<(number | undefined)[]> {
  const apps = await limits.call((native) => desktop.applications(native))
  const pidAt = async ({ x, y }: { x: number; y: number }) => {
    try {
      const window = await windowAt(desktop, x, y, limits)
      return apps.find(({ key }) => key === window?.appKey)?.pid
    } catch (error) {
      // Which of its windows it is does not matter here.
      if (isSurehandError(error, 'AMBIGUOUS')) return error.details.pid as number
      throw error
    }
  }
  return Promise.all(points.map(pidAt))
}

/** What is in front in the popup that lies there. */
async function inPopup(
  desktop: NativeDesktop,
  appKey: string,
  popup: NativeRect,
  x: number,
  y: number,
  limits: Limits,
  isIn = isInPopup,
): Promise<SnapshotNode | undefined> {
  const tree = await limits.call((native) =>
    desktop.snapshot(
      { appKey },
      { onlyVisible: true, bounds: true, text: false, actions: false, attributes: false },
      native,
    ),
  )
  const front = frontInPopup(tree, popup, x, y, isIn)
  const element = front < 0 ? undefined : tree.element(front)
  return element && new Snapshot(await limits.call((native) => desktop.snapshot(element, { maxDepth: 0 }, native))).root
}

async function unlessNone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isSurehandError(error, 'NOT_FOUND')) return undefined
    throw error
  }
}
