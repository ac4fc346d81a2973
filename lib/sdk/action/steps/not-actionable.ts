import { SurehandError } from '../../errors.js'
import { describe } from '../../look/candidates.js'
import type { Found } from '../../look/look.js'
import type { NativeNode } from '../../native/binding.js'

/** What must hold before something is done to an element. */
export type Check = 'visible' | 'enabled' | 'editable' | 'stable' | 'viewport' | 'uncovered' | 'focused' | 'suitable'

/** What is hidden is not scrolled for, either. */
export const HIDDEN = 'it is hidden'

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
