import type { NativeElement, NativeWindow } from '../native/binding.js'

/**
 * The modal window that keeps an element from being used, by the list of an application's windows, for who has read no more than one of
 * them: the rule that `NativeSnapshot.modalOver` has for trees. `holds`: whether a window holds the element.
 */
export function modalAmong(
  windows: readonly NativeWindow[],
  holds: (window: NativeElement) => boolean,
): NativeWindow | undefined {
  const own = windows.filter((window) => holds(window.element))
  // A popup may be a window to the window system and none to the accessibility tree, and no modal window's business.
  if (own.length === 0) return undefined
  const sheet = taking(
    windows.filter(
      ({ modality, owner, element }) =>
        modality === 'owner' && !holds(element) && own.some((window) => window.element.identity === owner?.identity),
    ),
  )
  if (sheet !== undefined) return sheet
  if (own.some(({ title, active }) => title === '' || active)) return undefined
  const modal = taking(windows.filter(({ modality }) => modality === 'application'))
  return modal === undefined || holds(modal.element) ? undefined : modal
}

/** A dialog that may keep an element from being used, as nothing tells whether it is modal: one that was opened after its window, or is active. */
export function mayBeModal(
  windows: readonly NativeWindow[],
  holds: (window: NativeElement) => boolean,
): NativeWindow | undefined {
  const own = windows.findIndex(({ element }) => holds(element))
  if (own < 0) return undefined
  return windows.find(
    ({ modality, active, element }, at) => modality === 'unknown' && !holds(element) && (active || at > own),
  )
}

/** Of several that are modal over the same, the one that takes the input: the active one, else the one opened last. */
function taking(windows: readonly NativeWindow[]): NativeWindow | undefined {
  return windows.find(({ active }) => active) ?? windows[windows.length - 1]
}
