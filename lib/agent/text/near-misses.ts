import type { NearMiss } from '../../sdk/look/candidates.js'

const known = new WeakMap<object, readonly NearMiss[]>()

/** The error, with what it nearly meant: the executor says that before it fails, not in the error. */
export function nearMissesAlong(error: unknown, misses: readonly NearMiss[]): unknown {
  if (typeof error === 'object' && error !== null && misses.length > 0) known.set(error, misses)
  return error
}

export function nearMissesOf(error: unknown): readonly NearMiss[] {
  return typeof error === 'object' && error !== null ? (known.get(error) ?? []) : []
}
