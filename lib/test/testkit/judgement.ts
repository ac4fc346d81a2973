import { quoted as inQuotes } from '../../sdk/tree/quoted.js'
import type { SnapshotNode } from '../../sdk/tree/snapshot.js'
import type { Sight } from './sight.js'

/** What a matcher says of one moment. */
export interface Judgement {
  /** `undefined`: neither that it is so nor that it is not can be said, so neither it nor its negation passes. */
  holds: boolean | undefined
  /** What was seen instead, for the message. */
  seen: string
}

export const NOTHING = 'nothing that matches'

/** A judgement of the one element that a locator means. What is not there has no state, so that the negation does not pass either. */
export function ofOne(sight: Sight, judge: (node: SnapshotNode) => Judgement): Judgement {
  const [node, ...others] = sight.nodes
  if (node === undefined) return { holds: undefined, seen: nothingSeen(sight) }
  if (others.length > 0) return { holds: undefined, seen: severalSeen(sight.nodes) }
  const { holds, seen } = judge(node)
  return { holds, seen: `${labelled(node)}: ${seen}` }
}

export function nothingSeen(sight: Sight): string {
  return `${NOTHING}${cutSeen(sight, 'it')}${sight.nearest()}`
}

/** Why what was seen says nothing about what was not. */
export function cutSeen(sight: Sight, what: string): string {
  return sight.doubtful ? `, in a tree that is cut where ${what} could be:${sight.cut()}` : ''
}

export function severalSeen(nodes: readonly SnapshotNode[]): string {
  const advice = '\n    Make the selector narrower, or take one of them: first(), last(), nth(1).'
  return `${nodes.length} elements, where one is meant:${listed(nodes)}${advice}`
}

/** Where they are, a line for each. */
export function listed(nodes: readonly SnapshotNode[]): string {
  const shown = nodes
    .slice(0, SHOWN)
    .map((node) => `\n    ${node.path} (${node.ref})${node.snapshot.native.hidden(node.index) ? ', hidden' : ''}`)
  return shown.join('') + (nodes.length > SHOWN ? `\n    … and ${nodes.length - SHOWN} more` : '')
}

const SHOWN = 5

/** That it is hidden, and with what that it is in. */
export function hiddenSeen(node: SnapshotNode): string {
  const { native } = node.snapshot
  let outermost = node
  for (let around = node.parent; around !== undefined && native.hidden(around.index); around = around.parent)
    outermost = around
  return outermost === node ? 'hidden' : `hidden, as all in ${labelled(outermost)} is`
}

/** `button "Save" (e3)`. */
export function labelled(node: SnapshotNode): string {
  const name = node.name ? ` ${inQuotes(node.name)}` : ''
  return `${node.role}${name} (${node.ref})`
}

export type Text = string | RegExp

export function fits(expected: Text, seen: string | undefined): boolean {
  if (seen === undefined) return false
  return typeof expected === 'string'
    ? seen === expected
    : new RegExp(expected.source, expected.flags.replace(/[gy]/g, '')).test(seen)
}

export function quoted(text: Text | undefined): string {
  if (text === undefined) return 'none'
  return typeof text === 'string' ? inQuotes(text) : String(text)
}
