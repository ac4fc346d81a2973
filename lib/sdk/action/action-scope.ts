import type { Limits } from '../call/limits.js'
import { derive, type Scope } from '../look/scope.js'
import type { Query } from '../tree/query.js'
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

/** How the application or the window is found that a locator looks in, where that happens each time the locator is used. */
export interface Origin {
  /** Waits until the place is there. `query`: what is looked for in it. */
  find(query: Query, limits: Limits): Promise<ActionScope>
  /** Looks once; `undefined` while the place is not there. */
  findNow(query: Query, limits: Limits): Promise<ActionScope | undefined>
}

/** A place that was found, with the defaults of the locator that looks in it. */
export function placed(found: ActionScope, { defaults, defaultTimeout, untilRest }: ActionScope): ActionScope {
  return derive(found, { defaults, defaultTimeout, ...(untilRest === undefined ? {} : { untilRest }) })
}
