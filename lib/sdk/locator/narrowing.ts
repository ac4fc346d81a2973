import { type ActionScope, type Origin, placed, withDefaults } from '../action/action-scope.js'
import { type ActionDefaults, checkDefaults } from '../action/options.js'
import {
  checkArgument,
  checkOptions,
  invalidArgument,
  type Requirement,
  record,
  type Shape,
  someText,
  whole,
} from '../call/arguments.js'
import { type Limits, limitsOf, type WaitOptions } from '../call/limits.js'
import { Lookup } from '../look/lookup.js'
import { derive } from '../look/scope.js'
import type { Expression, Selector } from '../selector/ast.js'
import { any, below, either, expressionOf, narrowed, not, nthOf, ofExpression, patternOf } from '../selector/compose.js'
import { format, parse } from '../selector/index.js'
import { Query, queryOf, type SelectorLike } from '../tree/query.js'
import { STATE_KEYS, type StateKey } from '../vocabulary.js'

/** Where a locator looks, if that is yet to be found, and the point of the screen that its verbs are about. */
export interface How {
  point?: { x: number; y: number }
  origin?: Origin
}

/** What `filter()` keeps; all members hold at once. States are asked for by their names: `{ enabled: true }`. */
export interface FilterOf<Self> extends Partial<Record<StateKey, boolean | 'mixed'>> {
  /** An element below it matches. */
  has?: SelectorLike | Self
  /** No element below it matches. */
  hasNot?: SelectorLike | Self
  /** It, or an element below it, has this in its name, value or description: a substring, or a regular expression. */
  hasText?: string | RegExp
  /** Neither it nor an element below it has. */
  hasNotText?: string | RegExp
}

const selectorOrLocator: Requirement = {
  accepts: (value) => (typeof value === 'object' && value !== null) || typeof value === 'string',
  expected: 'a selector or a locator',
}
const pattern: Requirement = {
  accepts: (value) => value instanceof RegExp || someText.accepts(value),
  expected: 'a string that is not empty, or a regular expression',
}
const stateValue: Requirement = {
  accepts: (value) => typeof value === 'boolean' || value === 'mixed',
  expected: "true, false or 'mixed'",
}
const filters: Shape = {
  has: selectorOrLocator,
  hasNot: selectorOrLocator,
  hasText: pattern,
  hasNotText: pattern,
  ...Object.fromEntries(STATE_KEYS.map((state) => [state, stateValue])),
}

/** What a locator is made of, and the locators that are made of it. */
export abstract class Narrowing<Self extends Narrowing<Self>> extends Lookup<Self> {
  /** @internal */
  declare readonly scope: ActionScope

  /** @internal Use `locator()` of an application, window or locator. */
  constructor(
    scope: ActionScope,
    selector: SelectorLike | Query,
    call = 'locator(selector)',
    /** @internal */
    readonly how: How = {},
  ) {
    super(scope, selector instanceof Query ? selector : queryOf(call, selector))
  }

  /** @internal Another one of its kind. */
  protected abstract made(scope: ActionScope, query: Query, how: How): Self

  /** What matches `selector` below what this one matches. */
  locator(selector: SelectorLike | Self): Self {
    const inner = this.selectorOf('locator.locator(selector)', selector)
    // An index alone would count all that is below, where one of the elements above was meant: the parser says so.
    if (typeof selector === 'string' && isIndexAlone(inner)) parse(`${format(this.query.selector)} >> ${selector}`)
    return this.derived(below(this.query.selector, inner))
  }

  /** @internal */
  override matching(query: Query): Self {
    return this.derived(below(this.query.selector, query.selector))
  }

  /** The same elements under a name of the caller's, which errors, receipts and traces show instead of the selector. */
  describe(description: string): Self {
    checkArgument('locator.describe(description)', 'description', description, someText)
    return this.remade(this.scope, new Query(this.query.selector, description), this.how.point)
  }

  /** Those that fit: `filter({ hasText: 'Alice', enabled: true })`. */
  filter(filter: FilterOf<Self>): Self {
    const call = 'locator.filter(filter)'
    checkArgument(call, 'filter', filter, record)
    checkOptions(call, filter, filters)
    const terms: Expression[] = []
    if (filter.has !== undefined) terms.push(this.having(call, filter.has))
    if (filter.hasNot !== undefined) terms.push(not(this.having(call, filter.hasNot)))
    if (filter.hasText !== undefined) terms.push(withText(filter.hasText))
    if (filter.hasNotText !== undefined) terms.push(not(withText(filter.hasNotText)))
    for (const state of STATE_KEYS) {
      const value = filter[state]
      if (value !== undefined) terms.push({ kind: 'state', state, value })
    }
    return terms.length === 0 ? this.itself : this.derived(narrowed(this.query.selector, terms))
  }

  first(): Self {
    return this.nth(0)
  }

  last(): Self {
    return this.nth(-1)
  }

  /** The match at an index, 0-based; negative from the end. */
  nth(index: number): Self {
    checkArgument('locator.nth(index)', 'index', index, whole)
    return this.derived(nthOf(this.query.selector, index))
  }

  /** Elements that both match. */
  and(other: SelectorLike | Self): Self {
    const terms = [expressionOf(this.selectorOf('locator.and(other)', other))]
    return this.derived(narrowed(this.query.selector, terms))
  }

  /** Elements that either matches, in document order. */
  or(other: SelectorLike | Self): Self {
    return this.derived(either(this.query.selector, this.selectorOf('locator.or(other)', other)))
  }

  /**
   * A locator whose actions have these options when they do not say otherwise. What they do not name stays as it is here, also
   * when that changes.
   */
  with(defaults: ActionDefaults): Self {
    checkDefaults('locator.with(options)', defaults)
    return this.remade(withDefaults(this.scope, defaults), this.query)
  }

  /** @internal The same with another default timeout, and an application at rest is not waited for. */
  untilRest(timeout: number): Self {
    return this.remade(derive(this.scope, { untilRest: true, defaultTimeout: timeout }), this.query)
  }

  /** @internal The same, whose verbs of the pointer act at this point of the screen. */
  at(point: { x: number; y: number }): Self {
    return this.remade(this.scope, this.query, { x: point.x, y: point.y })
  }

  /** @internal The same elements in the application or window that it looks in, which is waited for. */
  override async resolved(limits: Limits): Promise<Self> {
    const { origin } = this.how
    return origin === undefined ? this.itself : this.within(await origin.find(this.query, limits))
  }

  /** @internal The same, looked for once; `undefined` while that application or window is not there. */
  override async resolvedNow(limits: Limits): Promise<Self | undefined> {
    const { origin } = this.how
    if (origin === undefined) return this.itself
    const found = await origin.findNow(this.query, limits)
    return found && this.within(found)
  }

  /** @internal Whether the application or window that it looks in is found each time it is used. */
  get isLazy(): boolean {
    return this.how.origin !== undefined
  }

  /** @internal The element of that ref. */
  ofRef(ref: string): Self {
    // Put together rather than parsed: there may be thousands.
    const selector = { steps: [{ match: { kind: 'ref' as const, ref } }] }
    return this.remade(this.scope, new Query(selector))
  }

  protected derived(selector: Selector): Self {
    return this.remade(this.scope, new Query(selector))
  }

  protected remade(scope: ActionScope, query: Query, point?: { x: number; y: number }): Self {
    const { origin } = this.how
    return this.made(scope, query, { ...(origin && { origin }), ...(point && { point }) })
  }

  /** The same elements in the place that was found. */
  protected within(found: ActionScope): Self {
    const { point } = this.how
    return this.made(placed(found, this.scope), this.query, point === undefined ? {} : { point })
  }

  protected having(call: string, other: SelectorLike | Self): Expression {
    return { kind: 'has', selector: this.selectorOf(call, other) }
  }

  protected selectorOf(call: string, other: SelectorLike | Self): Selector {
    if (!(other instanceof Narrowing)) return queryOf(call, other).selector
    const [mine, its] = [this.scope.target, other.scope.target]
    if (mine.appKey === its.appKey && mine.identity === its.identity) return other.query.selector
    throw invalidArgument(call, 'other', other, {
      accepts: () => false,
      expected: `a locator of the same place (${this.scope.place}; this one looks in ${other.scope.place})`,
    })
  }

  protected limits(call: string, options: WaitOptions | undefined, shape: Shape): Limits {
    checkOptions(call, options, shape)
    return limitsOf(this.scope, options)
  }

  private get itself(): Self {
    return this as unknown as Self
  }
}

/** Substring or regular expression, in the element itself or below it. */
function withText(text: string | RegExp): Expression {
  const term: Expression = { kind: 'text', key: 'text', value: patternOf(text) }
  return any([term, { kind: 'has', selector: ofExpression(term) }])
}

function isIndexAlone({ steps: [step] }: Selector): boolean {
  return step?.match.kind === 'any' && step.nth !== undefined
}
