import type { SnapshotNode } from '../../sdk/tree/snapshot.js'
import { stateOf } from '../../sdk/tree/states.js'
import type { StateName } from '../../sdk/vocabulary.js'
import { fits, labelled, quoted, type Text } from './judgement.js'

/** A part of a tree: what is not said may be anything, and children that are not said may stand between those that are. */
export interface TreePattern {
  role?: string
  name?: Text
  value?: Text
  description?: Text
  id?: string
  /** `checked`, `expanded=false`, as in snapshots. */
  states?: readonly string[]
  children?: readonly TreePattern[]
}

/** Why a node does not fit, and the deepest place at which it does not; nothing when it fits. */
export function misfit(node: SnapshotNode, pattern: TreePattern): string | undefined {
  const own = ownMisfit(node, pattern)
  if (own !== undefined) return `${labelled(node)} ${own}`
  let from = 0
  const children = within(node)
  for (const wanted of pattern.children ?? []) {
    const at = children.findIndex((child, index) => index >= from && misfit(child, wanted) === undefined)
    if (at < 0)
      return `${labelled(node)} has no ${inWords(wanted)}${from === 0 ? '' : ` after ${labelled(children[from - 1] as SnapshotNode)}`}${closest(children.slice(from), wanted)}`
    from = at + 1
  }
  return undefined
}

/** What nearly is the child that was looked for: of its role, and what is different about it. */
function closest(children: readonly SnapshotNode[], wanted: TreePattern): string {
  const alike = children.find((child) => wanted.role === undefined || child.role === wanted.role)
  return alike === undefined ? '' : `; nearest: ${misfit(alike, wanted)}`
}

function ownMisfit(
  node: SnapshotNode,
  { role, name, value, description, id, states = [] }: TreePattern,
): string | undefined {
  if (role !== undefined && node.role !== role) return `is no ${role}`
  if (name !== undefined && !fits(name, node.name)) return `has the name ${quoted(node.name)}, not ${quoted(name)}`
  if (value !== undefined && !fits(value, node.value))
    return `has the value ${quoted(node.value)}, not ${quoted(value)}`
  if (description !== undefined && !fits(description, node.description)) {
    return `has the description ${quoted(node.description)}, not ${quoted(description)}`
  }
  if (id !== undefined && node.id !== id) return `has the id ${quoted(node.id)}, not ${quoted(id)}`
  for (const state of states) {
    const [key, said = 'true'] = state.split('=') as [StateName, string?]
    if (String(stateOf(node.states, key) ?? false) !== said) return `is not ${state}`
  }
  return undefined
}

/** Its children; where one is a nameless wrapper, what is in it, in its place. */
function within(node: SnapshotNode): SnapshotNode[] {
  return node.children.flatMap((child) => (isWrapper(child) ? [child, ...within(child)] : [child]))
}

const WRAPPERS: ReadonlySet<string> = new Set(['generic', 'group', 'scrollarea', 'rowgroup', 'region'])

export function isWrapper({ role, name }: SnapshotNode): boolean {
  return WRAPPERS.has(role) && !name
}

export function inWords({ role, name }: TreePattern): string {
  return `${role ?? 'element'}${name === undefined ? '' : ` ${quoted(name)}`}`
}

/** A line for each node that is looked for. */
export function linesOf(pattern: TreePattern): string[] {
  const { value, description, id, states = [], children = [] } = pattern
  const own = [
    inWords(pattern),
    ...(value === undefined ? [] : [`= ${quoted(value)}`]),
    ...(description === undefined ? [] : [`description ${quoted(description)}`]),
    ...(id === undefined ? [] : [`id ${quoted(id)}`]),
    ...states,
  ]
  return [own.join(' '), ...children.flatMap(linesOf).map((line) => `  ${line}`)]
}
