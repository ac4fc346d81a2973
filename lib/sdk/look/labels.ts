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
 * says the name means the button or the field. Linear in the elements: a list of thousands of rows is asked about, too.
 */
export function withoutLabels(snapshot: NativeSnapshot, nodes: readonly number[]): number[] {
  if (nodes.length < 2) return [...nodes]
  const among = new Set(nodes)
  const nameOf = (node: number) => snapshot.name(node)?.trim() ?? ''
  const beside = (node: number) => `${snapshot.parent(node)} ${nameOf(node)}`
  const fields = new Set(nodes.filter((node) => FIELDS.has(snapshot.role(node))).map(beside))

  const isLabel = (node: number) => {
    const role = snapshot.role(node)
    const name = INSIDE.has(role) ? nameOf(node) : ''
    if (name === '') return false
    if (role === 'text' && fields.has(beside(node))) return true
    for (let at = snapshot.parent(node); at >= 0; at = snapshot.parent(at)) {
      if (among.has(at) && NAMED_BY_CONTENT.has(snapshot.role(at)) && nameOf(at) === name) return true
    }
    return false
  }
  const kept = nodes.filter((node) => !isLabel(node))
  return kept.length > 0 ? kept : [...nodes]
}
