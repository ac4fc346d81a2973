import { isSurehandError } from '../../errors.js'
import type { Found } from '../../look/look.js'
import type { Attempt } from '../attempt.js'
import { dispatchNative } from '../steps/dispatch.js'

interface Range {
  start: number
  end: number
}

/** What is selected in a text, or where its caret is; `undefined` where the toolkit does not say. */
export async function caretOf({ scope, limits }: Attempt, { element }: Found): Promise<Range | undefined> {
  try {
    return await limits.call((native) => scope.native.selectedRange(element, native))
  } catch (error) {
    if (isSurehandError(error, 'UNSUPPORTED')) return undefined
    throw error
  }
}

/** Puts the caret back: a click that gives a field the focus moves it to where the click was. */
export async function putCaretBack(attempt: Attempt, found: Found, before: Range | undefined): Promise<void> {
  if (before === undefined) return
  const now = await caretOf(attempt, found)
  if (now === undefined || (now.start === before.start && now.end === before.end)) return
  const { start, end } = before
  const back =
    start === end ? { kind: 'setCaret' as const, number: start } : { kind: 'selectText' as const, start, end }
  await dispatchNative(attempt, found, [back], 'prepares')
}
