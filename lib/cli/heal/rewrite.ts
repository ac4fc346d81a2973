import { literal, proposalsFor } from '../../sdk/locator/proposals.js'
import type { Expression, Selector, TextKey } from '../../sdk/selector/ast.js'
import { findRole, format, parse } from '../../sdk/selector/index.js'
import type { SnapshotNode } from '../../sdk/tree/snapshot.js'
import { keyOf, type Link, type Syntax, selectorOfLinks, type WrittenLocator } from './written-locator.js'

/** A part of the source, and what is written instead. */
interface Edit {
  start: number
  end: number
  text: string
}

/** Whether regular expressions stay; where the element does not match them any more, its name takes their place. */
type Patterns = 'kept' | 'replaced'

/** What the links of a locator become. */
export interface Rewritten {
  /** `.getByRole('button', { name: 'Store' })` */
  links: string
  selector: Selector
}

const NAMING: ReadonlySet<string> = new Set([
  ...['getByRole', 'getByText', 'getByLabel', 'getByPlaceholder', 'getByDescription', 'getByTestId', 'locator'],
])
const COUNTING: ReadonlySet<string> = new Set(['first', 'last', 'nth'])

/**
 * The locator as it has to be to match this element alone, with as little changed as can be; `undefined` where what it begins with does not
 * lead there.
 */
export function rewritten(source: string, locator: WrittenLocator, node: SnapshotNode): Rewritten | undefined {
  for (const links of candidates(source, locator, node)) {
    const selector = selectorOfLinks(links, locator.above)
    if (selector !== undefined && means(selector, node)) return { links, selector }
  }
  return undefined
}

/** Whether it matches this element and nothing else that shows. */
export function means(selector: Selector | string, node: SnapshotNode): boolean {
  const { snapshot } = node
  const shown = snapshot.findAll(selector).filter(({ index }) => !snapshot.native.hidden(index))
  return shown.length === 1 && shown[0]?.index === node.index
}

function* candidates(source: string, locator: WrittenLocator, node: SnapshotNode): Generator<string> {
  const { links, start, end, above } = locator
  const at = links.findLastIndex(({ method }) => NAMING.has(method))
  const link = links[at]
  if (link !== undefined) {
    const kept = editsOf(source, link, node, 'kept')
    const own = [kept, editsOf(source, link, node, 'replaced')].slice(0, hasPattern(link) ? 2 : 1)
    const counted = links.slice(at + 1).filter(({ method }) => COUNTING.has(method))
    const uncounted = counted.map((each) => ({ start: each.start, end: each.end, text: '' }))
    const ways = own.flatMap((edits) => (counted.length > 0 ? [edits, [...edits, ...uncounted]] : [edits]))
    for (const way of ways) yield edited(source, start, end, way)
    for (const way of ways)
      for (const scope of scopesOf(source, links.slice(0, at), node))
        yield edited(source, start, end, [...scope, ...way])
    if (at > 0 && above === undefined)
      for (const way of ways) yield edited(source, start, end, [{ start, end: link.start, text: '' }, ...way])
  }
  // Where it begins with a locator, what is below that is all that it can say.
  if (above !== undefined) return
  const proposals = proposalsFor(node)
  const isText = links.length === 1 && link?.method === 'locator'
  for (const { code, selector } of proposals) yield isText ? `.locator(${literal(selector)})` : code.slice('app'.length)
}

function edited(source: string, start: number, end: number, edits: readonly Edit[]): string {
  let text = ''
  let at = start
  for (const edit of [...edits].sort((one, other) => one.start - other.start)) {
    text += source.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + source.slice(at, end)
}

/** What changes in a link, so that it says what the element is now. */
function editsOf(source: string, { method, args }: Link, node: SnapshotNode, patterns: Patterns): Edit[] {
  const [first, options] = args
  if (first === undefined) return []
  switch (method) {
    case 'getByRole':
      return [
        ...textEdit(source, first, findRole(node.role), patterns),
        ...membersOf(options).flatMap(([key, value]) => {
          if (key === 'name') return textEdit(source, value, node.name, patterns)
          return key === 'description' ? textEdit(source, value, node.description, patterns) : []
        }),
      ]
    case 'getByText':
    case 'getByLabel':
      return textEdit(source, first, node.name, patterns)
    case 'getByPlaceholder':
      return textEdit(source, first, node.placeholder, patterns)
    case 'getByDescription':
      return textEdit(source, first, node.description, patterns)
    case 'getByTestId':
      return textEdit(source, first, node.id, patterns)
    case 'locator':
      return selectorEdit(source, first, node)
    default:
      return []
  }
}

/** A string in the quotes that were there. */
function textEdit(source: string, literalAt: Syntax, text: string | undefined, patterns: Patterns): Edit[] {
  const { type, start, end, value } = literalAt
  if (text === undefined || (type === 'StringLiteral' && value === text)) return []
  if (type !== 'RegExpLiteral') return [{ start, end, text: quotedAs(source[start], text) }]
  return patterns === 'kept' ? [] : [{ start, end, text: literal(text) }]
}

function quotedAs(quote: string | undefined, text: string): string {
  if (quote === '"') return JSON.stringify(text)
  if (quote !== '`') return literal(text)
  return `\`${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('`', '\\`').replaceAll('${', '\\${')}\``
}

function hasPattern({ args: [first, options] }: Link): boolean {
  return [first, ...membersOf(options).map(([, value]) => value)].some((each) => each?.type === 'RegExpLiteral')
}

function membersOf(options: Syntax | undefined): [key: string, value: Syntax][] {
  if (options?.type !== 'ObjectExpression') return []
  return (options.properties as Syntax[]).map((property) => [keyOf(property), property.value as Syntax])
}

/** What stands before the link and names something that the element lies in by role and name: the same of what it lies in now. */
function scopesOf(source: string, before: readonly Link[], node: SnapshotNode): Edit[][] {
  const found: Edit[][] = []
  for (const link of before) {
    if (link.method !== 'getByRole') continue
    const [first] = link.args
    for (let above = node.parent; above?.parent !== undefined; above = above.parent) {
      if (first?.value === above.role && above.name) found.push(editsOf(source, link, above, 'replaced'))
    }
  }
  return found
}

/** The last step of a selector with what the element is now; else what stands before it, too; else the best of all. */
function selectorEdit(source: string, { start, end, value }: Syntax, node: SnapshotNode): Edit[] {
  const { steps } = parse(String(value))
  const last = steps.at(-1)
  if (last === undefined) return []
  const step = { ...last, match: said(last.match, node) }
  const outer = steps.slice(0, -1)
  const scoped = [...ancestors(node)].map((above) =>
    outer.map((each, at) => (at === outer.length - 1 ? { ...each, match: said(each.match, above) } : each)),
  )
  const tried = [outer, ...(outer.length > 0 ? scoped : []), []].map((before) => ({ steps: [...before, step] }))
  const fitting = tried.find((selector) => means(selector, node))
  return [{ start, end, text: quotedAs(source[start], format(fitting ?? (tried[0] as Selector))) }]
}

function* ancestors(node: SnapshotNode): Generator<SnapshotNode> {
  for (let above = node.parent; above?.parent !== undefined; above = above.parent) if (above.name) yield above
}

const TEXTS: Partial<Record<TextKey, 'name' | 'id' | 'description' | 'placeholder'>> = {
  name: 'name',
  id: 'id',
  description: 'description',
  placeholder: 'placeholder',
}

/** The terms with the role and the texts of the element; a pattern stays as it is. */
function said(term: Expression, node: SnapshotNode): Expression {
  if (term.kind === 'and') return { ...term, terms: term.terms.map((each) => said(each, node)) }
  if (term.kind === 'role') return { ...term, role: findRole(node.role) ?? term.role }
  if (term.kind !== 'text' || term.value.kind !== 'literal') return term
  const text = TEXTS[term.key] === undefined ? undefined : node[TEXTS[term.key] as 'name']
  return text === undefined ? term : { ...term, value: { kind: 'literal', text } }
}
