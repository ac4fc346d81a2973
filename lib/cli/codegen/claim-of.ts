import type { SnapshotNode } from '../../sdk/tree/snapshot.js'
import type { Claim, Located } from './step.js'

/** What is expected of an element, by what shows in it: its value, its state, its text, or that it is there. */
export function claimOf(node: SnapshotNode, { code }: Located): Claim {
  // The value of a protected field is never read.
  if (node.state('protected') === true) return { is: 'visible' }
  if (node.snapshot.native.hidden(node.index)) return { is: 'hidden' }
  const checked = node.state('checked') ?? node.state('pressed')
  if (checked !== undefined && checked !== 'mixed') return { is: checked ? 'checked' : 'unchecked' }
  const { value, name } = node
  if (value !== undefined && value !== '') return { has: 'value', text: value }
  if (node.state('editable') === true) return { has: 'value', text: '' }
  if (node.state('enabled') === false) return { is: 'disabled' }
  if (node.state('selected') === true) return { is: 'selected' }
  const expanded = node.state('expanded')
  if (expanded !== undefined && expanded !== 'mixed') return { is: expanded ? 'expanded' : 'collapsed' }
  // A locator by the name says the name.
  const isSaid = name === undefined || name === '' || code.includes('name:') || code.includes('getByLabel(')
  return isSaid ? { is: 'visible' } : { has: 'text', text: name }
}
