import type { NativeSnapshot } from '../native/binding.js'
import { stateOf } from '../tree/states.js'

// What holds a part of a table or list, and so says which of several equal buttons is meant.
const ITEMS: ReadonlySet<string> = new Set(['row', 'listitem', 'treeitem', 'option', 'cell', 'gridcell'])
const LABELS: ReadonlySet<string> = new Set(['text', 'heading', 'caption', 'term'])

// Elements before it, in document order, among which its label is looked for.
const BEFORE = 8

/** What tells elements apart that one selector matches, for each: where they differ in it, and nothing where none does. */
export function tellingApart(snapshot: NativeSnapshot, nodes: readonly number[]): string[] {
  const columns = [focus, item, label, place].map((tells) => nodes.map((node) => tells(snapshot, node)))
  const useful = columns.filter((column) => new Set(column).size > 1)
  return nodes.map((_, index) => useful.flatMap((column) => column[index] || []).join(', '))
}

function focus(snapshot: NativeSnapshot, node: number): string {
  return stateOf(snapshot.node(node).states, 'focused') === true ? 'has the focus' : ''
}

/** `row 3 "Alice"`: by the texts of the row, and by its number among its siblings. */
function item(snapshot: NativeSnapshot, node: number): string {
  const parts: string[] = []
  for (let at = snapshot.parent(node); at > 0; at = snapshot.parent(at)) {
    const role = snapshot.role(at)
    if (!ITEMS.has(role)) continue
    const text = role === 'row' || !snapshot.name(at) ? firstText(snapshot, at, node) : snapshot.name(at)
    parts.unshift(`${role} ${numberOf(snapshot, at)}${text ? ` ${JSON.stringify(text)}` : ''}`)
  }
  if (ITEMS.has(snapshot.role(node))) parts.push(`number ${numberOf(snapshot, node)}`)
  return parts.join(' ')
}

function numberOf(snapshot: NativeSnapshot, node: number): number {
  const role = snapshot.role(node)
  return snapshot.children(snapshot.parent(node)).filter((each) => each <= node && snapshot.role(each) === role).length
}

function firstText(snapshot: NativeSnapshot, row: number, but: number): string | undefined {
  for (let at = row + 1; at < snapshot.subtreeEnd(row); at++) {
    const name = at === but ? undefined : snapshot.name(at)
    if (name) return name
  }
  return undefined
}

/** The named group that it is in and no other of the same name is, or the text that stands before it. */
function label(snapshot: NativeSnapshot, node: number): string {
  const parent = snapshot.parent(node)
  for (let at = node - 1; at > parent && at >= node - BEFORE; at--) {
    if (LABELS.has(snapshot.role(at)) && snapshot.name(at)) return `after ${JSON.stringify(snapshot.name(at))}`
  }
  for (let at = parent; at > 0; at = snapshot.parent(at)) {
    if (snapshot.name(at)) return `in ${snapshot.role(at)} ${JSON.stringify(snapshot.name(at))}`
  }
  return ''
}

function place(snapshot: NativeSnapshot, node: number): string {
  const { bounds } = snapshot.node(node)
  if (bounds === undefined || bounds.width === 0) return ''
  return `at ${Math.round(bounds.x + bounds.width / 2)},${Math.round(bounds.y + bounds.height / 2)}`
}
