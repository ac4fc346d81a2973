import type { Limits } from '../call/limits.js'
import { isSurehandError } from '../errors.js'
import type { NativeApplication, NativeDesktop, NativeElement } from '../native/binding.js'
import { queryOf } from '../tree/query.js'
import { Snapshot, type SnapshotNode } from '../tree/snapshot.js'

interface Front {
  application: NativeApplication
  /** Identity of its window, where the system says which it is. */
  window: string | undefined
  focused: NativeElement | undefined
}

/** The application that has the keyboard; `undefined` when none has that is known. */
export async function foregroundOf(desktop: NativeDesktop, limits: Limits): Promise<Front | undefined> {
  const front = await limits
    .call((native) => desktop.foreground(native))
    .catch((error: unknown) => {
      if (isSurehandError(error, 'NOT_FOUND')) return undefined
      throw error
    })
  const running = await limits.call((native) => desktop.applications(native))
  const application = running.find(({ key }) => key === front?.appKey)
  if (front === undefined || application === undefined) return undefined
  return { application, window: front.window?.identity, focused: front.focused }
}

/** The element that has the focus: as the system says, or as the application's tree does. */
export async function focusedElement(
  desktop: NativeDesktop,
  { application, window, focused }: Front,
  limits: Limits,
): Promise<SnapshotNode | undefined> {
  if (focused !== undefined) {
    return new Snapshot(await limits.call((native) => desktop.snapshot(focused, { maxDepth: 0 }, native))).root
  }
  const { compiled } = queryOf('desktop.foreground()', 'focused:true')
  const target = { appKey: application.key }
  const { snapshot, nodes } = await limits.call((native) => desktop.find(target, compiled, { limit: 100 }, native))
  const windowOf = (node: number): string | undefined => {
    const at = snapshot.windowOf(node)
    return at < 0 ? undefined : snapshot.element(at)?.identity
  }
  const isElsewhere = (node: number) => window !== undefined && (windowOf(node) ?? window) !== window
  const others = nodes.some(isElsewhere) ? await windowsBut(desktop, application, window, limits) : new Set<string>()
  const here = nodes.filter((node) => !others.has(windowOf(node) ?? ''))
  const last = here.at(-1)
  // A container may say that it has the focus, too, because something in it has. Of two lists of Qt's each says so of its current item, and
  // what has it may be in no tree: the editor of an item.
  const isKnown = here.every((node) => node === last || (last ?? -1) < snapshot.subtreeEnd(node))
  return last === undefined || !isKnown ? undefined : new Snapshot(snapshot).at(last)
}

/** The other windows, which do not have the keyboard: an element of GTK 4 may go on saying there that it has the focus. */
async function windowsBut(
  desktop: NativeDesktop,
  application: NativeApplication,
  window: string | undefined,
  limits: Limits,
): Promise<ReadonlySet<string>> {
  const windows = await limits.call((native) => desktop.windows(application.key, native))
  return new Set(windows.map(({ element }) => element.identity).filter((identity) => identity !== window))
}
