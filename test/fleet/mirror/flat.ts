import type { Snapshot, SnapshotNode } from 'surehand'

/** A node as the platform names it, with every public field of it. */
export interface FlatNode {
  identity: string
  label: string
  fields: Record<string, unknown>
  children: string[]
}

/** A tree by identity. */
export type FlatTree = ReadonlyMap<string, FlatNode>

/** One field of one node that two trees say differently. */
export interface Difference {
  field: string
  node: string
  path: string
  long: unknown
  fresh: unknown
}

/** In a container of these roles the toolkit names what is in it anew at each read; it is named by its place there. */
export type Renewing = readonly string[]

const platformIdentityOf = (node: SnapshotNode): string =>
  node.snapshot.native.element(node.index)?.identity ?? `${node.index}`

function identitiesOf(snapshot: Snapshot, renewing: Renewing): string[] {
  const identities: string[] = []
  const within: boolean[] = []
  for (let index = 0; index < snapshot.size; index++) {
    const node = snapshot.at(index)
    const { parent } = node
    within[index] = parent !== undefined && (within[parent.index] === true || renewing.includes(parent.role))
    identities[index] =
      within[index] && parent !== undefined
        ? `${identities[parent.index]} > ${parent.children.indexOf(node)}`
        : platformIdentityOf(node)
  }
  return identities
}

export function flattened(snapshot: Snapshot, renewing: Renewing = []): FlatTree {
  const identities = identitiesOf(snapshot, renewing)
  const tree = new Map<string, FlatNode>()
  for (let index = 0; index < snapshot.size; index++) {
    const node = snapshot.at(index)
    const { attributes, states, ...rest } = snapshot.native.node(index)
    const fields: Record<string, unknown> = { ...rest }
    for (const state of states) {
      const [name = state, value = 'true'] = state.split('=')
      fields[`state ${name}`] = value
    }
    for (const [name, value] of Object.entries(attributes ?? {})) fields[`attribute ${name}`] = value
    fields.shows = snapshot.native.shows(index)
    const identity = identities[index] as string
    tree.set(identity, {
      identity,
      label: String(node),
      fields,
      children: node.children.map((child) => identities[child.index] as string),
    })
  }
  return tree
}

/** Every field in which the trees differ; of two trees that are alike, none. */
export function differences(long: FlatTree, fresh: FlatTree): Difference[] {
  const found: Difference[] = []
  const add = (field: string, node: FlatNode, ofLong: unknown, ofFresh: unknown) =>
    found.push({ field, node: node.label, path: node.identity, long: ofLong, fresh: ofFresh })
  for (const node of fresh.values()) {
    const other = long.get(node.identity)
    if (other === undefined) {
      add('missing', node, undefined, node.label)
      continue
    }
    for (const field of changedFields(other, node)) add(field, node, other.fields[field], node.fields[field])
    if (other.children.join() !== node.children.join()) add('children', node, other.children, node.children)
  }
  for (const node of long.values()) if (!fresh.has(node.identity)) add('extra', node, node.label, undefined)
  if (found.length === 0 && [...long.keys()].join() !== [...fresh.keys()].join()) {
    const root = [...fresh.values()][0] as FlatNode
    add('order', root, [...long.keys()], [...fresh.keys()])
  }
  return found
}

export function changedFields(one: FlatNode, other: FlatNode): string[] {
  const names = new Set([...Object.keys(one.fields), ...Object.keys(other.fields)])
  return [...names].filter((name) => JSON.stringify(one.fields[name]) !== JSON.stringify(other.fields[name]))
}
