import {
  checkArgument,
  checkOptions,
  either as eitherOf,
  flag,
  oneOf,
  type Requirement,
  type Shape,
  someText,
  whole,
} from '../call/arguments.js'
import type { Expression, Selector, TextKey, TextPattern } from '../selector/ast.js'
import { all, any, not, ofExpression, patternOf } from '../selector/compose.js'
import { findRole, type Role } from '../selector/roles.js'
import { nearestRole } from '../selector/suggest.js'
import { Query } from '../tree/query.js'
import type { StateKey } from '../vocabulary.js'

export interface ByTextOptions {
  /**
   * How a string is compared; a regular expression is compared as it is written. Default: with the whole text, ignoring case, white space
   * around it and a trailing `…`. `true`: case counts as well. `false`: with a part of the text, ignoring case.
   */
  exact?: boolean
}

export interface ByRoleOptions extends ByTextOptions {
  /** The accessible name: the whole name, unless it is a regular expression or `exact` is `false`. */
  name?: string | RegExp
  /** The accessible description, compared as the name is. */
  description?: string | RegExp
  checked?: boolean | 'mixed'
  disabled?: boolean
  expanded?: boolean
  focused?: boolean
  /** Of a heading, or of an item in a tree; from 1. */
  level?: number
  pressed?: boolean | 'mixed'
  selected?: boolean
  /** `true`: hidden elements count like others. `false`: never. Default: they count only when nothing else matches. */
  includeHidden?: boolean
}

/** A place to look for elements in: the desktop, an application, a window, or what a locator matches. */
export abstract class Place<Found> {
  /** @internal The elements in it that a selector matches. */
  abstract matching(query: Query): Found

  /**
   * Elements by their role and, mostly, their accessible name: `getByRole('button', { name: 'Save' })`. The name is the whole name: `Reply`
   * never matches "Reply All". Give a regular expression for less.
   */
  getByRole(role: Role, options?: ByRoleOptions): Found {
    return this.matching(new Query(byRole(role, options)))
  }

  /** Elements whose name or value is this text, as a whole unless `exact` is `false`. */
  getByText(text: string | RegExp, options?: ByTextOptions): Found {
    const pattern = checked('getByText(text)', text, options)
    return this.matching(new Query(ofExpression(any([textTerm('name', pattern), textTerm('value', pattern)]))))
  }

  /** Fields and other controls by their label: the accessible name, of anything but a static text. */
  getByLabel(text: string | RegExp, options?: ByTextOptions): Found {
    const name = textTerm('name', checked('getByLabel(text)', text, options))
    return this.matching(new Query(ofExpression(all([name, not({ kind: 'role', role: 'text' })]))))
  }

  /** Fields by the text that they show while they are empty. */
  getByPlaceholder(text: string | RegExp, options?: ByTextOptions): Found {
    return this.withText('placeholder', 'getByPlaceholder(text)', text, options)
  }

  /** Elements by their accessible description (a tooltip, a help text). */
  getByDescription(text: string | RegExp, options?: ByTextOptions): Found {
    return this.withText('description', 'getByDescription(text)', text, options)
  }

  /** Elements by their automation id: AutomationId (Windows), AXIdentifier (macOS), accessible id (Linux). Case counts. */
  getByTestId(id: string | RegExp): Found {
    return this.withText('id', 'getByTestId(id)', id)
  }

  private withText(key: TextKey, call: string, text: string | RegExp, options?: ByTextOptions): Found {
    return this.matching(new Query(ofExpression(textTerm(key, checked(call, text, options)))))
  }
}

const pattern: Requirement = {
  accepts: (value) => value instanceof RegExp || someText.accepts(value),
  expected: 'a string that is not empty, or a regular expression',
}
const exactness: Shape = { exact: flag }
const orMixed = eitherOf(flag, oneOf('mixed'))
const roleOptions: Shape = {
  ...exactness,
  name: pattern,
  description: pattern,
  checked: orMixed,
  disabled: flag,
  expanded: flag,
  focused: flag,
  level: whole,
  pressed: orMixed,
  selected: flag,
  includeHidden: flag,
}
const STATES = ['checked', 'expanded', 'focused', 'pressed', 'selected'] as const satisfies readonly StateKey[]

function byRole(role: Role, options: ByRoleOptions = {}): Selector {
  const call = 'getByRole(role, options)'
  const known = typeof role === 'string' ? findRole(role) : undefined
  checkArgument(call, 'role', role, {
    accepts: () => known !== undefined,
    expected: typeof role === 'string' ? `a role such as ${nearestRole(role) ?? 'button'}` : 'a role such as button',
  })
  checkOptions(call, options, roleOptions)
  const terms: Expression[] = [{ kind: 'role', role: known as Role }]
  for (const key of ['name', 'description'] as const) {
    const text = options[key]
    if (text !== undefined) terms.push(textTerm(key, compared(text, options.exact)))
  }
  for (const state of STATES) {
    const value = options[state]
    if (value !== undefined) terms.push({ kind: 'state', state, value })
  }
  if (options.disabled !== undefined) terms.push({ kind: 'state', state: 'enabled', value: !options.disabled })
  if (options.level !== undefined)
    terms.push({ kind: 'attribute', name: 'level', value: patternOf(String(options.level)) })
  if (options.includeHidden !== undefined) terms.push(visibility(options.includeHidden))
  return ofExpression(all(terms))
}

// A selector that asks for `visible` decides which hidden elements count.
function visibility(includeHidden: boolean): Expression {
  const visible: Expression = { kind: 'state', state: 'visible', value: true }
  return includeHidden ? any([visible, { ...visible, value: false }]) : visible
}

function textTerm(key: TextKey, value: TextPattern): Expression {
  return { kind: 'text', key, value }
}

function checked(call: string, text: string | RegExp, options: ByTextOptions | undefined): TextPattern {
  checkArgument(call, call.slice(call.indexOf('(') + 1, -1), text, pattern)
  checkOptions(call, options, exactness)
  return compared(text, options?.exact)
}

function compared(text: string | RegExp, exact: boolean | undefined): TextPattern {
  if (text instanceof RegExp || exact === undefined) return patternOf(text)
  if (!exact) return { kind: 'wildcard', pattern: `*${text.trim().replace(/[*?\\]/g, '\\$&')}*` }
  const source = text
    .trim()
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replace(/\s+/g, '\\s+')
  return { kind: 'regexp', source: `^\\s*${source}\\s*$`, flags: '' }
}
