import { SurehandError } from '../../../sdk/errors.js'

/** A value of a plan: what JSON can say, and `undefined` for what is not there. */
export type Value = undefined | null | boolean | number | string | readonly Value[] | { readonly [name: string]: Value }

/** What an expression is read to. `path`: the names and numbers behind the first one. */
export type Expression =
  | { kind: 'literal'; value: Value }
  | { kind: 'path'; root: string; path: readonly Expression[]; offset: number }
  | { kind: 'not'; operand: Expression }
  | { kind: 'binary'; operator: Operator; left: Expression; right: Expression }
  | { kind: 'call'; name: FunctionName; arguments: readonly Expression[] }

type Operator = keyof typeof BINDING
type FunctionName = keyof typeof FUNCTIONS

/** The higher, the tighter; equal ones from left to right. */
const BINDING = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  contains: 4,
  startsWith: 4,
  endsWith: 4,
} as const

const FUNCTIONS = {
  always: [0, 0],
  coalesce: [1, Number.POSITIVE_INFINITY],
  contains: [2, 2],
  startsWith: [2, 2],
  endsWith: [2, 2],
} as const

const CONSTANTS = new Map<string, Value>([
  ['true', true],
  ['false', false],
  ['null', null],
])

interface Token {
  kind: 'name' | 'text' | 'number' | 'sign' | 'end'
  text: string
  offset: number
}

const TOKEN =
  /\s*(?:([A-Za-z_$][\w$]*)|(\d+(?:\.\d+)?)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(\|\||&&|==|!=|<=|>=|[!<>()[\].,-]))/suy

/** What word processors make of quotes and blanks. */
function typewritten(text: string): string {
  return text
    .replace(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f]/g, '"')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
}

/** Reads `count > 3 && (name == 'x' || !done)`. INVALID_ARGUMENT, with the offset, for any other text: it is never taken for false. */
export function parseExpression(source: string): Expression {
  return new Parser(source).parse()
}

// Deeper nesting is an error before it is too much for the stack.
const DEEPEST = 200

class Parser {
  private readonly tokens: Token[] = []
  private index = 0
  private depth = 0

  constructor(private readonly source: string) {
    const text = typewritten(source)
    TOKEN.lastIndex = 0
    while (text.slice(TOKEN.lastIndex).trim() !== '') {
      const from = TOKEN.lastIndex
      const match = TOKEN.exec(text)
      if (match === null) {
        const offset = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0)
        throw this.refusal(offset, 'a name, a text in quotes, a number or an operator')
      }
      const [all, name, number, quoted, sign] = match
      const written = (name ?? number ?? quoted ?? sign) as string
      const kind =
        name !== undefined ? 'name' : number !== undefined ? 'number' : quoted !== undefined ? 'text' : 'sign'
      this.tokens.push({ kind, text: written, offset: from + all.length - written.length })
    }
    this.tokens.push({ kind: 'end', text: '', offset: source.length })
  }

  parse(): Expression {
    const expression = this.binary(0)
    if (this.peek().kind !== 'end') throw this.refusal(this.peek().offset, 'an operator or the end')
    return expression
  }

  private binary(loosest: number): Expression {
    let left = this.unary()
    for (;;) {
      const operator = this.operator()
      if (operator === undefined || BINDING[operator] <= loosest) return left
      this.index++
      left = { kind: 'binary', operator, left, right: this.binary(BINDING[operator]) }
    }
  }

  private operator(): Operator | undefined {
    const { kind, text } = this.peek()
    return kind !== 'text' && Object.hasOwn(BINDING, text) ? (text as Operator) : undefined
  }

  private unary(): Expression {
    if (++this.depth > DEEPEST) throw this.refusal(this.peek().offset, `at most ${DEEPEST} parts`)
    return this.takes('!') ? { kind: 'not', operand: this.unary() } : this.primary()
  }

  private primary(): Expression {
    const token = this.peek()
    this.index++
    switch (token.kind) {
      case 'number':
        return { kind: 'literal', value: Number(token.text) }
      case 'text':
        return { kind: 'literal', value: unquoted(token.text) }
      case 'name':
        if (CONSTANTS.has(token.text)) return { kind: 'literal', value: CONSTANTS.get(token.text) }
        return this.takes('(')
          ? this.call(token)
          : { kind: 'path', root: token.text, path: this.path(), offset: token.offset }
      case 'sign':
        if (token.text === '(') {
          const inner = this.binary(0)
          this.expect(')')
          return inner
        }
        if (token.text === '-' && this.peek().kind === 'number') {
          return { kind: 'literal', value: -Number((this.tokens[this.index++] as Token).text) }
        }
    }
    throw this.refusal(token.offset, 'a value')
  }

  private call(name: Token): Expression {
    if (!Object.hasOwn(FUNCTIONS, name.text)) {
      throw this.refusal(name.offset, `a function (${Object.keys(FUNCTIONS).join(', ')})`)
    }
    const values: Expression[] = []
    if (!this.takes(')')) {
      do values.push(this.binary(0))
      while (this.takes(','))
      this.expect(')')
    }
    const [fewest, most] = FUNCTIONS[name.text as FunctionName]
    if (values.length < fewest || values.length > most) {
      throw this.refusal(name.offset, `${name.text}() with ${fewest === most ? fewest : `${fewest} or more`} values`)
    }
    return { kind: 'call', name: name.text as FunctionName, arguments: values }
  }

  private path(): Expression[] {
    const path: Expression[] = []
    for (;;) {
      if (this.takes('.')) {
        const token = this.peek()
        if (token.kind !== 'name' && token.kind !== 'number') throw this.refusal(token.offset, 'a name behind the dot')
        this.index++
        path.push({ kind: 'literal', value: token.text })
      } else if (this.takes('[')) {
        path.push(this.binary(0))
        this.expect(']')
      } else return path
    }
  }

  private peek(): Token {
    return this.tokens[this.index] as Token
  }

  private takes(sign: string): boolean {
    const { kind, text } = this.peek()
    if (kind !== 'sign' || text !== sign) return false
    this.index++
    return true
  }

  private expect(sign: string): void {
    if (!this.takes(sign)) throw this.refusal(this.peek().offset, `'${sign}'`)
  }

  private refusal(offset: number, expected: string): SurehandError {
    return new SurehandError(
      'INVALID_ARGUMENT',
      `The expression ${JSON.stringify(this.source)} cannot be read at character ${offset + 1}: expected ${expected}.`,
      { expression: this.source, offset, expected },
    )
  }
}

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/gs, (_, character: string) => {
    return character === 'n' ? '\n' : character === 't' ? '\t' : character
  })
}

/** What an expression comes to, with what its names mean. */
export function evaluate(expression: Expression, names: (name: string) => Value): Value {
  const value = (of: Expression): Value => evaluate(of, names)
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'path':
      return expression.path.reduce<Value>((of, key) => member(of, value(key)), names(expression.root))
    case 'not':
      return !isTrue(value(expression.operand))
    case 'call': {
      const [first, second] = expression.arguments
      if (expression.name === 'always') return true
      if (expression.name === 'coalesce') {
        for (const each of expression.arguments) {
          const found = value(each)
          if (found !== undefined && found !== null && found !== '') return found
        }
        return null
      }
      return compare(expression.name, value(first as Expression), value(second as Expression))
    }
    case 'binary': {
      const { operator, left, right } = expression
      if (operator === '&&') return isTrue(value(left)) && isTrue(value(right))
      if (operator === '||') return isTrue(value(left)) || isTrue(value(right))
      return compare(operator, value(left), value(right))
    }
  }
}

/** As a condition: nothing, `""`, `"false"`, `"0"`, 0, `[]` and `{}` are not. */
export function isTrue(value: Value): boolean {
  if (value === undefined || value === null || value === 0 || value === false) return false
  if (typeof value === 'string') return value !== '' && value !== 'false' && value !== '0'
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** The names that an expression begins with, for who checks that they are there. */
export function rootsOf(expression: Expression): { name: string; offset: number }[] {
  switch (expression.kind) {
    case 'literal':
      return []
    case 'path':
      return [{ name: expression.root, offset: expression.offset }, ...expression.path.flatMap(rootsOf)]
    case 'not':
      return rootsOf(expression.operand)
    case 'binary':
      return [...rootsOf(expression.left), ...rootsOf(expression.right)]
    case 'call':
      return expression.arguments.flatMap(rootsOf)
  }
}

/** Own members only: a plan names data, and never what every object has. */
function member(of: Value, key: Value): Value {
  if (of === null || typeof of !== 'object' || (typeof key !== 'string' && typeof key !== 'number')) return undefined
  if (Array.isArray(of)) return of[Number(key)] as Value
  return Object.hasOwn(of, String(key)) ? (of as Record<string, Value>)[String(key)] : undefined
}

function compare(operator: Exclude<Operator, '&&' | '||'>, left: Value, right: Value): boolean {
  switch (operator) {
    case '==':
      return isSame(left, right)
    case '!=':
      return !isSame(left, right)
    case 'contains':
      if (Array.isArray(left)) return left.some((item: Value) => isSame(item, right))
      return typeof left === 'string' && isText(right) && left.includes(String(right))
    case 'startsWith':
      return typeof left === 'string' && isText(right) && left.startsWith(String(right))
    case 'endsWith':
      return typeof left === 'string' && isText(right) && left.endsWith(String(right))
  }
  const [one, other] = [numberOf(left), numberOf(right)]
  if (one !== undefined && other !== undefined) return ordered(operator, one - other)
  // What is not there is neither more nor less than anything.
  if (typeof left !== 'string' || typeof right !== 'string') return false
  return ordered(operator, left < right ? -1 : left > right ? 1 : 0)
}

function ordered(operator: '<' | '<=' | '>' | '>=', difference: number): boolean {
  if (operator === '<') return difference < 0
  if (operator === '<=') return difference <= 0
  return operator === '>' ? difference > 0 : difference >= 0
}

/** Scripts and the environment give texts for everything: `'5'` is 5, `'true'` is true. Nothing is only nothing. */
function isSame(left: Value, right: Value): boolean {
  if (left === undefined || left === null) return right === undefined || right === null
  if (right === undefined || right === null) return false
  if (typeof left === 'object' || typeof right === 'object') {
    return typeof left === 'object' && typeof right === 'object' && isDeeplySame(left, right)
  }
  if (typeof left === typeof right) return left === right
  const [one, other] = [numberOf(left), numberOf(right)]
  return one !== undefined && other !== undefined ? one === other : String(left) === String(right)
}

function isDeeplySame(left: object, right: object): boolean {
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  const at = (of: object, key: string) => (of as Record<string, Value>)[key]
  return keys.every((key) => Object.hasOwn(right, key) && isSame(at(left, key), at(right, key)))
}

function isText(value: Value): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function numberOf(value: Value): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : undefined
}
