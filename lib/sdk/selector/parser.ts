import {
  DEFAULT_DISTANCE,
  type Expression,
  type Nth,
  type Selector,
  type SelectorStep,
  type TextPattern,
} from './ast.js'
import { type Bare, type BareFault, scanBare } from './bare.js'
import { findContradiction, isAbout } from './contradiction.js'
import { foreignAttribute, foreignKeys, foreignRoles, truths } from './dialect.js'
import { misread } from './misread.js'
import { escaped, quote } from './quote.js'
import { excerpt, Refusal } from './refusal.js'
import { findRole } from './roles.js'
import { findKey, type Key, keys, standalone } from './selector-keys.js'
import {
  nearest,
  nearestKey,
  nearestRole,
  opposite,
  roleAndMore,
  roleAndName,
  roleOrName,
  wholeNumber,
} from './suggest.js'
import { termOf, translate, translateRole } from './translate.js'

/** How deep brackets and `!` may be nested. */
export const MAX_DEPTH = 50
/** How many terms a selector may have. */
export const MAX_TERMS = 1000

const SPACE = /\s*/y
const WORD = /[^\s:|,()&>!"'=]+/y
const TOKEN = /[^\s|,()&>]+|./suy
const IDENT = /(?:\\.|[^\s|,()&>!"'\\])+/suy
const AN_OPERAND = 'a key such as role: or name:, a bracket, *, .. or #id'

/** An operand of an `and`: what it is, and where it is written. */
interface Operand {
  readonly term: Expression | undefined
  readonly start: number
  readonly end: number
}

/** A text that was read as the value of a key, in case that what follows it belongs to it. */
interface ReadText {
  /** The key, with its colon. */
  readonly key: string
  readonly start: number
  readonly end: number
  readonly quoted: boolean
  readonly wildcard: boolean
}

/** Reads one text from its beginning to its end; throws a {@link Refusal}. */
export class Parser {
  private at = 0
  private depth = 0
  private terms = 0
  /** The `nth` of the step that is being read. */
  private nth: Nth | undefined
  /** The keys of the `and` that is being read, so far. */
  private said = new Set<string>()
  private lastText: ReadText | undefined
  /** Whether this is a list of selectors. */
  private listing = false
  /** Steps that are nothing but an `nth`. */
  private readonly lone = new WeakSet<SelectorStep>()

  constructor(private readonly source: string) {}

  read(): Selector {
    const selector = this.selector()
    if (this.at < this.source.length) this.refuseTrailing()
    return selector
  }

  /** The texts of a list of selectors. */
  split(): string[] {
    this.listing = true
    const texts: string[] = []
    this.skipSpace()
    if (this.at === this.source.length) return texts
    do {
      this.skipSpace()
      const start = this.at
      this.terms = 0
      this.selector()
      texts.push(withoutEnd(this.source.slice(start, this.at)))
    } while (this.take(','))
    if (this.at < this.source.length) this.refuseTrailing()
    return texts
  }

  private selector(): Selector {
    const outer = this.nth
    const steps: SelectorStep[] = []
    do {
      const joint = this.at
      const read = this.step()
      const before = steps.at(-1)
      if (before && this.lone.has(read[0]!)) this.refuseLoneNth(joint, before)
      steps.push(...read)
    } while (this.take('>>'))
    this.nth = outer
    return { steps }
  }

  /** One step, or those of a chain in brackets. */
  private step(): readonly SelectorStep[] {
    this.nth = undefined
    const match = this.or()
    if (match?.kind === 'group' && !this.nth) return match.selector.steps
    const all: Expression = match ?? { kind: 'any' }
    const step: SelectorStep = this.nth ? { match: all, nth: this.nth } : { match: all }
    if (!match) this.lone.add(step)
    return [step]
  }

  /** `joint` is right behind the `>>`. */
  private refuseLoneNth(joint: number, before: SelectorStep): never {
    const term = this.source.slice(joint, this.at).trim()
    const start = this.source.indexOf(term, joint)
    const end = this.source.slice(0, joint - 2).trimEnd().length
    const index = /^\(*\s*(!?\s*(?:first|last|nth:\s*-?\d+))\s*\)*$/i.exec(term)?.[1]
    // A step that has its one cannot have another: then those below it were meant.
    const [written, from] = before.nth ? [`*|${index}`, start] : [`|${index}`, end]
    const replacement = index === undefined ? undefined : written
    throw new Refusal(
      start,
      term,
      `| before it for one of those, or *|${term} for one of all that is below them`,
      'behind >> an index of its own would count all elements below',
      replacement,
      { start: from, end: start + term.length },
    )
  }

  // An `nth` is taken out of the expression that it is written in, which may leave nothing of it.

  /** Whether a comma here parts two selectors of a list. */
  private parts(): boolean {
    return this.listing && this.depth === 0
  }

  private or(): Expression | undefined {
    return this.joined(
      'or',
      () => this.and(),
      () => this.take('||') || (!this.parts() && this.take(',')),
    )
  }

  private and(): Expression | undefined {
    const outer = this.said
    this.said = new Set()
    const operands: Operand[] = []
    const expression = this.joined(
      'and',
      () => {
        this.skipSpace()
        const start = this.at
        const term = this.not()
        operands.push({ term, start, end: this.at })
        return term
      },
      () => this.take('&&') || (!this.next('||') && this.take('|')),
    )
    this.said = outer
    if (operands.length > 1) this.refuseContradiction(operands)
    return expression
  }

  private refuseContradiction(operands: readonly Operand[]): void {
    const contradiction = findContradiction(operands.map(({ term }) => term))
    if (!contradiction) return
    const { first, second, what } = contradiction
    const { start, end } = operands[second]!
    const refuse = (replacement?: string, range?: { start: number; end: number }): never => {
      const reason = `no element has two different ${what === 'role' ? 'roles' : `values of ${what}`} at once`
      const expected = '|| between what may be either, or >> before what is below'
      throw new Refusal(start, this.source.slice(start, end), expected, reason, replacement, range)
    }
    const alike = ({ term }: Operand) => isAbout(term, what)
    if (!operands.slice(first, second + 1).every(alike)) refuse()
    let last = second
    while (last + 1 < operands.length && alike(operands[last + 1]!)) last++
    const run = operands.slice(first, last + 1)
    const either = run.map((operand) => this.source.slice(operand.start, operand.end).trim()).join(' || ')
    const range = { start: run[0]!.start, end: operands[last]!.end }
    refuse(run.length === operands.length ? either : `(${either})`, range)
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
      this.refuseForeign(at)
      const found = this.match(TOKEN)
      throw new Refusal(at, found, AN_OPERAND, 'an operand is missing', found === '>' && at > 0 ? '' : undefined)
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
      // `name:Last, First`
      if (!this.parts() && this.lastText && /^\s*,/.test(this.source.slice(this.lastText.end, at))) {
        this.refuseContinued(at, word, false)
      }
      return this.setNth(at, word, index)
    }
    const key = findKey(word)
    if (key && colon) {
      this.at++
      const value = this.valueOf(at, word, key)
      this.said.add(key.takes === 'text' ? key.key : key.takes)
      return value
    }
    this.refuseWord(at, word, colon, key)
  }

  /** No key, or one without its colon: says what it may have been. */
  private refuseWord(at: number, word: string, colon: boolean, key: Key | undefined): never {
    const role = findRole(word)
    this.refuseForeign(at)
    if (!key) this.refuseContinued(at, word, colon || role !== undefined)
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
    if (word.startsWith('/')) {
      throw new Refusal(at, word, expected, 'a path is no selector; >> goes to any depth below, nth counts matches')
    }
    const not = /^not$/i.test(word) ? /^\s+/.exec(this.source.slice(this.at))?.[0] : undefined
    if (not) throw new Refusal(at, word + not, expected, 'not is written !', '!')
    const isCall = this.source[this.at] === '('
    const name = isCall ? undefined : (nearest(word, standalone.keys()) ?? roleOrName(word))
    const replacement = role ? `role:${role}` : name
    throw new Refusal(at, word, expected, `${excerpt(word)} alone could be a role or a name`, replacement)
  }

  /** What other languages write where an operand stands, if it can be said here. */
  private refuseForeign(at: number): void {
    const translation = translate(this.source, at)
    if (!translation) return
    const found = this.source.slice(at, translation.end)
    throw new Refusal(at, found, AN_OPERAND, 'this is the language of another tool', translation.text)
  }

  /** `name:A, B` and `name:A | B`: a text with an operator in it. Behind `|` a role or key is more likely to be one. */
  private refuseContinued(at: number, word: string, isTerm: boolean): void {
    const { source, lastText: text } = this
    const operator = text && /^\s*(,|\||&&)[\s(]*$/.exec(source.slice(text.end, at))?.[1]
    if (!text || text.quoted || !operator || (operator !== ',' && isTerm)) return
    if (operator !== ',' && text.wildcard) {
      const range = { start: text.end, end: at }
      const reason = `${excerpt(word)} has no key, and ${operator} means both`
      throw new Refusal(at, word, AN_OPERAND, reason, ` || ${text.key.trim()}`, range)
    }
    if (operator === ',' && isTerm && this.source[this.at] === ':' && nearestKey(word)) return
    let end = text.end
    let wildcard = text.wildcard
    for (let next = end; ; ) {
      const gap = /\s*(?:,|\||&&)\s*/y
      gap.lastIndex = next
      const bare = gap.test(source) ? scanBare(source, gap.lastIndex) : undefined
      if (!bare?.ok || bare.start === bare.end || (next !== text.end && isOperand(source, bare.start))) break
      wildcard ||= bare.wildcard
      next = end = bare.end
    }
    if (end === text.end) return
    const whole = source.slice(text.start, end)
    const value = wildcard ? whole.replace(/,|\||&&/g, '\\$&') : quote(whole.replace(/\\(.)/gs, '$1'))
    const reason = `${operator} ends a text that is not in quotes`
    throw new Refusal(at, word, AN_OPERAND, reason, value, { start: text.start, end })
  }

  private valueOf(at: number, word: string, key: Key): Expression | undefined {
    switch (key.takes) {
      case 'text':
        return { kind: 'text', key: key.key, value: this.pattern(at, word) }
      case 'role':
        return this.role(at, word)
      case 'attribute':
        return this.attribute(at, word)
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

  private role(at: number, word: string): Expression {
    const quoted = this.quoted(word)
    const { text, start, raw } = quoted ?? this.bare(word)
    const role = findRole(text)
    if (role) return { kind: 'role', role }
    const reason = `there is no role ${excerpt(text)}`
    const refuse = (replacement: string | undefined, range?: { start: number; end: number }): never => {
      throw new Refusal(start, raw, 'a role such as button or textbox', reason, replacement, range)
    }
    const whole = { start: at, end: this.at }
    if (text === '*') refuse('*', whole)
    const translation = quoted ? undefined : translateRole(this.source, start)
    if (translation) refuse(translation.text, { start: at, end: translation.end })
    if (/^\([^()]+\)$/.test(raw) && raw.includes('|')) {
      const either = raw
        .slice(1, -1)
        .split(/\|\|?/)
        .map((each) => `role:${each.trim()}`)
      refuse(`(${either.join(' || ')})`, whole)
    }
    return refuse(foreignRoles.get(text.toLowerCase()) ?? roleAndMore(text) ?? nearestRole(text))
  }

  private attribute(at: number, word: string): Expression {
    this.skipSpace()
    const start = this.at
    const quoted = this.quoted(word)
    const name = quoted?.text ?? this.attributeName(at, word)
    const valueAt = this.take('=') ? this.at : undefined
    const value = valueAt === undefined ? undefined : this.pattern(at, `${word}:${name}=`)
    const key = quoted ? undefined : foreignAttribute(name)
    if (key !== undefined) {
      const term = termOf(key, valueAt === undefined ? undefined : this.source.slice(valueAt, this.at).trim())
      throw new Refusal(
        start,
        this.source.slice(start, start + name.length),
        `the key ${key.replace('!', '')}, or quotes around the name of an attribute that is called so`,
        'no backend has it among the other attributes',
        term,
        { start: at, end: this.at },
      )
    }
    return value === undefined ? { kind: 'attribute', name } : { kind: 'attribute', name, value }
  }

  private attributeName(at: number, word: string): string {
    const bare = this.bare(word, '=')
    const { start, end, raw, text } = bare
    const refuse = (reason: string, replacement?: string, range?: { start: number; end: number }): never => {
      throw new Refusal(start, raw, 'the name of an attribute', reason, replacement, range)
    }
    // `attr:tag*=div`, and what comes as `attr:tag==div`.
    const operator = /[*^$~!]$/.exec(raw)?.[0]
    const value = operator && /^=\s*(?!\s)/.exec(this.source.slice(end)) ? scanBare(this.source, end + 1) : undefined
    if (value?.ok && value.end > value.start) {
      const name = raw.slice(0, -1).trim()
      const written = this.source.slice(value.start, value.end)
      const part = operator === '^' ? `${written}*` : operator === '$' ? `*${written}` : `*${written}*`
      const term = operator === '!' ? `!attr:${name}=${written}` : `attr:${name}=${part}`
      refuse(`${operator}= is no operator`, term, { start: at, end: value.end })
    }
    if (bare.wildcard) refuse('it takes no wildcards')
    if (bare.slip) refuse('an unquoted \\ is lost', quote(raw))
    return text
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
    if (bare.text.trim() === '') throw new Refusal(at, raw, 'an id after #', 'the id is empty')
    this.refuseMisread(at - 1, 'id:', { ...bare, start: at, end: at + bare.end, raw })
    return { kind: 'text', key: 'id', value: patternOf(bare) }
  }

  /** The value of a key that begins at `at`. */
  private pattern(at: number, word: string): TextPattern {
    const quoted = this.quoted(word)
    if (quoted) {
      const key = this.source.slice(at, quoted.start)
      this.lastText = { key, start: quoted.start, end: this.at, quoted: true, wildcard: false }
      return { kind: 'literal', text: quoted.text }
    }
    if (this.source[this.at] === '/') {
      const start = this.at
      const regexp = this.regexp()
      // Names of executables are compared without it.
      if (/^process$/i.test(word) && regexp.kind === 'regexp' && /\.exe/i.test(regexp.source)) {
        const found = this.source.slice(start, this.at)
        const reason = 'processes are compared without the extension .exe'
        throw new Refusal(start, found, 'the name alone', reason, found.replace(/\\?\.exe/gi, ''))
      }
      return regexp
    }
    const bare = this.bare(word)
    const key = this.source.slice(at, bare.start)
    this.refuseMisread(at, key, bare)
    this.lastText = { key, start: bare.start, end: bare.end, quoted: false, wildcard: bare.wildcard }
    return patternOf(bare)
  }

  /** Refuses what `misread` knows; `at` is where the term begins, `key` what stands in it before the value. */
  private refuseMisread(at: number, key: string, bare: Bare & { raw: string }): void {
    const misreading = misread(bare.raw, bare)
    if (!misreading) return
    const { reason, expected, value, term } = misreading
    const replacement = term ? term(key) : value === undefined ? undefined : key + value
    throw new Refusal(bare.start, bare.raw, expected, reason, replacement, { start: at, end: bare.end })
  }

  /** A quoted value, or nothing when there is none here. */
  private quoted(word: string): { text: string; start: number; raw: string } | undefined {
    this.skipSpace()
    const start = this.at
    const mark = this.source[start]
    if (mark !== '"' && mark !== "'") return undefined
    let text = ''
    let slip = false
    let i = start + 1
    for (; this.source[i] !== mark; i++) {
      if (this.source[i] === '\\') slip ||= /[\p{L}\p{N}]/u.test(this.source[++i] ?? '')
      if (i >= this.source.length) {
        const rest = this.source.slice(start)
        throw new Refusal(start, rest, `a closing ${mark}`, 'the quote is not closed', rest + mark)
      }
      text += this.source[i]
    }
    this.at = i + 1
    const raw = this.source.slice(start, this.at)
    if (text.trim() === '') this.refuseEmpty(start, raw, word)
    if (slip) {
      const doubled = raw.replace(/\\([^\p{L}\p{N}])|\\/gsu, (pair, escaped) => (escaped ? pair : '\\\\'))
      throw new Refusal(
        start,
        raw,
        '\\\\ for each \\',
        'a single \\ is lost: it takes the character behind it as it is',
        doubled,
      )
    }
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
    if (!bare.ok) this.refuseBare(bare, word)
    const raw = this.source.slice(bare.start, bare.end)
    if (bare.text.trim() === '') this.refuseEmpty(bare.start, raw === '' ? this.tokenAt(bare.start) : raw, word)
    this.at = bare.end
    return { ...bare, raw }
  }

  private refuseBare({ offset, found, fault, operator }: BareFault, word: string): never {
    switch (fault) {
      case 'key': {
        const key = /\w+:$/.exec(found)![0]
        const joint = operator ?? (this.repeats(word, key) ? '>>' : '|')
        const before = joint === '|' || /\s/.test(this.source[offset - 1]!) ? '' : ' '
        const replacement = `${before}${joint}${joint === '|' ? '' : ' '}${key}`
        throw new Refusal(offset, found, 'an operator', 'two terms without an operator', replacement)
      }
      case 'escape':
        throw new Refusal(offset, found, 'a character after \\', undefined, '\\\\')
      default:
        throw new Refusal(offset, found, 'a bracket that is closed', 'the bracket is not closed', '\\(')
    }
  }

  /** Whether `key:` is of what the `and` says already, of which `word` is the last: then another element is meant. */
  private repeats(word: string, key: string): boolean {
    const nameOf = (each: Key | undefined) => (each?.takes === 'text' ? each.key : each?.takes)
    const name = nameOf(findKey(key.slice(0, -1)))
    return name !== undefined && (this.said.has(name) || nameOf(findKey(word)) === name)
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
    const truth = truths.get(raw.toLowerCase())
    const list = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
    throw new Refusal(
      start,
      raw,
      list,
      undefined,
      raw.startsWith('!') ? opposite(raw.slice(1)) : (values.find((value) => value === truth) ?? nearest(raw, values)),
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
    const text = this.lastText
    if (found.startsWith('*') && text?.quoted && text.end === at) {
      const value = `${escaped(source.slice(text.start + 1, text.end - 1).replace(/\\(.)/gs, '$1'))}*`
      const reason = 'quotes take wildcards as they are'
      throw new Refusal(at, '*', expected, reason, value, { start: text.start, end: at + 1 })
    }
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

/** Without the white space at its end; what is escaped belongs to a value. */
function withoutEnd(text: string): string {
  const trimmed = text.trimEnd()
  let backslashes = 0
  while (trimmed.at(-1 - backslashes) === '\\') backslashes++
  return backslashes % 2 === 1 ? text.slice(0, trimmed.length + 1) : trimmed
}

function patternOf({ text, pattern, wildcard }: Bare): TextPattern {
  return wildcard ? { kind: 'wildcard', pattern } : { kind: 'literal', text }
}

/** Whether what stands here begins an operand, and no further piece of a text. */
function isOperand(source: string, at: number): boolean {
  const word = /^[a-z]+(?=:)/i.exec(source.slice(at, at + 20))?.[0]
  return word !== undefined && findKey(word) !== undefined
}
