import { editDistance } from '../selector/suggest.js'
import type { Snapshot, SnapshotNode } from '../tree/snapshot.js'
import {
  allKin,
  ancestorsOf,
  type ElementRecord,
  labelled,
  namesIn,
  positionOf,
  surroundingsOf,
} from './element-record.js'

// Below this an element is as much like it as any other.
const LEAST = 0.5
// Two that are this near to each other cannot be told apart by how they look.
const APART = 0.08
const SHOWN = 3

/** An element that may be the one that a selector once found. */
export interface Healed {
  node: SnapshotNode
  /** From 0 to 1. Of two that are equally like it, neither has more than 0.5. */
  confidence: number
}

/**
 * What an element may have become: renamed, moved, wrapped, of another role, translated. The most likely first; nothing where nothing is like
 * it. A proposal, for who wrote the selector: nothing here is pressed by it.
 */
export function healed(record: ElementRecord, now: Snapshot): Healed[] {
  const names = isTranslated(record, now) ? 'differ everywhere' : 'tell'
  const candidates = unknownOf(record, allKin(now, record.role))
  const alike = countsOf(candidates)
  const scored = candidates
    .filter((node) => node.state('visible') !== false && !now.native.hidden(node.index))
    .map((node) => ({ node, confidence: likeness(record, node, names, alike.get(labelled(node)) === 1) }))
    .filter(({ confidence }) => confidence >= LEAST)
    .sort((one, other) => other.confidence - one.confidence)
  const [first, second] = scored
  if (first === undefined) return []
  const isNear = second !== undefined && first.confidence - second.confidence < APART
  const hasTwins = (alike.get(labelled(first.node)) ?? 0) > 1
  const isDoubtful = isNear || (hasTwins && !isToldById(record, first.node, candidates))
  return scored.slice(0, SHOWN).map(({ node, confidence }) => ({
    node,
    confidence: isDoubtful ? Math.min(confidence, 0.5) : confidence,
  }))
}

/** Without those that were there before: as many of a label as there were others of it, and of its own label, those that are where they were. */
function unknownOf(record: ElementRecord, all: readonly SnapshotNode[]): SnapshotNode[] {
  const counts = countsOf(all)
  const twins = [...(record.twins ?? [])]
  const own = labelOf(record)
  return all.filter((node) => {
    const label = labelled(node)
    if ((counts.get(label) ?? 0) <= (record.others[label] ?? 0)) return false
    const inside = ancestorsOf(node)[0] ?? ''
    const at = label === own && inside !== record.ancestors[0] ? twins.indexOf(inside) : -1
    if (at >= 0) twins.splice(at, 1)
    return at < 0
  })
}

function labelOf({ role, name }: Pick<ElementRecord, 'role' | 'name'>): string {
  return name === undefined ? role : `${role} ${name}`
}

function countsOf(nodes: readonly SnapshotNode[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const node of nodes) counts.set(labelled(node), (counts.get(labelled(node)) ?? 0) + 1)
  return counts
}

function isToldById({ id }: ElementRecord, node: SnapshotNode, candidates: readonly SnapshotNode[]): boolean {
  return id !== undefined && node.id === id && candidates.filter((each) => each.id === id).length === 1
}

/** Whether hardly anything is called as it was. Then what something is called says nothing of what it is. */
function isTranslated({ names }: ElementRecord, now: Snapshot): boolean {
  const left = new Set(namesIn(now))
  return names.length > 2 && names.filter((name) => left.has(name)).length < names.length * 0.3
}

/** How much of what is known of both is alike, from 0 to 1. */
function likeness(
  record: ElementRecord,
  node: SnapshotNode,
  names: 'tell' | 'differ everywhere',
  isOnlyOne: boolean,
): number {
  const { before, after, label, place, inner } = surroundingsOf(node)
  const ancestors = ancestorsOf(node)
  // What it lies in may have moved as a whole.
  const within = record.ancestors[0] === ancestors[0] ? inner : undefined
  const places = [both(record.place, place, near), within && both(record.inner?.place, within.place, near)]
  const positions = [
    same(record.position.join(), positionOf(node).join()),
    within && both(record.inner?.position.join(), within.position.join(), same),
  ]
  const asIs: Fact[] = [
    [1, record.role === node.role ? 1 : 0.5],
    [5, both(record.id, node.id, same)],
    [2, most(places)],
    [1, most(positions)],
  ]
  const byName: Fact[] = [
    [4, both(record.name, node.name, alike)],
    [2, both(record.description, node.description, alike)],
    [2, both(record.placeholder, node.placeholder, alike)],
    [2, both(record.label, label, alike)],
    [1, both(record.before, before, same)],
    [1, both(record.after, after, same)],
    [1.5, shared(record.ancestors, ancestors)],
    // Nothing else is called so, and nothing else was.
    [8, isOnlyOne && labelled(node) === labelOf(record) ? 1 : undefined],
  ]
  const facts = names === 'tell' ? [...asIs, ...byName] : asIs
  const known = facts.filter((fact): fact is [number, number] => fact[1] !== undefined)
  const weights = known.reduce((sum, [weight]) => sum + weight, 0)
  return known.reduce((sum, [weight, value]) => sum + weight * value, 0) / weights
}

type Fact = [weight: number, alike: number | undefined]

/** Nothing is said by what neither has; by what only one has, that they differ a little. */
function both<T>(one: T | undefined, other: T | undefined, compare: (one: T, other: T) => number): number | undefined {
  if (one === undefined && other === undefined) return undefined
  return one === undefined || other === undefined ? 0.3 : compare(one, other)
}

function most(facts: readonly (number | undefined)[]): number | undefined {
  const known = facts.filter((fact) => fact !== undefined)
  return known.length === 0 ? undefined : Math.max(...known)
}

function same(one: string, other: string): number {
  return one === other ? 1 : 0
}

/** By letters, and by words: `Save` and `Save file`. */
function alike(one: string, other: string): number {
  const [a, b] = [plain(one), plain(other)]
  if (a === b) return 1
  const longest = Math.max(a.length, b.length)
  if (longest === 0) return 0
  const letters = longest > LONGEST ? 0 : 1 - editDistance(a, b, longest) / longest
  const [words, others] = [new Set(a.split(' ')), new Set(b.split(' '))]
  const common = [...words].filter((word) => others.has(word)).length
  return Math.max(letters < 0.5 ? 0 : letters, (0.9 * common) / Math.min(words.size, others.size))
}

// The cost is the product of the lengths.
const LONGEST = 80

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function shared(before: readonly string[], now: readonly string[]): number | undefined {
  if (before.length === 0 && now.length === 0) return undefined
  const names = new Set(now)
  return before.filter((name) => names.has(name)).length / Math.max(before.length, now.length)
}

/** A quarter of the window away is somewhere else. */
function near(one: { x: number; y: number }, other: { x: number; y: number }): number {
  return Math.max(0, 1 - 4 * Math.hypot(one.x - other.x, one.y - other.y))
}
