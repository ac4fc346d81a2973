import { type ErrorCode, isSurehandError } from '../errors.js'
import { together } from '../tree/query.js'
import type { Execution } from './execution.js'
import type { Recovery, Target } from './options.js'
import type { Plan } from './plan.js'
import { copyOf, type Progress } from './report.js'
import type { ParsedTarget } from './steps/resolve.js'

// Failures that no recovery can change, or that a person decided.
const FINAL: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['ABORTED', 'REFUSED', 'APP_EXITED', 'INVALID_ARGUMENT'])

export async function askForRecovery(
  plan: Plan,
  error: unknown,
  progress: Progress,
  { resolution }: Execution,
): Promise<Recovery> {
  const { onFailure } = plan.options
  if (onFailure === undefined || !isSurehandError(error) || FINAL.has(error.code)) return undefined
  const { verb, selector } = plan
  const failure = {
    verb,
    selector,
    error: copyOf(plan, progress, error),
    sent: progress.sent,
    asked: progress.asked++,
    ...(isNotThere(error) ? resolution.nearMisses : {}),
  }
  return plan.limits.outside(async () => onFailure(failure))
}

export function isNotThere(error: unknown): boolean {
  return isSurehandError(error, 'NOT_FOUND') || isSurehandError(error, 'INCOMPLETE_TREE')
}

/** What a selector means that was given on the way; from here on, trees hold what it looks at as well. */
export function parsedReplacement(plan: Plan, target: Target): ParsedTarget {
  const parsed = plan.parseTarget(target)
  plan.reads = together([plan.reads, parsed.query.reads])
  return parsed
}
