import type { WaitOptions } from '../../sdk/call/limits.js'
import { Receipt } from '../../sdk/receipt.js'
import { toBeAccessible } from './accessible.js'
import { type ElementMatcher, elementMatchers } from './elements.js'
import { type Context, expected, type Looking, type Outcome, type Subject } from './expectation.js'
import { fits, ofOne, type Text } from './judgement.js'
import { toMatchScreenshot } from './screenshot.js'
import { inWords, linesOf, misfit, type TreePattern } from './tree-pattern.js'
import { toMatchTreeSnapshot } from './tree-snapshot.js'

/** What is to be in the difference that an action made. */
export interface ChangePattern {
  role?: string
  name?: Text
}

/** How many arguments each takes before its options. */
const TAKES = {
  toHaveCount: 1,
  toHaveAccessibleName: 1,
  toHaveAccessibleDescription: 1,
  toHaveText: 1,
  toContainText: 1,
  toHaveValue: 1,
  toHaveRole: 1,
  toHaveBounds: 1,
} as const

type Matcher = (this: Context, subject: unknown, ...args: unknown[]) => Promise<Outcome> | Outcome

function matcherOf(name: string, { expected: words, unexpected, judge, alone }: ElementMatcher<unknown[]>): Matcher {
  const takes = name === 'toHaveAttribute' ? undefined : ((TAKES as Record<string, number>)[name] ?? 0)
  return function (subject, ...given) {
    // The value of an attribute may be left out.
    const count = takes ?? (isText(given[1]) ? 2 : 1)
    const args = given.slice(0, count)
    const options = given[count] as WaitOptions | undefined
    const all = {
      matcher: name,
      subject: subject as Subject,
      expected: words(...args),
      unexpected: unexpected?.(...args),
      alone,
    }
    return expected(this, { ...all, look: async ({ sight }) => judge(await sight(), ...args) }, options)
  }
}

const isText = (value: unknown) => typeof value === 'string' || value instanceof RegExp

/** The functions for `expect.extend()` of Vitest and of Jest. */
export const matchers: Record<string, Matcher> = {
  ...Object.fromEntries(
    Object.entries(elementMatchers).map(([name, matcher]) => [
      name,
      matcherOf(name, matcher as unknown as ElementMatcher<unknown[]>),
    ]),
  ),

  toMatchTree(subject, pattern, options) {
    const wanted = pattern as TreePattern
    const look = async ({ sight }: Looking) => {
      const seen = await sight()
      const [node] = seen.nodes
      const why = node && misfit(node, wanted)
      const { holds } = ofOne(seen, () => ({ holds: why === undefined, seen: '' }))
      // What was cut may be what is missing.
      if (why !== undefined && holds === false) return { holds: seen.snapshot.complete ? false : undefined, seen: why }
      return ofOne(seen, () => ({ holds: true, seen: 'it has these' }))
    }
    const words = `a tree with${linesOf(wanted)
      .map((line) => `\n    ${line}`)
      .join('')}`
    return expected(
      this,
      { matcher: 'toMatchTree', subject: subject as Subject, expected: words, look, alone: true },
      options as WaitOptions,
    )
  },

  toMatchTreeSnapshot,

  toMatchScreenshot,

  toBeAccessible,

  toHaveChanged(receipt, wanted) {
    if (!(receipt instanceof Receipt))
      throw new TypeError(
        'expect(receipt).toHaveChanged(): what an action resolves to was expected; is an await missing?',
      )
    const { role, name } = (wanted ?? {}) as ChangePattern
    const { diff } = receipt
    const entries = diff === undefined ? [] : [...diff.added, ...diff.removed, ...diff.modified, ...diff.moved]
    const summary = diff?.summary ?? 'no difference was looked for'
    const fitting = entries.filter(
      (entry) => (role === undefined || entry.role === role) && (name === undefined || fits(name, entry.name)),
    )
    const [called, article] = this.isNot ? ['not.toHaveChanged', 'no'] : ['toHaveChanged', 'a']
    const what = wanted === undefined ? '' : ` of ${inWords(wanted as ChangePattern)}`
    const message = () =>
      `expect(receipt).${called}()\n  Expected: ${article} change${what} by ${receipt.verb}\n  Received: ${summary}` +
      entries
        .slice(0, 5)
        .map((entry) => `\n    ${entry}`)
        .join('')
    return { pass: fitting.length > 0, message }
  },
}
