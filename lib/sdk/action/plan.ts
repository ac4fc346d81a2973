import { invalidArgument } from '../call/arguments.js'
import { Limits } from '../call/limits.js'
import { Lookup } from '../look/lookup.js'
import { derive, type Scope } from '../look/scope.js'
import { queryOf, together } from '../tree/query.js'
import type { Action } from './attempt.js'
import type { ActionOptions, Defaults, Target, VerbOptions } from './options.js'
import type { ParsedTarget } from './steps/resolve.js'
import { type Conditions, readsOf, VERIFY_TIMEOUT } from './steps/verify.js'

/** ms between two attempts; an event of the application shortens it. */
export const RETRY_PAUSE = 250

/** An action with its selectors ready: what the executor goes by. */
export interface Plan extends Action {
  /** The one that was asked for. */
  selector: string
  /** The selector and its alternatives, raced; then one fallback after the other. */
  tiers: readonly Tier[]
  /** What a selector that is given on the way means. */
  parseTarget: (target: Target) => ParsedTarget
  /** ms that finding the element may take in one attempt. Default: what remains. */
  patience?: number | undefined
  /** Whether doing it twice is doing it once. */
  idempotent: boolean
}

export interface Tier {
  targets: readonly ParsedTarget[]
}

/**
 * ms that are kept for each fallback. What was asked for first may yet come, so it is waited for as long as can be; a fallback is mostly there
 * already or not at all.
 */
export const FALLBACK_TIME = 1_000

/**
 * What is to be done when `call` acts on what `lookup` finds: what to try in which order, what must be so afterwards, and how
 * long all of it may take.
 */
export function planOf(
  lookup: Lookup,
  verb: string,
  call: string,
  options: VerbOptions & Defaults,
  idempotent: boolean,
): Plan {
  const { alternatives = [], fallbacks = [], verify, retries = 0 } = options
  const targets = [lookupTarget(lookup), ...alternatives.map((target) => parsedTarget(lookup, call, target))]
  const tiers: Tier[] = [{ targets }]
  for (const fallback of fallbacks) tiers.push({ targets: [parsedTarget(lookup, call, fallback)] })
  const conditions = verify === undefined ? undefined : conditionsOf(lookup, call, verify)
  const { scope } = lookup
  const verifying = (verify?.timeout ?? VERIFY_TIMEOUT) + RETRY_PAUSE
  const finding = scope.defaultTimeout + fallbacks.length * FALLBACK_TIME
  const usual = finding + (verify === undefined ? retries : retries + 1) * verifying
  return {
    verb,
    scope: wholeOf(lookup),
    options,
    limits: limitsFor(scope, options, usual),
    ...(options.timeout === undefined ? { patience: scope.defaultTimeout } : {}),
    reads: together([
      { bounds: true, text: options.diff !== false },
      // That nothing happened, so that it may be sent again, takes all that could show it; otherwise it costs GTK 4 and Qt too much.
      { attributes: retries > 0 && !idempotent && verify !== undefined },
      ...tiers.flatMap((tier) => tier.targets.map(({ query }) => query.reads)),
      conditions === undefined ? {} : readsOf(conditions),
    ]),
    // The changes of an action, and the elements of `verify`, may be anywhere in the application.
    windowOnly: options.diff === false && conditions === undefined,
    selector: lookup.selector,
    tiers,
    parseTarget: (target) => parsedTarget(lookup, call, target),
    conditions,
    idempotent,
  }
}

function limitsFor(scope: Scope, { timeout, signal }: VerbOptions, usual: number): Limits {
  return new Limits(scope.binding, { timeout, signal }, usual, undefined, undefined, undefined, scope.untilRest)
}

/** The conditions of `verify`, in the application that `lookup` looks in. */
export function conditionsOf(lookup: Lookup, call: string, verify: NonNullable<ActionOptions['verify']>): Conditions {
  const targets = (given: Target | readonly Target[] | undefined): ParsedTarget[] => {
    const targets = given === undefined ? [] : Array.isArray(given) ? given : [given]
    return targets.map((target: Target) => parsedTarget(lookup, call, target, false))
  }
  return {
    exists: targets(verify.exists),
    notExists: targets(verify.notExists),
    within: verify.scope === undefined ? undefined : parsedTarget(lookup, call, verify.scope, false),
    timeout: verify.timeout ?? VERIFY_TIMEOUT,
    bounded: verify.timeout !== undefined,
    stable: verify.stable ?? 0,
  }
}

/** The application that a locator looks in, as a whole. */
export function wholeOf({ scope }: Lookup): Scope {
  const { appKey, identity } = scope.target
  return identity === undefined ? scope : derive(scope, { target: { appKey } })
}

export function lookupTarget({ scope, query }: Lookup): ParsedTarget {
  const { appKey, identity } = scope.target
  return { query, ...(identity === undefined ? {} : { within: { appKey, identity } }) }
}

/** A selector means the place that the locator looks in, or, where it is said so, the whole application. */
function parsedTarget(lookup: Lookup, call: string, target: Target, here = true): ParsedTarget {
  if (!(target instanceof Lookup)) {
    const query = queryOf(call, target)
    return here ? { ...lookupTarget(lookup), query } : { query }
  }
  if (target.scope.target.appKey === lookup.scope.target.appKey) return lookupTarget(target)
  throw invalidArgument(call, 'target', target, {
    accepts: () => false,
    expected: `a locator of the same application (${lookup.scope.place}; this one looks in ${target.scope.place})`,
  })
}
