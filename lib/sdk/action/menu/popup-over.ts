import type { Found } from '../../look/look.js'
import { queryOf } from '../../tree/query.js'
import { contains, type Point } from '../rect.js'

function popups() {
  return queryOf('preflight', 'role:menu, role:dialog, role:tooltip')
}

/**
 * The open menu, popover or tooltip that gets what happens at a point of an element, in the same application. The window system may know
 * its window and not whose it is; the tree does. What lies in a page is the page's to stack.
 */
export function popupOver({ snapshot, node }: Found, point: Point): number | undefined {
  const holds = (outer: number, inner: number) => outer <= inner && inner < snapshot.subtreeEnd(outer)
  return snapshot.match(popups().compiled, {}).findLast((popup) => {
    const { bounds } = snapshot.node(popup)
    if (bounds === undefined || !contains(bounds, point) || snapshot.hidden(popup)) return false
    return !holds(popup, node) && !holds(node, popup) && snapshot.windowOf(popup) !== popup && !isInPage(popup)
  })

  function isInPage(popup: number): boolean {
    for (let at = snapshot.parent(popup); at >= 0; at = snapshot.parent(at)) {
      if (snapshot.role(at) === 'document') return true
    }
    return false
  }
}
