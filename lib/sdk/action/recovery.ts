import { type ErrorCode, isSurehandError } from '../errors.js'
import { labelOf } from '../tree/node.js'
import { type Query, queryOf, together } from '../tree/query.js'
import { stateOf } from '../tree/states.js'
import { type Act, Attempt } from './attempt.js'
import { below, first } from './menus.js'
import type { Recovery, Target } from './options.js'
import type { Plan } from './plan.js'
import { type Attempts, annotated } from './report.js'
import { dispatchNative } from './steps/dispatch.js'
import { ready } from './steps/ready.js'

// Failures that no recovery can change, or that a person decided.
const FINAL: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['ABORTED', 'REFUSED', 'APP_EXITED', 'INVALID_ARGUMENT'])

/** What `onFailure` says; it has been asked so often before. */
export async function askForRecovery(
  plan: Plan,
  error: unknown,
  attempts: Attempts,
  { resolution }: Attempt,
  asked: number,
): Promise<Recovery> {
  const { onFailure } = plan.options
  if (onFailure === undefined || !isSurehandError(error) || FINAL.has(error.code)) return undefined
  const { verb, selector } = plan
  const failure = {
    verb,
    selector,
    error: annotated(plan, attempts, error),
    sent: attempts.sent,
    asked,
    ...(isNotThere(error) ? resolution.nearMisses : {}),
  }
  return plan.limits.outside(async () => onFailure(failure))
}

export function isNotThere(error: unknown): boolean {
  return isSurehandError(error, 'NOT_FOUND') || isSurehandError(error, 'INCOMPLETE_TREE')
}

/** The same for a selector that was given on the way. From here on, trees hold what it looks at as well. */
export function insteadOf(plan: Plan, target: Target): Plan {
  const parsed = plan.parseTarget(target)
  return { ...plan, tiers: [{ targets: [parsed] }], reads: together([plan.reads, parsed.query.reads]) }
}

/** What an attempt does, with the menus opened first that the one before closed: once, whatever it tries. */
export function inOpenMenu(
  path: readonly string[] | undefined,
  body: (attempt: Attempt) => Promise<Act>,
): (attempt: Attempt) => Promise<Act> {
  let closed = path
  return async (attempt) => {
    const menus = closed
    closed = undefined
    if (menus !== undefined) await openAgain(attempt, menus)
    return body(attempt)
  }
}

/**
 * Opens the menus that an entry is in, before it is pressed once more: its menu closes by a press, whatever becomes of that. `path` begins
 * with the entry of the bar and ends with the one that is to be pressed, which is not touched.
 */
async function openAgain(attempt: Attempt, path: readonly string[]): Promise<void> {
  let at = first(path[0] as string)
  for (const next of path.slice(1)) {
    await open(attempt, queryOf('menu', at.selector))
    at = below(at, next)
  }
}

async function open(attempt: Attempt, query: Query): Promise<void> {
  const { options, ...action } = attempt.action
  const { hooks } = options
  const of = { ...action, conditions: undefined, options: hooks === undefined ? {} : { hooks } }
  const opening = new Attempt(of, [{ query }], attempt.limits, attempt.patience)
  const menu = await attempt.during('preflight', () => ready(opening, { enabled: true, editable: false }))
  if (stateOf(menu.now.states, 'expanded') === true) return
  const sent = await dispatchNative(opening, menu, [{ kind: 'press' }], 'prepares')
  if (sent !== undefined && sent.route !== 'none')
    attempt.preparedBy(`${labelOf(menu.snapshot, menu.node)} was opened again`)
}
