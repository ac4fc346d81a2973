import { described } from '../../../test/parts/described.js'
import type { ShownTree } from '../../../test/parts/shown-tree.js'

/** What is known of the picked element; what is not said of it is left out. */
export function aboutNode({ children: _, ...node }: ShownTree, toolkit: string): HTMLElement[] {
  const { role, name, value, description, states, actions, attributes, bounds, cut, ...rest } = node
  const isProtected = states?.includes('protected') === true
  const place = bounds && `${bounds.x}, ${bounds.y}; ${bounds.width} × ${bounds.height}`
  const missing = cut && `${cut.reason}${cut.detail === undefined ? '' : `: ${cut.detail}`}`
  const facts = {
    role,
    name,
    value: isProtected ? 'protected, never read' : value,
    description,
    states,
    actions,
    attributes: attributes && Object.entries(attributes).map(([key, text]) => `${key}=${text}`),
    bounds: place,
    toolkit: toolkit || undefined,
    cut: missing,
    ...rest,
  }
  return described(facts as unknown as ShownTree)
}
