import { count, objectOf, type Requirement, record } from '../call/arguments.js'

/** A part of a text, in UTF-16 units, as `value.slice(start, end)` counts. */
export interface TextRange {
  start: number
  end: number
}

function isTextRange(value: unknown): boolean {
  const { start, end } = record.accepts(value) ? (value as Partial<TextRange>) : {}
  return count.accepts(start) && count.accepts(end) && (start as number) <= (end as number)
}

export const textRange: Requirement = {
  ...objectOf({ start: count, end: count }, 'an object { start, end }, the end not before the start'),
  accepts: isTextRange,
}
