import { findKey } from './selector-keys.js'

/** A bare value as it was read, up to the operator, bracket or end that stopped it. */
export interface Bare {
  readonly ok: true
  /** Offsets of the value without the white space around it. */
  readonly start: number
  readonly end: number
  /** The text without escapes; wildcards stand for themselves. */
  readonly text: string
  /** The text with `*`, `?` and `\` escaped where they are meant literally. */
  readonly pattern: string
  readonly wildcard: boolean
  /** Whether a `\` stands before a letter or a digit, which needs no escape. */
  readonly slip: boolean
}

/** Why a bare value cannot be read, as an offset into the text and what stands there. */
export interface BareFault {
  readonly ok: false
  readonly offset: number
  readonly found: string
  readonly fault: 'bracket' | 'escape' | 'key'
  /** Before a key: the operator that what joins it to the value stands for. */
  readonly operator?: string
}

const KEY = /([a-z]+):[^\s|,)&>]/iy
// What writers of other languages join two terms with, before a key.
const JOINT = /(?<=[^\s\\])(?:\s*([;&>])\s*|\s+(and|or)\s+)$/i
const JOINTS: Readonly<Record<string, string>> = { ';': '|', '&': '&&', '>': '>>', and: '&&', or: '||' }

function isSpace(source: string, at: number): boolean {
  const code = source.charCodeAt(at)
  return code < 0x80 ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : /\s/.test(source[at]!)
}

/**
 * Reads a bare value that begins at `at`: everything up to the next operator. Brackets that balance belong to it,
 * with all that they hold. A key after white space is a second term without an operator, not a part of the value:
 * `role:Button name:Save` must not be searched for as one role. So is one after `>`, `&` or `;`. `stop`, a character, ends it like an operator.
 */
export function scanBare(source: string, at: number, stop?: string): Bare | BareFault {
  let i = at
  while (i < source.length && isSpace(source, i)) i++
  const start = i
  let end = i
  let text = ''
  let pattern = ''
  // Where what is not yet in `text` and `pattern` begins.
  let rest = i
  let wildcard = false
  let slip = false
  const open: number[] = []

  for (; i < source.length; i++) {
    const c = source[i]!
    if (c === '\\') {
      const escaped = source[i + 1]
      if (escaped === undefined) return { ok: false, offset: i, found: c, fault: 'escape' }
      slip ||= /[\p{L}\p{N}]/u.test(escaped)
      const before = source.slice(rest, i)
      text += before + escaped
      pattern += before + (escaped === '*' || escaped === '?' || escaped === '\\' ? c + escaped : escaped)
      i++
      rest = end = i + 1
      continue
    }
    if (open.length === 0) {
      if (c === stop || c === '|' || c === ',' || c === ')') break
      if ((c === '&' || c === '>') && source[i + 1] === c) break
      if (i > start && (end < i || (rest < i && /[;&>]/.test(source[i - 1]!)))) {
        KEY.lastIndex = i
        const word = KEY.exec(source)?.[1]
        if (word !== undefined && findKey(word)) return secondTerm(source, start, i, `${word}:`)
      }
    }
    if (c === '(') open.push(i)
    else if (c === ')') open.pop()
    else if (c === '*' || c === '?') wildcard = true
    if (!isSpace(source, i)) end = i + 1
  }
  if (open.length > 0) return { ok: false, offset: open[0]!, found: '(', fault: 'bracket' }
  const last = source.slice(rest, end)
  return { ok: true, start, end, text: text + last, pattern: pattern + last, wildcard, slip }
}

function secondTerm(source: string, start: number, at: number, key: string): BareFault {
  const joint = JOINT.exec(source.slice(Math.max(start, at - 20), at))
  const found = (joint?.[0].trimStart() ?? '') + key
  const operator = joint ? JOINTS[(joint[1] ?? joint[2]!).toLowerCase()]! : undefined
  return { ok: false, offset: at + key.length - found.length, found, fault: 'key', ...(operator && { operator }) }
}
