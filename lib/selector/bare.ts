import { findKey } from './keys.js'

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
}

/** Why a bare value cannot be read, as an offset into the text and what stands there. */
export interface BareFault {
  readonly ok: false
  readonly offset: number
  readonly found: string
  readonly fault: 'bracket' | 'escape' | 'key'
}

const SPACE = /\s/
const KEY = /([a-z]+):[^\s|,)&>]/iy

/**
 * Reads a bare value that begins at `at`: everything up to the next operator. Brackets that balance belong to it,
 * with all that they hold. A key after white space is a second term without an operator, not a part of the value:
 * `role:Button name:Save` must not be searched for as one role. `stop`, a character, ends it like an operator.
 */
export function scanBare(source: string, at: number, stop?: string): Bare | BareFault {
  let i = at
  while (i < source.length && SPACE.test(source[i]!)) i++
  const start = i
  let end = i
  let text = ''
  let pattern = ''
  // What of `text` and `pattern` is left when unescaped white space at the end is trimmed.
  let textEnd = 0
  let patternEnd = 0
  let wildcard = false
  const open: number[] = []

  while (i < source.length) {
    const c = source[i]!
    const next = source[i + 1]
    if (c === '\\') {
      if (next === undefined) return { ok: false, offset: i, found: c, fault: 'escape' }
      text += next
      pattern += next === '*' || next === '?' || next === '\\' ? c + next : next
      i += 2
      end = i
      textEnd = text.length
      patternEnd = pattern.length
      continue
    }
    if (open.length === 0) {
      if (
        c === stop ||
        c === '|' ||
        c === ',' ||
        c === ')' ||
        (c === '&' && next === '&') ||
        (c === '>' && next === '>')
      )
        break
      if (i > start && SPACE.test(source[i - 1]!) && end < i) {
        KEY.lastIndex = i
        const word = KEY.exec(source)?.[1]
        if (word !== undefined && findKey(word)) return { ok: false, offset: i, found: `${word}:`, fault: 'key' }
      }
    }
    if (c === '(') open.push(i)
    if (c === ')') open.pop()
    if (c === '*' || c === '?') wildcard = true
    text += c
    pattern += c
    i++
    if (!SPACE.test(c)) {
      end = i
      textEnd = text.length
      patternEnd = pattern.length
    }
  }
  if (open.length > 0) return { ok: false, offset: open[0]!, found: '(', fault: 'bracket' }
  return { ok: true, start, end, text: text.slice(0, textEnd), pattern: pattern.slice(0, patternEnd), wildcard }
}
