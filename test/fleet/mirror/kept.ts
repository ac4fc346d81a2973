import { type App, Snapshot } from 'surehand'
import { Limits } from '../../../lib/sdk/call/limits.js'
import { type Difference, differences, type FlatNode, type FlatTree, flattened, type Renewing } from './flat.js'

// What no announcement tells (docs/internals/quirks.md), and what is not read of a tree that actions look at.
const UNTOLD: readonly string[] = ['bounds', 'state offscreen', 'shows']
const UNREAD: readonly string[] = ['actions', 'class', 'description', 'id', 'shortcut']

/** The tree of an application that actions look at, where one is kept true by what it announces. */
export async function keptTree(app: App, renewing: Renewing): Promise<FlatTree | undefined> {
  const { scope } = app as unknown as { scope: App['scope'] }
  const limits = new Limits(scope.binding, {}, 30_000)
  const reads = { bounds: true, text: true, namesFromText: true, actions: false, attributes: false }
  const tree = await limits.call((native) => scope.native.snapshot(scope.target, { ...reads, mirrored: true }, native))
  return tree.mirrored ? flattened(new Snapshot(tree), renewing) : undefined
}

/** Where a kept tree is not what a fresh one is, of all that it says. */
export function untrue(kept: FlatTree, fresh: FlatTree): Difference[] {
  return differences(told(kept), told(fresh))
}

// An order is announced by nothing.
function told(tree: FlatTree): FlatTree {
  const nodes = [...tree].map(([identity, node]): [string, FlatNode] => {
    const fields = Object.fromEntries(Object.entries(node.fields).filter(([name]) => isTold(name)))
    return [identity, { ...node, fields, children: [...node.children].sort() }]
  })
  return new Map(nodes.sort(([one], [other]) => (one < other ? -1 : 1)))
}

function isTold(field: string): boolean {
  return !UNTOLD.includes(field) && !UNREAD.includes(field) && !field.startsWith('attribute ')
}
