import { recorderOf } from '../action/recorder.js'
import { App } from '../app.js'
import { invalidArgument } from '../call/arguments.js'
import { type Limits, limitsOf, type WaitOptions } from '../call/limits.js'
import { isSurehandError, SurehandError } from '../errors.js'
import { Locator } from '../locator.js'
import type { Lookup } from '../look/lookup.js'
import { announced, NotYet, until } from '../wait/wait.js'
import { Window } from '../window.js'
import type { Judgement } from './judgement.js'
import { oneFound, type Sight, sightOf } from './sight.js'

/** What `expect()` is given: a locator, a window, or an application, which stands for its whole tree. */
export type Subject = Locator | Window | App

export interface Outcome {
  pass: boolean
  message: () => string
}

/** What the runner says of the call: Vitest's and Jest's `this`. */
export interface Context {
  isNot?: boolean
}

export interface Expectation {
  matcher: string
  subject: Subject
  /** In words. */
  expected: string
  /** In words, of the negation. Default: `not` and these. */
  unexpected?: string
  look(looking: Looking): Judgement | Promise<Judgement>
  /** It is about the element and what is in it alone: then it need not be looked for in the whole tree. */
  alone?: boolean
}

/** One look of a matcher. */
export interface Looking {
  limits: Limits
  /** What the subject means now. */
  sight(): Promise<Sight>
  /** The next look comes after so many ms, whatever is announced: for what nobody announces. */
  soon(ms: number): void
}

/**
 * Looks until it is so (or, with `not`, until it is not), again whenever the application announces something. The outcome says what was
 * seen last; it never throws for what was seen, only for what is no subject.
 */
export async function expected(
  context: Context,
  { matcher, subject, expected: words, unexpected = `not ${words}`, look, alone = false }: Expectation,
  options?: WaitOptions,
): Promise<Outcome> {
  const not = context.isNot === true
  const lookup = lookupOf(matcher, subject)
  const limits = limitsOf(lookup.scope, options)
  let looks = 0
  let last: { judgement: Judgement; at: number } | undefined
  const { scope } = lookup
  const verb = `${not ? 'not.' : ''}${matcher}`
  const step = recorderOf(scope.native)?.began({
    kind: 'expect',
    verb,
    selector: lookup.selector,
    app: scope.app,
    scope,
  })
  let whole: Sight | undefined
  const wakeups = announced(scope)
  try {
    const judgement = await until(limits, wakeups, async () => {
      const soon = (ms: number) => wakeups.atLatest(ms)
      const found = alone && !wakeups.crowded ? await oneFound(lookup, limits) : undefined
      let judgement = found && (await look({ limits, sight: async () => found, soon }))
      if (judgement !== undefined) last = { judgement, at: limits.elapsed }
      // What is not so is looked at with all that is around it, for the message.
      if (judgement?.holds !== !not) {
        let isCutShort = false
        const sight = async () => {
          const seen = await sightOf(lookup, limits, wakeups.crowded)
          isCutShort = last !== undefined && seen.cutShort
          if (!isCutShort) whole = seen
          return seen
        }
        judgement = await look({ limits, sight, soon })
        // What it saw before the time was up is told, not what the end of it left of a last look.
        if (isCutShort && judgement.holds !== !not) return new NotYet(() => tooLate(limits))
        last = { judgement, at: limits.elapsed }
      }
      looks++
      return judgement.holds === !not ? judgement : new NotYet(() => tooLate(limits))
    })
    await step?.ended({ seen: judgement.seen })
    return { pass: !not, message: () => `expect(${lookup}).${verb}() holds: ${judgement.seen}` }
  } catch (error) {
    if (!isSurehandError(error) || error.code === 'INVALID_ARGUMENT') throw error
    const { code } = error
    const why = code === 'TIMEOUT' ? '' : `\n  ${code}: ${error.message}`
    const unseen = code === 'TIMEOUT' ? 'the first look was not over by then' : 'it could not be looked at'
    const when = last === undefined ? `nothing: ${unseen}` : `${last.judgement.seen}`
    const first = `expect(${lookup}).${verb}()`
    const howLong =
      code === 'ABORTED'
        ? `was ended after ${Math.round(limits.elapsed)} ms`
        : `failed after ${Math.round(limits.elapsed)} ms`
    const count =
      last === undefined ? '' : `\n  (last of ${looks} ${looks === 1 ? 'look' : 'looks'}, at ${Math.round(last.at)} ms)`
    const message = `${first} ${howLong}\n  Expected: ${not ? unexpected : words}\n  Received: ${when}${count}${why}`
    const at = whole?.nodes.length === 1 ? { node: whole.nodes[0]?.index } : {}
    const tree = whole === undefined ? {} : { tree: whole.snapshot.native, ...at }
    await step?.ended({ error: new Error(message), seen: when, ...tree })
    return { pass: not, message: () => message }
  }
}

// Caught above: what was seen says it better.
function tooLate(limits: Limits): SurehandError {
  return new SurehandError('TIMEOUT', `it was not so within ${limits.timeout} ms`, {})
}

export function lookupOf(matcher: string, subject: unknown): Lookup {
  if (subject instanceof Locator) return subject
  if (subject instanceof Window) return subject.itself()
  if (subject instanceof App) return subject.locator('role:application|first')
  throw invalidArgument(`expect(subject).${matcher}()`, 'subject', subject, {
    accepts: () => false,
    expected: 'a locator, a window or an application',
  })
}
