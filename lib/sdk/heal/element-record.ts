import type { Snapshot, SnapshotNode } from '../tree/snapshot.js'

/** What an element was when it was found: enough to know it again when its selector finds it no longer. Its value is not kept. */
export interface ElementRecord {
  role: string
  name?: string
  id?: string
  description?: string
  placeholder?: string
  /** What it lay in, the nearest first: roles with names; those without say nothing. */
  ancestors: readonly string[]
  /** The elements of its parent right before and after it. */
  before?: string
  after?: string
  /** The text right before it: its label, where the program does not say which that is. */
  label?: string
  /** Which child it was of its parent, and that of its own, from the window down. */
  position: readonly number[]
  /** Where its middle was, as parts of its window's width and height. */
  place?: { x: number; y: number }
  /** The same two in the nearest that it lies in and that has a name: it may have moved as a whole. */
  inner?: { position: readonly number[]; place?: { x: number; y: number } }
  /** The first names in the tree: where hardly one is left, it is another language. */
  names: readonly string[]
  /** What else there was of its kind, by name: none of these is it. */
  others: Readonly<Record<string, number>>
  /** What the others of its own role and name lay in: the nearest that has a name. */
  twins?: readonly string[]
}

/** Roles of which one often becomes another in a new version of a program. */
const FAMILIES: readonly (readonly string[])[] = [
  ['button', 'link', 'menuitem', 'tab', 'menuitemcheckbox', 'menuitemradio'],
  ['textbox', 'searchbox', 'combobox', 'spinbutton', 'document'],
  ['checkbox', 'switch', 'radio', 'menuitemcheckbox'],
  // What stays pressed is a button in GTK and a check box in Qt.
  ['button', 'checkbox', 'switch'],
  ['slider', 'spinbutton', 'scrollbar'],
  ['listbox', 'tree', 'table', 'grid', 'treegrid', 'list', 'combobox'],
  ['option', 'listitem', 'treeitem', 'row', 'cell', 'menuitem'],
  ['dialog', 'window', 'alertdialog'],
]

/** The roles that an element of this one may have by now. */
function kin(role: string): readonly string[] {
  return [...new Set([role, ...FAMILIES.filter((family) => family.includes(role)).flat()])]
}

/** What an element of this role may be by now, in the order of the tree. */
export function allKin(tree: Snapshot, role: string): SnapshotNode[] {
  return tree.findAll(
    kin(role)
      .map((each) => `role:${each}`)
      .join(' || '),
  )
}

// A window's worth.
const NAMES = 40

/** Of its windows, not of the application, whose name is not translated. */
export function namesIn({ root }: Snapshot): string[] {
  const names = new Set<string>()
  for (const { name } of root.descendants()) {
    if (name) names.add(name)
    if (names.size === NAMES) break
  }
  return [...names]
}

export function recordOf(node: SnapshotNode): ElementRecord {
  const others: Record<string, number> = {}
  const twins: string[] = []
  for (const other of allKin(node.snapshot, node.role)) {
    if (other.index === node.index) continue
    const label = labelled(other)
    others[label] = (others[label] ?? 0) + 1
    if (label === labelled(node)) twins.push(ancestorsOf(other)[0] ?? '')
  }
  const { role, name, id, description, placeholder } = node
  const said = { name, id, description, placeholder, ...surroundingsOf(node) }
  const known = Object.entries(said).filter(([, value]) => value !== undefined && value !== '')
  const names = namesIn(node.snapshot)
  const where = { position: positionOf(node), ancestors: ancestorsOf(node) }
  const alike = twins.length === 0 ? {} : { twins: twins.sort() }
  return { role, ...Object.fromEntries(known), ...where, names, others, ...alike }
}

/** The same of an element that may be it. */
export function surroundingsOf(node: SnapshotNode) {
  const siblings = node.parent?.children ?? []
  const at = siblings.findIndex(({ index }) => index === node.index)
  const [before, after] = [siblings[at - 1], siblings[at + 1]]
  return {
    before: before && labelled(before),
    after: after && labelled(after),
    label: before?.role === 'text' ? before.name : undefined,
    place: placeIn(windowOf(node), node),
    inner: innerOf(node),
  }
}

function innerOf(node: SnapshotNode): ElementRecord['inner'] {
  let above = node.parent
  while (above?.parent !== undefined && !above.name) above = above.parent
  if (above?.parent?.parent === undefined) return undefined
  const place = placeIn(above, node)
  const position = positionOf(node).slice(positionOf(above).length)
  return { position, ...(place === undefined ? {} : { place }) }
}

export function ancestorsOf(node: SnapshotNode): string[] {
  const found: string[] = []
  for (let at = node.parent; at?.parent !== undefined; at = at.parent) if (at.name) found.push(labelled(at))
  return found
}

export function positionOf(node: SnapshotNode): number[] {
  const { parent } = node
  if (parent === undefined) return []
  return [...positionOf(parent), parent.children.findIndex(({ index }) => index === node.index)]
}

export function labelled({ role, name }: SnapshotNode): string {
  return name === undefined ? role : `${role} ${name}`
}

function windowOf(node: SnapshotNode): SnapshotNode {
  let window = node
  while (window.parent?.parent !== undefined) window = window.parent
  return window
}

function placeIn({ bounds: frame }: SnapshotNode, { bounds }: SnapshotNode): { x: number; y: number } | undefined {
  if (bounds === undefined || frame === undefined || frame.width <= 0 || frame.height <= 0) return undefined
  return {
    x: (bounds.x + bounds.width / 2 - frame.x) / frame.width,
    y: (bounds.y + bounds.height / 2 - frame.y) / frame.height,
  }
}

// Characters; what is shorter stands in any text by chance, and is left out where it is the whole of one.
const SHORT = 4

/** The record without names that have one of these texts in them. */
export function withoutTexts(record: ElementRecord, texts: readonly string[]): ElementRecord {
  const has = (text: string) =>
    texts.some((each) => each !== '' && (text === each || (each.trim().length >= SHORT && text.includes(each.trim()))))
  const named = (label: string) => has(label) || has(label.slice(label.indexOf(' ') + 1))
  const kept = Object.entries(record).filter(([key, value]) => {
    if (typeof value !== 'string' || key === 'role') return true
    return key === 'before' || key === 'after' ? !named(value) : !has(value)
  })
  const { ancestors, names, others, twins } = record
  return {
    ...(Object.fromEntries(kept) as unknown as ElementRecord),
    ancestors: ancestors.filter((label) => !named(label)),
    names: names.filter((name) => !has(name)),
    others: Object.fromEntries(Object.entries(others).filter(([label]) => !named(label))),
    ...(twins === undefined ? {} : { twins: twins.filter((label) => !named(label)) }),
  }
}
