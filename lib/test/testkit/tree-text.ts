import { LinearPattern } from '../../sdk/call/linear-pattern.js'
import { quoted } from '../../sdk/tree/quoted.js'
import type { SnapshotNode } from '../../sdk/tree/snapshot.js'
import type { StateName } from '../../sdk/vocabulary.js'
import { isWrapper } from './tree-pattern.js'

/**
 * The text of a tree that a person reviews and a file keeps: a line for each node that shows, without what is another at each run (refs,
 * bounds, focus) and without what says nothing (nameless wrappers, scroll bars).
 *
 *     window "Mail"
 *       button "Send" disabled
 *       textbox "To" = "ada@example.com"
 */
export function treeLines(root: SnapshotNode): string[] {
  const lines: string[] = []
  const { native } = root.snapshot
  const add = (node: SnapshotNode, depth: number) => {
    if (node.role === 'scrollbar' || (depth > 0 && native.hidden(node.index))) return
    const said = depth === 0 || !isWrapper(node) || node.value ? `${'  '.repeat(depth)}${lineOf(node)}` : undefined
    if (said !== undefined) lines.push(said)
    for (const child of node.children) add(child, said === undefined ? depth : depth + 1)
    if (node.cut !== undefined) lines.push(`${'  '.repeat(depth + 1)}… (${node.cut.reason})`)
  }
  add(root, 0)
  return lines
}

// In the order in which they are written. `enabled` is said where it is not so.
const TOLD: readonly StateName[] = [
  'checked',
  'pressed',
  'selected',
  'expanded',
  'readonly',
  'required',
  'invalid',
  'protected',
  'modal',
]

function lineOf(node: SnapshotNode): string {
  const states = TOLD.flatMap((name) => {
    const value = node.state(name)
    if (value === true) return [name]
    return value === 'mixed' || (value === false && name === 'expanded') ? [`${name}=${value}`] : []
  })
  if (node.state('enabled') === false) states.unshift('disabled')
  const name = node.name ? ` ${quoted(node.name)}` : ''
  const value = node.value ? ` = ${quoted(node.value)}` : ''
  return `${node.role}${name}${value}${states.map((state) => ` ${state}`).join('')}`
}

/** How a tree compares with the text that is kept of it. */
export interface TreeComparison {
  same: boolean
  /** What is to be kept now: lines that fit as they are kept, with their regular expressions, the others as they were seen. */
  resolved: string[]
  /** The lines that differ, with `-` what was kept and with `+` what was seen, and the line above. */
  difference: string[]
}

/** In a line that is kept, a regular expression may stand in the place of a text: `text /Order \d+/`. */
export function compareTrees(kept: readonly string[], seen: readonly string[]): TreeComparison {
  const fitting = aligned(kept, seen)
  const resolved: string[] = []
  const difference: string[] = []
  let [k, s] = [0, 0]
  const differ = (endOfKept: number, endOfSeen: number) => {
    if ((k < endOfKept || s < endOfSeen) && s > 0 && resolved.length > 0) difference.push(`  ${resolved.at(-1)}`)
    for (; k < endOfKept; k++) difference.push(`- ${kept[k]}`)
    for (; s < endOfSeen; s++) {
      difference.push(`+ ${seen[s]}`)
      resolved.push(seen[s] as string)
    }
  }
  for (const [atKept, atSeen] of fitting) {
    differ(atKept, atSeen)
    resolved.push(kept[k++] as string)
    s++
  }
  differ(kept.length, seen.length)
  return { same: difference.length === 0, resolved, difference }
}

/** The longest sequence of lines that are in both, in order, as pairs of places. */
function aligned(kept: readonly string[], seen: readonly string[]): [number, number][] {
  const wanted = kept.map(tokensOf)
  const there = seen.map(tokensOf)
  const fits = (k: number, s: number) => fitsLine(wanted[k] as Token[], there[s] as Token[])
  let start = 0
  while (start < kept.length && start < seen.length && fits(start, start)) start++
  let end = 0
  while (end < Math.min(kept.length, seen.length) - start && fits(kept.length - 1 - end, seen.length - 1 - end)) end++

  const [rows, columns] = [kept.length - start - end, seen.length - start - end]
  const longest = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1))
  const at = (k: number, s: number) => (longest[k] as Uint16Array)[s] as number
  for (let k = rows - 1; k >= 0; k--) {
    for (let s = columns - 1; s >= 0; s--) {
      const row = longest[k] as Uint16Array
      row[s] = fits(start + k, start + s) ? at(k + 1, s + 1) + 1 : Math.max(at(k + 1, s), at(k, s + 1))
    }
  }
  const pairs: [number, number][] = Array.from({ length: start }, (_, index) => [index, index])
  for (let [k, s] = [0, 0]; k < rows && s < columns; ) {
    if (fits(start + k, start + s)) pairs.push([start + k++, start + s++])
    else if (at(k + 1, s) >= at(k, s + 1)) k++
    else s++
  }
  for (let index = end; index > 0; index--) pairs.push([kept.length - index, seen.length - index])
  return pairs
}

/** A part of a line: a text in quotes, a regular expression, or what is between them. */
type Token = { text: string } | { pattern: LinearPattern } | { plain: string }

const TOKEN = /"(?:[^"\\]|\\.)*"|\/(?:[^/\\]|\\.)+\/[a-z]*/g

function tokensOf(line: string): Token[] {
  const tokens: Token[] = []
  let from = 0
  for (const { 0: token, index } of line.matchAll(TOKEN)) {
    tokens.push({ plain: line.slice(from, index) })
    tokens.push(token.startsWith('"') ? { text: unquoted(token) } : patternOf(token))
    from = index + token.length
  }
  return [...tokens, { plain: line.slice(from).trimEnd() }]
}

function unquoted(token: string): string {
  try {
    return JSON.parse(token) as string
  } catch {
    // Written by hand, with an escape that is none.
    return token.slice(1, -1)
  }
}

function patternOf(token: string): Token {
  const end = token.lastIndexOf('/')
  try {
    return { pattern: new LinearPattern(token.slice(1, end), token.slice(end + 1).replace(/[dgy]/g, '')) }
  } catch {
    return { plain: token }
  }
}

function fitsLine(wanted: readonly Token[], there: readonly Token[]): boolean {
  return (
    wanted.length === there.length &&
    wanted.every((token, index) => {
      const seen = there[index] as Token
      if ('pattern' in token) return 'text' in seen && token.pattern.test(seen.text)
      if ('text' in token) return 'text' in seen && token.text === seen.text
      return 'plain' in seen && token.plain === seen.plain
    })
  )
}
