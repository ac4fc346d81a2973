import { invalidArgument } from '../call/arguments.js'
import type { Limits } from '../call/limits.js'
import type { TreeNode } from './node.js'

// ms of work between two turns of the event loop.
const SLICE = 1

// Levels that are taken apart; the reader's limit is lower, and circles have no end.
const DEEPEST = 512

/** The JSON text of a tree, as `JSON.stringify` writes it, written while the event loop goes on. INVALID_ARGUMENT, ABORTED. */
export async function textOf(tree: TreeNode, limits: Limits): Promise<string> {
  const slices: string[] = []
  let text: string[] = []
  const open: { children: readonly TreeNode[]; next: number }[] = []
  let began = performance.now()
  write(tree)
  for (let parent = open[0]; parent !== undefined; parent = open[open.length - 1]) {
    const { children, next } = parent
    if (next === children.length) {
      text.push(']}')
      open.pop()
      continue
    }
    if (next > 0) text.push(',')
    write(children[next])
    parent.next++
    if (performance.now() - began >= SLICE) await turn()
  }
  await turn()
  return slices.join('')

  async function turn(): Promise<void> {
    slices.push(text.join(''))
    text = []
    await new Promise((resolve) => setImmediate(resolve))
    limits.throwIfAborted()
    began = performance.now()
  }

  function write(node: TreeNode | undefined): void {
    try {
      if (open.length > DEEPEST || !isParent(node)) {
        text.push(JSON.stringify(node) ?? 'null')
        return
      }
      const { children, ...own } = node
      const start = JSON.stringify(own).slice(0, -1)
      text.push(start, start === '{' ? '"children":[' : ',"children":[')
      open.push({ children, next: 0 })
    } catch (error) {
      // A circle, a BigInt, a getter that throws.
      throw invalidArgument('Snapshot.from(tree)', 'tree', tree, {
        accepts: () => false,
        expected: `plain data (${error instanceof Error ? error.message : error})`,
      })
    }
  }
}

function isParent(node: TreeNode | undefined): node is TreeNode & { children: readonly TreeNode[] } {
  return typeof node === 'object' && node !== null && Array.isArray(node.children) && !('toJSON' in node)
}
