import type { NativeSnapshot } from '../native/binding.js'

// What a person acts on; each of these may be called by a text in it.
const NAMED_BY_CONTENT: ReadonlySet<string> = new Set([
  'button',
  'link',
  'checkbox',
  'radio',
  'switch',
  'tab',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'listitem',
  'treeitem',
  'row',
  'cell',
  'gridcell',
  'columnheader',
  'rowheader',
])

// What may be called by a text beside it.
const FIELDS: ReadonlySet<string> = new Set([
  'textbox',
  'searchbox',
  'combobox',
  'listbox',
  'spinbutton',
  'slider',
  'checkbox',
  'radio',
  'switch',
])

// What stands in an element for nothing but its name.
const INSIDE: ReadonlySet<string> = new Set(['text', 'generic', 'group', 'img'])

/**
 * Elements without the labels of others among them: a text in a button that is called by it, or beside a field that is. A person who
 * says the name means the button or the field.
 */
export function withoutLabels(snapshot: NativeSnapshot, nodes: readonly number[]): number[] {
  if (nodes.length < 2) return [...nodes]
  const kept = nodes.filter((node) => !nodes.some((other) => other !== node && isLabelOf(snapshot, node, other)))
  return kept.length > 0 ? kept : [...nodes]
}

function isLabelOf(snapshot: NativeSnapshot, label: number, node: number): boolean {
  const name = snapshot.name(label)?.trim() ?? ''
  if (name === '' || snapshot.name(node)?.trim() !== name) return false
  const [own, other] = [snapshot.role(label), snapshot.role(node)]
  if (isIn(snapshot, label, node)) return INSIDE.has(own) && NAMED_BY_CONTENT.has(other)
  return own === 'text' && FIELDS.has(other) && snapshot.parent(label) === snapshot.parent(node)
}

function isIn(snapshot: NativeSnapshot, inner: number, outer: number): boolean {
  return outer < inner && inner < snapshot.subtreeEnd(outer)
}
