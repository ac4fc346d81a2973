import { isSurehandError } from '../errors.js'
import { Place } from '../look/get-by.js'
import type { Selector } from '../selector/ast.js'
import { below, narrowed, nthOf } from '../selector/compose.js'
import { findRole, format, type Role } from '../selector/index.js'
import type { Query } from '../tree/query.js'
import type { SnapshotNode } from '../tree/snapshot.js'

/** The rule that a proposal follows, the best first. */
export const PROPOSAL_RULES = ['test id', 'role and name', 'label', 'role', 'scoped', 'nth'] as const

export interface Proposal {
  rule: (typeof PROPOSAL_RULES)[number]
  /** As text, for `locator()`, tools and files. */
  selector: string
  /** The same as a call: `app.getByRole('button', { name: 'Save' })`. */
  code: string
  /** How many elements of the snapshot it matches; the element itself is one of them. */
  matches: number
}

/** A selector, and the call that makes it. */
interface Phrase {
  selector: Selector
  code: string
}

interface Candidate extends Phrase {
  rule: Proposal['rule']
}

const SHOWN = 6

// What a person still reads in a selector, in UTF-16 units.
const LONGEST = 100

const ANCESTORS_TRIED = 16

// Texts in a row among which one that tells it from other rows is looked for.
const TEXTS_TRIED = 6

const ITEMS: ReadonlySet<string> = new Set(['row', 'listitem', 'treeitem', 'option', 'article'])

/**
 * Selectors for an element, the best first; the first matches this element and nothing else in its snapshot. The order:
 *
 * 1. its test id, unless a program looks to have made that up;
 * 2. its role and name; where others have the same, those with its case, its visibility or its description;
 * 3. its label, placeholder or description alone;
 * 4. without a name, its role, where nothing else that shows has it;
 * 5. its role and name below the nearest ancestor that has a test id or a name, or is a row with a text of its own;
 * 6. the same by its number, in the nearest ancestor that 1 to 5 tell from all others.
 *
 * The title of a window changes with its document. It is only used where the application shows several windows, and of a title that ends
 * with what no other ends with, only that end is: `/ - Mousepad$/`.
 *
 * What matches other elements as well comes after all that does not, in the same order. `hiddenCount`: whether hidden elements are among
 * those that it must not match. Actions put them aside where one shows.
 */
export function proposalsFor(node: SnapshotNode, options: { hiddenCount?: boolean } = {}): Proposal[] {
  const search = new Search(node, options.hiddenCount ?? true)
  const own = distinct(ownCandidates(node, search)).flatMap((candidate) => search.tried(candidate))
  const isTold = own.some(({ matches }) => matches === 1)
  const scoped = distinct(scopedCandidates(node, search, isTold ? 1 : ANCESTORS_TRIED))
  const rest = scoped.flatMap((candidate) => search.tried(candidate))
  const all = [...own, ...rest]
  const unique = all.filter(({ matches }) => matches === 1)
  const others = all.filter(({ matches }) => matches > 1)
  return [...(unique.length > 0 ? unique : [search.numbered()]), ...others].slice(0, SHOWN)
}

/** A place whose `getBy…` methods give selectors: what they mean is said once. */
class Selectors extends Place<Selector> {
  override matching({ selector }: Query): Selector {
    return selector
  }
}

const by = new Selectors()

class Search {
  private readonly hiddenCount: boolean

  constructor(
    private readonly node: SnapshotNode,
    hiddenCount: boolean,
  ) {
    this.hiddenCount = hiddenCount || isHidden(node)
  }

  /** What a candidate matches; nothing where it does not match the element. */
  tried({ rule, selector, code }: Candidate): Proposal[] {
    const nodes = this.counted(selector)
    if (!nodes.includes(this.node)) return []
    return [{ rule, selector: format(selector), code: `app.${code}`, matches: nodes.length }]
  }

  tells(phrase: Phrase, node: SnapshotNode): boolean {
    const nodes = this.counted(phrase.selector)
    return nodes.length === 1 && nodes[0] === node
  }

  /** Where the element is among those that match. */
  indexAmong(selector: Selector): { index: number; of: number } {
    const index = this.matched(selector).indexOf(this.node)
    return { index, of: this.counted(selector).length }
  }

  /** The native library counts in the smallest neighbourhood that it can name. */
  numbered(): Proposal {
    const { selector } = this.node
    const matches = this.node.snapshot.findAll(selector).length
    return { rule: 'nth', selector, code: `app.locator(${literal(selector)})`, matches }
  }

  private counted(selector: Selector): SnapshotNode[] {
    const nodes = this.matched(selector)
    return this.hiddenCount ? nodes : nodes.filter((node) => !isHidden(node))
  }

  private matched(selector: Selector): SnapshotNode[] {
    try {
      return this.node.snapshot.findAll(selector)
    } catch (error) {
      // A name may be more than the selector language takes.
      if (isSurehandError(error, 'INVALID_SELECTOR')) return []
      throw error
    }
  }
}

/** What can be said of the element by itself. */
function ownCandidates(node: SnapshotNode, search: Search): Candidate[] {
  const { id, placeholder, description } = node
  const role = findRole(node.role)
  const name = telling(node.name)
  const found: Candidate[] = []
  const say = (rule: Proposal['rule'], phrase: Phrase | undefined) => {
    if (phrase !== undefined) found.push({ rule, ...phrase })
  }
  if (telling(id) !== undefined && !isMadeUp(id as string)) say('test id', byTestId(id as string))
  if (node.role === 'window') say('role and name', byTitle(node))
  if (role !== undefined && name !== undefined) {
    const plain = byRole(role, { name })
    say('role and name', plain)
    if (!search.tells(plain, node)) {
      say('role and name', byRole(role, { name, exact: true }))
      say('role and name', byRole(role, { name, includeHidden: false }))
      const described = telling(description)
      if (described !== undefined) say('role and name', byRole(role, { name, description: described }))
    }
  }
  if (name !== undefined && node.role !== 'text') {
    say('label', phrase('getByLabel', by.getByLabel(name), name))
  }
  for (const [text, call] of [
    [telling(placeholder), 'getByPlaceholder'],
    [telling(description), 'getByDescription'],
  ] as const) {
    if (text !== undefined) say('label', phrase(call, by[call](text), text))
  }
  if (role !== undefined && name === undefined) {
    for (const alone of [byRole(role), byRole(role, { includeHidden: false })]) {
      if (search.tells(alone, node)) say('role', alone)
    }
  }
  return found
}

/** What can be said of it by what it lies in; `most`: how many ancestors are looked at. */
function scopedCandidates(node: SnapshotNode, search: Search, most: number): Candidate[] {
  const role = findRole(node.role)
  if (role === undefined) return []
  const name = telling(node.name)
  const base = name === undefined ? byRole(role) : byRole(role, { name })
  const found: Candidate[] = []
  let tried = 0
  for (let above = node.parent; above?.parent !== undefined && tried < most; above = above.parent) {
    const names = isOnlyWindow(above) ? [] : namesOf(above)
    if (names.length > 0) tried++
    for (const scope of names) {
      const scoped = joined(scope, base)
      found.push({ rule: 'scoped', ...scoped })
      const { index, of } = search.indexAmong(scoped.selector)
      if (index < 0) continue
      if (of === 1) return found
      if (search.tells(scope, above)) return [...found, numbered(scoped, index)]
    }
  }
  const { index, of } = search.indexAmong(base.selector)
  return index < 0 || of === 1 ? found : [...found, numbered(base, index)]
}

/** What an ancestor can be named by. */
function namesOf(node: SnapshotNode): Phrase[] {
  const role = findRole(node.role)
  const [id, name] = [telling(node.id), telling(node.name)]
  const found: Phrase[] = []
  if (id !== undefined && !isMadeUp(id)) found.push(byTestId(id))
  const title = node.role === 'window' ? byTitle(node) : undefined
  if (title !== undefined) found.push(title)
  if (role !== undefined && name !== undefined) found.push(byRole(role, { name }))
  if (role !== undefined && name === undefined && ITEMS.has(role)) found.push(...byTextIn(node, role))
  return found
}

function isOnlyWindow(node: SnapshotNode): boolean {
  if (node.role !== 'window' || node.parent?.parent !== undefined) return false
  const shown = node.parent?.children.filter((window) => !isHidden(window))
  return shown?.length === 1 && shown[0] === node
}

function isHidden({ snapshot, index }: SnapshotNode): boolean {
  return snapshot.native.hidden(index)
}

/** The end of a window's title, which is mostly the name of its program: what stands before it is a document's. */
function byTitle({ name }: SnapshotNode): Phrase | undefined {
  const [end] = /\s[-–—]\s[^-–—]+$/u.exec(name ?? '') ?? []
  if (end === undefined || telling(end.slice(2)) === undefined) return undefined
  // Not by RegExp: the title is the program's.
  const source = `${escaped(end)}$`
  const value = { kind: 'regexp', source, flags: '' } as const
  const selector = narrowed(by.getByRole('window'), [{ kind: 'text', key: 'name', value }])
  return { selector, code: `getByRole('window', { name: /${source}/ })` }
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/** A row by a text in it. */
function byTextIn(row: SnapshotNode, role: Role): Phrase[] {
  const found: Phrase[] = []
  for (const inner of row.descendants()) {
    const [name, innerRole] = [telling(inner.name), findRole(inner.role)]
    // A button has the same name in each row.
    if (name === undefined || innerRole === undefined || !TEXTS.has(innerRole)) continue
    const has = byRole(innerRole, { name }).selector
    const selector = narrowed(by.getByRole(role), [{ kind: 'has', selector: has }])
    found.push({ selector, code: `${byRole(role).code}.filter({ has: ${literal(format(has))} })` })
    if (found.length === TEXTS_TRIED) break
  }
  return found
}

const TEXTS: ReadonlySet<string> = new Set(['text', 'cell', 'gridcell', 'rowheader', 'heading', 'link'])

function numbered({ selector, code }: Phrase, index: number): Candidate {
  return { rule: 'nth', selector: nthOf(selector, index), code: `${code}.nth(${index})` }
}

function joined(outer: Phrase, inner: Phrase): Phrase {
  return { selector: below(outer.selector, inner.selector), code: `${outer.code}.${inner.code}` }
}

function byTestId(id: string): Phrase {
  return phrase('getByTestId', by.getByTestId(id), id)
}

interface Named {
  name?: string
  exact?: boolean
  description?: string
  includeHidden?: boolean
}

function byRole(role: Role, options: Named = {}): Phrase {
  const said = Object.entries(options).map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? literal(value) : value}`,
  )
  const more = said.length === 0 ? '' : `, { ${said.join(', ')} }`
  return { selector: by.getByRole(role, options), code: `getByRole(${literal(role)}${more})` }
}

function phrase(call: string, selector: Selector, text: string): Phrase {
  return { selector, code: `${call}(${literal(text)})` }
}

/** A text that says something, and can be read. */
function telling(text: string | undefined): string | undefined {
  return text !== undefined && text.trim() !== '' && text.length <= LONGEST ? text : undefined
}

/** Ids that another start of the program gives to another element, or never again: `:r3:`, `gtk-4711`, UUIDs. */
function isMadeUp(id: string): boolean {
  return /\d{4}|^:.*:$|[0-9a-f]{8}-[0-9a-f]{4}/i.test(id)
}

/** Twins of a candidate say nothing more. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  const known = new Set<string>()
  return candidates.filter(({ selector }) => {
    const text = format(selector)
    if (known.has(text)) return false
    known.add(text)
    return true
  })
}

/** A string of JavaScript. */
export function literal(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner}'`
}
