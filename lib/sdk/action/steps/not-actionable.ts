import { SurehandError } from '../../errors.js'
import { describe } from '../../look/candidates.js'
import type { Found } from '../../look/look.js'
import type { NativeNode } from '../../native/binding.js'
import { labelOf } from '../../tree/node.js'
import { quoted } from '../../tree/quoted.js'
import { stateOf } from '../../tree/states.js'

/** What must hold before something is done to an element. */
export type Check = 'visible' | 'enabled' | 'editable' | 'stable' | 'viewport' | 'uncovered' | 'focused' | 'suitable'

/** What is hidden is not scrolled for, either. */
export const HIDDEN = 'it is hidden'

/** Why an element is hidden, where its tree tells, and what would show it. */
export function whyHidden({ snapshot, node }: Found): string {
  for (let at = snapshot.parent(node); at >= 0; at = snapshot.parent(at)) {
    const { role, states } = snapshot.node(at)
    if (role === 'tab' && stateOf(states, 'selected') === false)
      return `${HIDDEN} on the tab ${quoted(snapshot.name(at) ?? '')}, which is not selected; select that first`
    if (role !== 'combobox' && stateOf(states, 'expanded') === false)
      return `${HIDDEN} in ${labelOf(snapshot, at)}, which is collapsed; expand that first`
  }
  return HIDDEN
}

/** `a button`, `an option`. */
export function a({ role }: Pick<NativeNode, 'role'>): string {
  return /^[aeiou]/.test(role) ? `an ${role}` : `a ${role}`
}

/** `seen` completes "it cannot be acted on: …". */
export function notActionable({ snapshot, node }: Found, check: Check, seen: string): SurehandError {
  return new SurehandError(
    'NOT_ACTIONABLE',
    `${describe(snapshot, node)} cannot be acted on: ${seen} (check: ${check}).`,
    { check, seen, ref: snapshot.ref(node), role: snapshot.role(node), name: snapshot.name(node) },
  )
}

/** UNSUPPORTED: the only route that the caller left is one that the element does not have. */
export function noNativeRoute({ snapshot, node }: Found, verb: string): SurehandError {
  return new SurehandError(
    'UNSUPPORTED',
    `${describe(snapshot, node)} has no native route for ${verb}, and input was ruled out by route: 'native'.`,
    { ref: snapshot.ref(node) },
  )
}

/** UNSUPPORTED: the pointer needs a place on the screen, and this desktop tells none. */
export function outOfReach({ snapshot, node }: Found, why: string): SurehandError {
  return new SurehandError(
    'UNSUPPORTED',
    `${describe(snapshot, node)} has no action for this, and no known position on the screen for the pointer: ${why}.`,
    { ref: snapshot.ref(node), role: snapshot.role(node), name: snapshot.name(node) },
  )
}
