import { type StateName, THREE_VALUED_STATES } from '../vocabulary.js'

export type StateValue = boolean | 'mixed' | undefined

const THREE_VALUED: readonly StateName[] = THREE_VALUED_STATES

/** Reads one state from the text form that snapshots use. */
export function stateOf(states: readonly string[], name: StateName): StateValue {
  if (states.includes(name)) return true
  if (states.includes(`${name}=mixed`)) return 'mixed'
  return THREE_VALUED.includes(name) && !states.includes(`${name}=false`) ? undefined : false
}
