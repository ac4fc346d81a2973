import { foreignKeys, foreignRoles } from './dialect.js'
import { findRole, type Role, roleAliases } from './roles.js'
import { keys } from './selector-keys.js'

/** Longer words are not compared: no key or role is, and the cost is the product of the lengths. */
const LONGEST = 40

/**
 * How many insertions, deletions, replacements and swaps of neighbours lie between two words, or `limit + 1` when
 * there are more than `limit` (Damerau-Levenshtein, each pair swapped at most once).
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1)
      }
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > limit) return limit + 1
    beforeLast = last
    last = row
  }
  return Math.min(last[b.length]!, limit + 1)
}

/** The candidate nearest to `word`, whatever its case, or nothing when none is near enough to be what was meant. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase()
  if (wanted === '' || wanted.length > LONGEST) return undefined
  let best: string | undefined
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase(), least - 1)
    if (distance < least) {
      least = distance
      best = candidate
    }
  }
  return best
}

/** What is written `!true` elsewhere. */
export function opposite(truth: string): string | undefined {
  return truth === 'true' ? 'false' : truth === 'false' ? 'true' : undefined
}

/** Nothing for what looks like an expression of another language. */
export function roleOrName(word: string): string | undefined {
  if (/[[\]/@=~^${}]/.test(word)) return undefined
  const role = foreignRoles.get(word.toLowerCase()) ?? nearestRole(word)
  return role ? `role:${role}` : `name:${word}`
}

export function nearestKey(word: string): string | undefined {
  return foreignKeys.get(word.toLowerCase()) ?? nearest(word, keys.keys())
}

const JOINTS: Readonly<Record<string, string>> = { '>': ' >> ', '/': ' >> ', or: ' || ' }

/** `button > text`, `row first`, `button;name:Save`: the longest role that it begins with, and what is said besides. */
export function roleAndMore(text: string): string | undefined {
  let found: string | undefined
  if (text.length > 10 * LONGEST) return undefined
  for (const joint of text.matchAll(/\s*([>&;/+])\s*|\s+(?:(and|or)\s+)?/gi)) {
    const role: Role | undefined = findRole(text.slice(0, joint.index))
    const rest = text.slice(joint.index + joint[0].length)
    const more = findRole(rest) ? `role:${rest}` : rest
    if (role && rest !== '') found = role + (JOINTS[(joint[1] ?? joint[2] ?? '').toLowerCase()] ?? '|') + more
  }
  return found
}

export function roleAndName(word: string): string | undefined {
  const role = nearestRole(word)
  return role && `role:${role}|name`
}

export function nearestRole(word: string): Role | undefined {
  const alias = nearest(word, Object.keys(roleAliases))
  return alias === undefined ? undefined : roleAliases[alias]
}

/** The number that is written with a sign, a fraction or a unit, when it is whole: `+1`, `1.0`, `50px`, `"1"`. */
export function wholeNumber(raw: string, form: RegExp): string | undefined {
  const digits = /^["']?\+?(-?\d+)(?:\.0*)?(?:px)?["']?$/.exec(raw)?.[1]
  return digits !== undefined && form.test(digits) ? digits : undefined
}
