import type { StepEntry } from '../../../sdk/tracing/trace-format.js'
import { type ChangeLine, changed, changeLines, changeLine as line } from '../../parts/change-list.js'
import type { TraceTree } from '../rebuilt.js'

export interface Changes {
  /** Since when. */
  title: string
  lines: ChangeLine[]
}

/** What the receipt says; where there is none, what is different from what the step before left, by reference. */
export function changesOf(
  { receipt, error }: StepEntry,
  before: TraceTree | undefined,
  after: TraceTree | undefined,
): Changes {
  const told = receipt?.changes
  if (told !== undefined) {
    const lines = changeLines(told)
    const left = Object.values(told.leftOut ?? {}).reduce((sum, count) => sum + count, 0)
    return { title: `By this step: ${told.summary}${left > 0 ? ` (${left} not listed)` : ''}`, lines }
  }
  if (before === undefined || after === undefined)
    return { title: error === undefined ? 'This step was not compared.' : 'There is no tree to compare.', lines: [] }
  const lines = between(before, after)
  const since = error === undefined ? 'Since the step before' : 'Between the step before and the failure'
  return { title: `${since}: ${lines.length === 0 ? 'nothing changed' : `${lines.length} elements`}`, lines }
}

function between(before: TraceTree, after: TraceTree): ChangeLine[] {
  const [old, now] = [byRef(before), byRef(after)]
  const lines: ChangeLine[] = []
  for (const [ref, { node, parent }] of now) {
    const was = old.get(ref)?.node
    // What came or went with its parent is told by that.
    if (was === undefined && (parent === undefined || old.has(parent))) lines.push(line('added', { ...node, ref }))
    if (was === undefined) continue
    const texts = (['name', 'value', 'description'] as const)
      .filter((key) => was[key] !== node[key])
      .map((key) => changed(key, was[key], node[key]))
    const [had, has] = [new Set(was.states), new Set(node.states)]
    const states = [
      ...[...has].filter((state) => !had.has(state)).map((state) => `now ${state}`),
      ...[...had].filter((state) => !has.has(state)).map((state) => `no longer ${state}`),
    ]
    if (texts.length + states.length > 0) lines.push(line('modified', { ...node, ref }, [...texts, ...states]))
  }
  for (const [ref, { node, parent }] of old) {
    if (!now.has(ref) && (parent === undefined || now.has(parent))) lines.push(line('removed', { ...node, ref }))
  }
  return lines
}

function byRef(tree: TraceTree): Map<string, { node: TraceTree; parent: string | undefined }> {
  const found = new Map<string, { node: TraceTree; parent: string | undefined }>()
  const add = (node: TraceTree, parent: string | undefined) => {
    if (node.ref !== undefined) found.set(node.ref, { node, parent })
    for (const child of node.children ?? []) add(child, node.ref ?? parent)
  }
  add(tree, undefined)
  return found
}
