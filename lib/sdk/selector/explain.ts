import type { Expression, Selector } from './ast.js'
import { format } from './format.js'

/** How many elements a selector's terms leave, as `NativeSnapshot.explain` counts it (`src-native/core/query/explain.h`). */
export interface Counts {
  readonly matches: number
  readonly steps: readonly {
    readonly searched: number
    readonly matches: number
    readonly terms: readonly { readonly term: number; readonly alone: number; readonly survivors: number }[]
  }[]
  readonly nearMisses: readonly { readonly node: number; readonly fails: readonly number[] }[]
}

/** Why a selector matches what it matches. */
export interface Explanation {
  readonly selector: string
  readonly matches: number
  readonly steps: readonly ExplainedStep[]
  /** Of the first step without a match: what comes nearest, likeliest first. */
  readonly nearMisses: readonly NearMiss[]
}

export interface ExplainedStep {
  readonly step: string
  /** How many elements the step looked at. */
  readonly searched: number
  readonly matches: number
  readonly terms: readonly ExplainedTerm[]
}

export interface ExplainedTerm {
  readonly term: string
  /** How many of the elements searched this term holds for by itself. */
  readonly alone: number
  /** How many are left by this term and those before it. */
  readonly survivors: number
}

export interface NearMiss {
  /** Its index in the snapshot. */
  readonly node: number
  /** The terms that it fails. */
  readonly fails: readonly string[]
}

/** Puts the texts of the selector to the counts. */
export function explain(selector: Selector, counts: Counts): Explanation {
  const steps = counts.steps.map(({ searched, matches, terms }, i): ExplainedStep => {
    const texts = termsOf(selector, i)
    return {
      step: format({ steps: [selector.steps[i]!] }),
      searched,
      matches,
      terms: terms.map(({ term, alone, survivors }) => ({ term: texts[term]!, alone, survivors })),
    }
  })
  const missed = steps.findIndex(({ matches }) => matches === 0)
  const texts = missed < 0 ? [] : termsOf(selector, missed)
  const nearMisses = counts.nearMisses.map(({ node, fails }) => ({ node, fails: fails.map((term) => texts[term]!) }))
  return { selector: format(selector), matches: counts.matches, steps, nearMisses }
}

/**
 * An explanation as text, a line for each term and near miss. `describe` says in a few words what a node is.
 *
 * ```
 * role:button|name:Send: no match
 *   role:button   4 of 7
 *   name:Send     0 of 4 (1 of 7 by itself)
 *   nearest: button "Sned" fails name:Send
 * ```
 */
export function explainText(explanation: Explanation, describe: (node: number) => string): string {
  const { selector, matches, steps, nearMisses } = explanation
  const lines = [`${selector}: ${matches === 0 ? 'no match' : matches === 1 ? '1 match' : `${matches} matches`}`]
  for (const { step, searched, terms } of steps) {
    if (steps.length > 1) lines.push(`  >> ${step}`)
    const width = Math.max(...terms.map(({ term }) => term.length))
    let before = searched
    for (const { term, alone, survivors } of terms) {
      const byItself = before === searched || alone === survivors ? '' : ` (${alone} of ${searched} by itself)`
      lines.push(`  ${term.padEnd(width)}  ${survivors} of ${before}${byItself}`)
      before = survivors
    }
    if (before === 0) break
  }
  for (const { node, fails } of nearMisses) lines.push(`  nearest: ${describe(node)} fails ${fails.join(', ')}`)
  return lines.join('\n')
}

/** The terms of a step as they are numbered: the operands of its outermost `and`, or all of it, and its `nth`. */
function termsOf(selector: Selector, step: number): string[] {
  const { match, nth } = selector.steps[step]!
  const terms: readonly Expression[] = match.kind === 'and' ? match.terms : [match]
  const texts = terms.map((term) => format({ steps: [{ match: term }] }))
  return nth ? [...texts, format({ steps: [{ match: { kind: 'any' }, nth }] })] : texts
}
