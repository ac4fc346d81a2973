import type { TreeNode } from '../../sdk/tree/node.js'

/** A node of a tree that a page shows: with its ref. */
export type ShownTree = Omit<TreeNode, 'children'> & { ref?: string; children?: ShownTree[] }

/** `button “Save”`. */
export function labelled({ role, name }: ShownTree): string {
  return `${role}${name ? ` “${name}”` : ''}`
}

/** The element in front at a point of the screen: in the active window when the point is in that, else in the one that is listed last. */
export function shownAt(tree: ShownTree, x: number, y: number): ShownTree | undefined {
  const windows = [...(tree.children ?? [])].reverse()
  const active = windows.filter(({ states }) => states?.includes('active'))
  for (const window of [...active, ...windows]) {
    const found = smallestAt(window, x, y)
    if (found !== undefined) return found
  }
  return smallestAt(tree, x, y)
}

/**
 * Of those that lie there and are shown: the smallest, and the last of equals, which lies on top. The text of a button or a link, which browsers
 * have as an element in it, is that.
 */
function smallestAt(tree: ShownTree, x: number, y: number): ShownTree | undefined {
  let [smallest, size]: [ShownTree | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  const waiting = [tree]
  const parents = new Map<ShownTree, ShownTree>()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { bounds, states = [], children = [] } = node
    for (let index = children.length - 1; index >= 0; index--) {
      const child = children[index] as ShownTree
      parents.set(child, node)
      waiting.push(child)
    }
    if (bounds === undefined || !states.includes('visible')) continue
    const inside = x >= bounds.x && y >= bounds.y && x < bounds.x + bounds.width && y < bounds.y + bounds.height
    if (!inside || bounds.width * bounds.height > size) continue
    smallest = node
    size = bounds.width * bounds.height
  }
  while (smallest?.role === 'text' && smallest.name && parents.get(smallest)?.name === smallest.name)
    smallest = parents.get(smallest)
  return smallest
}
