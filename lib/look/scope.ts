import type { ActionDefaults } from '../action/options.js'
import type { NativeBinding, NativeDesktop, NativeTarget } from '../native/binding.js'
import type { Observation } from '../wait/observation.js'

/** Where a locator looks: an application, or one window of it. */
export interface Scope {
  readonly binding: NativeBinding
  readonly native: NativeDesktop
  readonly target: NativeTarget
  /** For messages: `gedit`, `window "Preferences" of gedit`. */
  readonly place: string
  /** `GTK 3.24`, `Qt 6.4`, as far as known. */
  readonly toolkit: string
  /** What the application announces. */
  readonly events: Observation
  /** What actions get when they do not say otherwise. */
  readonly defaults: ActionDefaults
  /** ms; what a call without `timeout` gets. */
  readonly defaultTimeout: number
}

/** The same place with other defaults for its actions; what they do not name stays. */
export function withDefaults(
  scope: Pick<Scope, 'defaults' | 'defaultTimeout'>,
  defaults: ActionDefaults,
): Pick<Scope, 'defaults' | 'defaultTimeout'> {
  const { timeout, ...rest } = defaults
  return { defaults: { ...scope.defaults, ...rest }, defaultTimeout: timeout ?? scope.defaultTimeout }
}
