import type { StateKey } from '../selector/ast.js'

/** States that a selector can ask for, on or off. */
const FLAGS = [
  'enabled',
  'visible',
  'focused',
  'focusable',
  'editable',
  'readonly',
  'required',
  'modal',
  'busy',
  'protected',
] as const satisfies readonly StateKey[]

/** States that not every element has: what cannot be checked is neither checked nor unchecked. */
const THREE_VALUED = ['selected', 'expanded', 'checked', 'pressed'] as const satisfies readonly StateKey[]

/** Every state that the selector language has a key for. */
export const STATE_KEYS: readonly StateKey[] = [...FLAGS, ...THREE_VALUED]

/** Every state of a snapshot: those of the selector language, and some more that only snapshots tell. */
export type StateName = StateKey | 'active' | 'multiline' | 'multiselectable' | 'invalid' | 'default' | 'haspopup'
export type StateValue = boolean | 'mixed' | undefined

/** Reads one state from the text form that snapshots use. */
export function stateOf(states: readonly string[], name: StateName): StateValue {
  if (states.includes(name)) return true
  if (states.includes(`${name}=mixed`)) return 'mixed'
  const threeValued = (THREE_VALUED as readonly string[]).includes(name)
  return threeValued && !states.includes(`${name}=false`) ? undefined : false
}
