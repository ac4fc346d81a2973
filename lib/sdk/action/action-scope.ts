import { derive, type Scope } from '../look/scope.js'
import { type ActionDefaults, type Defaults, merged } from './options.js'

/** Where to act, and how. */
export interface ActionScope extends Scope {
  /** What actions get when they do not say otherwise. */
  readonly defaults: Defaults
  /** `false`: the application publishes nothing of what is in its windows. */
  readonly hasTree: boolean
}

type Settings = Pick<ActionScope, 'defaults' | 'defaultTimeout'>

/** The same with other defaults for its actions; what they do not name stays as it is in `from`, also when that changes. */
export function withDefaults<T extends Settings>(from: T, own: ActionDefaults): T {
  const { timeout, ...rest } = own
  const given: Partial<Settings> = { defaults: merged(from.defaults, rest) }
  return derive<object>(from, timeout === undefined ? given : { ...given, defaultTimeout: timeout }) as T
}
