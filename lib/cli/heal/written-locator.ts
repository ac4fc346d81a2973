import { type ParserPlugin, parse, parseExpression } from '@babel/parser'
import type { ActionScope } from '../../sdk/action/action-scope.js'
import { type How, Narrowing } from '../../sdk/locator/narrowing.js'
import { Place } from '../../sdk/look/get-by.js'
import type { Selector } from '../../sdk/selector/ast.js'
import { type Query, queryOf, type SelectorLike } from '../../sdk/tree/query.js'

/** A call of a chain: `.getByRole('button', { name: 'Save' })`. Places are those in the source, from 0. */
export interface Link {
  method: string
  /** Of its dot, and after its bracket. */
  start: number
  end: number
  args: readonly Syntax[]
}

/** A locator as a source has it: `app.getByRole('group', { name: 'Tools' }).getByRole('button')`. */
export interface WrittenLocator {
  /** What the chain begins with, as text: `app`. */
  root: string
  /** Of the first link's dot, and after the last link. */
  start: number
  end: number
  links: readonly Link[]
  /** What the root means, where the source says so: it is a locator itself. */
  above: Selector | undefined
  selector: Selector
  /** As traces show it. */
  text: string
}

/** A node of Babel's syntax tree. */
export interface Syntax {
  type: string
  start: number
  end: number
  [member: string]: unknown
}

const PLUGINS: ParserPlugin[] = ['typescript', 'decorators', 'explicitResourceManagement']
const METHODS: ReadonlySet<string> = new Set([
  ...['getByRole', 'getByText', 'getByLabel', 'getByPlaceholder', 'getByDescription', 'getByTestId'],
  ...['locator', 'filter', 'first', 'last', 'nth', 'and', 'or', 'describe', 'with'],
])

/** Every locator of a source that consists of literals. None where the source cannot be parsed. */
export function writtenLocators(source: string): WrittenLocator[] {
  const program = parsed(source)
  if (program === undefined) return []
  const chains: Syntax[] = []
  const declared: { name: string; at: number; value: Syntax }[] = []
  walk(program, (node, above) => {
    if (node.type === 'VariableDeclarator' && isSyntax(node.init) && isSyntax(node.id)) {
      declared.push({ name: String(node.id.name), at: node.start, value: node.init })
    }
    if (isLink(node) && !(above?.type === 'MemberExpression' && isContinued(above, node))) chains.push(node)
  })
  const meaning = (root: Syntax): Selector | undefined => {
    const before = declared.filter(({ name, at }) => name === root.name && at < root.start)
    const value = root.type === 'Identifier' ? before.at(-1)?.value : undefined
    return value !== undefined && isLink(value) ? read(source, value, meaning)?.selector : undefined
  }
  return chains.flatMap((chain) => read(source, chain, meaning) ?? [])
}

/** What a chain of links means, below `above`; `undefined` where it is none, or says what no locator takes. */
export function selectorOfLinks(links: string, above: Selector | undefined): Selector | undefined {
  try {
    const chain = parseExpression(`root${links}`, { plugins: PLUGINS }) as unknown as Syntax
    return isLink(chain) ? read(`root${links}`, chain, () => above)?.selector : undefined
  } catch {
    return undefined
  }
}

function parsed(source: string): Syntax | undefined {
  for (const plugins of [PLUGINS, [...PLUGINS, 'jsx' as const]]) {
    try {
      return parse(source, { sourceType: 'unambiguous', plugins, errorRecovery: true }).program as unknown as Syntax
    } catch {}
  }
  return undefined
}

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

function walk(node: Syntax, visit: (node: Syntax, above: Syntax | undefined) => void, above?: Syntax): void {
  visit(node, above)
  for (const [key, value] of Object.entries(node)) {
    if (key === 'loc') continue
    for (const each of Array.isArray(value) ? value : [value]) if (isSyntax(each)) walk(each, visit, node)
  }
}

function isLink(node: Syntax): boolean {
  return node.type === 'CallExpression' && METHODS.has(methodOf(node) ?? '')
}

function methodOf({ callee }: Syntax): string | undefined {
  if (!isSyntax(callee) || callee.type !== 'MemberExpression' || callee.computed === true) return undefined
  return isSyntax(callee.property) ? String(callee.property.name) : undefined
}

/** Whether the chain goes on after this link. */
function isContinued(member: Syntax, node: Syntax): boolean {
  return member.object === node && isSyntax(member.property) && METHODS.has(String(member.property.name))
}

function read(
  source: string,
  chain: Syntax,
  meaning: (root: Syntax) => Selector | undefined,
): WrittenLocator | undefined {
  const links: Link[] = []
  let at = chain
  while (isLink(at)) {
    const object = (at.callee as Syntax).object as Syntax
    const start = source.indexOf('.', object.end)
    links.unshift({ method: methodOf(at) as string, start, end: at.end, args: at.arguments as Syntax[] })
    at = object
  }
  const above = meaning(at)
  const found = located(links, above)
  if (found === undefined) return undefined
  const [first, last] = [links[0] as Link, links.at(-1) as Link]
  const { selector, text } = found.query
  return { root: source.slice(at.start, at.end), start: first.start, end: last.end, links, above, selector, text }
}

function located(links: readonly Link[], above: Selector | undefined): Narrowing<Written> | undefined {
  try {
    let place: Root | Written = above === undefined ? new Root() : new Written(NOWHERE, above)
    for (const { method, args } of links) {
      const call = (place as unknown as Record<string, ((...values: unknown[]) => Written) | undefined>)[method]
      if (call === undefined) return undefined
      place = call.apply(place, args.map(literalOf))
    }
    return place instanceof Written ? place : undefined
  } catch {
    // Not a literal, or nothing that a locator takes.
    return undefined
  }
}

// Nothing is looked for with it.
const NOWHERE = { target: {} } as ActionScope

/** A locator without a place: what it means is all that is asked of it. */
class Written extends Narrowing<Written> {
  protected override made(scope: ActionScope, query: Query, how: How): Written {
    return new Written(scope, query, 'locator(selector)', how)
  }
}

class Root extends Place<Written> {
  override matching(query: Query): Written {
    return new Written(NOWHERE, query)
  }

  locator(selector: SelectorLike): Written {
    return new Written(NOWHERE, queryOf('locator(selector)', selector))
  }
}

/** Of a literal. Throws for anything else. */
function literalOf(node: Syntax): unknown {
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return node.value
    case 'RegExpLiteral':
      return new RegExp(String(node.pattern), String(node.flags))
    case 'UnaryExpression':
      return -(literalOf(node.argument as Syntax) as number)
    case 'TemplateLiteral': {
      const [part, ...more] = node.quasis as { value: { cooked: string } }[]
      if (part === undefined || more.length > 0) throw new TypeError('It has expressions in it.')
      return part.value.cooked
    }
    case 'ObjectExpression':
      return Object.fromEntries(
        (node.properties as Syntax[]).map((property) => [keyOf(property), literalOf(property.value as Syntax)]),
      )
    default:
      throw new TypeError(`${node.type} is no literal.`)
  }
}

/** The name of a member of an object that is written down. Throws for what is no plain member. */
export function keyOf({ type, computed, key }: Syntax): string {
  if (type !== 'ObjectProperty' || computed === true || !isSyntax(key)) throw new TypeError(`${type} is no member.`)
  return String(key.type === 'Identifier' ? key.name : key.value)
}
