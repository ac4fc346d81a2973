import type { Limits } from '../../call/limits.js'
import { isSurehandError, SurehandError } from '../../errors.js'
import { searchAmong, watchGoing } from '../../look/alone.js'
import { ambiguous, describe, notFound } from '../../look/candidates.js'
import { currentMatches, currentSorted } from '../../look/current-matches.js'
import { counting, sorted } from '../../look/hidden.js'
import { withoutLabels } from '../../look/labels.js'
import type { Matches } from '../../look/look.js'
import type { Scope } from '../../look/scope.js'
import type { NativeSnapshot } from '../../native/binding.js'
import type { Query } from '../../tree/query.js'
import { stateOf } from '../../tree/states.js'
import { announced, NotYet, until } from '../../wait/wait.js'

type Test = (states: readonly string[], hidden: boolean) => boolean

const checked: Test = (states) => (stateOf(states, 'checked') ?? stateOf(states, 'pressed')) === true
const unchecked: Test = (states) => (stateOf(states, 'checked') ?? stateOf(states, 'pressed')) === false
const editable: Test = (states) => stateOf(states, 'editable') === true && stateOf(states, 'readonly') !== true

// What the one element that matches must show.
const TESTS = {
  visible: (_, hidden) => !hidden,
  enabled: (states) => stateOf(states, 'enabled') === true,
  disabled: (states) => stateOf(states, 'enabled') !== true,
  editable,
  checked,
  unchecked,
  focused: (states) => stateOf(states, 'focused') === true,
  selected: (states) => stateOf(states, 'selected') === true,
  expanded: (states) => stateOf(states, 'expanded') === true,
  collapsed: (states) => stateOf(states, 'expanded') === false,
} satisfies Record<string, Test>

type Arrival = 'attached' | keyof typeof TESTS
/** What `waitFor()` can wait for. */
export type AwaitedState = 'detached' | 'hidden' | Arrival

export const AWAITED_STATES: readonly AwaitedState[] = [
  'attached',
  'detached',
  'hidden',
  ...(Object.keys(TESTS) as (keyof typeof TESTS)[]),
]

/** Waits until a selector is in a state. TIMEOUT says what was seen last. */
export async function waitFor(
  scope: Scope,
  query: Query,
  state: AwaitedState,
  limits: Limits,
  /** ms for which it has to stay so. */
  stable = 0,
): Promise<void> {
  let since: number | undefined
  let before: Matches | undefined
  const wakeups = announced(scope, { told: query.compiled.told })
  const goes = state === 'detached' || state === 'hidden'
  // That it goes only the whole tree can show.
  const arrival = goes || stable > 0 || !query.compiled.local ? undefined : state
  // Whether what matches is hidden makes no difference to what is only to be in the tree.
  const current = state === 'attached' || state === 'detached' ? currentMatches : currentSorted
  await until(limits, wakeups, async () => {
    if (arrival !== undefined && wakeups.sources.length > 0) {
      const matches = await searchAmong(scope, query, wakeups.sources, limits, before?.snapshot)
      if (matches !== undefined && showsItself(arrival, matches, before)) return undefined
    }
    const matches = await current(scope, query, limits, wakeups.crowded).catch((error: unknown) => {
      if (isSurehandError(error, 'INCOMPLETE_TREE')) {
        wakeups.unseen()
        return new NotYet(() => error, error.details.hurried === true)
      }
      // A ref whose element is gone is what two of the states mean.
      if (isSurehandError(error, 'STALE') && goes) return undefined
      throw error
    })
    if (matches === undefined || matches instanceof NotYet) return matches
    before = matches
    if (!holds(scope, query, state, matches)) {
      since = undefined
      if (goes) watchGoing(scope, query, matches, limits, wakeups, (now) => holds(scope, query, state, now))
      return new NotYet(() => timedOut(scope, query, state, matches, limits))
    }
    since ??= performance.now()
    const lasted = performance.now() - since
    if (lasted >= stable) return undefined
    wakeups.atLatest(stable - lasted)
    return new NotYet(() => timedOut(scope, query, state, matches, limits))
  })
}

/** Whether a few elements alone show that the state has come; `before` matched in the whole tree, when that was last looked at. */
function showsItself(state: Arrival, { snapshot, nodes }: Matches, before: Matches | undefined): boolean {
  if (state === 'attached') return true
  // Whether it is the only one is known of one that was the only one.
  const [node, ...others] = nodes
  if (node === undefined || others.length > 0 || before?.nodes.length !== 1) return false
  const same = snapshot.element(node)?.identity === before.snapshot.element(before.nodes[0] as number)?.identity
  return same && shows(state, snapshot, node)
}

function shows(state: keyof typeof TESTS, snapshot: NativeSnapshot, node: number): boolean {
  return TESTS[state](snapshot.node(node).states, snapshot.hidden(node))
}

function holds(scope: Scope, query: Query, state: AwaitedState, { snapshot, nodes }: Matches): boolean {
  if (state === 'attached') return nodes.length > 0
  if (state === 'detached') return nodes.length === 0
  if (state === 'hidden') return nodes.every((node) => snapshot.hidden(node))
  const counted = withoutLabels(snapshot, counting(sorted(snapshot, query, nodes)))
  if (counted.length > 1) throw ambiguous(scope.place, query, snapshot, counted)
  return counted.length === 1 && shows(state, snapshot, counted[0] as number)
}

function timedOut(scope: Scope, query: Query, state: AwaitedState, { snapshot, nodes }: Matches, limits: Limits) {
  const waited = Math.round(limits.elapsed)
  const seen = nodes.map((node) => `${describe(snapshot, node)} [${snapshot.node(node).states.join(', ')}]`)
  const cause = nodes.length === 0 ? notFound(scope.place, query, snapshot, waited) : undefined
  return new SurehandError(
    'TIMEOUT',
    `${query.text} in ${scope.place} was not ${state} within ${Math.round(limits.timeout)} ms. Last seen: ` +
      (cause === undefined ? `${seen.slice(0, 5).join(', ')}.` : `nothing that matches. ${cause.message}`),
    { selector: query.text, state, waited, seen },
    { cause },
  )
}
