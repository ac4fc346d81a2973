import type { Limits } from '../call/limits.js'
import { derive } from '../look/scope.js'
import type { Query } from '../tree/query.js'
import type { ActionScope } from './action-scope.js'

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
