import { SurehandError } from '../errors.js'
import type { Selector } from './ast.js'
import { Parser } from './parser.js'
import { excerpt, Refusal } from './refusal.js'

/** The longest selector that is read, in UTF-16 units. */
export const MAX_LENGTH = 65_536

/** What an INVALID_SELECTOR error of {@link parse} says in its `details`. */
export interface SelectorProblem {
  selector: string
  /** In UTF-16 units from the start of the selector. */
  offset: number
  /** What may stand there. */
  expected: string
  /** What does; empty at the end. */
  found: string
  /** The whole selector in the nearest correct spelling, when there is one near. It always parses. */
  suggestion?: string
}

/**
 * Reads a selector.
 *
 * @throws SurehandError INVALID_SELECTOR, whose details are a {@link SelectorProblem}.
 */
export function parse(selector: string): Selector {
  return reading(selector, (text) => parserOf(text).read())
}

/** Whether `text` is a selector that {@link parse} takes. */
export function isSelector(text: string): boolean {
  try {
    parserOf(text).read()
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/**
 * Takes a list of selectors apart at its commas: those between two selectors, not those in quotes, regular expressions
 * and brackets. In a list a comma binds loosest, also below `>>`, and each part is a selector by itself. A text without
 * any selector is an empty list.
 *
 * @throws SurehandError INVALID_SELECTOR, whose details are a {@link SelectorProblem} of the whole list.
 */
export function splitSelectors(text: string): string[] {
  return reading(text, (list) => parserOf(list).split())
}

function reading<T>(text: string, read: (text: string) => T): T {
  try {
    return read(text)
  } catch (error) {
    if (error instanceof Refusal) throw invalid(text, error, read)
    throw error
  }
}

function invalid(selector: string, refusal: Refusal, read: (text: string) => unknown): SurehandError {
  const { offset, found, expected, reason } = refusal
  const suggestion = mend(selector, refusal, read)
  const problem: SelectorProblem = { selector, offset, expected, found }
  if (suggestion !== undefined) problem.suggestion = suggestion
  const seen = found === '' ? 'the end of the selector' : excerpt(found)
  return new SurehandError(
    'INVALID_SELECTOR',
    `${excerpt(selector)} is not a selector: ${reason ? `${reason}; ` : ''}expected ${expected} at offset ${offset}, ` +
      `found ${seen}${suggestion === undefined ? '' : `; did you mean ${excerpt(suggestion)}?`}`,
    { ...problem },
  )
}

/** How many mistakes of one selector are mended for a suggestion. */
const MOST_MENDED = 8

/** Makes one replacement and those that the result still needs; nothing unless it ends in a selector. */
function mend(selector: string, refusal: Refusal, read: (text: string) => unknown): string | undefined {
  let mended = refusal.mended(selector)
  for (let tries = 0; tries < MOST_MENDED && mended !== undefined; tries++) {
    try {
      read(mended)
      return mended
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      mended = error.mended(mended)
    }
  }
  return undefined
}

function parserOf(text: string): Parser {
  if (text.length > MAX_LENGTH) {
    throw new Refusal(MAX_LENGTH, text.slice(MAX_LENGTH, MAX_LENGTH + 20), `at most ${MAX_LENGTH} characters`)
  }
  return new Parser(text)
}
