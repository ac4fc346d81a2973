import { DEFAULT_DISTANCE, type Expression, type Nth, type Selector, type Step, type TextPattern } from './ast.js'
import { type Bare, scanBare } from './bare.js'
import { foreignKeys } from './dialect.js'
import { quote } from './format.js'
import { findKey, type Key, keys, standalone } from './keys.js'
import { excerpt, Refusal } from './refusal.js'
import { findRole, roleAliases } from './roles.js'
import { nearest } from './suggest.js'

/** How deep brackets and `!` may be nested. */
export const MAX_DEPTH = 50
/** How many terms a selector may have. */
export const MAX_TERMS = 1000

const SPACE = /\s*/y
const WORD = /[^\s:|,()&>!"'=]+/y
const TOKEN = /[^\s|,()&>]+|./suy
const IDENT = /(?:\\.|[^\s|,()&>!"'\\])+/suy
const AN_OPERAND = 'a key such as role: or name:, a bracket, *, .. or #id'

/** Reads one text from its beginning to its end; throws a {@link Refusal}. */
export class Parser {
  private at = 0
  private depth = 0
  private terms = 0
  /** The `nth` of the step that is being read. */
  private nth: Nth | undefined

  constructor(private readonly source: string) {}

  read(): Selector {
    const selector = this.selector()
    if (this.at < this.source.length) this.refuseTrailing()
    return selector
  }

  private selector(): Selector {
    const outer = this.nth
    const steps: Step[] = []
    do {
      this.nth = undefined
      const match = this.or() ?? { kind: 'any' }
      if (match.kind === 'group' && !this.nth) steps.push(...match.selector.steps)
      else steps.push(this.nth ? { match, nth: this.nth } : { match })
    } while (this.take('>>'))
    this.nth = outer
    return { steps }
  }

  // An `nth` is taken out of the expression that it is written in, which may leave nothing of it.

  private or(): Expression | undefined {
    return this.joined(
      'or',
      () => this.and(),
      () => this.take('||') || this.take(','),
    )
  }

  private and(): Expression | undefined {
    return this.joined(
      'and',
      () => this.not(),
      () => this.take('&&') || (!this.next('||') && this.take('|')),
    )
  }

  private joined(
    kind: 'and' | 'or',
    operand: () => Expression | undefined,
    operator: () => boolean,
  ): Expression | undefined {
    const terms: Expression[] = []
    do {
      const term = operand()
      if (term?.kind === kind) terms.push(...term.terms)
      else if (term) terms.push(term)
    } while (operator())
    return terms.length > 1 ? { kind, terms } : terms[0]
  }

  private not(): Expression | undefined {
    let bangs = 0
    while (this.take('!')) {
      if (++bangs + this.depth > MAX_DEPTH) this.refuseDepth(this.at - 1)
    }
    this.depth += bangs
    let expression = this.primary()
    this.depth -= bangs
    if (!expression) {
      if (bangs % 2 === 1) this.nth = { index: this.nth!.index, excluded: true }
      return undefined
    }
    for (; bangs > 0; bangs--) expression = { kind: 'not', term: expression }
    return expression
  }

  private primary(): Expression | undefined {
    this.skipSpace()
    const { source, at } = this
    const c = source[at]
    if (++this.terms > MAX_TERMS) throw new Refusal(at, this.tokenAt(at), `at most ${MAX_TERMS} terms`)
    if (c === '(') {
      const inner = this.bracketed()
      const only = inner.steps[0]!
      return inner.steps.length === 1 && !only.nth ? only.match : { kind: 'group', selector: inner }
    }
    if (source.startsWith('..', at)) {
      this.at += 2
      return { kind: 'parent' }
    }
    if (c === '*') {
      this.at++
      return { kind: 'any' }
    }
    if (c === '#') return this.ident()
    if (c === '"' || c === "'") {
      throw new Refusal(at, c, AN_OPERAND, 'a text needs a key', `name:${c}`)
    }
    const word = this.match(WORD)
    if (word === '') {
      throw new Refusal(at, this.match(TOKEN), AN_OPERAND, 'an operand is missing')
    }
    return this.keyed(at, word)
  }

  private keyed(at: number, word: string): Expression | undefined {
    const colon = this.source[this.at] === ':'
    const index = standalone.get(word.toLowerCase())
    if (index !== undefined) {
      if (colon) {
        const bare = scanBare(this.source, this.at)
        const found = bare.ok ? this.source.slice(this.at, bare.end) : ':'
        throw new Refusal(this.at, found, 'an operator or the end', `${word} stands alone`, '')
      }
      return this.setNth(at, word, index)
    }
    const key = findKey(word)
    if (key && colon) {
      this.at++
      return this.valueOf(at, word, key)
    }
    this.refuseWord(at, word, colon, key)
  }

  /** No key, or one without its colon: says what it may have been. */
  private refuseWord(at: number, word: string, colon: boolean, key: Key | undefined): never {
    const role = findRole(word)
    if (colon) {
      const near = foreignKeys.get(word.toLowerCase())
      const replacement = near ?? (role ? `role:${role}|name` : (nearest(word, keys.keys()) ?? roleAndName(word)))
      throw new Refusal(at, word, 'a key such as role or name', `there is no key ${excerpt(word)}`, replacement)
    }
    const expected = AN_OPERAND
    const equals = this.source[this.at] === '='
    if (key || (equals && foreignKeys.has(word.toLowerCase()))) {
      const reason = `the key ${excerpt(word)} needs a colon`
      const spelling = foreignKeys.get(word.toLowerCase()) ?? word
      if (equals) throw new Refusal(at, `${word}=`, expected, reason, `${spelling}:`)
      if (role) throw new Refusal(at, word, expected, reason, `role:${role}`)
      const gap = /^\s+:/.exec(this.source.slice(this.at))?.[0]
      if (gap) throw new Refusal(at, word + gap, expected, reason, `${word}:`)
      const replacement = key?.takes === 'state' ? `${word}:true` : undefined
      throw new Refusal(at, word, expected, reason, replacement)
    }
    const replacement = role ? `role:${role}` : (nearest(word, standalone.keys()) ?? roleOrName(word))
    throw new Refusal(at, word, expected, `${excerpt(word)} alone could be a role or a name`, replacement)
  }

  private valueOf(at: number, word: string, key: Key): Expression | undefined {
    switch (key.takes) {
      case 'text':
        return { kind: 'text', key: key.key, value: this.pattern(word) }
      case 'role':
        return this.role(word)
      case 'attribute':
        return this.attribute(word)
      case 'state': {
        const value = this.oneOf(word, key.mixed ? ['true', 'false', 'mixed'] : ['true', 'false'])
        return { kind: 'state', state: key.key, value: value === 'mixed' ? value : value === 'true' }
      }
      case 'pid':
        return { kind: 'pid', pid: this.number(word, /^\d+$/, 'a process id', 4_294_967_295) }
      case 'ref': {
        const { text, start, raw } = this.bare(word)
        if (!/^e[1-9]\d{0,9}$/.test(text)) throw new Refusal(start, raw, 'a ref such as e12')
        return { kind: 'ref', ref: text }
      }
      case 'nth': {
        const index = this.number(word, /^-?\d+$/, 'an index', 2_147_483_647)
        return this.setNth(at, this.source.slice(at, this.at), index)
      }
      case 'has':
        return { kind: 'has', selector: this.inner(word) }
      case 'beside':
        return { kind: 'beside', relation: key.relation, anchor: this.inner(word) }
      case 'near': {
        const anchor = this.inner(word)
        if (this.source[this.at] !== '@') return { kind: 'near', anchor, distance: DEFAULT_DISTANCE }
        this.at++
        return { kind: 'near', anchor, distance: this.number(word, /^\d+$/, 'a distance in px', 1_000_000) }
      }
    }
  }

  private setNth(at: number, found: string, index: number): undefined {
    if (this.nth) throw new Refusal(at, found, 'one nth, first or last in a step', 'the step has one already')
    this.nth = { index, excluded: false }
  }

  private role(word: string): Expression {
    const quoted = this.quoted(word)
    const { text, start, raw } = quoted ?? this.bare(word)
    const role = findRole(text)
    if (role) return { kind: 'role', role }
    const reason = `there is no role ${excerpt(text)}`
    throw new Refusal(start, raw, 'a role such as button or textbox', reason, nearestRole(text))
  }

  private attribute(word: string): Expression {
    const name = this.quoted(word)?.text ?? this.attributeName(word)
    if (!this.take('=')) return { kind: 'attribute', name }
    return { kind: 'attribute', name, value: this.pattern(`${word}:${name}=`) }
  }

  private attributeName(word: string): string {
    const bare = this.bare(word, '=')
    if (bare.wildcard) throw new Refusal(bare.start, bare.raw, 'the name of an attribute', 'it takes no wildcards')
    return bare.text
  }

  private inner(word: string): Selector {
    this.skipSpace()
    if (this.source[this.at] === '(') return this.bracketed()
    const { start, raw } = this.bare(word)
    throw new Refusal(start, raw, 'a selector in brackets', `${word} takes a selector`, `(${raw})`)
  }

  private bracketed(): Selector {
    const open = this.at++
    if (++this.depth > MAX_DEPTH) this.refuseDepth(open)
    const selector = this.selector()
    this.depth--
    if (!this.take(')')) {
      if (this.at < this.source.length) this.refuseTrailing()
      throw new Refusal(this.at, '', ')', `the bracket at offset ${open} is not closed`, ')')
    }
    return selector
  }

  private ident(): Expression {
    const at = ++this.at
    const raw = this.match(IDENT)
    if (raw === '') throw new Refusal(at, this.match(TOKEN), 'an id after #', 'the id is empty')
    const bare = scanBare(raw, 0)
    if (!bare.ok) throw new Refusal(at + bare.offset, bare.found, 'a character after \\')
    return { kind: 'text', key: 'id', value: patternOf(bare) }
  }

  private pattern(word: string): TextPattern {
    const quoted = this.quoted(word)
    if (quoted) return { kind: 'literal', text: quoted.text }
    if (this.source[this.at] === '/') return this.regexp()
    return patternOf(this.bare(word))
  }

  /** A quoted value, or nothing when there is none here. */
  private quoted(word: string): { text: string; start: number; raw: string } | undefined {
    this.skipSpace()
    const start = this.at
    const mark = this.source[start]
    if (mark !== '"' && mark !== "'") return undefined
    let text = ''
    let i = start + 1
    for (; this.source[i] !== mark; i++) {
      if (this.source[i] === '\\') i++
      if (i >= this.source.length) {
        const rest = this.source.slice(start)
        throw new Refusal(start, rest, `a closing ${mark}`, 'the quote is not closed', rest + mark)
      }
      text += this.source[i]
    }
    this.at = i + 1
    const raw = this.source.slice(start, this.at)
    if (text.trim() === '') this.refuseEmpty(start, raw, word)
    return { text, start, raw }
  }

  private regexp(): TextPattern {
    const { source, at: start } = this
    const asText = (): string | undefined => {
      const bare = scanBare(source, start)
      return bare.ok ? quote(bare.text) : undefined
    }
    const whole = (): string => {
      const bare = scanBare(source, start)
      return bare.ok ? source.slice(start, bare.end) : '/'
    }
    let i = start + 1
    let inClass = false
    while (i < source.length && (inClass || source[i] !== '/')) {
      if (source[i] === '\\') i++
      else if (source[i] === '[') inClass = true
      else if (source[i] === ']') inClass = false
      i++
    }
    if (i >= source.length) {
      throw new Refusal(start, whole(), 'a closing /', 'a value that begins with / is a regular expression', asText())
    }
    const pattern = source.slice(start + 1, i)
    this.at = i + 1
    const flagsAt = this.at
    const written = this.match(/[a-z]*/iy)
    const flags = [...new Set(written)].sort().join('')
    if (flags.length !== written.length || /[^isu]/.test(flags)) {
      const known = /^[dgimsuvy]*$/.test(flags)
      const expected = 'flags of i, s and u, each once'
      if (known) throw new Refusal(flagsAt, written, expected, undefined, flags.replace(/[^isu]/g, ''))
      throw new Refusal(start, whole(), `a regular expression with ${expected}`, undefined, asText())
    }
    if (pattern === '') this.refuseEmpty(start, '//', 'a regular expression')
    try {
      new RegExp(pattern, flags)
    } catch (error) {
      throw new Refusal(start, source.slice(start, this.at), 'a regular expression', (error as Error).message)
    }
    return { kind: 'regexp', source: pattern, flags }
  }

  /** A bare value that is not empty; the cursor moves behind it. */
  private bare(word: string, stop?: string): Bare & { raw: string } {
    const bare = scanBare(this.source, this.at, stop)
    if (!bare.ok) this.refuseBare(bare)
    const raw = this.source.slice(bare.start, bare.end)
    if (bare.text.trim() === '') this.refuseEmpty(bare.start, raw === '' ? this.tokenAt(bare.start) : raw, word)
    this.at = bare.end
    return { ...bare, raw }
  }

  private refuseBare({ offset, found, fault }: { offset: number; found: string; fault: string }): never {
    switch (fault) {
      case 'key':
        throw new Refusal(offset, found, 'an operator', 'two terms without an operator', `|${found}`)
      case 'escape':
        throw new Refusal(offset, found, 'a character after \\', undefined, '\\\\')
      default:
        throw new Refusal(offset, found, 'a bracket that is closed', 'the bracket is not closed', '\\(')
    }
  }

  private number(word: string, form: RegExp, what: string, most: number): number {
    const { raw, start } = this.bare(word)
    const value = Number(raw)
    if (!form.test(raw)) throw new Refusal(start, raw, `${what}, a whole number`, undefined, wholeNumber(raw, form))
    if (Math.abs(value) > most) throw new Refusal(start, raw, `${what} of at most ${most}`)
    return value + 0
  }

  private oneOf(word: string, values: readonly string[]): string {
    const { raw, start } = this.bare(word)
    if (values.includes(raw)) return raw
    const list = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
    throw new Refusal(
      start,
      raw,
      list,
      undefined,
      values.find((value) => value === raw.toLowerCase()) ?? nearest(raw, values),
    )
  }

  private refuseEmpty(at: number, found: string, word: string): never {
    const instead = found.startsWith('"') || found.startsWith("'") ? '; /^$/ asks for an empty text' : ''
    throw new Refusal(at, found, `a value for ${word}${instead}`, 'the value is empty')
  }

  private refuseTrailing(): never {
    const { at, source } = this
    if (source[at] === ')') {
      throw new Refusal(at, ')', 'an operator or the end', 'there is no bracket for this one to close', '')
    }
    const expected = this.depth > 0 ? 'an operator or )' : 'an operator or the end'
    const found = this.tokenAt(at)
    if (found.startsWith('@')) throw new Refusal(at, found, expected, 'only near:(…) takes a distance')
    throw new Refusal(at, found, expected, 'two terms without an operator', `|${found}`)
  }

  private refuseDepth(at: number): never {
    throw new Refusal(at, this.source[at]!, `at most ${MAX_DEPTH} brackets and ! inside each other`)
  }

  private tokenAt(at: number): string {
    TOKEN.lastIndex = at
    return TOKEN.exec(this.source)?.[0] ?? ''
  }

  private skipSpace(): void {
    this.match(SPACE)
  }

  private next(operator: string): boolean {
    this.skipSpace()
    return this.source.startsWith(operator, this.at)
  }

  private take(operator: string): boolean {
    if (!this.next(operator)) return false
    this.at += operator.length
    return true
  }

  /** What a sticky expression matches here, or the empty text; the cursor moves behind it. */
  private match(expression: RegExp): string {
    expression.lastIndex = this.at
    const found = expression.exec(this.source)?.[0] ?? ''
    this.at += found.length
    return found
  }
}

function patternOf({ text, pattern, wildcard }: Bare): TextPattern {
  return wildcard ? { kind: 'wildcard', pattern } : { kind: 'literal', text }
}

function roleOrName(word: string): string {
  const role = nearestRole(word)
  return role ? `role:${role}` : `name:${word}`
}

function roleAndName(word: string): string | undefined {
  const role = nearestRole(word)
  return role && `role:${role}|name`
}

function nearestRole(word: string): string | undefined {
  return nearest(word, Object.keys(roleAliases))
}

/** The number that is written with a sign, a fraction or a unit, when it is whole: `+1`, `1.0`, `50px`, `"1"`. */
function wholeNumber(raw: string, form: RegExp): string | undefined {
  const digits = /^["']?\+?(-?\d+)(?:\.0*)?(?:px)?["']?$/.exec(raw)?.[1]
  return digits !== undefined && form.test(digits) ? digits : undefined
}
