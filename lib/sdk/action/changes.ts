import { endable } from '../call/endable.js'
import type { Limits } from '../call/limits.js'
import { isSurehandError, SurehandError } from '../errors.js'
import { WHOLE, wholeTree } from '../look/kept.js'
import { treeOf } from '../look/look.js'
import type { Scope } from '../look/scope.js'
import type { NativeSnapshot } from '../native/binding.js'
import { type Diff, diffNative } from '../tree/diff.js'
import type { DiffOptions } from '../tree/diff-options.js'
import { announced, NotYet, until } from '../wait/wait.js'
import { settle } from './steps/settle.js'

// ms; one look at an application.
const LOOK = 5_000

/** What an application did between two looks at it. */
export interface Changes {
  diff: Diff
  /** How many events came meanwhile. Several changes of the same thing are one difference. */
  events: number
  /** How many more came than were kept. The diff misses nothing for it: it compares what is there. */
  dropped: number
}

/** What is different after `work` and whatever it set off. Its errors are the caller's. */
export async function changesAround(
  scope: Scope,
  work: () => unknown,
  options: DiffOptions,
  limits: Limits,
): Promise<Diff> {
  await scope.events.begin(limits)
  const before = await treeOf(scope, WHOLE, limits)
  const { serial } = scope.events
  await limits.outside(async () => work())
  await settle(scope, serial, limits, true)
  const after = await treeOf(scope, WHOLE, limits)
  return limits.call((native) => diffNative(scope.binding, before, after, options, native))
}

/** Changes, one after the other, for as long as they are iterated. */
export interface Watch extends AsyncIterableIterator<Changes> {
  /**
   * Resolves when it has seen what there is: what changes from then on is told. Otherwise the first `next()` looks, and what
   * changes before that look is not known to have changed.
   */
  ready(): Promise<void>
}

/**
 * Each time the application has changed and come to rest, what changed since the time before. A slow reader
 * gets fewer and larger ones: what comes meanwhile is one difference, and nothing queues up.
 */
export function watchChanges(scope: Scope, options: DiffOptions, limitsUntil: (end: AbortSignal) => Limits): Watch {
  let limits = () => limitsUntil(new AbortController().signal)
  let begun: ReturnType<typeof begin> | undefined
  const beginning = () => {
    begun ??= begin()
    return begun
  }
  const iterator = endable((end) => {
    limits = () => limitsUntil(end)
    return watching()
  })
  return Object.assign(iterator, {
    ready: async () => {
      await beginning()
    },
  })

  async function begin() {
    await scope.events.begin(limits())
    const { totals } = scope.events
    return { totals, before: await treeOf(scope, WHOLE, limits()) }
  }

  async function* watching(): AsyncGenerator<Changes> {
    let { totals, before } = await beginning()
    for (;;) {
      const { after, diff } = await nextChange(scope, before, options, limits)
      const now = scope.events.totals
      yield { diff, events: now.events - totals.events, dropped: now.dropped - totals.dropped }
      totals = now
      before = after
    }
  }
}

function nextChange(scope: Scope, before: NativeSnapshot, options: DiffOptions, limits: () => Limits) {
  // The wait for a change has no deadline; a look at the application has one all the same.
  const forever = limits().lasting()
  let serial = scope.events.serial
  return until(forever, announced(scope), async (count) => {
    if (count > 0) await settle(scope, serial, limits(), false)
    serial = scope.events.serial
    const look = limits().within(LOOK)
    const after = await treeOf(scope, WHOLE, look)
    const diff = await look.call((native) => diffNative(scope.binding, before, after, options, native))
    return diff.empty
      ? new NotYet(() => new SurehandError('TIMEOUT', `${scope.place} did not change.`))
      : { after, diff }
  })
}

/** Waits until nothing was announced, and nothing was different, for so many ms. TIMEOUT says what kept changing. */
export async function waitForIdle(scope: Scope, quiet: number, limits: Limits): Promise<void> {
  const { events } = scope
  await events.begin(limits)
  let before = await wholeTree(scope, limits)
  let last: Diff | undefined
  for (;;) {
    const began = performance.now()
    if (events.live) {
      while ((await events.sleep(events.serial, quiet, limits)) === 'event') if (limits.expired) throw busy()
    } else await limits.sleep(quiet)
    if (limits.expired && performance.now() - began < quiet) throw busy()
    // Toolkits forget events, so it is looked at as well.
    const { after, diff } = await lookSince(before).catch((error: unknown) => {
      throw isSurehandError(error, 'TIMEOUT') ? busy() : error
    })
    if (diff.empty) return
    last = diff
    before = after
  }

  async function lookSince(tree: NativeSnapshot): Promise<{ after: NativeSnapshot; diff: Diff }> {
    const after = await wholeTree(scope, limits)
    return { after, diff: await limits.call((native) => diffNative(scope.binding, tree, after, {}, native)) }
  }

  function busy(): SurehandError {
    const seen = last === undefined ? `the last thing it announced was ${events.last ?? 'nothing'}` : `last: ${last}`
    return new SurehandError(
      'TIMEOUT',
      `${scope.place} was not quiet for ${quiet} ms within ${limits.timeout} ms; ${seen}.`,
      { quiet, waited: Math.round(limits.elapsed) },
    )
  }
}
