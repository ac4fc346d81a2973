import type { Bare } from './bare.js'
import { escaped, quote } from './quote.js'

/** A bare value that is read as something else than who writes it has in mind. */
export interface Misreading {
  readonly reason: string
  readonly expected: string
  /** What to write in its place; nothing when that is not known. */
  readonly value?: string
  /** What to write in the place of the whole term, where the value alone cannot say it. */
  readonly term?: (key: string) => string
}

const QUOTED = 'quotes around what is meant as it is'
const OPENING = /^[“”„«»‘’‚‹›`]/
const CLOSING = /[“”«»‘’‹›`]$/
const REGEXP = /\\[dws](?:[+*{?]|$)/i

/**
 * Other languages have operators, anchors and paths where this one has characters of a text. Such a value would match
 * nothing, or by luck; it is refused instead. `raw` is the value as it is written, `bare` as it was read.
 */
export function misread(raw: string, bare: Bare): Misreading | undefined {
  if (bare.slip) {
    const reason = 'an unquoted \\ is lost: it takes the character behind it as it is'
    return { reason, expected: 'quotes, and \\\\ for each \\', value: withBackslashes(raw, bare) }
  }
  const rest = raw.slice(1).trim()
  if (/^~\s*\S/.test(raw)) {
    const value = rest.startsWith('/') ? quote(bare.text) : `*${rest}*`
    return { reason: '~ is no operator; *…* asks for a part of a text', expected: QUOTED, value }
  }
  if (/^!\s*[^\s!=]/.test(raw)) {
    const term = (key: string) => `!${key}${rest}`
    return { reason: '! stands before the key', expected: QUOTED, term }
  }
  if (/^\^[\p{L}\p{N}([]/u.test(raw)) {
    return { reason: '^ is an anchor only between slashes', expected: QUOTED, value: `${asRegExp(raw)}i` }
  }
  const part = /^\.\*(.*?)(\.\*)?$/su.exec(raw)
  if (part) {
    const plain = /^[\p{L}\p{N}\s_-]*$/u.test(part[1]!)
    const value = plain ? `*${part[1]}${part[1] && part[2] ? '*' : ''}` : `${asRegExp(raw)}i`
    return { reason: '.* is a regular expression only between slashes', expected: 'a wildcard * alone', value }
  }
  const inner = raw.slice(1, -1)
  if (OPENING.test(raw) && CLOSING.test(raw) && inner.trim() !== '') {
    return { reason: 'only straight quotes are quotes', expected: 'straight quotes', value: quote(inner) }
  }
  const starred = /^\*(["'])(.*)\1(\*?)$/su.exec(raw)
  if (starred) {
    const value = `*${escaped(starred[2]!)}${starred[3]}`
    return { reason: 'quotes inside of a value are part of it', expected: 'wildcards without quotes', value }
  }
  if (/^\([^()\\]+\)$/.test(raw) && raw.includes('|')) {
    const texts = inner.split(/\|\|?/).map((text) => text.trim())
    const term = (key: string) => `(${texts.map((text) => key + text).join(' || ')})`
    return { reason: 'brackets in a value are part of it', expected: 'a key for each of the alternatives', term }
  }
  if (/(?<!\\)(?:\\\\)*\?$/.test(raw)) {
    const others = /(?<!\\)(?:\\\\)*[*?]/.test(raw.slice(0, -1))
    const value = others ? `${raw.slice(0, -1)}\\?` : quote(bare.text)
    return { reason: 'an unquoted ? is a wildcard', expected: 'quotes around a text that ends in ?', value }
  }
  return undefined
}

/** A path, most often: `C:\temp`. Only `\|` and `\>` can have been meant as escapes. */
function withBackslashes(raw: string, bare: Bare): string {
  if (REGEXP.test(raw)) return asRegExp(raw)
  return bare.wildcard ? raw.replace(/\\+/g, '\\\\') : quote(raw.replace(/\\([|>])/g, '$1'))
}

function asRegExp(raw: string): string {
  return `/${raw.replace(/(?<!\\)\//g, '\\/')}/`
}
