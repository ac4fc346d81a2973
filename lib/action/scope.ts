import type { Scope } from '../look/scope.js'
import { type ActionDefaults, type Defaults, merged } from './options.js'

/** Where to act, and how. */
export interface ActionScope extends Scope {
  /** What actions get when they do not say otherwise. */
  readonly defaults: Defaults
}

/** The same place with other defaults for its actions; what they do not name stays. */
export function withDefaults(
  scope: Pick<ActionScope, 'defaults' | 'defaultTimeout'>,
  defaults: ActionDefaults,
): Pick<ActionScope, 'defaults' | 'defaultTimeout'> {
  const { timeout, ...rest } = defaults
  return { defaults: merged(scope.defaults, rest), defaultTimeout: timeout ?? scope.defaultTimeout }
}
