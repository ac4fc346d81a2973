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
  try {
    return read(selector)
  } catch (error) {
    if (error instanceof Refusal) throw invalid(selector, error)
    throw error
  }
}

/** Whether `text` is a selector that {@link parse} takes. */
export function isSelector(text: string): boolean {
  try {
    read(text)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

function invalid(selector: string, { offset, found, expected, reason, replacement }: Refusal): SurehandError {
  const suggestion = replacement === undefined ? undefined : mend(selector, offset, found, replacement)
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

/** Makes one replacement and those that the result still needs; nothing unless it ends in a selector. */
function mend(selector: string, offset: number, found: string, replacement: string): string | undefined {
  let mended = selector.slice(0, offset) + replacement + selector.slice(offset + found.length)
  for (let tries = 0; tries < 5; tries++) {
    try {
      read(mended)
      return mended
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.replacement === undefined) return undefined
      mended = mended.slice(0, error.offset) + error.replacement + mended.slice(error.offset + error.found.length)
    }
  }
  return undefined
}

function read(selector: string): Selector {
  if (selector.length > MAX_LENGTH) {
    throw new Refusal(MAX_LENGTH, selector.slice(MAX_LENGTH, MAX_LENGTH + 20), `at most ${MAX_LENGTH} characters`)
  }
  return new Parser(selector).read()
}
