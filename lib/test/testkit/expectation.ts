import { type Ending, recorderOf } from '../../sdk/action/recording.js'
import { App } from '../../sdk/app.js'
import { AppLocator } from '../../sdk/app-locator.js'
import { invalidArgument } from '../../sdk/call/arguments.js'
import { type Limits, limitsOf, type WaitOptions } from '../../sdk/call/limits.js'
import { isSurehandError, SurehandError } from '../../sdk/errors.js'
import { Locator } from '../../sdk/locator.js'
import { Lookup } from '../../sdk/look/lookup.js'
import { announced, NotYet, polling, until } from '../../sdk/wait/wait.js'
import { Window } from '../../sdk/window.js'
import { WindowLocator } from '../../sdk/window-locator.js'
import type { Judgement } from './judgement.js'
import { nothingThere, oneFound, type Sight, sightOf } from './sight.js'

/** What `expect()` is given: a locator, a window, or an application, which stands for its whole tree. */
export type Subject = Locator | Window | WindowLocator | App | AppLocator

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
  /** The next look comes after so many ms, whatever is announced: for changes without an event. */
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
  const asked = lookupOf(matcher, subject)
  const limits = limitsOf(asked.scope, options)
  const verb = `${not ? 'not.' : ''}${matcher}`
  const without = async () => {
    const judgement = await look({ limits, sight: nothingThere, soon() {} })
    return judgement.holds === !not ? judgement : undefined
  }
  const placed = await placeOf(asked, limits, without).catch((error: unknown) => error)
  if (!(placed instanceof Lookup))
    return withoutPlace(placed, `expect(${asked}).${verb}()`, not, not ? unexpected : words)
  const lookup = placed
  const { scope } = lookup
  let looks = 0
  let last: { judgement: Judgement; at: number } | undefined
  const step = recorderOf(scope.native)?.began({
    kind: 'expect',
    verb,
    selector: lookup.selector,
    app: scope.app,
    scope,
  })
  let whole: Sight | undefined
  let passed: Sight | undefined
  const wakeups = announced(scope)
  try {
    const judgement = await until(limits, wakeups, async () => {
      const soon = (ms: number) => wakeups.atLatest(ms)
      const found = alone && !wakeups.crowded ? await oneFound(lookup, limits) : undefined
      let judgement = found && (await look({ limits, sight: async () => found, soon }))
      passed = found
      if (judgement !== undefined) last = { judgement, at: limits.elapsed }
      // What is not so is looked at with all that is around it, for the message.
      if (judgement?.holds !== !not) {
        let isCutShort = false
        let isHalfRead = false
        const sight = async () => {
          const seen = await sightOf(lookup, limits, wakeups.crowded)
          isCutShort = last !== undefined && seen.cutShort
          isHalfRead = seen.cutShort && seen.nodes.length > 0
          if (!isCutShort) whole = seen
          passed = seen
          return seen
        }
        judgement = await look({ limits, sight, soon })
        // What it saw before the time was up is told, not what the end of it left of a last look.
        if (isCutShort && judgement.holds !== !not) return new NotYet(() => tooLate(limits))
        // Of an element that was not read to the end, nothing says that it has no such value.
        if (isHalfRead && not && judgement.holds === false) return new NotYet(() => tooLate(limits))
        last = { judgement, at: limits.elapsed }
      }
      looks++
      return judgement.holds === !not ? judgement : new NotYet(() => tooLate(limits))
    })
    await step?.ended({ seen: judgement.seen, ...elementOf(passed) })
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

/** The lookup in its application or window, which is waited for unless the expectation is met without it. */
function placeOf(
  asked: Lookup,
  limits: Limits,
  metWithout: () => Promise<Judgement | undefined>,
): Promise<Lookup | Judgement> {
  return until(limits, polling, async () => {
    const there = await asked.resolvedNow(limits)
    if (there !== undefined) return there
    return (await metWithout()) ?? new NotYet(() => tooLate(limits))
  }).catch(async (error: unknown) => {
    // It says what is there instead.
    if (isSurehandError(error, 'TIMEOUT')) return asked.resolved(limits.grace(LAST_LOOK))
    throw error
  })
}

function elementOf(sight: Sight | undefined): Pick<Ending, 'element'> {
  const [node, ...others] = sight?.nodes ?? []
  if (node === undefined || others.length > 0) return {}
  return { element: { snapshot: node.snapshot.native, node: node.index } }
}

// ms.
const LAST_LOOK = 100

/** The outcome where the application or window was not there. */
function withoutPlace(seen: unknown, call: string, not: boolean, words: string): Outcome {
  if (!(seen instanceof Error)) return { pass: !not, message: () => `${call} holds: ${(seen as Judgement).seen}` }
  if (!isSurehandError(seen) || seen.code === 'INVALID_ARGUMENT') throw seen
  return { pass: not, message: () => `${call} failed\n  Expected: ${words}\n  Received: ${seen.code}: ${seen.message}` }
}

// Caught above: what was seen says it better.
function tooLate(limits: Limits): SurehandError {
  return new SurehandError('TIMEOUT', `the expectation did not hold within ${limits.timeout} ms`, {})
}

export function lookupOf(matcher: string, subject: unknown): Lookup {
  if (subject instanceof Locator) return subject
  if (subject instanceof Window) return subject.itself()
  if (subject instanceof App || subject instanceof AppLocator) return subject.locator('role:application|first')
  if (subject instanceof WindowLocator) return subject.itself()
  throw invalidArgument(`expect(subject).${matcher}()`, 'subject', subject, {
    accepts: () => false,
    expected: 'a locator, a window or an application',
  })
}
