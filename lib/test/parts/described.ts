import { element } from './dom.js'
import type { ShownTree } from './shown-tree.js'

/** What is known of an element, as terms and descriptions of a `dl`. */
export function described(node: ShownTree): HTMLElement[] {
  return Object.entries(node).flatMap(([name, value]) => {
    if (name === 'children' || value === undefined) return []
    return [element('dt', {}, name), element('dd', {}, worded(value))]
  })
}

function worded(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.join(', ') : JSON.stringify(value)
}
