import type { App } from '../../sdk/app.js'
import { SurehandError } from '../../sdk/errors.js'
import type { Locator } from '../../sdk/locator.js'
import { quoted } from '../../sdk/tree/quoted.js'
import type { Snapshot, SnapshotNode } from '../../sdk/tree/snapshot.js'
import type { Window } from '../../sdk/window.js'
import type { Deadline } from '../deadline.js'
import type { treeOptions } from '../options/index.js'
import type { ValueOf } from '../schema.js'
import type { Session } from '../session.js'
import type { Call } from '../tool.js'
import type { Page } from './pages.js'

export type TreeInput = ValueOf<{ properties: typeof treeOptions }>

const TREE_TOKENS = 4_000

export interface WrittenTree extends Page {
  size: number
  complete: boolean
  cuts: { at: string; reason: string }[]
}

/** The tree of an application or window as the tree options ask for it, its first page. */
export async function treeOf(
  place: App | Window | Locator,
  input: TreeInput,
  { pages, seen }: Session,
  deadline: Deadline,
  { signal }: Call,
  /** What is said below it, on the same pages. */
  more: readonly string[] = [],
): Promise<WrittenTree> {
  const { tree_max_depth, tree_from_selector, tree_max_tokens = TREE_TOKENS } = input
  const root = tree_from_selector === undefined ? place : place.locator(tree_from_selector)
  const depth = tree_max_depth === undefined ? {} : { maxDepth: tree_max_depth }
  // Only this format names actions, which cost a call for each element.
  const actions = input.tree_output_format === 'verbose_json'
  const snapshot = await root.snapshot({ timeout: deadline.remaining, signal, actions, ...depth })
  seen.tree(snapshot)
  const cuts = snapshot.cuts.slice(0, 5).map(({ node, reason }) => ({ at: String(node), reason }))
  const { size, complete } = snapshot
  return { ...pages.first([written(snapshot, input), ...more].join('\n\n'), tree_max_tokens), size, complete, cuts }
}

function written(snapshot: Snapshot, { tree_output_format, include_detailed_attributes = false }: TreeInput): string {
  switch (tree_output_format) {
    case 'compact_yaml':
      return compactYaml(snapshot.root, include_detailed_attributes).join('\n')
    case 'verbose_json':
      return JSON.stringify(JSON.parse(snapshot.toJSONText({ refs: true })), null, 1)
    default:
      return snapshot.toString({ bounds: include_detailed_attributes, hidden: include_detailed_attributes })
  }
}

/** `#12 [Button] Save (disabled)`: 12 is what `click_element` takes as its index. */
function compactYaml(node: SnapshotNode, detailed: boolean, depth = 0): string[] {
  if (!detailed && node.state('visible') === false) return []
  const role = node.role[0]?.toUpperCase() + node.role.slice(1)
  const name = node.name === undefined ? '' : ` ${node.name.replaceAll('\n', '\\n')}`
  const facts = [
    ...(node.value === undefined ? [] : [`value: ${quoted(node.value)}`]),
    ...(detailed && node.bounds !== undefined
      ? [`bounds: [${node.bounds.x},${node.bounds.y},${node.bounds.width},${node.bounds.height}]`]
      : []),
    ...(node.state('enabled') === false ? ['disabled'] : []),
    ...(['focused', 'selected', 'checked', 'expanded'] as const).flatMap((state) =>
      node.state(state) === undefined || node.state(state) === false ? [] : [state],
    ),
    ...(node.cut === undefined ? [] : [`cut: ${node.cut.reason}`]),
  ]
  const said = facts.length === 0 ? '' : ` (${facts.join(', ')})`
  const line = `${'  '.repeat(depth)}${indexOf(node)} [${role}]${name}${said}`
  return [line, ...node.children.flatMap((child) => compactYaml(child, detailed, depth + 1))]
}

function indexOf(node: SnapshotNode): string {
  return `#${node.ref.slice(1)}`
}

/** The ref that an index of a tree stands for: they are the same number, which is never given to another element. */
export function refOf(index: number): string {
  if (index < 1) throw new SurehandError('INVALID_ARGUMENT', `There is no index ${index}; they begin at 1.`, { index })
  return `e${index}`
}
