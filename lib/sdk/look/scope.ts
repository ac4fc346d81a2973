import type { NativeBinding, NativeDesktop, NativeSnapshot, NativeTarget } from '../native/binding.js'
import type { Observation } from '../wait/observation.js'

/** An application, as it is told of. */
export interface AppIdentity {
  name: string
  id: string
  executable: string
  pid: number
}

/** Where a locator looks: an application, or one window of it. */
export interface Scope {
  readonly binding: NativeBinding
  readonly native: NativeDesktop
  readonly target: NativeTarget
  /** For messages: `gedit`, `window "Preferences" of gedit`. */
  readonly place: string
  /** For those who are told of it. */
  readonly app: AppIdentity
  /** What the application announces. */
  readonly events: Observation
  /** ms; what a call without `timeout` gets. */
  readonly defaultTimeout: number
  /** Whether a call without `timeout` gives up what an application at rest does not show. */
  readonly untilRest?: boolean
}

/** The same with what is given; what is not is that of `from`, also when that changes later. */
export function derive<T extends object>(from: T, own: Partial<T>): T {
  return Object.create(from, Object.getOwnPropertyDescriptors(own)) as T
}

/**
 * The application that owns an element: `app`, or another one whose element `app` embeds, or only lists as its own. Judges and logs
 * of an action are given this one.
 */
export function ownerOf(app: AppIdentity, snapshot: NativeSnapshot, node: number): AppIdentity {
  const owner = snapshot.owner(node)
  return owner === undefined || owner.pid === app.pid ? app : owner
}
