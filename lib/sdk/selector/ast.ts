import type { StateKey } from '../vocabulary.js'
import type { Role } from './roles.js'

/**
 * A parsed selector: plain, immutable data, the same for every way of writing it. `src-native/core/query/query.cc` reads it.
 *
 * Steps are searched one below the other (`>>`).
 */
export interface Selector {
  readonly steps: readonly SelectorStep[]
}

/** One step of a selector: what an element must be, and which of those that are it is meant. */
export interface SelectorStep {
  readonly match: Expression
  /** `nth`, `first`, `last`: applied to all matches of the step. */
  readonly nth?: Nth
}

export interface Nth {
  /** 0-based; negative from the end. */
  readonly index: number
  /** Written `!nth:…`: every match of the step but this one. */
  readonly excluded: boolean
}

/** What an element must be. `and` and `or` have at least two terms, none of their own kind. */
export type Expression =
  | { readonly kind: 'and'; readonly terms: readonly Expression[] }
  | { readonly kind: 'or'; readonly terms: readonly Expression[] }
  | { readonly kind: 'not'; readonly term: Expression }
  /** A parenthesised selector of its own: one with several steps or with `nth`. Others dissolve into what is around. */
  | { readonly kind: 'group'; readonly selector: Selector }
  | Term

/** An expression without operators of its own. */
export type Term =
  | { readonly kind: 'any' }
  | { readonly kind: 'parent' }
  | { readonly kind: 'role'; readonly role: Role }
  | { readonly kind: 'text'; readonly key: TextKey; readonly value: TextPattern }
  | { readonly kind: 'attribute'; readonly name: string; readonly value?: TextPattern }
  | { readonly kind: 'state'; readonly state: StateKey; readonly value: boolean | 'mixed' }
  | { readonly kind: 'pid'; readonly pid: number }
  | { readonly kind: 'ref'; readonly ref: string }
  | { readonly kind: 'has'; readonly selector: Selector }
  | { readonly kind: 'beside'; readonly relation: DirectionKey; readonly anchor: Selector }
  /** `distance` in px, edge to edge. */
  | { readonly kind: 'near'; readonly anchor: Selector; readonly distance: number }

/** How a text is compared. */
export type TextPattern =
  | { readonly kind: 'literal'; readonly text: string }
  /**
   * `*` is any run of characters, `?` is any one; `\` before one of the three takes it literally. A `?` at the end has
   * no text form: there it would be taken for a question.
   */
  | { readonly kind: 'wildcard'; readonly pattern: string }
  /** `flags` in alphabetical order. */
  | { readonly kind: 'regexp'; readonly source: string; readonly flags: string }

export type TextKey =
  | 'name'
  | 'text'
  | 'value'
  | 'description'
  | 'placeholder'
  | 'id'
  | 'class'
  | 'process'
  | 'app'
  | 'window'
  | 'localizedrole'
  | 'shortcut'

export type DirectionKey = 'rightof' | 'leftof' | 'above' | 'below'

/** px: how far `near:(…)` reaches when it does not say. */
export const DEFAULT_DISTANCE = 50
