import { derive, type Scope } from '../look/scope.js'
import type { ActionDefaults } from './options.js'

/** Where to act, and how. */
export interface ActionScope extends Scope {
  /** What actions get when they do not say otherwise. */
  readonly defaults: ActionDefaults
}

type Defaults = Pick<ActionScope, 'defaults' | 'defaultTimeout'>

/** The same with other defaults for its actions. */
export function withDefaults<T extends Defaults>(from: T, own: ActionDefaults): T {
  const { timeout, ...defaults } = own
  const given: Partial<Defaults> = { defaults: { ...from.defaults, ...defaults } }
  return derive<object>(from, timeout === undefined ? given : { ...given, defaultTimeout: timeout }) as T
}
