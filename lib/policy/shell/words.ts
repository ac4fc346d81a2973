import {
  type ArithmeticExpression,
  type DoubleQuotedChild,
  type ParameterExpansionPart,
  type ParsedScript,
  parse,
  type Word,
  type WordPart,
} from 'unbash'
import { arithmetic } from './arithmetic.js'
import { unescaped } from './escapes.js'
import { active, CLOSE, FIELD, globSource, OPEN, PROCESS, QUESTION, STAR, UNKNOWN, UNSET } from './marks.js'
import type { Variables } from './variables.js'

/** What words are expanded with. */
export interface Surroundings {
  variables: Variables
  /** What a script in it would write. */
  output(script: ParsedScript): string
  /** Keeps what a process substitution would write; gives its number. */
  keep(script: ParsedScript): number
}

// Braces multiply; nobody who types means more.
const MOST_WORDS = 256

/** The words that one word becomes, as bash would: braces, variables, substitutions, splitting. Patterns become marks. */
export function expand(word: Word, surroundings: Surroundings): string[] {
  return braced(word).flatMap((one) => fieldsOf(one, surroundings))
}

/** Where only one word can be: the value of a variable, the target of a redirection. */
export function expandWhole(word: Word, surroundings: Surroundings): string {
  const { text } = joined(word, surroundings)
  return text.replaceAll(FIELD, ' ')
}

/** In quotes, in a here-document. */
export function expandQuoted(parts: readonly WordPart[], surroundings: Surroundings): string {
  return parts.map((part) => textOf(part as DoubleQuotedChild, surroundings)).join('')
}

/** As an arithmetic expression sees it. */
export function expandNumber(expression: ArithmeticExpression | undefined, surroundings: Surroundings): string {
  const result = arithmetic(expression, (word) => {
    if (word.type === 'ArithmeticCommandExpansion') {
      return word.script === undefined ? UNKNOWN : surroundings.output(word.script)
    }
    if (word.parts !== undefined) return expandQuoted(word.parts, surroundings)
    return /^[A-Za-z_]\w*$/.test(word.value) ? surroundings.variables.get(word.value) : word.value
  })
  return result === undefined ? UNKNOWN : String(result)
}

function fieldsOf(word: Word, surroundings: Surroundings): string[] {
  const { text, quoted } = joined(word, surroundings)
  const fields = text.split(FIELD)
  const full = fields.filter((field) => field !== '')
  // `"$@"` without arguments is no word at all.
  if (/^"\$(?:@|\{@\})"$/.test(word.text)) return full
  return full.length === 0 && quoted ? [''] : full
}

function joined(word: Word, surroundings: Surroundings): { text: string; quoted: boolean } {
  const { parts } = word
  if (parts === undefined) return { text: word.value, quoted: false }
  let quoted = false
  const text = parts
    .map((part) => {
      if (part.type === 'DoubleQuoted' || part.type === 'LocaleString') {
        quoted = true
        return expandQuoted(part.parts, surroundings)
      }
      if (part.type === 'SingleQuoted' || part.type === 'AnsiCQuoted') quoted = true
      const value = textOf(part, surroundings)
      return isExpansion(part) ? split(active(value), surroundings) : value
    })
    .join('')
  return { text, quoted }
}

function isExpansion({ type }: WordPart): boolean {
  return type === 'SimpleExpansion' || type === 'ParameterExpansion' || type === 'CommandExpansion'
}

function split(text: string, { variables }: Surroundings): string {
  const separators = variables.get('IFS')
  return [...text].map((character) => (separators.includes(character) ? FIELD : character)).join('')
}

function textOf(part: WordPart, surroundings: Surroundings): string {
  const { variables } = surroundings
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return part.value
    case 'DoubleQuoted':
    case 'LocaleString':
      return expandQuoted(part.parts, surroundings)
    case 'Glob':
      if (part.kind === 'star') return STAR
      return part.kind === 'question' ? QUESTION : `${OPEN}${part.text.slice(1, -1)}${CLOSE}`
    case 'ExtendedGlob':
      // What it allows beside the pattern itself is not told apart.
      return part.operator === '!' ? STAR : part.pattern.split('|')[0] || STAR
    case 'BraceExpansion':
      return part.text
    case 'SimpleExpansion':
      return variables.get(part.text.slice(1))
    case 'ParameterExpansion':
      return parameter(part, surroundings)
    case 'CommandExpansion':
      return part.script === undefined ? UNKNOWN : surroundings.output(part.script).replace(/\n+$/, '')
    case 'ArithmeticExpansion':
      return expandNumber(part.expression, surroundings)
    case 'ProcessSubstitution':
      return part.script === undefined ? UNKNOWN : `${PROCESS}${surroundings.keep(part.script)}${PROCESS}`
  }
}

function parameter(part: ParameterExpansionPart, surroundings: Surroundings): string {
  const { variables } = surroundings
  const { operation, prefix } = part
  const whole = (word: Word | undefined) => (word === undefined ? '' : expandWhole(word, surroundings))
  let value = variables.get(part.parameter, part.index === undefined ? undefined : whole(part.index))
  if (prefix === '#') return value === UNSET ? '0' : String(value.length)
  if (prefix === '!') {
    if (operation?.type === 'Names') return variables.named(part.parameter).join(' ')
    value = variables.get(value)
  }
  const isSet = value !== UNSET
  const isEmpty = !isSet || value === ''
  switch (operation?.type) {
    case undefined:
      return value
    case 'Default': {
      const { operator } = operation
      const missing = operator.startsWith(':') ? isEmpty : !isSet
      if (operator.endsWith('+')) return missing ? '' : whole(operation.operand)
      if (!missing) return value
      const given = whole(operation.operand)
      if (operator.endsWith('=')) variables.set(part.parameter, given)
      return operator.endsWith('?') ? UNSET : given
    }
    case 'Remove': {
      const { operator } = operation
      const source = globSource(whole(operation.operand), operator.length > 1)
      if (operator.startsWith('#')) return value.replace(expression(`^(?:${source})`), '')
      if (operator === '%%') return value.replace(expression(`(?:${source})$`), '')
      // The shortest end is the last place where it matches to the end.
      for (let index = value.length; index >= 0; index--) {
        if (expression(`^(?:${source})$`).test(value.slice(index))) return value.slice(0, index)
      }
      return value
    }
    case 'Replace': {
      const source = globSource(whole(operation.pattern))
      const { operator } = operation
      const anchored = operator === '/#' ? `^(?:${source})` : operator === '/%' ? `(?:${source})$` : source
      const replacement = whole(operation.replacement)
      return value.replace(expression(anchored, operator === '//' ? 'g' : ''), () => replacement)
    }
    case 'Slice': {
      const at = slicing(operation.offset, surroundings)
      const length = operation.length === undefined ? undefined : slicing(operation.length, surroundings)
      if (part.parameter === '@' || part.parameter === '*' || part.index !== undefined) {
        const fields = value.split(FIELD)
        const from = part.parameter === '@' || part.parameter === '*' ? Math.max(0, at - 1) : at
        return fields.slice(from, length === undefined ? undefined : from + length).join(FIELD)
      }
      const rest = at < 0 ? value.slice(at) : value.slice(at)
      return length === undefined ? rest : rest.slice(0, length)
    }
    case 'CaseModification': {
      const upper = operation.operator.startsWith('^')
      const change = (text: string) => (upper ? text.toUpperCase() : text.toLowerCase())
      return operation.operator.length > 1 ? change(value) : change(value.slice(0, 1)) + value.slice(1)
    }
    case 'Transform': {
      const how = whole(operation.operand)
      if (how === 'U') return value.toUpperCase()
      if (how === 'L') return value.toLowerCase()
      if (how === 'u') return value.slice(0, 1).toUpperCase() + value.slice(1)
      return how === 'E' ? unescaped(value) : value
    }
    default:
      return value
  }
}

function expression(source: string, flags = ''): RegExp {
  try {
    return new RegExp(source, flags)
  } catch {
    return /$^/
  }
}

/** An offset or a length is an arithmetic expression, too. */
function slicing(word: Word, surroundings: Surroundings): number {
  const inner = expandWhole(word, surroundings)
  const [statement] = parse(`$((${inner}))`).commands
  const command = statement?.command
  const part = command?.type === 'Command' ? command.name?.parts?.[0] : undefined
  if (part?.type !== 'ArithmeticExpansion') return Number(inner) || 0
  return Number(expandNumber(part.expression, surroundings)) || 0
}

/** Braces are expanded in the text, before anything else. */
function braced(word: Word, most = MOST_WORDS): Word[] {
  const brace = word.parts?.find((part) => part.type === 'BraceExpansion')
  if (brace === undefined || most <= 1) return [word]
  const start = brace.pos - word.pos
  const [before, after] = [word.text.slice(0, start), word.text.slice(start + brace.text.length)]
  const found = alternatives(brace.text.slice(1, -1)).slice(0, most)
  return found.flatMap((alternative) => {
    const [statement] = parse(`: ${before}${alternative}${after}`).commands
    const command = statement?.command
    const words = command?.type === 'Command' ? command.suffix : []
    return words.flatMap((each) => (each.type === 'Word' ? braced(each, Math.floor(most / found.length)) : []))
  })
}

function alternatives(inside: string): string[] {
  const range = /^(-?\w+)\.\.(-?\w+)(?:\.\.(-?\d+))?$/.exec(inside)
  if (range) return sequence(range[1] as string, range[2] as string, Math.abs(Number(range[3] ?? 1)) || 1)
  const found: string[] = []
  let depth = 0
  let quote = ''
  let from = 0
  for (let index = 0; index < inside.length; index++) {
    const character = inside[index] as string
    if (character === '\\') index++
    else if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '{') depth++
    else if (character === '}') depth--
    else if (character === ',' && depth === 0) {
      found.push(inside.slice(from, index))
      from = index + 1
    }
  }
  return [...found, inside.slice(from)]
}

function sequence(first: string, last: string, step: number): string[] {
  const letters = first.length === 1 && last.length === 1 && /[a-z]/i.test(first) && /[a-z]/i.test(last)
  const code = (of: string) => (letters ? of.charCodeAt(0) : Number(of))
  const [from, to] = [code(first), code(last)]
  if (Number.isNaN(from) || Number.isNaN(to)) return [`${first}..${last}`]
  const count = Math.min(MOST_WORDS, Math.floor(Math.abs(to - from) / step) + 1)
  return Array.from({ length: count }, (_, index) => {
    const value = from + (to < from ? -1 : 1) * index * step
    return letters ? String.fromCharCode(value) : String(value)
  })
}
