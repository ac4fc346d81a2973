import type { Diff, SnapshotNode } from '../../../lib/sdk/index.js'
import { statesOf, type TruthNode } from './truth.js'

/**
 * What changed between two walks of libatspi, worked out without the library's diff: by the object paths that the toolkit
 * gives, attribute by attribute. One line a fact, so that two accounts are compared as sets of lines.
 *
 * Some toolkits make their objects anew. By rule, what is gone and what is new are one element then when they have the same
 * role and name under the same parent, as many as before; `renewed` counts them.
 */
export function truthChanges(before: TruthNode, after: TruthNode): { facts: Set<string>; renewed: number } {
  const [old, now] = [byPath(before), byPath(after)]
  const was = new Map([...now.keys()].filter((path) => old.has(path)).map((path) => [path, path]))
  let renewed = 0
  for (const [path, { node }] of now) {
    const then = old.get(was.get(path) ?? '')
    if (then === undefined) continue
    const stillThere = new Set(was.values())
    const gone = grouped(
      childrenOf(then.node).filter((child) => !stillThere.has(child.path)),
      labelOf,
    )
    const fresh = grouped(
      childrenOf(node).filter((child) => !was.has(child.path)),
      labelOf,
    )
    for (const [label, children] of fresh) {
      const counterparts = gone.get(label) ?? []
      if (counterparts.length !== children.length) continue
      renewed += children.length
      children.forEach((child, i) => {
        was.set(child.path, (counterparts[i] as TruthNode).path)
      })
    }
  }

  const facts = new Set<string>()
  const survivors = new Set(was.values())
  for (const path of old.keys()) if (!survivors.has(path)) facts.add(`removed ${path}`)
  for (const [path, { node, parent }] of now) {
    const then = old.get(was.get(path) ?? '')
    if (then === undefined) {
      facts.add(`added ${path}`)
      continue
    }
    if (then.parent !== (was.get(parent) ?? '')) facts.add(`moved ${path}`)
    for (const attribute of differing(attributesOf(then.node), attributesOf(node)))
      facts.add(`changed ${path} ${attribute}`)
    const stayed = childrenOf(node).flatMap((child) => was.get(child.path) ?? [])
    const common = stayed.filter((child) => old.get(child)?.parent === then.node.path)
    const order = childrenOf(then.node).map((child) => child.path)
    if (common.join() !== order.filter((child) => common.includes(child)).join()) facts.add(`reordered in ${path}`)
  }
  return { facts, renewed }
}

/** The same lines, from the library's diff with every noise rule off. `pathOf` names a node by its object path. */
export function diffChanges(diff: Diff, pathOf: (node: SnapshotNode) => string): Set<string> {
  const facts = new Set<string>()
  for (const { node } of diff.added) facts.add(`added ${pathOf(node)}`)
  for (const { node } of diff.removed) facts.add(`removed ${pathOf(node)}`)
  for (const { node, changes } of diff.modified)
    for (const { attribute } of changes) {
      // The platform's own role says all that the walk says about roles.
      if (attribute !== 'role' && attribute !== 'localizedRole') facts.add(`changed ${pathOf(node)} ${attribute}`)
    }
  for (const { node, reordered } of diff.moved)
    facts.add(reordered ? `reordered in ${pathOf(node.parent as SnapshotNode)}` : `moved ${pathOf(node)}`)
  return facts
}

interface Place {
  node: TruthNode
  parent: string
}

function byPath(root: TruthNode): Map<string, Place> {
  const places = new Map<string, Place>()
  const visit = (node: TruthNode, parent: string): void => {
    places.set(node.path, { node, parent })
    for (const child of childrenOf(node)) visit(child, node.path)
  }
  visit(root, '')
  return places
}

const childrenOf = (node: TruthNode): TruthNode[] => node.children ?? []
const labelOf = (node: TruthNode): string => `${node.role} ${attributesOf(node).get('name')}`

const EDITABLE = 7
const TEXT_ROLES = ['text', 'entry', 'terminal', 'password text']

/** What a walk says of a node, under the names that a diff uses. */
// AT-SPI's numbers.
const [HORIZONTAL, VERTICAL] = [14, 29]

function attributesOf(node: TruthNode): Map<string, string> {
  const facts = new Map<string, string>()
  const editable = node.states.includes(EDITABLE) || TEXT_ROLES.includes(node.role)
  const isSecret = node.role === 'password text'
  facts.set('platformRole', node.role)
  // What has a text and no name is named by it, as a person reads it, unless what is in it says it already; a field's text is
  // its value, unless it is a secret.
  const named = node.name || (editable || childrenOf(node).length > 0 ? '' : (node.text ?? ''))
  facts.set('name', named.replace(/\uFFFC/g, '').trim())
  if (!isSecret) facts.set('value', String((editable ? node.text : node.number) ?? ''))
  facts.set('description', node.description ?? '')
  facts.set('actions', JSON.stringify(node.actions ?? []))
  const { x = 0, y = 0, width = 0, height = 0 } = node.bounds ?? {}
  facts.set('bounds', width > 0 || height > 0 ? `${x},${y},${width},${height}` : '')
  for (const text of statesOf(node)) {
    const [state = '', value = 'true'] = text.split('=')
    facts.set(state, value)
  }
  const keys: Record<string, string> = { id: 'id', class: 'class', 'placeholder-text': 'placeholder' }
  for (const key of ['level', 'posinset', 'setsize']) keys[key] = `attr:${key}`
  for (const [key, value] of Object.entries(node.attributes ?? {})) facts.set(keys[key] ?? `attr:atspi:${key}`, value)
  for (const [state, value] of Object.entries({ [HORIZONTAL]: 'horizontal', [VERTICAL]: 'vertical' })) {
    if (node.states.includes(Number(state))) facts.set('attr:orientation', value)
  }
  if (node.id) facts.set('id', node.id)
  return facts
}

function differing(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key))
}

function grouped(nodes: TruthNode[], key: (node: TruthNode) => string): Map<string, TruthNode[]> {
  const groups = new Map<string, TruthNode[]>()
  for (const node of nodes) groups.set(key(node), [...(groups.get(key(node)) ?? []), node])
  return groups
}
