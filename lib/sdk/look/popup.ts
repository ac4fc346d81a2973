import type { NativeElement, NativeRect, NativeSnapshot } from '../native/binding.js'

// Menus, the lists of combo boxes and tooltips have windows of their own, which lie over everything else of their application. What a click
// gets to there is what is in that window, whatever the tree has below it.

/** Where a popup lies, of what `windowAt()` found; `undefined` of a window that is none, or where the window system does not tell. */
export function placeOfPopup({ identity }: NativeElement): NativeRect | undefined {
  const [, ...numbers] = /^popup (-?\d+) (-?\d+) (\d+) (\d+)$/.exec(identity) ?? []
  if (numbers.length !== 4) return undefined
  const [x, y, width, height] = numbers.map(Number) as [number, number, number, number]
  return { x, y, width, height }
}

// px; frames and rounding.
const BORDER = 4

/** Whether an element is in the popup that lies there, by its own place or that of something that it is in. */
export function isInPopup(snapshot: NativeSnapshot, node: number, popup: NativeRect): boolean {
  const own = snapshot.node(node).bounds
  const isIn = own !== undefined && isWithin(own, popup)
  for (let at = node; at >= 0; at = snapshot.parent(at)) {
    const { bounds } = snapshot.node(at)
    const role = snapshot.role(at)
    if (role === 'application') return false
    // Chromium and Swing do not say rightly where a menu is, but where its entries are.
    if (isIn && (role === 'menu' || isListOfCombobox(snapshot, at))) return true
    if (bounds !== undefined && fills(bounds, popup, OPENS_APART.has(role))) return true
  }
  return false
}

function isListOfCombobox(snapshot: NativeSnapshot, node: number): boolean {
  const parent = snapshot.parent(node)
  return parent >= 0 && snapshot.role(parent) === 'combobox'
}

function isWithin(rect: NativeRect, popup: NativeRect): boolean {
  return (
    rect.x >= popup.x - BORDER &&
    rect.y >= popup.y - BORDER &&
    rect.x + rect.width <= popup.x + popup.width + BORDER &&
    rect.y + rect.height <= popup.y + popup.height + BORDER
  )
}

// What is in a window of its own may be larger than that: a menu that does not fit on the screen.
const OPENS_APART: ReadonlySet<string> = new Set(['menu', 'tooltip', 'dialog', 'window'])

/** Whether a rectangle is most of a popup and, unless it may be larger, lies in it. */
function fills(rect: NativeRect, popup: NativeRect, mayBeLarger: boolean): boolean {
  const width = Math.min(rect.x + rect.width, popup.x + popup.width) - Math.max(rect.x, popup.x)
  const height = Math.min(rect.y + rect.height, popup.y + popup.height) - Math.max(rect.y, popup.y)
  const most = width * 2 >= popup.width && height * 2 >= popup.height
  // A window is larger than each of its popups.
  const wider = rect.width <= popup.width + 2 * BORDER
  return most && (isWithin(rect, popup) || (mayBeLarger && wider))
}

/** Whether an element lies within the popup, and is in a menu or the list of a combo box, which open in one. */
export function isEntryInPopup(snapshot: NativeSnapshot, node: number, popup: NativeRect): boolean {
  const { bounds } = snapshot.node(node)
  if (bounds === undefined || !isWithin(bounds, popup)) return false
  return snapshot.role(node) === 'menu' || opensApart({ snapshot, node })
}

/** Whether an element is in a menu or the list of a combo box. */
export function opensApart({ snapshot, node }: { snapshot: NativeSnapshot; node: number }): boolean {
  for (let at = node; at >= 0; at = snapshot.parent(at)) {
    if ((at !== node && snapshot.role(at) === 'menu') || isListOfCombobox(snapshot, at)) return true
  }
  return false
}

/** What is in front in a popup at a point; -1 where the tree has nothing of it. */
export function frontInPopup(
  snapshot: NativeSnapshot,
  popup: NativeRect,
  x: number,
  y: number,
  isIn = isInPopup,
): number {
  for (let node = snapshot.size - 1; node > 0; node--) {
    const part = snapshot.visiblePart(node)
    if (part === undefined || x < part.x || y < part.y || x >= part.x + part.width || y >= part.y + part.height)
      continue
    if (snapshot.shows(node) === true && isIn(snapshot, node, popup)) return node
  }
  return -1
}
